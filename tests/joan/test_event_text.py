"""What has happened between two decisions, in words."""

import numba
import numpy as np
import pytest

from tolsim.joan import events as ev
from tolsim.joan import state as st
from tolsim.joan.dice import BLACK, BLANK, DEATH, DELAYED_RALLY, KILL, RALLY, RED, SHIELD, STAYS
from tolsim.joan.scenarios.four_horsemen.roster import SCENARIO
from tolsim.joan.text import ScenarioText

from .core.games import holy, horsemen, unholy
from .positions import Table
from .test_text import random_games

SLOW = bool(numba.config.DISABLE_JIT)
KINDS = {
    value: name
    for name, value in vars(ev).items()
    if name.isupper() and isinstance(value, int) and name not in {"BITS", "SHIFT", "EVENTS"}
}
HERO, FARMER, WAR = (SCENARIO.number(name) for name in ("Hero", "Farmer", "War"))
CHURCH_AREA, NORTH = (SCENARIO.board.number(name) for name in ("8Aa", "5Ab"))


def word(kind: int, *numbers: int) -> int:
    """Write an event as the kernels do."""
    told = kind
    for place, number in enumerate((*numbers, *(0,) * (4 - len(numbers))), 1):
        told |= number + ev.SHIFT << place * ev.BITS
    return told


def lines_of(*events: tuple[int, ...], count: int | None = None, text=None) -> list[str]:
    """What is said of these events."""
    game = horsemen()
    state = game.reset(1, [0])[0]
    state.events[:] = 0
    state.events[: len(events)] = [word(*event) for event in events]
    state.event_count = len(events) if count is None else count
    return (text or game.definition).happened(state, game.parameters[0])


def told(table: Table) -> list[str]:
    """What is said of the step before."""
    return table.game.happened(table.state)


# Single events.


def test_an_event_is_read_as_it_is_written():
    assert ev.read(word(ev.FALLS, FARMER, st.RETURNING, 1, 3)) == (
        ev.FALLS, FARMER, st.RETURNING, 1, 3,
    )  # fmt: skip


def test_every_kind_of_event_has_words_of_its_own():
    own = ScenarioText(SCENARIO, lambda *_: [], own_event=lambda *numbers: f"own {numbers[2:]}")
    said = {}
    for kind, name in KINDS.items():
        if kind != ev.NO_EVENT:
            said[name] = lines_of((kind, 1, 1, 1, 1), text=own)
    for name, lines in said.items():
        assert len(lines) == 1, name
        assert len(lines[0].strip()) > 5, name
        assert not set("{}\n") & set(lines[0]), name
    assert len({lines[0] for lines in said.values()}) == len(said)


