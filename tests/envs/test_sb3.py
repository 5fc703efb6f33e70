"""Stable-Baselines3's face: the games of its own single environments, masks, and training."""

import numpy as np
import pytest

from tolsim.core.errors import TolsimError

pytest.importorskip("sb3_contrib")
import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import tolsim.envs  # noqa: F401  # registers the games
from tolsim.envs.gym_single import LearnerEnv
from tolsim.envs.sb3 import LearnerVecEnv


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def draw(masks, generator):
    return np.array([generator.choice(np.flatnonzero(row)) for row in masks])


@pytest.mark.parametrize("seat", [None, "necrocampe"])
@pytest.mark.parametrize("opponents", ["greedy", "uniform"])
def test_it_plays_what_single_environments_play(seat, opponents):
    """Stable-Baselines3's own loop over single environments says what must come out."""
    settings = {"seat": seat, "opponents": opponents, "variant": "six_per_guild"}
    ours = LearnerVecEnv("abyss", 3, **settings)
    theirs = DummyVecEnv([lambda: LearnerEnv("abyss", **settings)] * 3)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    for env in (ours, theirs):
        assert list(env.seed(40)) == [40, 41, 42]
    assert np.array_equal(ours.reset(), theirs.reset())
    assert ours.reset_infos == [{"seed": 40 + row, "deal": 0} for row in range(3)]
    generator = np.random.default_rng(1)
    ended = []
    for _ in range(120):
        masks = get_action_masks(ours)
        assert masks.dtype == bool
        assert np.array_equal(masks, get_action_masks(theirs))
        actions = draw(masks, generator)
        observations, rewards, dones, infos = ours.step(actions)
        expected = theirs.step(actions)
        assert np.array_equal(observations, expected[0])
        assert rewards.dtype == expected[1].dtype
        assert np.array_equal(rewards, expected[1])
        assert np.array_equal(dones, expected[2])
        for row in range(3):
            info, wanted = infos[row], expected[3][row]
            assert info["TimeLimit.truncated"] == wanted["TimeLimit.truncated"]
            assert ("terminal_observation" in info) == dones[row]
            if dones[row]:
                ended.append(rewards[row])
                assert np.array_equal(info["terminal_observation"], wanted["terminal_observation"])
                for key in ("outcome", "outcome_class"):
                    assert info[key] == wanted[key]
                assert info["is_success"] == (wanted["outcome_class"] == "win")
    assert len(ended) >= 6
    assert set(ended) >= {-1, 1} or opponents == "greedy"


def test_seeds_are_used_once_and_the_next_reset_goes_on():
    env = LearnerVecEnv("abyss", 2)
    env.seed(7)
    env.reset()
    first = env.envs.games()
    env.reset()
    assert first == [(7, 0), (8, 0)]
    assert env.envs.games() == [(7, 1), (8, 1)]


def test_rows_are_asked_like_environments():
    env = LearnerVecEnv("abyss", 3)
    env.seed(1)
    env.reset()
    assert is_masking_supported(env)
    assert is_masking_supported(VecMonitor(env))
    assert env.render_mode is None
    masks = env.envs.action_masks()
    assert (masks[0] != masks[2]).any()
    assert np.array_equal(env.env_method("action_masks", indices=2), masks[[2]])
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert env.env_is_wrapped(gymnasium.Wrapper, indices=[0, 1]) == [False, False]
    assert [game.name for game in env.get_attr("game")] == ["abyss"] * 3
    assert not env.has_attr("no_such_thing")
    with pytest.raises(AttributeError):
        env.env_method("no_such_thing")


def test_wrong_use_is_refused():
    env = LearnerVecEnv("abyss", 2)
    env.seed(1)
    env.reset()
    with pytest.raises(TolsimError, match="game cannot be set, since all games share one loop"):
        env.set_attr("game", None)
    with pytest.raises(TolsimError, match="has one autoreset_mode only"):
        LearnerVecEnv("abyss", 2, autoreset_mode="NextStep")
    with pytest.raises(TolsimError, match="did you mean 'king'"):
        LearnerVecEnv("abyss", 2, seat="kng")
    legal = draw(get_action_masks(env), np.random.default_rng(0))
    illegal = int(np.flatnonzero(~get_action_masks(env)[1])[0])
    with pytest.raises(TolsimError, match="is not legal"):
        env.step(np.array([legal[0], illegal]))
    env.step(legal)


def learn(env, steps, **settings):
    given = {"n_steps": 128, "batch_size": 256, "n_epochs": 2, "gamma": 1.0, "seed": 1} | settings
    model = MaskablePPO("MlpPolicy", env, device="cpu", **given)
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(steps)
    assert any(
        not torch.equal(old, new)
        for old, new in zip(before, model.policy.parameters(), strict=True)
    )
    return model


def test_maskable_ppo_learns_on_many_games():
    """An action that is not legal would raise."""
    model = learn(VecMonitor(LearnerVecEnv("abyss", 8, opponents="uniform")), 2000)
    assert model.num_timesteps >= 2000
    games = list(model.ep_info_buffer)
    assert len(games) > 20
    assert {game["r"] for game in games} == {-1, 1}
    assert all(10 < game["l"] < 100 for game in games)
    assert len(model.ep_success_buffer) == len(games)
    test = VecMonitor(LearnerVecEnv("abyss", 4, opponents="uniform"))
    returns, lengths = evaluate_policy(model, test, 8, return_episode_rewards=True)
    assert set(returns) <= {-1, 1}
    assert len(lengths) == 8


def test_maskable_ppo_learns_on_one_game():
    model = learn(gymnasium.make("tolsim/abyss-v0", opponents="uniform"), 2000)
    assert model.num_timesteps >= 2000
    assert {game["r"] for game in model.ep_info_buffer} == {-1, 1}


def share_of_wins(model, games):
    test = VecMonitor(LearnerVecEnv("abyss", 16, opponents="uniform"))
    test.seed(1000)
    returns, _ = evaluate_policy(model, test, games, return_episode_rewards=True)
    return sum(reward > 0 for reward in returns) / len(returns)


@pytest.mark.slow
def test_maskable_ppo_gets_stronger_on_many_games():
    env = VecMonitor(LearnerVecEnv("abyss", 32, opponents="uniform"))
    model = learn(env, 50_000, n_epochs=4, learning_rate=1e-3)
    share = share_of_wins(model, 400)
    print(f"won {share:.1%} of 400 games against uniform")
    assert share > 0.6  # 4 standard errors above half


@pytest.mark.slow
def test_maskable_ppo_gets_stronger_on_one_game():
    env = gymnasium.make("tolsim/abyss-v0", opponents="uniform")
    model = learn(env, 50_000, n_steps=2048, n_epochs=4, learning_rate=1e-3)
    share = share_of_wins(model, 400)
    print(f"won {share:.1%} of 400 games against uniform")
    assert share > 0.6
