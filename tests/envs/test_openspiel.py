"""OpenSpiel's face: every game is declared as it is, and played by tolsim's own rules."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest

import tolsim
from tests.conformance.games import same
from tests.envs.openspiel_walks import NAMES, SEED, played, sampler, to_kings_choice, walk
from tolsim.core.errors import TolsimError
from tolsim.envs import openspiel
from tolsim.envs.openspiel_game import overrides_of, overrides_text


@pytest.fixture(scope="module", params=NAMES)
def game(request):
    return openspiel.load_game(request.param, seed=SEED)


@pytest.fixture(scope="module")
def abyss_game():
    return openspiel.load_game("abyss", seed=SEED)


# What is declared.


def test_every_game_is_registered_as_its_definition_declares_it(game):
    declared, info = game.rules.game.definition, game.get_type()
    kinds = pyspiel.GameType
    assert f"tolsim_{declared.name}" in pyspiel.registered_names()
    assert info.short_name == f"tolsim_{declared.name}"
    assert info.long_name == declared.title
    assert info.dynamics == kinds.Dynamics.SEQUENTIAL
    assert info.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert info.information == kinds.Information.IMPERFECT_INFORMATION
    assert info.reward_model == kinds.RewardModel.TERMINAL
    assert (info.utility == kinds.Utility.ZERO_SUM) == ("zero-sum" in declared.kind)
    assert (info.utility == kinds.Utility.IDENTICAL) == ("cooperative" in declared.kind)
    assert info.min_num_players == info.max_num_players == game.num_players() == len(declared.seats)
    assert game.num_distinct_actions() == len(declared.actions)
    assert game.max_game_length() == declared.longest
    assert (game.min_utility(), game.max_utility()) == declared.returns
    assert game.utility_sum() == (0 if "zero-sum" in declared.kind else None)
    assert game.observation_tensor_shape() == [declared.observation_size]
    assert game.information_state_tensor_shape() == [declared.observation_size]
    assert game.max_chance_outcomes() == 16
    assert game.max_chance_nodes_in_history() == game.deal_digits == 8


def test_a_game_is_loaded_by_its_text():
    game = pyspiel.load_game(
        "tolsim_abyss(variant=low_banners,seed=7,overrides=stratagem.unused_points:3)"
    )
    same_game = tolsim.make(
        "abyss", variant="low_banners", overrides={"stratagem.unused_points": 3}
    )
    assert game.rules.game.ruleset_id == same_game.ruleset_id
    again = pyspiel.load_game(str(game))
    assert again == game
    assert again.rules.game.ruleset_id == same_game.ruleset_id
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game


def test_overrides_with_commas_survive_openspiels_texts():
    rule = next(r for r in tolsim.make("jumieges").ruleset.rules.values() if "," in str(r.value))
    turned = ", ".join(reversed(str(rule.value).split(", ")))
    overrides = {rule.id: turned}
    assert overrides_of(overrides_text(overrides)) == overrides
    game = openspiel.load_game("jumieges", overrides=overrides)
    assert game.rules.game.overrides == overrides
    assert pyspiel.load_game(str(game)).rules.game.overrides == overrides


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("variant=low_baners", "unknown variant 'low_baners'; did you mean 'low_banners'"),
        ("overrides=hand", "overrides are rule:value;rule:value, not 'hand'"),
        ("overrides=setup.hand_sise:4", "unknown rule 'setup.hand_sise'; did you mean"),
        ("overrides=setup.hand_size:99", "setup.hand_size is"),
        ("seed=-1", "seed is 0 to 2**31 - 1, not -1"),
        ("deal_digits=0", "deal_digits is 1 to 16, not 0"),
        ("deal_digits=17", "deal_digits is 1 to 16, not 17"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(TolsimError) as error:
        pyspiel.load_game(f"tolsim_abyss({parameters})")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


# The deal.


def test_whoever_plays_draws_the_deal_digit_by_digit(abyss_game):
    state = abyss_game.new_initial_state()
    for digit in (0, 0, 0, 0, 0, 1, 0, 15):
        assert state.is_chance_node()
        assert state.current_player() == pyspiel.PlayerId.CHANCE
        assert state.chance_outcomes() == [(each, 1 / 16) for each in range(16)]
        assert state.legal_actions() == list(range(16))
        assert [state.legal_actions(seat) for seat in range(2)] == [[], []]
        assert state.information_state_string(0) == "abyss king: not dealt"
        assert not any(state.observation_tensor(1))
        assert str(state).startswith("dealing")
        state.apply_action(digit)
    assert state.is_player_node()
    assert state.chance_outcomes() == []
    assert same(state.tolsim_states(), tolsim.make("abyss").reset(SEED, [0x10F]))
    assert state.history() == [0, 0, 0, 0, 0, 1, 0, 15]
    assert state.history() == abyss_game.new_deal(0x10F).history()


def test_deals_and_seeds_make_other_games(abyss_game):
    other = openspiel.load_game("abyss", seed=SEED + 1)
    first = [str(each.new_deal(deal)) for each in (abyss_game, other) for deal in range(5)]
    assert len(set(first)) == len(first)


def test_a_new_state_draws_nothing(abyss_game):
    """pyspiel makes one for every copy; copies may not change what is dealt next."""
    states = [abyss_game.new_initial_state() for _ in range(3)]
    assert {str(state) for state in states} == {"dealing: 8 digits to draw"}
    clone = states[0].clone()
    clone.apply_action(7)
    assert (clone.history(), states[0].history()) == ([7], [])


def test_deals_that_are_not_there_are_refused(abyss_game):
    with pytest.raises(TolsimError, match="deals are 0 to 4,294,967,295 with 8 digits"):
        abyss_game.new_deal(16**8)
    with pytest.raises(TolsimError, match="a digit of the deal's number is 0 to 15, not 16"):
        abyss_game.new_initial_state().apply_action(16)
    with pytest.raises(TolsimError, match="the deal is not drawn yet: 8 digits are missing"):
        abyss_game.new_initial_state().tolsim_states()


# One set of rules.


def test_games_are_those_of_tolsims_own_kernels(game):
    """Position, question, legal actions, returns and observation, at every move."""
    own = game.rules.game
    for deal in range(3):
        states = own.reset(SEED, [deal])
        for state in walk(game, deal, seed=deal):
            if state.history()[game.deal_digits :]:
                own.step(states, [state.history()[-1]])
            over, mover = int(states["over"][0]), int(states["to_move"][0])
            legal = own.legal_actions(states)[0].tolist()
            assert same(state.tolsim_states(), states)
            assert state.is_terminal() == bool(over)
            assert state.legal_actions() == legal
            assert state.current_player() == (pyspiel.PlayerId.TERMINAL if over else mover)
            assert state.returns() == states["returns"][0].tolist()
            assert state.rewards() == states["returns"][0].tolist()
            assert state.move_number() == len(state.history())
            seats = range(own.num_players) if over else [mover]
            for seat in seats:
                assert state.observation_tensor(seat) == own.observe(states, [seat])[0].tolist()
            if over:
                assert state.legal_actions(0) == []
            else:
                assert state.legal_actions_mask() == own.legal_mask(states)[0].tolist()
                assert state.legal_actions(mover) == legal
                assert state.legal_actions(1 - mover) == []


def test_what_python_is_answered_is_what_cpp_is_answered(game):
    """The methods that are overridden for speed agree with those that go through C++."""
    base = pyspiel.State
    for number, state in enumerate(walk(game, 4)):
        for ask in ("is_terminal", "is_chance_node", "is_player_node", "is_simultaneous_node"):
            assert getattr(base, ask)(state) == getattr(state, ask)(), ask
        assert base.is_mean_field_node(state) == state.is_mean_field_node()
        assert base.current_player(state) == state.current_player()
        assert base.legal_actions(state) == state.legal_actions()
        assert base.returns(state) == state.returns()
        if number % 7 and not state.is_terminal():
            continue
        for seat in range(game.num_players()):
            assert base.legal_actions(state, seat) == state.legal_actions(seat)
            for ask in ("observation_tensor", "information_state_tensor"):
                assert getattr(base, ask)(state, seat) == getattr(state, ask)(seat), ask
            for ask in ("observation_string", "information_state_string"):
                assert getattr(base, ask)(state, seat) == getattr(state, ask)(seat), ask


def test_actions_are_told_as_the_game_tells_them(game):
    own = game.rules.game
    for number, state in enumerate(walk(game, 2)):
        if state.is_terminal() or number % 5:
            continue
        record = state.tolsim_states()[0]
        for action in state.legal_actions():
            told = state.action_to_string(action)
            assert told == own.describe(record, action)
            assert state.string_to_action(told) == action
        assert own.asked(record) in str(state)
        assert own.asked(record) in state.observation_string()


# Copies.


def round_trips(game, state):
    yield "clone", state.clone()
    yield "copy", copy.copy(state)
    yield "deepcopy", copy.deepcopy(state)
    yield "pickle", pickle.loads(pickle.dumps(state))
    _, saved = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    yield "serialized", saved
    yield "serialized state", game.deserialize_state(state.serialize())


def everything(state):
    """All that can be asked of a state, hidden or not."""
    players = range(state.num_players())
    return (
        str(state),
        state.history(),
        state.returns(),
        state.legal_actions(),
        [state.information_state_string(player) for player in players],
        [state.observation_tensor(player) for player in players],
        [state.observation_string(player) for player in players],
    )


def test_copies_are_the_same_states_and_share_nothing(game):
    """Before the deal, at powers of two of the move number, and at the end."""
    states = list(some_states(game, 6))
    redealt = [state.resample_from_infostate(0, sampler(1)) for state in states[3:5]]
    for number, state in enumerate([game.new_initial_state(), *states, *redealt]):
        # Half of them have told nothing of the past before they are copied.
        expected = everything(state) if number % 2 else None
        for how, twin in round_trips(game, state):
            assert type(twin) is type(state), how
            expected = expected or everything(state)
            assert everything(twin) == expected, how
            if not state.is_terminal():
                action = state.legal_actions()[-1]
                twin.apply_action(action)
                assert everything(state) == expected, f"{how} shares memory"
                assert everything(twin) == everything(state.child(action)), f"{how} plays on"
                everything(randomly_on(twin, 12))
                assert everything(state) == expected, f"{how} shares memory"


def randomly_on(state, moves):
    """Change a state by some random moves, fewer if the game ends."""
    rng = random.Random(moves)
    for _ in range(moves):
        if not state.is_player_node():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def some_states(game, deal):
    """States of a random game at powers of two of the move number, and at the end."""
    for moves, state in enumerate(walk(game, deal)):
        if not moves & (moves - 1) or state.is_terminal():
            yield state.clone()


def test_random_games_as_openspiel_simulates_them(game):
    """Chance nodes and all, from the first state on, by a generator of numpy's."""
    rng = np.random.RandomState(8)
    state = game.new_initial_state()
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=chances))
            continue
        count += 1
        if not count & (count - 1):
            text = pyspiel.serialize_game_and_state(game, state)
            new_game, new_state = pyspiel.deserialize_game_and_state(text)
            assert (str(new_game), str(new_state)) == (str(game), str(state))
        twin = state.clone()
        action = rng.choice(state.legal_actions(state.current_player()))
        state.apply_action(action)
        twin.apply_action_with_legality_check(int(action))
        assert twin.history() == state.history()
        assert same(twin.tolsim_states(), state.tolsim_states())
    assert count <= game.max_game_length()
    assert len(state.history()) == count + game.max_chance_nodes_in_history()
    returns = state.returns()
    assert [state.player_return(seat) for seat in range(game.num_players())] == returns
    assert all(game.min_utility() <= each <= game.max_utility() for each in returns)


