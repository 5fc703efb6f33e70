"""Terror: who tests, with which dice, and what it costs to fail."""

import pytest

from .games import holy, unholy


def attacked(attackers, changes=None, face="kill", terror=1, **more):
    """Let Holy units attack Death, whose Terror is 1, or another."""
    changes = {"units.Death.terror": terror, **(changes or {})}
    table = holy({"8Aa": attackers, "5Ab": ["Death"]}, changes, **more)
    table.load(black=face, red="shield", white="blank", yellow="blank")
    table.do("activate 8Aa")
    if table.stage == "activation":
        table.do(attackers[0])
    table.do("attack 5Ab")
    for name in attackers[1:]:
        table.do(name)
    return table


def terror_tests(table):
    return [numbers[:2] for kind, *numbers in table.happened() if kind == "terror test"]


@pytest.mark.rule("traits.terror")
@pytest.mark.parametrize(
    ("attacker", "face", "colours"),
    [
        ("Foot Knights 1", "shield", "RR"),
        ("Foot Knights 1", "kill", "R"),
        ("Foot Knights 1", "disrupted", "R"),
        # Against cavalry the Pikemen have two white dice.
        ("Pikemen 1", "kill", "W"),
        # Of red and white dice the red one is the best.
        ("Angel 1", "kill", "R"),
    ],
)
def test_who_throws_no_shield_attacks_with_the_best_die_alone(attacker, face, colours):
    assert attacked([attacker], face=face).colours() == colours


@pytest.mark.rule("traits.terror")
def test_each_of_n_dice_has_to_show_a_shield():
    # With a black die's three Shields in six sides, Terror 2 is passed in one case of four.
    passed = {}
    for terror in (1, 2):
        made = 0
        for seed in range(60):
            table = holy(
                {"5Aa": ["Foot Knights 1"], "5Ab": ["Death"]},
                {"units.Death.terror": terror},
                seed=seed,
            )
            table.do("activate 5Aa", "attack 5Ab")
            made += terror_tests(table)[0][1]
        passed[terror] = made
    assert 20 <= passed[1] <= 40
    assert 6 <= passed[2] <= 19


@pytest.mark.rule("traits.terror")
def test_terror_is_for_melee_and_the_greatest_of_the_area_counts():
    units = {"5Aa": ["Crossbowmen 1"], "5Ab": ["Death"]}
    table = holy(units).load(black="kill", red="push").do("activate 5Aa", "shoot at 5Ab")
    assert not terror_tests(table)
    units = {"5Aa": ["Foot Knights 1"], "5Ab": ["Death", "Skeletons 1"]}
    table = holy(units).load(black="kill", red="shield").do("activate 5Aa", "attack 5Ab")
    assert table.colours() == "R"


@pytest.mark.rule("traits.terror_immunity")
@pytest.mark.parametrize(
    ("traits", "own", "immune"),
    [
        ("", 0, False),
        ("Big", 0, True),
        ("Immortal", 0, True),
        ("Gigantic", 0, True),
        ("Terror-immune", 0, True),
        ("", 1, True),
    ],
)
def test_who_is_immune(traits, own, immune):
    changes = {"units.Foot Knights.traits": traits, "units.Foot Knights.terror": own}
    assert attacked(["Foot Knights 1"], changes).colours() == ("RR" if immune else "R")


@pytest.mark.rule("traits.terror_immunity")
def test_less_terror_of_its_own_is_not_enough():
    changes = {"units.Foot Knights.terror": 1}
    assert attacked(["Foot Knights 1"], changes, terror=2).colours() == "R"


@pytest.mark.rule("trait.terror_test")
def test_each_attacker_tests_of_its_own_or_all_together():
    attackers = ["Foot Knights 1", "Sergeants-at-Arms 1", "Hero"]
    made = {}
    for reading in ("each attacker", "one test"):
        mixed = 0
        seen = set()
        for seed in range(40):
            table = holy(
                {"5Aa": attackers, "5Ab": ["Death"]}, {"trait.terror_test": reading}, seed=seed
            )
            table.do("activate 5Aa", "Hero", "attack 5Ab", "Foot Knights 1", "Sergeants-at-Arms 1")
            results = {passed for _, passed in terror_tests(table)}
            assert len(terror_tests(table)) == 3
            mixed += len(results) == 2
            seen |= results
        assert seen == {0, 1}
        made[reading] = mixed
    # Three coins fall alike in one case of four.
    assert made["one test"] == 0
    assert made["each attacker"] >= 20


@pytest.mark.rule("traits.terror")
def test_the_unholy_fear_the_holy_too():
    changes = {"units.Pikemen.terror": 1}
    units = {"5Aa": ["Damned"], "5Ab": ["Pikemen 1"]}
    table = unholy(units, changes).load(black="kill", red="shield", yellow="blank")
    assert table.do("activate 5Aa", "attack 5Ab").colours() == "R"
