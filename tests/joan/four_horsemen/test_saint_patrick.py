"""Saint Patrick: his coming, the peace around him, his push."""

import pytest

from .games import (
    act,
    attacks_of,
    choices,
    do_nothing,
    laid,
    moves_of,
    pray,
    set_parameter,
    turn_to,
)

TWO = ("Farmer", "Soothsayer")
KILL, DISRUPTED, PUSH, SHIELD = range(4)


def two_pray(units=None, rules=None, room=True, **layout):
    """Two Civilians have prayed together in the church."""
    units = {"church": list(TWO), "Pikemen 1": "18A.3a", **(units or {})}
    table = laid(units, rules, turn_of="holy", **layout)
    if not room:
        set_parameter(table, "capacity", 0)
    table.do("activate church")
    return pray(table, *TWO)


def pray_again(table):
    """The two pray once more, on a Reactivation."""
    table.state.orders[table.owner("holy")][2] = 1
    table.game.resume(table.states)
    table.do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose church")
    return pray(table, *TWO)


# His coming.


@pytest.mark.rule("patrick.summoned_once", "patrick.free_or_allied_area")
def test_two_prayers_summon_him_once_to_a_free_or_allied_area():
    table = two_pray({"Gargoyles 1": "4A.2a"})
    assert table.options() == ["summon an Angel", "summon Saint Patrick", "no effect"]
    table.do("summon Saint Patrick")
    pentacles = {"A1B#1a", "A1B#2a", "A1B#3a", "A1B#4a"}
    ground = {area for area in table.areas if table.terrain(area) != "interior"}
    assert choices(table) == ground - pentacles - {"4A.2a"}
    table.do("choose 17A.1a")
    assert table.area_of("Saint Patrick") == "17A.1a"
    pray_again(table)
    assert table.options() == ["summon an Angel", "no effect"]


@pytest.mark.rule("angel.summon_in_pentacle")
@pytest.mark.parametrize("allowed", [False, True])
def test_he_may_come_into_a_pentacle_where_angels_may(allowed):
    table = two_pray(rules={"angel.summon_in_pentacle": allowed}).do("summon Saint Patrick")
    assert ("choose A1B#1a" in table.options()) == allowed


@pytest.mark.rule("patrick.spent_on")
@pytest.mark.parametrize("reading", ["placing", "prayer"])
def test_what_uses_his_coming_up(reading):
    table = two_pray(rules={"patrick.spent_on": reading})
    # He can come now, in both readings.
    assert "summon Saint Patrick" in table.options()
    table.do("no effect")
    pray_again(table)
    assert ("summon Saint Patrick" in table.options()) == (reading == "placing")


@pytest.mark.rule("patrick.spent_on")
@pytest.mark.parametrize(("reading", "used"), [("placing", 0), ("prayer", 1)])
def test_without_an_area_for_him_he_is_not_offered(reading, used):
    table = two_pray(rules={"patrick.spent_on": reading}, room=False)
    assert table.stage == "turn"
    assert table.state.patrick_used == used


@pytest.mark.rule("patrick.profile")
@pytest.mark.parametrize("profile", ["text only", "priest"])
def test_his_profile(profile):
    units = {"18A.3a": ["Saint Patrick"], "Pikemen 1": "17A.3b"}
    table = laid(units, {"patrick.profile": profile}, turn_of="holy")
    act(table, "18A.3a", "Saint Patrick")
    assert moves_of(table) == set(table.neighbours("18A.3a"))
    words = {text for text in table.options() if not text.startswith("move to")}
    prays = {"pray for XP", "pray for Legend"} if profile == "priest" else set()
    assert words == {"do nothing"} | prays
    assert table.level_of("Saint Patrick") == ("Priest" if profile == "priest" else "Saint Patrick")


@pytest.mark.rule("patrick.bars_the_way", "patrick.profile")
@pytest.mark.parametrize("profile", ["text only", "priest"])
def test_he_bars_the_way_like_a_unit_that_is_no_civilian(profile):
    units = {"18A.3a": ["Saint Patrick", "Farmer"], "Skeletons 1": "18A.3c"}
    table = laid(units, {"patrick.profile": profile}, turn_of="unholy")
    act(table, "18A.3c", "Skeletons 1")
    assert "18A.3a" not in moves_of(table)