def test_a_scenario_says_its_own_events():
    own = ScenarioText(
        SCENARIO, lambda *_: [], own_event=lambda s, p, number, a, b, c: f"{number}: {a} {b} {c}"
    )
    assert lines_of((ev.SCENARIO_EVENT, 4, 1, 2, 3), text=own) == ["4: 1 2 3"]
    with pytest.raises(AssertionError, match="words"):
        lines_of((ev.SCENARIO_EVENT, 4))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ((ev.ROUND_BEGINS, 3), "Round 3 begins"),
        ((ev.ROUND_CARD, 5), "Round card: 5 Activations for each player"),
        ((ev.COUNCIL_CARD, 0, 3), "Council: holy takes the card “1 XP”"),
        ((ev.TURNS_OVER, 1, st.CHARGE_ORDER, 2), "unholy: +2 Charge, −2 Activation"),
        ((ev.GAINS_ORDERS, 1, st.CHARGE_ORDER, 1), "unholy: +1 Charge"),
        ((ev.TURN_BEGINS, 1), "Turn of unholy"),
        ((ev.ORDER, 0, st.REACTIVATION, CHURCH_AREA), "Reactivation of holy at 8Aa"),
        ((ev.ATTACKS, 1, NORTH, CHURCH_AREA, st.SHOT), "Shots of unholy from 5Ab on 8Aa"),
        ((ev.ATTACKS, 1, -1, CHURCH_AREA, st.MELEE), "Melee of unholy on 8Aa"),
        ((ev.DODGES, HERO), "   Dodge: Hero avoids the attack"),
        ((ev.PUSHED, HERO, NORTH, CHURCH_AREA), "   Push: Hero, 5Ab → 8Aa"),
        ((ev.STUCK, HERO), "   Push: Hero has nowhere to go"),
        ((ev.HEALS, WAR, 4), "Heal: War has 4 HP"),
        ((ev.FALLS, FARMER, st.DESTROYED, 1), "   Destroyed: Farmer"),
        ((ev.FALLS, WAR, st.RETURNING, 1), "   Destroyed: War → off the board, to return"),
        ((ev.FALLS, HERO, st.INFIRMARY, 0), "   Falls: Hero → to the infirmary"),
        ((ev.RESULT, WAR, st.KILLS, 3, st.BY_ATTACK), "   Kill on War, 3 HP left"),
        ((ev.RESULT, WAR, st.DISRUPTEDS, 3, st.BY_STRIKE_BACK),
         "   Strikes back: Disrupted on War, 3 HP left"),
        ((ev.REROLLS, RED, BLANK, KILL, HERO), "   Reroll of Hero: red Blank → Kill"),
        ((ev.REROLLS, RED, BLANK, KILL, -1), "   Reroll: red Blank → Kill"),
        ((ev.TERROR_TEST, HERO, 0, 2), "   Terror 2 tests Hero; attacks with one die only"),
        ((ev.TEST_DIE, BLACK, SHIELD), "   Test: black Shield"),
        ((ev.THROWS, -1, RED, KILL), "   Attack dice: Support red Kill"),
        ((ev.DEFENDS, -1, RED, KILL), "   Defence dice: Cohesion red Kill"),
        ((ev.WAITS, HERO), "No Rally point has room: Hero waits"),
    ],
)  # fmt: skip
def test_an_event_alone(event, line):
    assert lines_of(event) == [line]


@pytest.mark.parametrize("level", [1, 2])
def test_a_level_is_named(level):
    rows = list(horsemen().ruleset.tables["units"])
    row = rows.index("War" if level == 1 else "War 2")
    assert lines_of((ev.LEVEL, WAR, row)) == [f"Level {level}: War"]


# Events that belong together.


def test_tokens_of_an_owner_are_added_up():
    assert lines_of(
        (ev.GAINS, 0, st.XP, 1), (ev.GAINS, 0, st.XP, 2), (ev.SPENDS, 0, st.LEGEND, 1),
        (ev.GAINS, 1, st.LEGEND, 1),
    ) == ["holy: +3 XP, −1 Legend", "unholy: +1 Legend"]  # fmt: skip


def test_a_walk_is_one_line_and_units_that_go_together_too():
    assert lines_of((ev.MOVES, WAR, 0, 1), (ev.MOVES, WAR, 1, NORTH)) == [
        "Move: War, A1B#1a → A1B#2a → 5Ab"
    ]
    one, other = SCENARIO.numbers("Pikemen")[:2]
    together = [(ev.MOVES, one, 0, 1), (ev.MOVES, other, 0, 1), (ev.MOVES, HERO, 0, 1)]
    assert lines_of(*together) == ["Move: Pikemen 1 2, Hero, A1B#1a → A1B#2a"]


def test_units_that_come_up_are_listed_by_area():
    one, other = SCENARIO.numbers("Skeletons")[:2]
    assert lines_of((ev.PLACED, one, 0), (ev.PLACED, other, 0), (ev.PLACED, WAR, 1)) == [
        "Placed at A1B#1a: Skeletons 1 2", "Placed at A1B#2a: War",
    ]  # fmt: skip
    assert lines_of((ev.RETURNS, one, 0), (ev.RETURNS, other, 0)) == [
        "Back at A1B#1a: Skeletons 1 2"
    ]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([(ev.DOOM, HERO, RALLY, RALLY), (ev.RETURNS, HERO, NORTH)], "Rally → back at 5Ab"),
        ([(ev.DOOM, HERO, RALLY, RALLY), (ev.WAITS, HERO)],
         "Rally → waits, for no Rally point has room"),
        ([(ev.DOOM, HERO, RALLY, RALLY)], "Rally"),
        ([(ev.DOOM, HERO, DELAYED_RALLY, DELAYED_RALLY)], "Delayed Rally → waits"),
        ([(ev.DOOM, HERO, DEATH, DEATH)], "Death → out of the game"),
        ([(ev.DOOM, HERO, STAYS, STAYS)], "Disrupted → stays in the infirmary"),
        ([(ev.DOOM, HERO, DEATH, STAYS)],
         "Death, counts as Disrupted → stays in the infirmary"),
    ],
)  # fmt: skip
def test_a_doom_die_is_told_with_what_it_brings(events, line):
    assert lines_of(*events) == [f"Doom die for Hero: {line}"]


