"""PettingZoo's face: its own tests, the same games as everywhere else, and no leaks."""

import copy
import functools
import importlib
import itertools
import pickle
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

import tolsim
from tests.conformance.games import NAMES, open_positions, walk
from tests.conformance.leaks import redealt
from tolsim.core import registry
from tolsim.core.errors import TolsimError
from tolsim.envs import aec, drawing

SUGGESTIONS = (
    # PettingZoo warns of observations that are dicts with masks unless it knows the environment by
    # name, of masks of agents whose game is over, and of names without numbers.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
    "We recommend agents to be named",
)


@pytest.fixture(params=NAMES)
def name(request, monkeypatch):
    """Name of each game of the registry, and of Kuhn poker."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    monkeypatch.setitem(registry.GAMES, "kuhn", "kuhn_poker")
    return request.param


@pytest.fixture
def abyss_env():
    """A fresh game of Legions: Abyss."""
    env = aec.raw_env("abyss")
    env.reset(seed=1)
    return env


def play(env, generator, decisions=10**9):
    """Play at random; yield who acts, what it sees and what it does, None at the end."""
    for agent in env.agent_iter(decisions):
        observation, reward, terminated, truncated, _ = env.last()
        assert not truncated
        legal = np.flatnonzero(observation["action_mask"])
        action = None if terminated else int(generator.choice(legal))
        yield agent, observation, reward, action
        env.step(action)


# PettingZoo's own tests.


@pytest.mark.parametrize("make", [aec.raw_env, aec.env])
def test_it_passes_the_api_test(name, make):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(name), num_cycles=3000)
    assert [
        str(each.message) for each in caught if not str(each.message).startswith(SUGGESTIONS)
    ] == []


def test_it_passes_the_seed_test(name):
    seed_test(functools.partial(aec.env, name), 500)


def test_it_passes_the_test_of_saved_observations(name):
    save_obs_test(aec.env(name))


def test_it_passes_the_render_test(name, capsys):
    render_test(functools.partial(aec.env, name))
    assert capsys.readouterr().out != ""


def test_it_runs_the_performance_benchmark(name, monkeypatch, capsys):
    clock = itertools.count(0, 0.05)
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module.time, "time", lambda: next(clock))
    performance_benchmark(aec.env(name))
    assert "Finished" in capsys.readouterr().out


# The games are the same as everywhere else.


def test_every_decision_shows_what_the_game_says(name):
    env, game = aec.raw_env(name), tolsim.make(name)
    for deal in range(3):
        env.reset(seed=5, options={"deal": deal})
        states = game.reset(5, [deal])
        for agent, observation, reward, action in play(env, np.random.default_rng(deal)):
            if action is None:
                break
            assert agent == game.seats[states[0].to_move]
            assert np.array_equal(observation["observation"], game.observe(states)[0])
            assert np.array_equal(observation["action_mask"], game.legal_mask(states)[0])
            assert observation["action_mask"].dtype == np.int8
            assert env.observation_space(agent).contains(observation)
            assert reward == 0
            game.step(states, [action])
        assert states[0].over


def test_everybody_is_told_the_end_and_its_return_once(name):
    env, game = aec.raw_env(name), tolsim.make(name)
    for deal in range(4):
        env.reset(seed=6, options={"deal": deal})
        told = {agent: [] for agent in game.seats}
        for agent, observation, reward, action in play(env, np.random.default_rng(deal)):
            if action is None:
                told[agent].append(reward)
                state = env.states
                seat = game.seats.index(agent)
                assert np.array_equal(observation["observation"], game.observe(state, [seat])[0])
                assert not observation["action_mask"].any()
                assert env.infos[agent] == {
                    "seed": 6,
                    "deal": deal,
                    "outcome": game.outcome(state[0]),
                    "outcome_class": game.outcome_class(state[0], seat),
                }
            else:
                assert reward == 0
        returns = env.states[0].returns.tolist()
        assert told == {agent: [returns[seat]] for seat, agent in enumerate(game.seats)}
        assert env.agents == []


def test_who_did_not_move_last_is_rewarded_too(abyss_env):
    """The last mover of a game wins some and loses some: both sides' rewards are looked at."""
    last_movers = set()
    for deal in range(20):
        abyss_env.reset(seed=3, options={"deal": deal})
        rewards, mover = {}, None
        for agent, _, reward, action in play(abyss_env, np.random.default_rng(deal)):
            if action is None:
                rewards[agent] = reward
            else:
                mover = agent
        assert sum(rewards.values()) == 0
        last_movers.add((mover, rewards[mover]))
    assert {reward for _, reward in last_movers} >= {-1, 1}


