"""Contents of the Joan of Arc scenarios: what a decision uses is what its words say."""

from collections import Counter

import numpy as np
import pytest

import tolsim
from tolsim.joan import actions as act
from tolsim.joan import state as st
from tolsim.joan.contents import NOTHING, JoanContents
from tolsim.joan.scenarios.jumieges.names import AT_INTERRUPTS

# What a decision's words begin with, where its content can be told from them.
WORDS = {
    "place a Charge": ("order", "Charge"),
    "place a Reactivation": ("order", "Reactivation"),
    "Interrupt at": ("order", "Interrupt"),
    "activate ": ("order", "Activation"),
    "pray for 1 XP": ("action", "pray for XP"),
    "pray for 1 Legend": ("action", "pray for Legend"),
    "heal a unit of the area": ("action", "heal"),
    "command up to": ("rule", "Command"),
    "reroll the": ("rule", "reroll a die"),
    "one black die more": ("rule", "Legend for a black die"),
    "shoot at": ("action", "shoot"),
    "take the card": "War Council",
    "summon": "scenario's rule",
    "turn the token up": "scenario's rule",
}


@pytest.fixture(scope="module", params=["four_horsemen", "jumieges"])
def game(request):
    return tolsim.make(request.param)


def decisions(game, games=8, seed=3):
    """Play uniformly at random, and give each decision's state and action."""
    random = np.random.default_rng(seed)
    states = game.reset(seed, games)
    while not states["over"].all():
        playing = np.flatnonzero(states["over"] == 0)
        now = states[playing]
        actions = np.array([random.choice(legal) for legal in game.legal_actions(now)])
        yield now.copy(), actions
        game.step(now, actions)
        states[playing] = now


def test_what_is_used_is_what_the_words_say(game):
    contents = game.definition.contents
    found = Counter()
    for states, actions in decisions(game):
        used = contents.used(states, actions)
        assert used.dtype == np.int16
        assert used.shape == (len(states), 2)
        for state, action, (what, _) in zip(states, actions, used, strict=True):
            text = game.describe(state, int(action))
            named = [content for start, content in WORDS.items() if text.startswith(start)]
            # There an Interrupt's area is chosen, in the words of an Activation.
            if game.name == "jumieges" and state.stack[state.depth - 1][0] == AT_INTERRUPTS:
                if action != act.PASS:
                    assert contents.names[what] == ("order", "Interrupt"), text
                    found["order", "Interrupt"] += 1
            elif named and "instead" not in text:
                got = contents.names[what]
                assert named[0] in (tuple(got), got.kind), text
                found[named[0]] += 1
            if text.startswith(("end the turn", "do nothing", "throw", "keep the dice")):
                assert what == NOTHING, text
    assert found["order", "Activation"] > 20
    assert found["order", "Interrupt"] > 2
    assert found["action", "shoot"] > 0


def test_the_unit_that_acts_is_named(game):
    contents = game.definition.contents
    seen = set()
    for states, actions in decisions(game, games=4):
        used = contents.used(states, actions)
        for state, action, (_, who) in zip(states, actions, used, strict=True):
            frame = state.stack[state.depth - 1]
            acts = frame[0] == st.AT_UNIT and action not in (act.DO_NOTHING, act.STOP_HERE)
            if acts:
                text = game.asked(state)
                assert contents.names[who].kind == "unit"
                assert contents.names[who].name.lower() in text.lower(), text
                seen.add(contents.names[who].name)
    assert len(seen) > 5


def test_names_are_all_different_and_places_lie_among_them(game):
    contents = game.definition.contents
    assert len(set(contents.names)) == len(contents.names)
    places = np.concatenate(
        [contents.used(states, actions).ravel() for states, actions in decisions(game, games=1)]
    )
    assert places.min() == NOTHING
    assert places.max() < len(contents.names)


def test_a_state_before_any_frame_uses_nothing():
    game = tolsim.make("four_horsemen")
    contents = game.definition.contents
    assert isinstance(contents, JoanContents)
    empty = np.zeros(1, game.state_dtype)
    assert contents.used(empty, np.array([act.PASS])).tolist() == [[NOTHING, NOTHING]]
