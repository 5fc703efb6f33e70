"""What the player earns by wounds and kills, and what the Leviathan heals."""

import pytest

from .games import health, laid, leviathan_acts

AT = {"The Leviathan": "16B.2a"}


def strikes(results, rules=None, units=None, **layout):
    """Units with so many red dice each attack the Leviathan one after the other, from areas of its ring.

    Two of the dice go into its Shields.
    """
    areas = ["16B.1a", "2B.2b", "2B.1a"]
    names = ["Pikemen 1", "Sergeants-at-Arms 1", "Crossbowmen 1"]
    rules = {"units.The Leviathan.terror": 0, **(rules or {})}
    for name, number in zip(names, results, strict=False):
        kind = name.rsplit(" ", 1)[0]
        rules |= {f"units.{kind}.melee": "R" * (number + 2), f"units.{kind}.shot_kind": "none"}
    placed = dict(zip(names[: len(results)], areas, strict=False))
    table = laid(
        {**AT, **placed, **(units or {}), "Hero": "14B.1a"}, rules, turn_of="holy", **layout
    )
    table.load(red="disrupted")
    return table, placed


@pytest.mark.rule("champion.wounds", "champion.totals")
@pytest.mark.parametrize(("needed", "gained"), [(3, [0, 2]), (2, [1, 3]), (7, [0, 0])])
def test_wounds_add_up_over_attacks(needed, gained):
    table, placed = strikes([2, 4], {"champion.wounds": needed})
    found = []
    for area in placed.values():
        table.do(f"activate {area}", "attack 16B.2a").decline(until="turn")
        found.append(table.tokens("holy")["XP"])
    assert (found, health(table)) == (gained, 10)
    assert table.state.xp_won == found[-1]


@pytest.mark.rule("champion.totals")
def test_healing_takes_nothing_back():
    table, _ = strikes([2, 1])
    table.do("activate 16B.1a", "attack 16B.2a")
    table.state.unit_hp[table.number("The Leviathan")] = 16
    table.do("activate 2B.2b", "attack 16B.2a")
    assert table.tokens("holy")["XP"] == 1


def kills(number, rules=None, face="kill"):
    """So many Skeletons fall, one after the other, each to other Pikemen."""
    areas = [("5Ab", "5Aa"), ("17A.3a", "17A.3b"), ("2B.3a", "2B.3b")][:number]
    units = {}
    for place, (skeletons, pikemen) in enumerate(areas, 1):
        units[f"Skeletons {place}"] = skeletons
        units[f"Pikemen {place}"] = pikemen
    rules = {"units.Pikemen.melee": "R", **(rules or {})}
    table = laid({**units, "Hero": "14B.1a"}, rules, turn_of="holy").load(red=face)
    found = []
    for skeletons, pikemen in areas:
        table.do(f"activate {pikemen}", f"attack {skeletons}").decline(until="turn")
        found.append(table.tokens("holy")["XP"])
    return found


@pytest.mark.rule("champion.kills")
@pytest.mark.parametrize(("needed", "gained"), [(2, [0, 1, 1]), (1, [1, 2, 3]), (3, [0, 0, 1])])
def test_every_second_kill_brings_an_xp(needed, gained):
    assert kills(3, {"champion.kills": needed}) == gained


@pytest.mark.rule("champion.counts")
@pytest.mark.parametrize("reading", ["kill", "kill or disrupted"])
def test_disrupted_units_count_only_by_a_switch(reading):
    rules = {"champion.counts": reading}
    assert kills(2, rules, "kill") == [0, 1]
    assert kills(2, rules, "disrupted") == ([0, 0] if reading == "kill" else [0, 1])