def test_seeds_and_deals_are_the_games_own(abyss, abyss_env):
    def starts(seed, deal):
        found = abyss_env.seed, abyss_env.deal, abyss_env.states.tobytes()
        return found == (seed, deal, abyss.reset(seed, [deal]).tobytes())

    abyss_env.reset(seed=9)
    assert starts(9, 0)
    abyss_env.reset()
    assert starts(9, 1)
    abyss_env.reset(options={"deal": 40})
    assert starts(9, 40)
    abyss_env.reset()
    assert starts(9, 41)
    abyss_env.reset(seed=2**64 - 1)
    assert starts(2**64 - 1, 0)


def test_without_a_seed_games_differ():
    envs = [aec.raw_env("abyss") for _ in range(2)]
    for env in envs:
        env.reset()
    assert envs[0].seed != envs[1].seed
    assert envs[0].states.tobytes() != envs[1].states.tobytes()


def test_variants_and_overrides_are_played():
    env = aec.env("abyss", variant="six_per_guild", overrides={"setup.hand_size": 4}).unwrapped
    made = tolsim.make("abyss", variant="six_per_guild", overrides={"setup.hand_size": 4})
    env.reset(seed=1)
    assert env.game.ruleset_id == made.ruleset_id
    assert env.states.tobytes() == made.reset(1).tobytes()


def test_the_state_is_what_all_seats_know(name):
    env = aec.env(name)
    env.reset(seed=1)
    game, states = env.unwrapped.game, env.unwrapped.states
    known = [game.observe(states, [seat])[0] for seat in range(game.num_players)]
    assert np.array_equal(env.state(), np.concatenate(known))
    assert env.unwrapped.state_space.contains(env.state())


# Copies.


@pytest.mark.parametrize("make", [aec.raw_env, aec.env])
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_at_any_point_plays_on_alike_and_apart(name, make, twin_of):
    env = make(name)
    env.reset(seed=4)
    middle = sum(1 for _ in play(env, np.random.default_rng(0))) // 2
    for decisions in (0, middle, 2 * middle):
        env.reset(seed=4)
        for _ in play(env, np.random.default_rng(0), decisions):
            pass
        before = pickle.dumps(env)
        twin = twin_of(env)
        traces = [_trace(twin)]
        assert pickle.dumps(env) == before
        traces.append(_trace(env))
        assert traces[0] == traces[1]
        assert len(traces[0]) > 10 or decisions or name == "kuhn"


def _trace(env):
    """All that the rest of this game and the beginning of the next one show."""
    found = []
    for _ in range(2):
        for agent, observation, reward, action in play(env, np.random.default_rng(1), 300):
            found.append((agent, observation["observation"].tobytes(), reward, action))
        env.reset()
    return found


def test_copies_share_the_game(abyss_env):
    assert copy.deepcopy(abyss_env).game is abyss_env.game


def test_a_copy_before_the_first_game_is_one(abyss):
    env = pickle.loads(pickle.dumps(copy.deepcopy(aec.env("abyss"))))
    env.reset(seed=2)
    assert env.unwrapped.states.tobytes() == abyss.reset(2).tobytes()