@pytest.mark.rule("patrick.acts")
def test_the_holy_side_activates_and_moves_him():
    table = laid({"Saint Patrick": "18A.3a", "Pikemen 1": "17A.3b"}, turn_of="holy")
    act(table, "18A.3a", "Saint Patrick", "move to 18A.3c")
    assert table.area_of("Saint Patrick") == "18A.3c"


# No attack from his area.


@pytest.mark.rule("patrick.no_attack_declared", "patrick.every_declared_attack")
def test_no_attack_is_declared_from_his_area_by_any_order():
    here = ["Saint Patrick", "Pikemen 1", "Crossbowmen 1", "Hero", "Angel 1"]
    table = laid({"2B.3b": here, "Skeletons 1": "2B.3a"}, turn_of="holy")
    table.do("activate 2B.3b")
    for unit in here:
        turn_to(table, unit)
        assert attacks_of(table) == set(), unit
        if unit == "Hero":
            # His Command lets nobody attack either.
            table.do("command", "Pikemen 1")
            assert attacks_of(table) == set()
            table.do("do nothing")
        while table.stage in ("unit", "command"):
            table.do("do nothing" if "do nothing" in table.options() else "done")
    charge = laid(
        {"2B.3b": ["Saint Patrick", "Mounted Knights 1"], "Skeletons 1": "2B.3a"},
        turn_of="holy",
        orders={"holy": {"Charge": 1, "Activation": 1}},
    )
    charge.do("charge order")
    while charge.stage in ("charge area", "charge move"):
        charge.do("stop here" if "stop here" in charge.options() else "choose 2B.3b")
    assert attacks_of(charge) == set()
    # Without him they attack.
    free = laid({"2B.3b": ["Pikemen 1"], "Skeletons 1": "2B.3a"}, turn_of="holy")
    assert attacks_of(act(free, "2B.3b", "Pikemen 1")) == {"2B.3a"}


