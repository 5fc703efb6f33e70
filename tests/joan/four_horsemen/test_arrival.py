"""One Horseman a round with its troops, in a pentacle that is not barred."""

import pytest

from .games import choices, from_start, laid

PENTACLES = ("A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a")
HORSEMEN = ("Conquest", "War", "Famine", "Death")


def coming(in_round, used="", last=None, came=(), units=None, rules=None):
    """A table at the beginning of a round, with pentacles used and Horsemen who have come before."""
    return laid(
        {"Pikemen 1": "18A.3a", **(units or {})},
        rules,
        then="TO_BEGIN_ROUND",
        in_round=in_round - 1,
        fields={
            "horsemen_used": sum(1 << HORSEMEN.index(name) for name in came),
            "pentacles_used": sum(1 << "ABCD".index(name) for name in used),
            "last_pentacle": -1 if last is None else "ABCD".index(last),
        },
    )


def letters(table):
    """Pentacles that can be chosen."""
    return "".join("ABCD"[PENTACLES.index(area)] for area in sorted(choices(table)))


@pytest.mark.rule("arrival.not_opposite", "arrival.pentacle_once")
def test_barred_are_the_pentacles_used_and_the_one_opposite_the_last():
    first = coming(1)
    assert first.options() == list(HORSEMEN)
    assert letters(first.do("Conquest")) == "ABCD"
    second = coming(2, "A", "A", ["Conquest"])
    assert second.options() == ["War", "Famine", "Death"]
    assert letters(second.do("War")) == "BD"
    third = coming(3, "AB", "B", ["Conquest", "War"])
    third.do("Famine")
    # Only C is left, so it is not asked.
    assert third.area_of("Famine") == PENTACLES[2]
    fourth = coming(4, "ABC", "C", ["Conquest", "War", "Famine"])
    assert fourth.area_of("Death") == PENTACLES[3]
    fifth = coming(5, "ABCD", "D", HORSEMEN)
    assert fifth.stage == "war council"


@pytest.mark.rule("arrival.never_stuck")
def test_eight_orders_of_the_pentacles_are_possible():
    orders = set()
    opened = [""]
    while opened:
        used = opened.pop()
        if len(used) == 4:
            orders.add(used)
            continue
        table = coming(len(used) + 1, used, used[-1:] or None, HORSEMEN[: len(used)])
        if table.stage == "horseman":
            table.do(HORSEMEN[len(used)])
        if table.stage == "pentacle":
            opened += [used + letter for letter in letters(table)]
        else:
            # One was left, and taken.
            opened.append(used + "ABCD"[int(table.state.last_pentacle)])
    assert orders == {"ABCD", "ADCB", "BADC", "BCDA", "CBAD", "CDAB", "DABC", "DCBA"}


@pytest.mark.rule("arrival.one_a_round", "arrival.four_rounds", "arrival.all_in_one_pentacle")
def test_four_rounds_bring_a_horseman_with_all_its_troops_each():
    table = from_start()
    groups = {}
    for number in range(1, 6):
        if number > 1:
            table.decline(until="turn")
            while table.state.turn < number:
                table.do("pass" if "pass" in table.options() else table.options()[-1])
        if number == 5:
            break
        if table.stage == "horseman":
            assert "decline" not in table.options()
            table.do(table.options()[0])
        if table.stage == "pentacle":
            table.do(table.options()[0])
        area = PENTACLES[int(table.state.last_pentacle)]
        groups[number] = sorted(unit.rstrip(" 1234") for unit in table.units_in(area))
    assert table.state.turn == 5
    assert table.stage == "war council"
    assert groups == {
        1: sorted(["Conquest", "Gargoyles", "Gargoyles", "Mounted Spectres", "Mounted Spectres"]),
        2: sorted(["War", "Damned", "Heretic Repentants", "Heretic Repentants"]),
        3: sorted(["Famine", *["Devourers"] * 4]),
        4: sorted(["Death", *["Mounted Skeletons"] * 2, *["Skeletons"] * 3]),
    }


@pytest.mark.rule("deployment.arrival")
@pytest.mark.parametrize("reading", ["chosen", "fixed"])
def test_the_order_of_the_horsemen_is_chosen_or_fixed(reading):
    for number, horseman in enumerate(HORSEMEN[:3]):
        came, used = HORSEMEN[:number], "ABCD"[:number]
        table = coming(
            number + 1, used, used[-1:] or None, came, rules={"deployment.arrival": reading}
        )
        if reading == "chosen":
            assert table.stage == "horseman"
        else:
            assert table.stage == "war council"
            assert table.area_of(horseman) == PENTACLES[number]


