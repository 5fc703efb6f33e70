"""The heuristic value of positions, and what heuristic play is told."""

import numpy as np
import pytest

from .games import GONE, LOST, ON_GROUND, from_start, laid


def value(units=None, fields=None, **layout):
    table = laid(
        {"Hero": "14B.2a", "Ambroise de Loré": "14B.1a", "The Leviathan": "A3Aa", **(units or {})},
        fields=fields, turn_of="holy", **layout,
    )  # fmt: skip
    return float(table.game.evaluate(table.states)[0, 0])


def test_values_lie_between_defeat_and_major_victory():
    assert -1.0 <= value() <= 1.0
    assert -1.0 <= value(hp={"The Leviathan": 1}) <= 1.0
    assert value(fields={"church_damage": 2, "relic_holder": [LOST] * 3}) >= -1.0


def test_relics_wounds_and_walls_count():
    hero = from_start().number("Hero")
    ground = {"relic_holder": [ON_GROUND] * 3}
    one = {"relic_holder": [hero, ON_GROUND, ON_GROUND], "token_status": [GONE, 0, 0]}
    lost = {"relic_holder": [LOST, ON_GROUND, ON_GROUND], "token_status": [GONE, 0, 0]}
    assert value(fields=lost) < value(fields=ground) < value(fields=one)
    assert value(fields={"church_damage": 1}) < value()
    assert value(hp={"The Leviathan": 3}) > value(hp={"The Leviathan": 12})
    assert value({"Hero": "infirmary"}, one) < value(fields=one)
    # An empty church next to the Leviathan is in danger.
    assert value({"The Leviathan": "5Aa"}) < value({"The Leviathan": "5Aa", "Pikemen 1": "church"})
    assert value(in_round=6) < value(in_round=1)


def test_a_finished_game_has_its_result():
    table = from_start()
    table.states["over"], table.states["returns"] = 1, np.array([[0.5]], np.float32)
    assert table.game.evaluate(table.states)[0, 0] == 0.5


@pytest.mark.parametrize("word", ["turn the token up", "take the Relic"])
def test_greedy_play_turns_tokens_up_and_takes_relics(word):
    from tests.conformance.leaks import greedy_decision

    table = laid({"Hero": "15B.2a", "The Leviathan": "A3Aa"}, turn_of="holy",
                 tokens={"holy": {"Legend": 6}})  # fmt: skip
    table.do("activate 15B.2a")
    if word != "turn the token up":
        table.do("turn the token up")
    assert table.game.action_text(greedy_decision(table.game, table.states)) == word