@pytest.mark.rule("champion.span")
@pytest.mark.parametrize("span", ["game", "round"])
def test_totals_run_over_the_game_or_a_round(span):
    table = laid(
        {"Skeletons 1": "5Ab", "Pikemen 1": "5Aa", "Hero": "14B.1a"},
        {"champion.span": span, "units.Pikemen.melee": "R"},
        turn_of="holy", then="TO_CAMP", fields={"wounds_inflicted": 2, "units_destroyed": 1},
    )  # fmt: skip
    table.do("pass")
    assert table.state.turn == 4
    kept = (2, 1) if span == "game" else (0, 0)
    assert (int(table.state.wounds_inflicted), int(table.state.units_destroyed)) == kept
    table.load(red="kill").do("activate 5Aa", "attack 5Ab").decline(until="turn")
    assert table.tokens("holy")["XP"] == (1 if span == "game" else 0)


@pytest.mark.rule("champion.retaliation", "victory.leviathan")
def test_retaliation_counts_as_the_player_s():
    # Pikemen strike back at riders; the Leviathan is no cavalry, so give them full Retaliation.
    rules = {"units.Pikemen.traits": "Retaliation", "units.Pikemen.defence": "RRR",
             "champion.wounds": 3, "church.resistance": 6}  # fmt: skip
    units = {"The Leviathan": "5Aa", "Pikemen 1": "16B.1b"}
    table = leviathan_acts(units, rules, {"red": "disrupted", "white": "shield"})
    table.decline(until="interrupts")
    assert (health(table), table.tokens("holy")["XP"]) == (13, 1)
    table = leviathan_acts(
        units, rules, {"red": "disrupted", "white": "shield"}, hp={"The Leviathan": 3}
    )
    table.decline(until="interrupts")
    assert (table.over, table.outcome) == (True, "leviathan_destroyed")


@pytest.mark.rule("champion.retaliation")
def test_unholy_units_that_retaliation_kills_count():
    rules = {"units.Pikemen.traits": "Retaliation", "units.Pikemen.defence": "RR",
             "champion.kills": 1}  # fmt: skip
    table = laid(
        {"Skeletons 1": "5Ab", "Pikemen 1": "5Aa", "Hero": "14B.1a"}, rules, turn_of="holy",
        then="TO_UNHOLY",
    )  # fmt: skip
    table.load(red="kill", yellow="shield").do("pass")
    assert table.tokens("holy")["XP"] == 1


# Soul Eater.


def dies_in_camp(place, rules=None, hp=9):
    table = laid(
        {"The Leviathan": "A3Aa", "Pikemen 1": place, "Hero": "14B.1a"}, rules, turn_of="holy",
        then="TO_CAMP", hp={"The Leviathan": hp},
    )  # fmt: skip
    return table.load(doom="death").do("pass")


@pytest.mark.rule("soul_eater.heals", "soul_eater.by")
@pytest.mark.parametrize("by", ["any", "leviathan"])
def test_it_heals_for_every_death_or_for_its_own(by):
    rules = {"soul_eater.by": by}
    assert health(dies_in_camp("infirmary", rules)) == (10 if by == "any" else 9)
    assert health(dies_in_camp("held", rules)) == 10
    # Its Gigantic attack.
    table = leviathan_acts(
        {"The Leviathan": "16B.2a", "Pikemen 1": "2B.1a"}, rules, {"gigantic": "kill"},
        hp={"The Leviathan": 9},
    )  # fmt: skip
    assert health(table) == 10
    # Unholy units' attack.
    table = laid(
        {"The Leviathan": "A3Aa", "Skeletons 1": "5Ab", "Pikemen 1": "5Aa", "Hero": "14B.1a"},
        {**rules, "units.Skeletons.melee": "RR", "units.Pikemen.defence": ""}, turn_of="holy",
        then="TO_UNHOLY", hp={"The Leviathan": 9},
    )  # fmt: skip
    table.load(red="kill").do("pass")
    assert table.area_of("Pikemen 1") == "destroyed"
    assert health(table) == (10 if by == "any" else 9)
    assert table.state.holy_lost.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("soul_eater.heals")
def test_never_above_its_full_health():
    assert health(dies_in_camp("infirmary", hp=16)) == 16
    assert health(dies_in_camp("infirmary", {"soul_eater.unit": 4}, hp=15)) == 16