def test_a_result_is_told_with_the_fall_and_rewards_come_after():
    assert lines_of(
        (ev.RESULT, FARMER, st.KILLS, 0, st.BY_ATTACK), (ev.GAINS, 1, st.XP, 1),
        (ev.FALLS, FARMER, st.DESTROYED, 1),
    ) == ["   Kill on Farmer → out of the game", "unholy: +1 XP"]  # fmt: skip


def test_a_survival_is_told_with_its_die():
    result = (ev.RESULT, WAR, st.KILLS, 0, st.BY_ATTACK)
    assert lines_of(result, (ev.TEST_DIE, BLACK, SHIELD), (ev.SURVIVES, WAR)) == [
        "   Kill on War; Survival: black Shield, survives with 1 HP"
    ]
    fall = (ev.FALLS, WAR, st.RETURNING, 1)
    assert lines_of(result, (ev.TEST_DIE, BLACK, BLANK), fall) == [
        "   Kill on War; Survival: black Blank → off the board, to return"
    ]


def test_a_terror_test_is_told_with_its_dice():
    assert lines_of(
        (ev.TEST_DIE, BLACK, SHIELD), (ev.TEST_DIE, BLACK, BLANK), (ev.TERROR_TEST, HERO, 0, 2),
        (ev.TEST_DIE, BLACK, SHIELD), (ev.TERROR_TEST, FARMER, 1, 1),
    ) == [
        "   Terror 2 tests Hero: black Shield, black Blank; attacks with one die only",
        "   Terror 1 tests Farmer: black Shield; stands firm",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "left", "line"),
    [
        ((2, 0, 1, 1), (1, 0, 1), "2 Kills and 1 Push against 1 Shield; left: 1 Kill and 1 Push"),
        ((0, 1, 0, 2), (0, 0, 0), "1 Disrupted against 2 Shields; left: nothing"),
        ((1, 1, 2, 0), (1, 1, 2), "1 Kill, 1 Disrupted and 2 Pushes"),
        ((1, 0, 0, 0), (0, 0, 1), "1 Kill; left: 1 Push"),
        ((0, 0, 0, 0), (0, 0, 0), "nothing"),
    ],
)
def test_what_is_counted_and_what_is_left(counts, left, line):
    assert lines_of((ev.COUNTS, *counts), (ev.SHIELDS, 1, *left)) == [f"   Result: {line}"]


def test_more_events_than_are_kept_are_said_to_be_missing():
    kept = [(ev.ROUND_BEGINS, 1)] * st.EVENTS
    lines = lines_of(*kept, count=st.EVENTS + 7)
    assert len(lines) == st.EVENTS + 1
    assert lines[-1] == "… and 7 more events, of which no record is kept"
    assert "more" not in lines_of(*kept)[-1]


# Play.


def test_an_attack_can_be_followed():
    table = unholy({"5Aa": ["War"], "5Ab": ["Hero", "Foot Knights 1"]})
    table.load(red="disrupted", white="push", black="shield").do("activate 5Aa", "attack 5Ab")
    assert told(table) == [
        "Melee of unholy from 5Aa on 5Ab",
        "   Attack dice: War red Disrupted (counts as Kill), white Push",
        "   Defence dice: Hero black Shield; Foot Knights 1 black Shield",
        "   Result: 1 Kill and 1 Push against 2 Shields; left: nothing",
    ]