@pytest.mark.rule("deployment.overflow")
@pytest.mark.parametrize("reading", ["wait", "forbid"])
def test_units_that_find_no_room_wait_or_forbid_the_pentacle(reading):
    own = {f"Devourers {number}": PENTACLES[0] for number in (1, 2, 3, 4)}
    table = coming(2, "B", "B", ["Famine"], own, {"deployment.overflow": reading})
    table.do("Death")
    if reading == "forbid":
        # A is too full and D opposite: C is left.
        assert table.area_of("Death") == PENTACLES[2]
        return
    assert letters(table) == "AC"
    table.do("choose A1B#1a")
    # Death takes two of the four spaces; its owner says who takes the others.
    assert table.area_of("Death") == PENTACLES[0]
    assert (table.stage, table.to_move) == ("fit", "unholy")
    assert table.options() == ["Mounted Skeletons 1", "Skeletons 1"]
    table.do("Skeletons 1")
    table.do("Skeletons 2" if "Skeletons 2" in table.options() else "Mounted Skeletons 1")
    assert sorted(table.units_in("returning")) == [
        "Mounted Skeletons 1", "Mounted Skeletons 2", "Skeletons 3",
    ]  # fmt: skip


@pytest.mark.rule("deployment.overflow")
def test_those_left_over_come_with_the_next_camp_if_there_is_room():
    table = laid(
        {"Pikemen 1": "18A.3a", "Skeletons 1": "returning", "Devourers 1": PENTACLES[0]},
        turn_of="holy",
        homes={"Skeletons 1": 0},
    )
    table.do("pass")
    assert table.area_of("Skeletons 1") == PENTACLES[0]


@pytest.mark.rule("deployment.overflow")
def test_where_every_pentacle_is_too_full_one_is_used_all_the_same():
    own = {f"Devourers {number}": PENTACLES[2] for number in (1, 2, 3, 4)}
    table = coming(3, "AB", "B", ["Famine", "War"], own, {"deployment.overflow": "forbid"})
    table.do("Death")
    assert table.area_of("Death") == PENTACLES[2]


@pytest.mark.rule("deployment.overflow")
def test_not_even_a_horseman_comes_into_a_full_pentacle():
    own = {f"Devourers {number}": PENTACLES[2] for number in (1, 2, 3, 4)}
    own |= {"Famine": PENTACLES[2], "Gargoyles 1": PENTACLES[2], "Gargoyles 2": PENTACLES[2]}
    table = coming(3, "AB", "B", ["Famine", "Conquest"], own)
    table.do("Death")
    assert table.area_of("Death") == "returning"
    assert len(table.units_in(PENTACLES[2])) == 7


def test_the_next_camp_brings_who_waits_while_there_is_room_in_the_owners_order():
    units = {"Pikemen 1": "18A.3a", "Famine": PENTACLES[0]}
    units |= {f"Devourers {number}": PENTACLES[0] for number in (1, 2, 3, 4)}
    units |= {"Death": "returning", "Skeletons 1": "returning"}
    table = laid(units, turn_of="holy", homes={"Death": 0, "Skeletons 1": 0}).do("pass")
    assert (table.stage, table.to_move) == ("fit", "unholy")
    assert table.options() == ["Death", "Skeletons 1"]
    table.do("Skeletons 1")
    assert table.area_of("Death") == "returning"


@pytest.mark.rule("arrival.no_move")
def test_holy_units_beside_a_pentacle_do_not_hinder_the_coming():
    beside = {"Pikemen 2": "18A.1c", "Pikemen 3": "13A.1b"}
    table = coming(1, units=beside).do("War", "choose A1B#1a")
    assert table.area_of("War") == PENTACLES[0]


@pytest.mark.rule("arrival.no_move")
def test_a_holy_unit_that_got_into_a_pentacle_keeps_the_newcomers_waiting():
    rules = {"pentacle.closed_to": "move"}
    table = coming(1, units={"Pikemen 2": PENTACLES[0]}, rules=rules)
    table.do("War", "choose A1B#1a")
    assert table.units_in(PENTACLES[0]) == ["Pikemen 2"]
    assert "War" in table.units_in("returning")


@pytest.mark.rule("pentacle.home_for_ever")
def test_every_unit_of_a_group_keeps_the_pentacle_where_it_came():
    table = coming(1).do("War", "choose A1B#4a")
    for unit in ("War", "Damned", "Heretic Repentants 1", "Heretic Repentants 2"):
        assert table.area_of(unit) == PENTACLES[3]
        assert table.state.unit_home[table.number(unit)] == 3
