"""Gymnasium's face: its own check, the same games as in a match, any opponents, and no leaks."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tolsim
from tests.conformance.games import NAMES, agent_records, open_positions
from tests.conformance.leaks import redealt
from tolsim.agents import parse
from tolsim.core import registry
from tolsim.core.errors import TolsimError
from tolsim.envs.gym_single import LearnerEnv
from tolsim.envs.registration import environment_id, register

REGISTERED = list(registry.GAMES)


@pytest.fixture(params=NAMES)
def name(request, monkeypatch):
    """Name of each game of the registry, and of Kuhn poker."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    monkeypatch.setitem(registry.GAMES, "kuhn", "kuhn_poker")
    return request.param


class First:
    """Takes the first legal action, and keeps what it is shown."""

    def __init__(self):
        self.seen = []

    def act(self, view):
        self.seen.append((view.seat, view.observation.copy(), int(view.rng.integers(2**32))))
        return int(view.legal[0])


def play(env, generator, info, decisions=10**9):
    """Play on at random; the results of the steps, and the actions."""
    results, taken = [], []
    while len(results) < decisions and not (results and results[-1][2]):
        mask = results[-1][4]["action_mask"] if results else info["action_mask"]
        taken.append(int(generator.choice(np.flatnonzero(mask))))
        results.append(env.step(taken[-1]))
    return results, taken


# Gymnasium's own check, and its registry.


@pytest.mark.parametrize("name", REGISTERED)
@pytest.mark.parametrize("seat", [None, "random"])
def test_it_passes_the_check_of_environments(name, seat, capsys):
    """The check takes actions without looking at masks, so these must lose rather than raise."""
    check_env(gymnasium.make(environment_id(name), seat=seat, illegal="lose").unwrapped)
    assert capsys.readouterr().out != ""  # of the mode "human"


@pytest.mark.parametrize("name", REGISTERED)
def test_every_game_is_registered_with_its_two_faces(name):
    spec = gymnasium.spec(f"tolsim/{name}-v0")
    assert spec.entry_point == "tolsim.envs.gym_single:LearnerEnv"
    assert spec.vector_entry_point == "tolsim.envs.gym_vector:make_vector"
    assert spec.kwargs == {"name": name}
    assert gymnasium.make(spec.id).unwrapped.game.name == name


def test_registering_again_changes_nothing():
    before = dict(gymnasium.registry)
    register()
    assert dict(gymnasium.registry) == before