def test_a_pickle_of_other_rules_is_refused(abyss_env):
    held = abyss_env.__getstate__()
    held["game"] = (*held["game"][:3], "0123456789ab")
    with pytest.raises(TolsimError, match="pickled under ruleset 0123456789ab of abyss"):
        aec.raw_env.__new__(aec.raw_env).__setstate__(held)


def test_what_is_shown_may_be_written_to(abyss_env):
    before = pickle.dumps(abyss_env)
    for agent in abyss_env.agents:
        shown = abyss_env.observe(agent)
        shown["observation"][:] = 7
        shown["action_mask"][:] = 1
    assert pickle.dumps(abyss_env) == before


# Leaks.


def mover_shown(env, states):
    """What the seat to move is shown in a position [1]."""
    env._begin(states.copy())
    observation = env.observe(env.agent_selection)
    return observation["observation"].tobytes(), observation["action_mask"].tobytes()


def expect_twins_look_alike(env, positions):
    """Redeal each position for the seat to move and look at it through the environment."""
    for row in range(len(positions)):
        states = positions[row : row + 1]
        shown = mover_shown(env, states)
        twins = redealt(env.game, states, int(states["to_move"][0]), 6)
        assert {twin.tobytes() for twin in twins} != {states.tobytes()}
        for i in range(len(twins)):
            assert mover_shown(env, twins[i : i + 1]) == shown


def test_the_seat_to_move_cannot_tell_twins_apart(name):
    env = aec.raw_env(name)
    expect_twins_look_alike(env, open_positions(env.game, 11, 2)[::5])


def test_a_leak_would_be_found(abyss_env):
    """An observation that holds the deck is told apart."""
    observe = abyss_env.game.observe
    abyss_env._look = lambda seat: np.column_stack(
        [observe(abyss_env.states, [seat]), abyss_env.states["deck"]]
    )
    with pytest.raises(AssertionError):
        expect_twins_look_alike(abyss_env, open_positions(abyss_env.game, 11, 1)[::5])


def test_others_are_shown_nothing_new_while_they_are_not_asked(name):
    env, game = aec.raw_env(name), tolsim.make(name)
    for deal in range(3):
        env.reset(seed=8, options={"deal": deal})
        own = {agent: game.observe(env.states, [seat])[0] for seat, agent in enumerate(game.seats)}
        for agent, _, _, action in play(env, np.random.default_rng(deal)):
            if action is None:
                break
            own[agent] = game.observe(env.states)[0]
            for other in set(game.seats) - {agent}:
                shown = env.observe(other)
                assert np.array_equal(shown["observation"], own[other])
                assert not shown["action_mask"].any()


@pytest.mark.parametrize("name", ["abyss", "kuhn"], indirect=True)
def test_others_cannot_tell_twins_apart_until_they_are_asked(name):
    """From a seat's decision on, whatever the others hold and do, it is shown one thing."""
    env, game = aec.raw_env(name), tolsim.make(name)
    waited = 0
    for states, action in itertools.islice(walk(game, 3, 1, "uniform"), 0, None, 3):
        if action < 0:
            continue
        watcher = game.seats[states[0].to_move]
        shown = game.observe(states)[0]
        for twin in redealt(game, states, int(states["to_move"][0]), 4):
            env._begin(np.array([twin]).view(game.state_dtype))
            env.step(action)
            generator = np.random.default_rng(waited)
            while not env._over and env.agent_selection != watcher:
                assert np.array_equal(env.observe(watcher)["observation"], shown)
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(int(generator.choice(np.flatnonzero(mask))))
                waited += 1
    assert waited > 1


# Wrong use.


LEGAL_FIRST = (
    r"^action .* is not legal for king; legal: 73 \(play 2\), 85 \(play 14\), 92 \(play 21\)$"
)


