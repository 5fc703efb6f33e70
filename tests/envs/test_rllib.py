"""RLlib's face: the same games as everywhere else, no leaks, masks, and who plays which seat."""

import copy
import itertools
import pickle
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import tolsim
from tests.conformance.games import NAMES, open_positions
from tests.conformance.leaks import redealt
from tolsim.core import registry
from tolsim.core.errors import TolsimError

pytest.importorskip("ray.rllib")
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.env_context import EnvContext
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from tolsim.envs.rllib import MaskedModule, SeatsEnv, ppo_config
from tolsim.envs.rllib_self_play import Seating, SnapshotCallback


@pytest.fixture(params=NAMES)
def name(request, monkeypatch):
    """Name of each game of the registry, and of Kuhn poker."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    monkeypatch.setitem(registry.GAMES, "kuhn", "kuhn_poker")
    return request.param


@pytest.fixture
def abyss_env():
    """A fresh game of Legions: Abyss."""
    env = SeatsEnv({"name": "abyss"})
    env.reset(seed=1)
    return env


def play(env, generator, **options):
    """Play at random; yield what is shown, the action and what came of it."""
    shown, _ = env.reset(**options)
    over = False
    while not over:
        ((agent, seen),) = shown.items()
        action = int(generator.choice(np.flatnonzero(seen["action_mask"])))
        result = env.step({agent: action})
        yield agent, seen, action, result
        shown, over = result[0], result[2]["__all__"]


# The environment.


def test_every_decision_shows_what_the_game_says(name):
    env, game = SeatsEnv({"name": name}), tolsim.make(name)
    for deal in range(3):
        states = game.reset(5, [deal])
        generator = np.random.default_rng(deal)
        for agent, seen, action, result in play(env, generator, seed=5, options={"deal": deal}):
            assert agent == game.seats[states[0].to_move]
            assert np.array_equal(seen["observations"], game.observe(states)[0])
            assert np.array_equal(seen["action_mask"], game.legal_mask(states)[0])
            assert env.get_observation_space(agent).contains(seen)
            game.step(states, [action])
            if not states[0].over:
                mover = game.seats[states[0].to_move]
                assert list(result[0]) == [mover]
                assert result[1:] == (
                    {agent: 0.0}, {"__all__": False}, {"__all__": False}, {mover: {}},
                )  # fmt: skip
        assert states[0].over


def test_everybody_is_told_the_end_and_its_return(name):
    env, game = SeatsEnv({"name": name}), tolsim.make(name)
    for deal in range(4):
        *_, (_, _, _, last) = play(env, np.random.default_rng(deal), seed=6, options={"deal": deal})
        shown, rewards, terminated, truncated, infos = last
        state = env.states
        assert rewards == dict(zip(game.seats, state[0].returns.tolist(), strict=True))
        assert terminated == dict.fromkeys((*game.seats, "__all__"), True)
        assert truncated == {"__all__": False}
        assert list(shown) == list(infos) == list(game.seats)
        for seat, agent in enumerate(game.seats):
            assert np.array_equal(shown[agent]["observations"], game.observe(state, [seat])[0])
            assert not shown[agent]["action_mask"].any()
            assert env.get_observation_space(agent).contains(shown[agent])
            assert infos[agent] == {
                "seed": 6,
                "deal": deal,
                "outcome": game.outcome(state[0]),
                "outcome_class": game.outcome_class(state[0], seat),
            }


def test_seeds_and_deals_are_the_games_own(abyss, abyss_env):
    def named(**options):
        _, infos = abyss_env.reset(**options)
        ((_, info),) = infos.items()
        start = abyss.reset(info["seed"], [info["deal"]])
        assert abyss_env.states.tobytes() == start.tobytes()
        return info["seed"], info["deal"]

    assert named(seed=9) == (9, 0)
    assert named() == (9, 1)
    assert named(options={"deal": 40}) == (9, 40)
    assert named() == (9, 41)
    assert named(seed=2**64 - 1) == (2**64 - 1, 0)
    envs = [SeatsEnv({"name": "abyss"}) for _ in range(2)]
    assert envs[0].reset()[1] != envs[1].reset()[1]
    assert envs[0].seed != envs[1].seed


def test_workers_of_a_run_play_different_deals():
    """RLlib gives environment i of worker w the seed s + w + i."""
    starts = set()
    for worker, row in itertools.product(range(3), range(3)):
        env = SeatsEnv(EnvContext({"name": "abyss"}, worker_index=worker))
        env.reset(seed=100 + worker + row)
        starts.add((env.seed, env.deal))
        env.reset()
        starts.add((env.seed, env.deal))
    assert len(starts) == 18


def test_variants_and_overrides_are_played():
    rules = {"variant": "six_per_guild", "overrides": {"setup.hand_size": 4}}
    env, made = SeatsEnv({"name": "abyss", **rules}), tolsim.make("abyss", **rules)
    env.reset(seed=1)
    assert env.game.ruleset_id == made.ruleset_id
    assert env.states.tobytes() == made.reset(1).tobytes()


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alike_and_apart(abyss_env, twin_of):
    twin = twin_of(abyss_env)
    for each in (abyss_env, twin):
        each.step({each._mover: each.game.legal_actions(each.states)[0][0]})
    assert twin.states.tobytes() == abyss_env.states.tobytes()
    assert twin.states is not abyss_env.states


def mover_shown(env, states):
    """What the seat to move is shown in a position [1]."""
    shown, _ = env._begin(states.copy())
    return {
        agent: (seen["observations"].tobytes(), seen["action_mask"].tobytes())
        for agent, seen in shown.items()
    }


def expect_twins_look_alike(env, positions):
    """Redeal each position for the seat to move and look at it through the environment."""
    env.reset(seed=1)
    for row in range(len(positions)):
        states = positions[row : row + 1]
        shown = mover_shown(env, states)
        assert len(shown) == 1
        twins = redealt(env.game, states, int(states["to_move"][0]), 6)
        assert {twin.tobytes() for twin in twins} != {states.tobytes()}
        for i in range(len(twins)):
            assert mover_shown(env, twins[i : i + 1]) == shown


def test_the_seat_to_move_cannot_tell_twins_apart(name):
    env = SeatsEnv({"name": name})
    expect_twins_look_alike(env, open_positions(env.game, 11, 2)[::5])


def test_a_leak_would_be_found(abyss_env, monkeypatch):
    """An observation that holds the deck is told apart."""
    observe = abyss_env.game.observe
    monkeypatch.setattr(
        abyss_env.game,
        "observe",
        lambda states: np.column_stack([observe(states), states["deck"]]),
    )
    with pytest.raises(AssertionError):
        expect_twins_look_alike(abyss_env, open_positions(abyss_env.game, 11, 1)[::5])


@pytest.mark.parametrize("action", [263, -1, 2**40, "play 2", None])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(abyss_env, action):
    before = abyss_env.states.tobytes()
    with pytest.raises(
        TolsimError, match=r"^action .* is not legal for king; legal: 73 \(play 2\)"
    ):
        abyss_env.step({"king": action})
    assert abyss_env.states.tobytes() == before


def test_use_out_of_order_is_refused(abyss_env):
    with pytest.raises(TolsimError, match=r"call reset\(\) first"):
        SeatsEnv({"name": "abyss"}).step({"king": 73})
    for actions, given in (({}, "nobody"), ({"king": 73, "necrocampe": 73}, "king, necrocampe")):
        message = f"king alone decides now, but actions are given for {given}$"
        with pytest.raises(TolsimError, match=message):
            abyss_env.step(actions)
    for _ in play(abyss_env, np.random.default_rng(0)):
        pass
    with pytest.raises(TolsimError, match="the game is over"):
        abyss_env.step({"king": 73})


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"name": "abys"}, "unknown game 'abys'; did you mean 'abyss'"),
        ({"name": "abyss", "varient": "x"}, "did you mean 'variant'"),
        ({"name": "abyss", "variant": "six_per_gild"}, "did you mean 'six_per_guild'"),
        ({}, "env_config names no game"),
    ],
)
def test_unknown_settings_are_refused_with_the_nearest(config, message):
    with pytest.raises(TolsimError, match=message):
        SeatsEnv(config)


# The network.


def make_module(env, **config):
    space = env.get_observation_space("king"), env.get_action_space("king")
    return RLModuleSpec(
        module_class=MaskedModule,
        observation_space=space[0],
        action_space=space[1],
        model_config=config,
    ).build()


def batch_of(game, states):
    """Position [B] as RLlib hands it to modules."""
    seen = {
        "observations": torch.from_numpy(game.observe(states)),
        "action_mask": torch.from_numpy(game.legal_mask(states).astype(np.float32)),
    }
    return {Columns.OBS: seen}


def test_actions_that_are_not_legal_have_no_chance(abyss, abyss_env):
    """However much the network likes them, in play and in training."""
    module = make_module(abyss_env)
    states = abyss.reset(1, 40)
    masks = abyss.legal_mask(states) != 0
    with torch.no_grad():
        module.policy.bias[:] = 1e4
        module.policy.bias[masks.any(axis=0)] = -1e4
    batch = batch_of(abyss, states)
    for forward, classes in (
        (module.forward_inference, module.get_inference_action_dist_cls()),
        (module.forward_exploration, module.get_exploration_action_dist_cls()),
        (module.forward_train, module.get_train_action_dist_cls()),
    ):
        shares = classes.from_logits(forward(batch)[Columns.ACTION_DIST_INPUTS])._dist
        assert not shares.probs.detach().numpy()[~masks].any()
        assert np.allclose(shares.probs.detach().numpy()[masks].sum(), len(states))
        drawn = shares.sample((200,)).numpy()
        assert masks[np.arange(len(states)), drawn].all()
        assert torch.isfinite(shares.entropy()).all()
    assert torch.isfinite(module.compute_values(batch)).all()


def test_networks_of_rllib_heed_the_mask_too(abyss, abyss_env):
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=abyss_env.get_observation_space("king"),
        action_space=abyss_env.get_action_space("king"),
        model_config={"head_fcnet_hiddens": [8]},
    ).build()
    states = abyss.reset(1, 40)
    logits = module.forward_exploration(batch_of(abyss, states))[Columns.ACTION_DIST_INPUTS]
    assert np.array_equal(logits.detach().numpy() > -1e30, abyss.legal_mask(states) != 0)


def test_an_end_without_actions_gives_no_infinities(abyss, abyss_env):
    module = make_module(abyss_env)
    batch = batch_of(abyss, abyss.reset(1, 3))
    batch[Columns.OBS]["action_mask"][:] = 0
    logits = module.forward_train(batch)[Columns.ACTION_DIST_INPUTS]
    shares = module.get_train_action_dist_cls().from_logits(logits)
    assert torch.isfinite(shares.entropy()).all()
    assert torch.isfinite(shares.logp(torch.zeros(3, dtype=torch.long))).all()
    assert torch.isfinite(shares.kl(shares)).all()


def test_values_are_one_a_position_with_and_without_the_hidden_layer(abyss, abyss_env):
    module = make_module(abyss_env, hidden=7)
    batch = batch_of(abyss, abyss.reset(1, 5))
    told = module.forward_train(batch)
    values = module.compute_values(batch)
    assert values.shape == (5,)
    assert len(set(values.tolist())) > 1
    assert torch.equal(values, module.compute_values(batch, told[Columns.EMBEDDINGS]))
    assert module.first.out_features == 7


@pytest.mark.parametrize("hidden", [0, 513])
def test_a_width_that_no_policy_file_holds_is_refused(abyss_env, hidden):
    with pytest.raises(TolsimError, match=f"hidden is 1 to 512, not {hidden}"):
        make_module(abyss_env, hidden=hidden)
    with pytest.raises(TolsimError, match=f"hidden is 1 to 512, not {hidden}"):
        ppo_config("abyss", hidden=hidden)


# Who plays which seat.


def seated(seating, episodes):
    """Modules in the seats of so many episodes."""
    found = []
    for number in range(episodes):
        episode = SimpleNamespace(id_=f"episode {number}")
        modules = tuple(seating(seat, episode) for seat in seating.seats)
        assert modules[::-1] == tuple(seating(seat, episode) for seat in seating.seats[::-1])
        found.append(modules)
    return Counter(found)


def test_learners_play_each_other_until_there_is_a_past():
    for past in (0.0, 1.0):
        shared = Seating(("a", "b"), (0, 1), True, past)
        assert set(seated(shared, 50)) == {("learner", "learner")}
        assert set(seated(Seating(("a", "b"), (0, 1), False, past), 50)) == {("a", "b")}


@pytest.mark.parametrize("shared", [True, False])
def test_games_against_the_past_have_the_learner_in_either_seat(shared):
    seating = Seating(("a", "b"), (0, 1), shared, past=0.6, snapshots=3)
    counts = seated(pickle.loads(pickle.dumps(seating)), 4000)
    learners = ("learner", "learner") if shared else ("a", "b")
    assert abs(counts.pop(learners) / 4000 - 0.4) < 0.04
    ends = ("", "") if shared else ("_a", "_b")
    expected = {(learners[0], f"snapshot_{n}{ends[1]}") for n in (1, 2, 3)}
    expected |= {(f"snapshot_{n}{ends[0]}", learners[1]) for n in (1, 2, 3)}
    assert set(counts) == expected
    assert all(abs(count / 4000 - 0.1) < 0.025 for count in counts.values())


def test_a_team_learns_together():
    seating = Seating(("a", "b", "c"), (0, 1, 0), True, past=1.0, snapshots=1)
    assert set(seated(seating, 200)) == {
        ("learner", "snapshot_1", "learner"),
        ("snapshot_1", "learner", "snapshot_1"),
    }


def test_a_snapshot_is_taken_when_it_is_time():
    def is_time(callback, iteration, snapshots, **told):
        algorithm = SimpleNamespace(
            iteration=iteration,
            config=SimpleNamespace(policy_mapping_fn=SimpleNamespace(snapshots=snapshots)),
        )
        result = {"env_runners": {"against_past": {str(snapshots): told}} if told else {}}
        return callback._is_time(algorithm, result)

    every = SnapshotCallback(every=3)
    assert [is_time(every, i, 0) for i in (1, 2, 3, 4, 6)] == [False, False, True, False, True]
    better = SnapshotCallback(win_rate=0.6)
    assert is_time(better, 1, 0)
    assert not is_time(better, 2, 1)
    assert not is_time(better, 2, 1, games=99, won=0.9)
    assert is_time(better, 2, 1, games=100, won=0.6)
    assert not is_time(better, 2, 1, games=500, won=0.59)
    assert not is_time(SnapshotCallback(), 1, 0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"name": "abys"}, "did you mean 'abyss'"),
        ({"past": 1.5}, "past is 0 to 1, not 1.5"),
        ({"snapshot_every": 0}, "snapshot_every is 1 to"),
        ({"snapshot_win_rate": 2}, "snapshot_win_rate is 0 to 1, not 2"),
        ({"name": "jumieges", "snapshot_every": 1}, "one seat: no past self can be its opponent"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, message):
    with pytest.raises(TolsimError, match=message):
        ppo_config(**{"name": "abyss", **settings})