def test_gymnasium_finds_the_games_by_itself():
    program = (
        "import sys, gymnasium\n"
        "env = gymnasium.make('tolsim.envs:tolsim/abyss-v0', opponents='uniform')\n"
        "print(env.unwrapped.game.name, 'tolsim.envs.gym_vector' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert ran.stdout.split() == ["abyss", "False"]


# The games are the same as everywhere else.


def test_every_decision_shows_what_the_game_says(name):
    game = tolsim.make(name)
    for learner, seat in enumerate(game.seats):
        env = LearnerEnv(name, seat=seat, opponents="uniform")
        for deal in range(3):
            observation, info = env.reset(seed=5, options={"deal": deal})
            assert {**info, "action_mask": 0} == {
                "action_mask": 0, "seed": 5, "deal": deal, "seat": seat,
            }  # fmt: skip
            over, generator = False, np.random.default_rng(deal)
            while not over:
                states = game.replay(5, deal, env.actions())
                assert states[0].to_move == learner
                assert np.array_equal(observation, game.observe(states)[0])
                assert np.array_equal(info["action_mask"], game.legal_mask(states)[0])
                assert info["action_mask"].dtype == np.int8
                assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
                assert env.action_masks().dtype == bool
                action = int(generator.choice(np.flatnonzero(env.action_masks())))
                observation, reward, over, truncated, info = env.step(action)
                assert not truncated
                assert over or (reward == 0 and set(info) == {"action_mask"})
            states = game.replay(5, deal, env.actions())
            assert states[0].over
            assert reward == states[0].returns[learner]
            assert np.array_equal(observation, game.observe(states, [learner])[0])
            assert not info.pop("action_mask").any()
            assert not env.action_masks().any()
            assert info == {
                "seed": 5, "deal": deal, "seat": seat, "outcome": game.outcome(states[0]),
                "outcome_class": game.outcome_class(states[0], learner),
            }  # fmt: skip


@pytest.mark.parametrize("opponent", ["uniform", "greedy", "mcts:iterations=8"])
@pytest.mark.parametrize("learner", [0, 1])
def test_opponents_play_as_in_a_match(abyss, opponent, learner):
    """A learner that does what greedy did in a match meets the same answers."""
    texts = [opponent, opponent]
    texts[learner] = "greedy"
    env = LearnerEnv("abyss", seat=abyss.seats[learner], opponents=opponent)
    for deal in range(4):
        states, log = abyss.reset(21, [deal]), np.full((1, abyss.longest), -1, np.int16)
        streams = abyss.agent_streams(21, [deal])
        records = agent_records(abyss, *texts)
        abyss.advance(states, records, np.array([[0, 1]], np.int8), streams, log)
        actions = log[0, : states[0].moves]
        env.reset(seed=21, options={"deal": deal})
        over = False
        while not over:
            _, _, over, _, _ = env.step(actions[len(env.actions())])
        assert env.actions().tolist() == actions.tolist()


def test_opponents_in_python_see_and_choose_as_in_a_match(abyss):
    player = First()
    env = LearnerEnv("abyss", seat="king", opponents=player)
    _, info = env.reset(seed=3)
    play(env, np.random.default_rng(0), info)
    states, expected = abyss.reset(3), []
    streams = abyss.agent_streams(3, [0])
    other = 1 - abyss.seats.index("king")
    for action in env.actions():
        if states[0].to_move == other:
            assert action == abyss.legal_actions(states)[0][0]
            numbers = np.random.default_rng([*map(int, streams[0, other]), int(states[0].moves)])
            expected.append((other, abyss.observe(states)[0], int(numbers.integers(2**32))))
        abyss.step(states, [action])
    assert len(expected) == len(player.seen) > 10
    for found, wanted in zip(player.seen, expected, strict=True):
        assert (found[0], found[2]) == (wanted[0], wanted[2])
        assert np.array_equal(found[1], wanted[1])


@pytest.mark.parametrize(
    "opponents",
    [
        "greedy",
        ["greedy"],
        ("greedy",),
        {"necrocampe": "greedy"},
        {"necrocampe": "greedy", "king": "uniform"},
        parse("greedy"),
        [parse("greedy")],
    ],
)
def test_opponents_are_given_in_many_ways(opponents):
    found = []
    for given in ("greedy", opponents):
        env = gymnasium.make("tolsim/abyss-v0", seat="king", opponents=given)
        _, info = env.reset(seed=2)
        results, _ = play(env, np.random.default_rng(0), info)
        found.append((env.unwrapped.actions().tolist(), results[-1][1]))
    assert found[0] == found[1]


def test_a_random_seat_is_drawn_for_each_game_from_the_seed(abyss):
    env = gymnasium.make("tolsim/abyss-v0", seat="random", opponents="uniform")
    draws = []
    for _ in range(2):
        seats = [env.reset(seed=1)[1]["seat"]]
        for _ in range(30):
            _, info = env.reset()
            seats.append(info["seat"])
            states = env.unwrapped.states
            assert abyss.seats[states[0].to_move] == info["seat"]
        draws.append(seats)
    assert draws[0] == draws[1]
    assert {*draws[0]} == {*abyss.seats}
    assert draws[0].count("king") in range(5, 27)


def test_a_random_seat_meets_the_agent_of_the_other(abyss):
    player = First()
    env = LearnerEnv("abyss", seat="random", opponents={"king": player, "necrocampe": player})
    for deal in range(6):
        player.seen.clear()
        _, info = env.reset(seed=deal)
        play(env, np.random.default_rng(0), info)
        assert {abyss.seats[seat] for seat, *_ in player.seen} == {*abyss.seats} - {info["seat"]}


def test_seeds_and_deals_are_the_games_own():
    env = gymnasium.make("tolsim/abyss-v0")
    told = [env.reset(seed=9), env.reset(), env.reset(options={"deal": 40}), env.reset()]
    assert [(info["seed"], info["deal"]) for _, info in told] == [(9, n) for n in (0, 1, 40, 41)]
    others = [LearnerEnv("abyss") for _ in range(2)]
    seeds = [other.reset()[1]["seed"] for other in others]
    assert seeds[0] != seeds[1]


def test_variants_and_overrides_are_played():
    rules = {"variant": "six_per_guild", "overrides": {"setup.hand_size": 4}}
    env = gymnasium.make("tolsim/abyss-v0", **rules)
    assert env.unwrapped.game.ruleset_id == tolsim.make("abyss", **rules).ruleset_id


# Copies.


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["uniform", "mcts:iterations=8", First()])
def test_a_copy_at_any_point_plays_on_alike_and_apart(opponents, twin_of):
    env = LearnerEnv("abyss", seat="random", opponents=opponents)
    for decisions in (0, 9, 20):
        _, info = env.reset(seed=4)
        play(env, np.random.default_rng(0), info, decisions)
        before = env.states.tobytes(), env.actions().tolist(), pickle.dumps(env.np_random)
        twin = twin_of(env)
        trace = _trace(twin)
        assert before == (env.states.tobytes(), env.actions().tolist(), pickle.dumps(env.np_random))
        assert trace == _trace(env)