def test_a_kill_can_be_followed_to_its_reward():
    table = unholy({"5Aa": ["War"], "5Ab": ["Farmer", "Foot Knights 1"]})
    table.load(red="kill", white="blank", black="blank").do("activate 5Aa", "attack 5Ab", "Farmer")
    assert told(table)[:2] == ["   Kill on Farmer → out of the game", "unholy: +1 XP"]


def test_who_is_overrun_is_told_under_the_move():
    table = unholy({"5Aa": ["Skeletons 1"], "5Ab": ["Farmer", "Guide"]})
    table.do("activate 5Aa", "move to 5Ab")
    assert told(table) == [
        "Move: Skeletons 1, 5Aa → 5Ab", "   Destroyed: Farmer, Guide", "unholy: +2 XP",
    ]  # fmt: skip


def test_hit_points_left_are_those_after_the_wound():
    table = holy({"5Ab": ["Pikemen 1"], "5Aa": ["War"]}, hp={"War": 4})
    table.load(white="kill", red="push", black="blank", yellow="blank")
    table.do("activate 5Ab", "attack 5Aa", "keep the dice")
    assert table.hp("War") == 2
    assert [line for line in told(table) if "HP left" in line] == [
        "   Kill on War, 3 HP left",
        "   Kill on War, 2 HP left",
    ]


def test_a_test_die_is_told_where_it_decides():
    table = unholy({"5Aa": ["Famine"], "5Ab": ["Foot Knights 1"]}, hp={"Famine": 1})
    table.load(white="blank", black="kill").do("activate 5Aa", "attack 5Ab")
    struck = [line for line in told(table) if line.startswith("   Strikes back")]
    assert struck == [
        "   Strikes back: Kill on Famine; Survival: black Kill → off the board, to return"
    ]


def test_a_push_without_room_is_told():
    table = unholy({"4A.1b": ["War"], "house E": ["Peasants 1"]})
    table.load(red="push", white="blank").do("activate 4A.1b", "attack house E")
    assert told(table)[-3:] == [
        "   Result: 1 Push",
        "   Push: Peasants 1 has nowhere to go",
        "   Disrupted on Peasants 1 → to the infirmary",
    ]


def test_a_council_card_turns_activations_over():
    game = horsemen()
    for deal in range(40):
        states = game.reset(3, [deal])
        while not any("+1 Charge" in line for line in game.happened(states[0])):
            words = [game.action_text(int(a)) for a in game.legal_actions(states)[0]]
            wanted = [w for w in ("take Charge orders", "turn one over") if w in words]
            if "pass" in words or "do nothing" in words:
                break
            game.step(states, [game.action_id(wanted[0] if wanted else words[0])])
        else:
            return
    raise AssertionError("no card that turns Activations over came up")


def test_random_games_tell_every_fall_and_never_stumble():
    game = horsemen()
    heard = 0
    for state, _ in random_games(game, 9, 1 if SLOW else 6):
        lines = game.happened(state)
        assert all(line.strip() and not set("{}\n") & set(line) for line in lines)
        text = "\n".join(lines)
        kept = [ev.read(int(each)) for each in state.events[: int(state.event_count)]]
        for kind, unit, *_ in kept:
            if kind in (ev.FALLS, ev.RESULT, ev.DOOM, ev.PUSHED):
                assert SCENARIO.slots[unit].name.rstrip("0123456789 ") in text
        heard += len(lines)
    assert heard > 100


def test_hit_points_told_agree_with_the_state():
    game = horsemen()
    compared = 0
    for state, _ in random_games(game, 10, 1 if SLOW else 6):
        kept = [ev.read(int(each)) for each in state.events[: int(state.event_count)]]
        last = {unit: left for kind, unit, _, left, _ in kept if kind == ev.RESULT}
        for unit, left in last.items():
            if left > 0 and not any(kind == ev.HEALS for kind, *_ in kept):
                assert state.unit_hp[unit] == left
                compared += 1
    assert compared > 0 or SLOW


def test_events_are_of_the_last_step_only():
    table = holy({"5Ab": ["Hero", "Pikemen 1"], "5Aa": ["Skeletons 1"]}).do("activate 5Ab")
    assert told(table) == ["Activation of holy at 5Ab"]
    table.do("Hero")
    assert told(table) == []
    assert np.all(table.state.events[: st.EVENTS] == 0)
