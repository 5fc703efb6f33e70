"""What a game declares of itself holds together."""

import json

import numpy as np
import pytest

import tolsim
from tests.conformance.games import play, same
from tolsim.core.compile_cache import cache_folder
from tolsim.core.errors import TolsimError
from tolsim.core.registry import GAMES
from tolsim.core.state import state_dtype

ENTRIES = (
    "reset", "resume", "legal", "step", "observe", "redeal", "evaluate", "step_mask_observe", "step_and_list",
    "turn", "collect", "teach", "search", "advance", "start_agents",
)  # fmt: skip
INTERESTS = {"zero-sum", "general-sum", "cooperative"}


def test_the_registry_lists_every_game():
    assert [each["name"] for each in tolsim.games()] == list(GAMES)
    assert json.loads(json.dumps(tolsim.games())) == tolsim.games()
    for each in tolsim.games():
        assert set(each) == {"name", "title", "players", "kind"}
        assert tolsim.make(each["name"]).num_players == each["players"]


def test_limits_are_declared(game):
    declared = game.definition
    assert game.name == declared.name
    assert declared.title
    assert len(set(declared.seats)) == len(declared.seats) == len(declared.teams)
    assert sorted(set(declared.teams)) == list(range(len(set(declared.teams))))
    assert declared.returns[0] < declared.returns[1]
    assert declared.longest > 0
    assert declared.observation_size > 0
    assert min(declared.outcomes) >= 1
    assert len(set(declared.outcomes.values())) == len(declared.outcomes)
    words = {word.strip(",") for word in declared.kind.split()}
    assert len(words & INTERESTS) == 1, f"kind says one of {INTERESTS}"
    assert "hidden information" in declared.kind or "open information" in declared.kind


def test_states_begin_with_the_common_header(game):
    header = state_dtype(game.num_players, []).fields
    own = game.state_dtype.fields
    for name, (dtype, offset, *_) in header.items():
        assert own[name][:2] == (dtype, offset), name


def test_action_texts_are_their_ids(game):
    texts = [game.action_text(action) for action in range(game.num_actions)]
    assert len(set(texts)) == len(texts) == game.num_actions
    assert [game.action_id(text) for text in texts] == list(range(game.num_actions))
    with pytest.raises(TolsimError, match="unknown action 'pas'; did you mean 'pass'"):
        game.action_id("pas")


def test_every_entry_is_there_and_kept_on_disk(game):
    """An entry that Numba cannot cache would be compiled again in every process."""
    states, _ = play(game, 1, 2, "uniform")
    states = game.reset(1, 2)
    game.redeal(states, [0, 0], [1, 2])
    game.evaluate(states)
    game.observe(states)
    game.legal_mask(states)
    module = game.definition.entries
    stem = module.__name__.rsplit(".", 1)[-1]
    on_disk = [path.name for path in cache_folder().rglob("*.nbi")]
    for name in ENTRIES:
        entry = getattr(module, name)
        if getattr(entry, "signatures", None):
            assert len(entry.signatures) == 1, f"{name} is compiled for several types"
            kept = any(each.startswith(f"{stem}.{name}-") for each in on_disk)
            assert kept, f"{name} is not kept on disk"


def test_resume_goes_on_from_where_a_position_stands(game):
    """A position that already waits for a choice is left as it is."""
    states = game.reset(3, 20)
    before = states.copy()
    game.resume(states)
    assert same(before, states)


def test_parameters_cannot_be_written(game):
    assert not game.parameters.flags.writeable
    assert len(game.ruleset_id) == 12
    int(game.ruleset_id, 16)
    assert isinstance(game.parameters, np.ndarray)