@pytest.mark.parametrize("action", [263, -1, 264, 2**40, "play 2", 1.5, None, np.array([2])])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(abyss_env, action):
    twin = copy.deepcopy(abyss_env)
    with pytest.raises(TolsimError, match=LEGAL_FIRST):
        abyss_env.step(action)
    assert abyss_env.states.tobytes() == twin.states.tobytes()
    assert _trace(abyss_env) == _trace(twin)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint64, np.array])
def test_whole_numbers_of_any_kind_are_actions(abyss_env, kind):
    legal = np.flatnonzero(abyss_env.last()[0]["action_mask"])
    abyss_env.step(kind(int(legal[0])))
    assert abyss_env.states["moves"][0] == 1


def test_use_out_of_order_is_refused(abyss_env):
    fresh = aec.raw_env("abyss", render_mode="ansi")
    for use in (fresh.last, fresh.render, fresh.state, functools.partial(fresh.observe, "king")):
        with pytest.raises((TolsimError, AttributeError)):
            use()
    with pytest.raises(TolsimError, match=r"no game is in play: call reset\(\) first"):
        fresh.observe("king")
    with pytest.raises(TolsimError, match="no game is in play"):
        fresh.step(0)
    for _ in play(abyss_env, np.random.default_rng(0)):
        if abyss_env.terminations[abyss_env.agent_selection]:
            with pytest.raises(TolsimError, match="its only action is None, not 0"):
                abyss_env.step(0)
    with pytest.raises(TolsimError, match=r"no game is in play: reset\(\) starts the next one"):
        abyss_env.step(None)


def test_a_loop_without_steps_is_refused():
    env = aec.env("abyss")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "abys"}, "unknown game 'abys'; did you mean 'abyss'"),
        ({"variant": "six_per_gild"}, "did you mean 'six_per_guild'"),
        ({"overrides": {"setup.hand_sise": 4}}, "did you mean 'setup.hand_size'"),
        ({"render_mode": "rgb"}, "unknown render_mode 'rgb'; did you mean 'rgb_array'"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(arguments, message):
    with pytest.raises(TolsimError, match=message):
        aec.env(**{"name": "abyss", **arguments})


def test_unknown_agents_and_seeds_are_refused(abyss_env):
    for use in (abyss_env.observe, abyss_env.action_space, abyss_env.observation_space):
        with pytest.raises(TolsimError, match="unknown agent 'kng'; did you mean 'king'"):
            use("kng")
    for arguments in ({"seed": -1}, {"seed": 0.5}, {"options": {"deal": -1}}):
        with pytest.raises(TolsimError):
            abyss_env.reset(**arguments)


# Drawing.


def test_everything_is_drawn(abyss_env):
    abyss_env.render_mode = "ansi"
    assert abyss_env.render() == abyss_env.game.render(abyss_env.states[0])
    abyss_env.render_mode = None
    with pytest.raises(TolsimError, match="make the environment with a render_mode"):
        abyss_env.render()


def test_a_picture_shows_the_position(abyss_env):
    abyss_env.render_mode = "rgb_array"
    pictures = [abyss_env.render()]
    for _ in play(abyss_env, np.random.default_rng(0), 6):
        pass
    pictures += [abyss_env.render(), abyss_env.render()]
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()
    assert np.array_equal(pictures[1], pictures[2])
    # The first line's letters stand in the first row of cells, the paper around them is blank.
    dark = (pictures[0] < 128).all(axis=2)
    top = dark[drawing.MARGIN : drawing.MARGIN + drawing.CELL[1]]
    first = abyss_env.game.render(abyss_env.game.reset(1)[0]).splitlines()[0]
    columns = np.flatnonzero(top.any(axis=0))
    assert columns.max() < drawing.MARGIN + drawing.CELL[0] * (len(first) + 1)
    assert not dark[: drawing.MARGIN].any()


def test_pictures_without_their_library_are_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    drawing._pillow.cache_clear()
    with pytest.raises(TolsimError, match="needs the library Pillow"):
        aec.env("abyss", render_mode="rgb_array")