@pytest.mark.rule("patrick.every_declared_attack")
def test_retaliation_is_not_declared_and_works_in_his_area():
    units = {"18A.3a": ["Saint Patrick", "Sergeants-at-Arms 1"], "Skeletons 1": "18A.3c"}
    table = laid(units, turn_of="unholy").load(yellow="push", red="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.area_of("Skeletons 1") == "returning"


# His mercy.


def attacked(company, attack, defence, rules=None, place="18A.3a", units=None):
    """His area is attacked; these faces lie on the table when results are about to be counted."""
    units = {place: ["Saint Patrick", *company], "18A.3c": ["Devourers 1"], **(units or {})}
    table = laid(units, rules, turn_of="unholy", tokens={"holy": {"Reroll": 1}})
    act(table, "18A.3c", "Devourers 1", f"attack {place}")
    if not defence and table.stage != "reroll defence":
        return table
    assert table.stage == "reroll defence"
    state = table.state
    for side, faces in enumerate((attack, defence)):
        state.dice_count[side] = len(faces)
        for place_, face in enumerate(faces):
            state.die_face[side][place_] = face
            state.die_unit[side][place_] = -1
    return table.do("keep the dice")


MANY = [KILL] * 3 + [DISRUPTED] * 2 + [PUSH]


def push_everybody(table):
    """Hand the Pushes out and choose where the units go."""
    while table.stage in ("allocate", "push"):
        table.do(table.options()[0])
    return table


@pytest.mark.rule("patrick.mercy", "patrick.mercy_order")
@pytest.mark.parametrize("order", ["after Shields", "before Shields"])
@pytest.mark.parametrize(
    ("company", "left"), [("Pikemen 1", {4}), ("Foot Knights 1", {3}), ("Standard Bearer", {2, 4})]
)
def test_kills_and_disrupteds_against_his_area_become_pushes(order, company, left):
    # 3 Kill, 2 Disrupted and a Push against 2 Shields; Foot Knights cancel a Push, a Standard Bearer
    # two Disrupteds, of which there are none left where they become Pushes first.
    table = attacked([company], MANY, [SHIELD] * 2, {"patrick.mercy_order": order})
    pushes = max(left) if order == "before Shields" else min(left)
    assert table.stage == "allocate"
    assert table.results() == {"kills": 0, "disrupteds": 0, "pushes": pushes, "tramples": 0}
    push_everybody(table)
    for unit in ("Saint Patrick", company):
        assert table.area_of(unit) in set(table.neighbours("18A.3a")) - {"18A.3c"}
    pushed = [numbers[0] for kind, *numbers in table.happened() if kind == "pushed"]
    assert len(pushed) == len(set(pushed))


@pytest.mark.rule("patrick.mercy")
def test_attacked_alone_he_is_pushed_once():
    table = laid({"Saint Patrick": "18A.3a", "18A.3c": ["Devourers 1"]}, turn_of="unholy")
    table.load(red="kill")
    act(table, "18A.3c", "Devourers 1", "attack 18A.3a")
    assert table.stage == "push"
    table.do("choose 5Ab")
    assert table.area_of("Saint Patrick") == "5Ab"
    assert table.stage == "follow up"


@pytest.mark.rule("patrick.mercy")
def test_shots_are_softened_too():
    table = laid({"18A.3a": ["Saint Patrick", "Peasants 1"], "5Ab": ["Devourers 1"]},
                 turn_of="unholy")  # fmt: skip
    table.load(black="kill")
    act(table, "5Ab", "Devourers 1", "shoot at 18A.3a")
    push_everybody(table)
    assert "destroyed" not in (table.area_of("Saint Patrick"), table.area_of("Peasants 1"))


def corner(company, rules=None, room=0):
    """An attack on him at 13A.2a, from where one can be pushed to 13A.2b only, which is nearly full."""
    guests = ["Pikemen 2", "Pikemen 3", "Peasants 1", "Peasants 2", "Peasants 3", "Foot Knights 1"]
    units = {
        "13A.2a": ["Saint Patrick", *company],
        "13A.2b": guests[: 6 - room],
        "17A.3b": ["Devourers 1", "Skeletons 1"],
    }
    table = laid(units, rules, turn_of="unholy")
    table.load(red="kill", yellow="kill", white="push", black="push")
    act(table, "17A.3b", "Devourers 1", "attack 13A.2a")
    if table.stage == "join":
        table.do("Skeletons 1")
    return table


@pytest.mark.rule("patrick.mercy_stuck")
@pytest.mark.parametrize("reading", ["no effect", "disrupted"])
def test_a_push_from_his_area_that_has_nowhere_to_go(reading):
    table = corner(["Pikemen 1"], {"patrick.mercy_stuck": reading})
    while table.stage == "allocate":
        table.do("Pikemen 1" if "Pikemen 1" in table.options() else table.options()[0])
    place = "13A.2a" if reading == "no effect" else "infirmary"
    assert table.area_of("Pikemen 1") == place


@pytest.mark.rule("patrick.mercy_stuck")
def test_his_mercy_lasts_for_the_attack_though_he_is_pushed_away_first():
    table = corner(["Pikemen 1"], {"patrick.mercy_stuck": "no effect"}, room=1)
    while table.stage in ("allocate", "push"):
        table.do("Saint Patrick" if "Saint Patrick" in table.options() else table.options()[0])
    assert table.area_of("Saint Patrick") == "13A.2b"
    assert table.area_of("Pikemen 1") == "13A.2a"


def test_he_shields_nobody_in_other_areas():
    table = laid({"18A.3a": ["Peasants 1"], "18A.3c": ["Skeletons 1"], "Saint Patrick": "5Ab"},
                 turn_of="unholy")  # fmt: skip
    table.load(yellow="kill")
    act(table, "18A.3c", "Skeletons 1", "attack 18A.3a")
    assert table.area_of("Peasants 1") == "destroyed"


# His push.


def beside(victims, rules=None, area="18A.3a", **layout):
    """Saint Patrick at 18A.3c beside Unholy units."""
    units = {"18A.3c": ["Saint Patrick"], area: list(victims), "Pikemen 3": "17A.3b"}
    units |= layout.pop("units", {})
    return laid(units, rules, turn_of="holy", **layout)


@pytest.mark.rule("patrick.pushes", "patrick.pushes_once", "patrick.push_cancellable")
@pytest.mark.parametrize("cancellable", [False, True])
def test_he_pushes_without_dice_and_whether_cancelling_helps(cancellable):
    # Skeletons cancel a Push when defending; Gargoyles do not.
    table = beside(["Skeletons 1", "Gargoyles 1"], {"patrick.push_cancellable": cancellable})
    act(table, "18A.3c", "Saint Patrick", "Saint Patrick's push")
    if cancellable:
        # The Gargoyles alone can be pushed, so they are.
        assert table.stage == "push"
        table.do("choose 5Ab")
        assert table.area_of("Gargoyles 1") == "5Ab"
        return
    assert sorted(table.options()) == ["Gargoyles 1", "Skeletons 1"]
    table.do("Skeletons 1")
    assert table.stage == "push"
    assert "choose 18A.3c" not in table.options()
    table.do("choose 5Ab")
    assert table.area_of("Skeletons 1") == "5Ab"
    assert not [kind for kind, *_ in table.happened() if kind in ("throws", "defends")]
    # Once an activation; it was a bonus action, so he may still move.
    assert "Saint Patrick's push" not in table.options()
    assert moves_of(table)


@pytest.mark.rule("patrick.push_cancellable")
def test_where_cancelling_helps_and_all_can_he_has_nobody_to_push():
    table = beside(["Skeletons 1"], {"patrick.push_cancellable": True})
    act(table, "18A.3c", "Saint Patrick")
    assert "Saint Patrick's push" not in table.options()


@pytest.mark.rule("patrick.pushes_once")
def test_he_pushes_horsemen_and_pushes_again_in_another_activation():
    table = beside(["War"], orders={"holy": {"Activation": 1, "Reactivation": 1}})
    act(table, "18A.3c", "Saint Patrick", "Saint Patrick's push", "choose 5Ab", "do nothing")
    assert table.area_of("War") == "5Ab"
    table.do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose 18A.3c")
    assert "Saint Patrick's push" not in table.options()
    table.do("do nothing")
    table = beside(["War"], orders={"holy": {"Activation": 1, "Reactivation": 1}})
    act(table, "18A.3c", "Saint Patrick", "move to 18A.3b")
    if table.stage == "unit":
        table.do("Saint Patrick's push")
    assert table.stage == "push"
    table.do("choose 18A.3c")
    table.decline(until="turn")
    table.do("reactivation order")
    if table.stage == "reactivation area":
        table.do("choose 18A.3b")
    assert "Saint Patrick's push" in table.options()


@pytest.mark.rule("patrick.stuck_push")
def test_a_unit_that_he_pushes_without_a_way_out_is_disrupted_and_returns():
    units = {"13A.1b": ["Pikemen 1"], "18A.1c": ["Saint Patrick"], "Pikemen 3": "17A.3b"}
    table = laid({**units, "A1B#1a": ["War"]}, turn_of="holy", hp={"War": 1})
    act(table, "18A.1c", "Saint Patrick", "Saint Patrick's push")
    assert table.area_of("War") == "returning"
    assert table.tokens("holy")["XP"] == 1
    # With another reading of the engine's rule the Push has no effect.
    rules = {"combat.push_stuck": "no effect"}
    table = laid({**units, "A1B#1a": ["War"]}, rules, turn_of="holy", hp={"War": 1})
    act(table, "18A.1c", "Saint Patrick", "Saint Patrick's push")
    assert (table.area_of("War"), table.hp("War")) == ("A1B#1a", 1)


def test_he_pushes_nobody_who_is_not_adjacent():
    table = laid({"18A.3c": ["Saint Patrick"], "5Aa": ["Skeletons 1"]}, turn_of="holy")
    act(table, "18A.3c", "Saint Patrick")
    assert "Saint Patrick's push" not in table.options()
    units = {"18A.3c": ["Saint Patrick"], "18A.3a": ["War", "Gargoyles 1"], "5Aa": ["Skeletons 1"]}
    table = laid(units, turn_of="holy")
    act(table, "18A.3c", "Saint Patrick", "Saint Patrick's push")
    assert set(table.options()) == {"War", "Gargoyles 1"}


@pytest.mark.rule("patrick.stuck_push")
def test_whom_his_push_fells_is_no_angels_victim():
    # The last attack was an Angel's.
    units = {"13A.1b": ["Pikemen 1"], "18A.1c": ["Saint Patrick"], "A1B#1a": ["Gargoyles 1"]}
    table = laid(units, turn_of="holy", fields={"angel_attack": 1})
    act(table, "18A.1c", "Saint Patrick", "Saint Patrick's push")
    assert table.area_of("Gargoyles 1") == "returning"


def test_an_angel_in_his_area_cannot_attack():
    units = {"18A.3c": ["Saint Patrick", "Angel 1"], "18A.3a": ["Skeletons 1"]}
    table = laid(units, turn_of="holy")
    act(table, "18A.3c", "Angel 1")
    assert attacks_of(table) == set()
    do_nothing(table, "Angel 1")
