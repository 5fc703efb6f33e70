"""Angels: summoned by Prayers, and what becomes of their victims."""

import pytest

from .games import act, choices, do_nothing, laid, pray, set_parameter

PENTACLES = ("A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a")


def one_prays(units=None, rules=None, **layout):
    """The Farmer has prayed in the church, alone."""
    units = {"church": ["Farmer", "Soothsayer"], "Pikemen 1": "18A.3a", **(units or {})}
    table = laid(units, rules, turn_of="holy", **layout)
    table.do("activate church")
    pray(table, "Farmer")
    return do_nothing(table, "Soothsayer")


def struck_by_an_angel(
    victim, face="kill", others=(), units=None, rules=None, home=1, area="18A.3a", **layout
):
    """An Unholy unit attacked by an Angel, and by others with it, who throw one face only."""
    units = {area: [victim], "18A.3c": ["Angel 1", *others], "Pikemen 3": "17A.3b", **(units or {})}
    table = laid(units, rules, turn_of="holy", homes={victim: home}, **layout)
    table.load(red=face, white=face, black="push", yellow="push")
    act(table, "18A.3c", "Angel 1", f"attack {area}")
    for unit in others:
        table.do(unit)
    if table.stage == "join":
        table.do("throw")
    while table.stage == "reroll defence":
        table.do("keep the dice")
    return table


def to_camp(table, doom):
    """Let the turn end; one face for every Doom die."""
    table.load(doom=doom)
    if table.stage == "follow up":
        table.do("done")
    return table.do("pass") if table.stage == "turn" else table


def next_camp(table, doom="stays"):
    """Play the next round without doing anything."""
    table.load(doom=doom)
    now = int(table.state.turn)
    while table.state.turn == now:
        table.do("pass" if "pass" in table.options() else table.options()[-1])
    return table


# The summons.


@pytest.mark.rule("angel.summoned", "angel.free_or_allied_area", "angel.not_in_interiors")
@pytest.mark.rule("angel.summon_in_pentacle")
@pytest.mark.parametrize("pentacles", [False, True])
def test_one_prayer_summons_an_angel_to_a_free_or_allied_area(pentacles):
    units = {"Gargoyles 1": "4A.2a", "Skeletons 1": PENTACLES[1], "Pikemen 2": "5Ab"}
    units |= {"18A.3b": ["Peasants 1", "Peasants 2", "Peasants 3"]}
    table = one_prays(units, {"angel.summon_in_pentacle": pentacles})
    assert table.options() == ["summon an Angel", "no effect"]
    table.do("summon an Angel")
    assert (table.stage, table.to_move) == ("summon", "holy")
    free = {PENTACLES[0], PENTACLES[2], PENTACLES[3]} if pentacles else set()
    ground = {area for area in table.areas if table.terrain(area) != "interior"}
    # Not where enemies stand, nor where there is no room.
    assert choices(table) == ground - set(PENTACLES) - {"4A.2a", "18A.3b"} | free
    table.do("choose 17A.1a")
    assert table.area_of("Angel 1") == "17A.1a"
    assert table.stage == "turn"


@pytest.mark.rule("angel.limit")
@pytest.mark.parametrize(("limit", "on_board"), [(2, 2), (1, 1), (3, 3)])
def test_with_the_most_angels_deployed_a_prayer_gives_only_its_gain(limit, on_board):
    for number in (on_board - 1, on_board):
        units = {f"Angel {place + 1}": "17A.3b" for place in range(number)}
        table = one_prays(units, {"angel.limit": limit})
        assert (table.stage == "effect") == (number < on_board)
        assert table.tokens("holy")["XP"] == 1


@pytest.mark.rule("angel.limit_counts")
@pytest.mark.parametrize("reading", ["board", "board and infirmary"])
def test_whether_angels_in_the_infirmary_count_in_the_limit(reading):
    for place in ("infirmary", "waiting"):
        table = one_prays({"Angel 1": "17A.3b", "Angel 2": place}, {"angel.limit_counts": reading})
        assert (table.stage == "effect") == (reading == "board")


@pytest.mark.rule("angel.stock")
@pytest.mark.parametrize("reading", ["reuse", "finite"])
def test_whether_a_destroyed_angel_can_be_summoned_again(reading):
    units = {f"Angel {number}": "destroyed" for number in (1, 2, 3, 4)}
    table = one_prays(units, {"angel.stock": reading})
    assert (table.stage == "effect") == (reading == "reuse")
    units["Angel 4"] = "reserve"
    table = one_prays(units, {"angel.stock": reading})
    assert table.stage == "effect"