def test_a_state_saved_under_other_rules_is_refused(abyss_game, monkeypatch):
    saved = pickle.dumps(abyss_game.new_deal(1))
    monkeypatch.setattr(abyss_game.rules.game, "ruleset_id", "0123456789ab")
    with pytest.raises(TolsimError, match="its rules or code have changed"):
        pickle.loads(saved)


# Wrong use.


@pytest.mark.parametrize("action", [1, 263, 264, 2**31, 2**40, -7])
def test_illegal_actions_are_refused_and_change_nothing(abyss_game, action):
    state = to_kings_choice(abyss_game)
    before = everything(state)
    legal = state.legal_actions()
    texts = abyss_game.rules.game.definition.actions
    named = texts[action] if 0 <= action < len(texts) else "no action"
    options = f"{legal[0]} ({texts[legal[0]]}), "
    with pytest.raises(TolsimError) as error:
        state.apply_action(action)
    assert str(error.value).startswith(
        f"action {action} ({named}) is not legal for king; legal: {options}"
    )
    assert everything(state) == before
    with pytest.raises(pyspiel.SpielError, match="illegal action"):
        state.apply_action_with_legality_check(action)
    state.apply_action(legal[0])
    assert state.history()[-1] == legal[0]


def test_the_end_is_the_end(abyss_game):
    state = played(abyss_game, 1)
    assert state.legal_actions() == state.chance_outcomes() == []
    with pytest.raises(TolsimError, match="the game is over; action 0 cannot be taken"):
        state.apply_action(0)
    assert state.is_terminal()