def _trace(env):
    """All that the rest of this game and the beginning of the next ones show."""
    found = []
    info = {"action_mask": env.action_masks()}
    for _ in range(3):
        results, actions = play(env, np.random.default_rng(1), info)
        found += [(result[0].tobytes(), result[1], str(result[4])) for result in results]
        observation, info = env.reset()
        found += [actions, observation.tobytes(), str(info)]
    return found


def test_what_is_shown_may_be_written_to():
    env = LearnerEnv("abyss", opponents="uniform")
    observation, info = env.reset(seed=1)
    masks = env.action_masks()
    observation[:] = 7
    info["action_mask"][:] = 0
    assert masks.any()
    masks[:] = False
    results, _ = play(env, np.random.default_rng(0), {"action_mask": env.action_masks()})
    twin = LearnerEnv("abyss", opponents="uniform")
    again, _ = play(twin, np.random.default_rng(0), twin.reset(seed=1)[1])
    assert [r[0].tobytes() for r in results] == [r[0].tobytes() for r in again]


# Leaks.


def shown(env, states):
    """What the learner is shown in a position [1] of its own."""
    observation, info = env._begin(states.copy())
    info = {**info, "action_mask": info["action_mask"].tobytes()}
    drawn = env.render()
    return observation.tobytes(), str(info), env.action_masks().tobytes(), drawn


def expect_twins_look_alike(env, positions):
    for row in range(len(positions)):
        states = positions[row : row + 1]
        seat = int(states["to_move"][0])
        env._seat = seat
        expected = shown(env, states)
        twins = redealt(env.game, states, seat, 6)
        assert {twin.tobytes() for twin in twins} != {states.tobytes()}
        for i in range(len(twins)):
            assert shown(env, twins[i : i + 1]) == expected


def learner_env(name):
    env = LearnerEnv(name, seat="random", opponents="uniform", render_mode="ansi")
    env.reset(seed=1)
    return env


def test_the_learner_cannot_tell_twins_apart(name):
    env = learner_env(name)
    expect_twins_look_alike(env, open_positions(env.game, 11, 2)[::5])


def test_a_leak_would_be_found(monkeypatch):
    env = learner_env("abyss")
    observe = env.game.observe
    monkeypatch.setattr(
        env.game,
        "observe",
        lambda states, seats: np.column_stack([observe(states, seats), states["deck"]]),
    )
    with pytest.raises(AssertionError):
        expect_twins_look_alike(env, open_positions(tolsim.make("abyss"), 11, 1)[::5])


# Wrong use.