def test_board_and_infirmary_never_hold_more_than_four():
    units = {f"Angel {number}": "infirmary" for number in (1, 2, 3, 4)}
    assert one_prays(units).stage == "turn"


def test_without_an_area_for_it_an_angel_is_not_offered():
    table = laid({"church": ["Farmer", "Soothsayer"], "Pikemen 1": "18A.3a"}, turn_of="holy")
    set_parameter(table, "capacity", 0)
    table.do("activate church")
    pray(table, "Farmer")
    do_nothing(table, "Soothsayer")
    assert table.stage == "turn"


def test_an_angel_summoned_into_an_activated_area_cannot_act_by_activation():
    table = one_prays(activated={"holy": ["17A.3b"]})
    table.do("summon an Angel", "choose 17A.3b")
    assert "activate 17A.3b" not in table.options()
    table = one_prays()
    table.do("summon an Angel", "choose 17A.3b")
    assert "activate 17A.3b" in table.options()


def test_a_summoned_angel_has_no_wounds():
    table = one_prays({"Angel 1": "destroyed"}).do("summon an Angel", "choose 17A.3b")
    assert table.hp("Angel 1") == 1
    assert table.state.angels_summoned == 1


# Their own fate.


def test_a_disrupted_angel_rallies_at_a_houses_area_but_not_inside():
    table = laid({"Angel 1": "infirmary", "Pikemen 1": "18A.3a"}, turn_of="holy")
    to_camp(table, "rally")
    assert table.stage == "rally"
    assert choices(table) == {"2B.3a", "4A.1b", "6Aa", "18A.3b"}


@pytest.mark.rule("angel.limit_counts")
def test_an_angel_that_rallies_while_two_stand_on_the_board_waits():
    units = {"Angel 1": "18A.3a", "Angel 2": "17A.3b", "Angel 3": "infirmary"}
    table = to_camp(laid(units, turn_of="holy"), "rally")
    assert table.area_of("Angel 3") == "waiting"
    assert table.stage != "rally"


# Their victims.


@pytest.mark.rule("angel.victims_to_the_infirmary", "angel.even_a_kill")
@pytest.mark.parametrize("face", ["kill", "disrupted"])
def test_an_angels_victim_goes_to_the_infirmary_and_pays(face):
    table = struck_by_an_angel("Skeletons 1", face)
    assert table.area_of("Skeletons 1") == "infirmary"
    assert table.tokens("holy")["XP"] == 1


@pytest.mark.rule("angel.victims_throw_doom", "angel.victims_rally_at_home", "angel.victim_death")
@pytest.mark.parametrize(
    ("doom", "place", "later"),
    [
        ("rally", PENTACLES[1], PENTACLES[1]),
        ("delayed_rally", "waiting", PENTACLES[1]),
        ("stays", "infirmary", "infirmary"),
        ("death", "destroyed", "destroyed"),
    ],
)
def test_a_horseman_killed_by_an_angel_follows_its_doom_die(doom, place, later):
    rules = {"angel.victim_death": "final", "deployment.overflow": "wait"}
    table = struck_by_an_angel("War", rules=rules, hp={"War": 1})
    assert table.area_of("War") == "infirmary"
    to_camp(table, doom)
    thrown = [numbers[0] for kind, *numbers in table.happened() if kind == "doom"]
    assert thrown == [table.number("War")]
    assert (table.area_of("War"), table.hp("War")) == (place, 6)
    next_camp(table)
    assert table.area_of("War") == later


@pytest.mark.rule("angel.victim_death")
@pytest.mark.parametrize(
    ("reading", "place", "later"),
    [("final", "destroyed", "destroyed"), ("returns", "returning", PENTACLES[1])],
)
def test_death_is_final_or_leads_back_to_the_pentacle(reading, place, later):
    table = struck_by_an_angel("Skeletons 1", rules={"angel.victim_death": reading})
    to_camp(table, "death")
    assert table.area_of("Skeletons 1") == place
    next_camp(table)
    assert table.area_of("Skeletons 1") == later