def test_players_that_are_not_there_are_refused(abyss_game):
    state = abyss_game.new_deal(1)
    for ask in (state.observation_tensor, state.information_state_string):
        with pytest.raises(TolsimError, match="a player is 0 to 1, not 2"):
            ask(2)
    with pytest.raises(TolsimError, match="a player is 0 to 1, not -4"):
        played(abyss_game, 1).observation_string()
    with pytest.raises(TolsimError, match="a player is 0 to 1, not 5"):
        state.resample_from_infostate(5, sampler(1))


def test_what_is_handed_out_is_the_callers_own(abyss_game):
    state = abyss_game.new_deal(1)
    legal = list(state.legal_actions())
    state.legal_actions().clear()
    assert state.legal_actions() == legal != []
    drawn = str(state)
    state.tolsim_states()["hand"] = 0
    assert str(state) == drawn
    chance = abyss_game.new_initial_state()
    chance.chance_outcomes().clear()
    assert len(abyss_game.new_initial_state().chance_outcomes()) == 16


def test_python_ends_quietly_after_registering():
    """pyspiel keeps what makes the games until after Python's end, and may not free it there."""
    code = "import tolsim.envs.openspiel, pyspiel; pyspiel.load_game('tolsim_abyss')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_unknown_game_is_refused_with_the_nearest():
    with pytest.raises(TolsimError, match="unknown game 'abys'; did you mean 'abyss'"):
        openspiel.load_game("abys")