@pytest.mark.parametrize("action", [263, -1, 264, 2**40, "play 2", 1.5, None, np.array([2])])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(action):
    env = LearnerEnv("abyss", seat="king")
    env.reset(seed=1)
    before = pickle.dumps((env.states, env.action_masks(), env.actions()))
    with pytest.raises(TolsimError, match=r"^action .* is not legal for king; legal: 73 \(play 2"):
        env.step(action)
    assert pickle.dumps((env.states, env.action_masks(), env.actions())) == before
    env.step(73)


@pytest.mark.parametrize(
    ("name", "worst"), [("abyss", "loss"), ("four_horsemen", "loss"), ("jumieges", "defeat")]
)
def test_an_action_that_is_not_legal_can_lose_instead(name, worst):
    env = LearnerEnv(name, illegal="lose")
    start, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, over, truncated, info = env.step(wrong)
    assert (reward, over, truncated) == (env.game.definition.returns[0], True, False)
    assert not info["action_mask"].any()
    assert (info["outcome"], info["outcome_class"]) == ("illegal action", worst)
    assert np.array_equal(observation, start)
    with pytest.raises(TolsimError, match="the game is over"):
        env.step(wrong)


def test_use_out_of_order_is_refused():
    env = LearnerEnv("abyss", render_mode="ansi")
    for use in (lambda: env.step(0), env.render, env.action_masks, env.actions):
        with pytest.raises(TolsimError, match=r"no game is in play: call reset\(\) first"):
            use()
    _, info = env.reset(seed=1)
    play(env, np.random.default_rng(0), info)
    with pytest.raises(TolsimError, match=r"the game is over: reset\(\) starts the next one"):
        env.step(0)
    for wrong in ({"seed": -1}, {"seed": 0.5}, {"options": {"deal": -1}}):
        with pytest.raises(TolsimError):
            env.reset(**wrong)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": "kng"}, "unknown seat 'kng'; did you mean 'king'"),
        ({"variant": "six_per_gild"}, "did you mean 'six_per_guild'"),
        ({"overrides": {"setup.hand_sise": 4}}, "did you mean 'setup.hand_size'"),
        ({"illegal": "loose"}, "unknown value of illegal 'loose'; did you mean 'lose'"),
        ({"opponents": "gredy"}, "unknown agent 'gredy'; did you mean 'greedy'"),
        ({"opponents": 3}, "an agent is text"),
        ({"opponents": {"kng": "greedy"}}, "unknown seat 'kng'; did you mean 'king'"),
        ({"seat": "king", "opponents": {}}, "opponents name no agent for necrocampe"),
        ({"seat": "random", "opponents": {"king": "greedy"}}, "no agent for necrocampe"),
        ({"seat": "king", "opponents": []}, r"opponents are 1 agents \(necrocampe\), not 0"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(arguments, message):
    with pytest.raises(TolsimError, match=message):
        gymnasium.make("tolsim/abyss-v0", **arguments)


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(TolsimError, match="unknown render_mode 'asci'; did you mean 'ansi'"):
        LearnerEnv("abyss", render_mode="asci")


def test_an_opponent_that_fails_is_named():
    class Broken:
        def act(self, view):
            return -1

    env = LearnerEnv("abyss", seat="necrocampe", opponents=Broken())
    with pytest.raises(
        TolsimError, match="Broken' as king in deal 4 of seed 7, decision 1, chose -1"
    ):
        env.reset(seed=7, options={"deal": 4})


# Drawing.


def test_the_learner_sees_its_own_side_only(capsys):
    env = LearnerEnv("abyss", seat="king", render_mode="ansi")
    env.reset(seed=1)
    seat = env.game.seats.index("king")
    assert env.render() == env.game.render(env.states[0], seat) != env.game.render(env.states[0])
    aloud = LearnerEnv("abyss", seat="king", render_mode="human")
    aloud.reset(seed=1)
    assert capsys.readouterr().out == env.render() + "\n"
    aloud.step(73)
    assert "King" in capsys.readouterr().out
    pictures = LearnerEnv("abyss", seat="king", render_mode="rgb_array")
    pictures.reset(seed=1)
    assert pictures.render().shape[2] == 3