@pytest.mark.rule("angel.credit")
@pytest.mark.parametrize("reading", ["any", "all"])
def test_whose_victims_fall_to_an_angel_and_others_together(reading):
    rules = {"angel.credit": reading}
    table = struck_by_an_angel("Skeletons 1", others=["Pikemen 1"], rules=rules)
    assert table.area_of("Skeletons 1") == ("infirmary" if reading == "any" else "returning")
    alone = struck_by_an_angel("Skeletons 1", rules=rules)
    assert alone.area_of("Skeletons 1") == "infirmary"


@pytest.mark.rule("angel.credit")
def test_an_angel_in_the_area_that_does_not_join_has_no_victims():
    units = {"18A.3a": ["Skeletons 1"], "18A.3c": ["Angel 1", "Pikemen 1"], "Pikemen 3": "17A.3b"}
    table = laid(units, turn_of="holy").load(white="kill", red="kill")
    act(table, "18A.3c", "Pikemen 1", "attack 18A.3a", "throw")
    assert table.area_of("Skeletons 1") == "returning"


@pytest.mark.rule("angel.victims_to_the_infirmary")
def test_a_unit_that_an_angel_only_pushes_is_no_victim():
    table = struck_by_an_angel("Gargoyles 1", "push")
    assert table.stage == "push"
    table.do("choose 5Ab")
    assert table.area_of("Gargoyles 1") == "5Ab"
    assert table.tokens("holy")["XP"] == 0


@pytest.mark.rule("angel.victims_to_the_infirmary")
def test_a_push_of_an_angel_that_has_nowhere_to_go_makes_a_victim():
    units = {"A1B#1a": ["Gargoyles 1"], "18A.1c": ["Angel 1"], "13A.1b": ["Pikemen 1"],
             "17A.3b": ["Pikemen 2"]}  # fmt: skip
    table = laid(units, turn_of="holy").load(red="push", white="push", black="push")
    act(table, "18A.1c", "Angel 1", "attack A1B#1a")
    assert table.area_of("Gargoyles 1") == "infirmary"
    assert table.tokens("holy")["XP"] == 1


@pytest.mark.rule("angel.victims_rally_at_home")
def test_a_pentacle_filled_by_returns_leaves_a_rallied_victim_waiting():
    full = {f"Devourers {number}": PENTACLES[1] for number in (1, 2, 3, 4)}
    full |= {"Famine": PENTACLES[1], "Gargoyles 1": PENTACLES[1]}
    units = {**full, "Gargoyles 2": "returning", "Skeletons 1": "infirmary", "Pikemen 1": "18A.3a"}
    table = laid(units, turn_of="holy", homes={"Gargoyles 2": 1, "Skeletons 1": 1})
    to_camp(table, "rally")
    assert (table.area_of("Gargoyles 2"), table.area_of("Skeletons 1")) == (PENTACLES[1], "waiting")


@pytest.mark.rule("angel.victims_throw_doom")
def test_survival_and_immortality_act_for_an_angels_victim_as_for_any_unit():
    # A Horseman with Survival stays with 1 HP on a black Shield.
    table = laid(
        {"18A.3a": ["Conquest"], "18A.3c": ["Angel 1"], "Pikemen 3": "17A.3b"},
        turn_of="holy",
        hp={"Conquest": 1},
    )
    table.load(red="kill", white="push", black="shield")
    act(table, "18A.3c", "Angel 1", "attack 18A.3a")
    if table.stage == "push":
        table.do("choose 5Ab")
    assert table.hp("Conquest") == 1
    # Death on the Doom die only keeps an Immortal unit in the infirmary.
    table = laid({"Mounted Spectres 1": "infirmary", "Pikemen 1": "18A.3a"}, turn_of="holy")
    to_camp(table, "death")
    assert table.area_of("Mounted Spectres 1") == "infirmary"


def test_the_angels_white_die_against_unholy_units_is_always_thrown():
    table = laid({"18A.3a": ["Skeletons 1"], "18A.3c": ["Angel 1"], "Pikemen 3": "17A.3b"},
                 turn_of="holy")  # fmt: skip
    act(table, "18A.3c", "Angel 1", "attack 18A.3a")
    assert len(table.thrown()) == 3


def test_an_angel_strikes_in_the_turn_in_which_it_is_summoned():
    table = one_prays({"Skeletons 1": "5Aa"}, orders={"holy": 3})
    table.do("summon an Angel", "choose 5Ab")
    table.load(red="kill")
    act(table, "5Ab", "Angel 1", "attack 5Aa")
    assert table.area_of("Skeletons 1") == "infirmary"
