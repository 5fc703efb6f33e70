"""The native vector environment: row by row the single environment, in one compiled loop."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.conformance.leaks import redealt
from tolsim.agents import parse
from tolsim.core.errors import TolsimError
from tolsim.envs.gym_single import LearnerEnv
from tolsim.envs.gym_vector import LearnerVectorEnv

ROWS = 5


class FirstLegal:
    """An agent in Python."""

    def act(self, view):
        """Take the lowest action id."""
        return int(view.legal[0])


def choose(mask, step):
    """A legal action that depends on the step alone; 0 where there is none."""
    legal = np.flatnonzero(mask)
    return int(legal[(7 * step + len(legal)) % len(legal)]) if len(legal) else 0


def make(name="abyss", **settings):
    return gymnasium.make_vec(
        f"tolsim.envs:tolsim/{name}-v0",
        num_envs=ROWS,
        vectorization_mode="vector_entry_point",
        **settings,
    )


OPPONENTS = [
    ("abyss", "king", "uniform"),
    ("abyss", "necrocampe", "greedy"),
    ("abyss", "king", "mcts:iterations=4"),
    ("abyss", "necrocampe", FirstLegal()),
    ("four_horsemen", "unholy", "greedy"),
    ("jumieges", "holy", "greedy"),
]


@pytest.mark.parametrize(("name", "seat", "opponents"), OPPONENTS)
def test_every_row_is_the_single_environment(name, seat, opponents):
    """Through ends of games into the next deals: what is seen, allowed, paid and told."""
    together = make(name, seat=seat, opponents=opponents)
    singles = [LearnerEnv(name, seat=seat, opponents=opponents) for _ in range(ROWS)]
    observations, infos = together.reset(seed=40)
    alone = [env.reset(seed=40 + row) for row, env in enumerate(singles)]
    ends = 0
    for step in range(2500):
        for row, (observation, info) in enumerate(alone):
            assert np.array_equal(observations[row], observation)
            assert np.array_equal(infos["action_mask"][row], info["action_mask"])
        actions = np.array([choose(info["action_mask"], step) for _, info in alone])
        observations, rewards, terminated, truncated, infos = together.step(actions)
        assert not truncated.any()
        for row, env in enumerate(singles):
            observation, reward, over, _, info = env.step(actions[row])
            assert rewards[row] == reward
            assert terminated[row] == over
            if over:
                ends += 1
                assert np.array_equal(infos["final_obs"][row], observation)
                assert infos["_final_obs"][row]
                final = infos["final_info"]
                assert final["outcome"][row] == info["outcome"]
                assert final["outcome_class"][row] == info["outcome_class"]
                observation, info = env.reset()
            alone[row] = (observation, info)
        if ends >= 2 * ROWS:
            break
    assert ends >= ROWS
    assert together.unwrapped.games() == [(env.seed, env.deal) for env in singles]


def play_to_an_end(envs, infos):
    for step in range(500):
        actions = np.array([choose(mask, step) for mask in infos["action_mask"]])
        result = envs.step(actions)
        infos = result[4]
        if result[2].any():
            return result
    raise AssertionError("no game ended")


def test_next_step_deals_in_the_step_after_the_end():
    envs = make(seat="king", autoreset_mode="NextStep")
    _, infos = envs.reset(seed=1)
    observations, rewards, ended, _, infos = play_to_an_end(envs, infos)
    row = int(ended.argmax())
    assert rewards[row] != 0
    assert infos["outcome"][row]
    assert infos["_outcome"].tolist() == ended.tolist()
    assert not infos["action_mask"][row].any()
    states = envs.unwrapped._batch.states
    assert np.array_equal(observations[row], envs.unwrapped.game.observe(states, [0] * ROWS)[row])
    actions = np.array([choose(mask, 0) for mask in infos["action_mask"]])
    actions[row] = 10_000  # ignored
    _, rewards, again, _, infos = envs.step(actions)
    assert rewards[row] == 0
    assert not again[row]
    assert infos["action_mask"][row].any()
    assert envs.unwrapped.games()[row] == (1 + row, 1)


def test_disabled_waits_for_a_reset_of_the_row():
    envs = make(seat="king", autoreset_mode=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=1)
    _, _, ended, _, infos = play_to_an_end(envs, infos)
    row = int(ended.argmax())
    actions = np.array([choose(mask, 0) for mask in infos["action_mask"]])
    _, rewards, again, _, infos = envs.step(actions)
    assert not rewards[ended].any()
    assert not again[ended].any()
    before = envs.unwrapped._batch.states.copy()
    _, infos = envs.reset(options={"reset_mask": ended})
    assert infos["action_mask"][row].any()
    kept = ~ended
    assert envs.unwrapped._batch.states[kept].tobytes() == before[kept].tobytes()


def test_a_random_seat_is_drawn_for_each_game():
    envs = LearnerVectorEnv("abyss", 60, seat="random", opponents="uniform")
    envs.reset(seed=3)
    seats = envs._opponents.learners(envs._batch)
    assert 15 <= seats.sum() <= 45
    again = LearnerVectorEnv("abyss", 60, seat="random", opponents="uniform")
    again.reset(seed=3)
    assert np.array_equal(again._opponents.learners(again._batch), seats)


def test_different_opponents_in_different_seats():
    envs = LearnerVectorEnv(
        "four_horsemen", 2, seat="random", opponents={"holy": "greedy", "unholy": "uniform"}
    )
    assert envs._opponents.records["kind"].tolist() == [
        *(parse(text).record(envs.game).kind for text in ("greedy", "uniform")),
        0,
    ]


def test_illegal_actions_change_no_row():
    envs = make(seat="king")
    observations, infos = envs.reset(seed=2)
    good = np.array([choose(mask, 0) for mask in infos["action_mask"]])
    bad = good.copy()
    bad[2] = int(infos["action_mask"][2].argmin())
    with pytest.raises(TolsimError, match=r"row 2: action .* is not legal; legal: "):
        envs.step(bad)
    assert np.array_equal(observations, envs.unwrapped._batch.observations)
    envs.step(good)


def test_without_copies_the_arrays_are_written_anew():
    envs = make(seat="king", copy=False)
    observations, infos = envs.reset(seed=2)
    before = observations.copy()
    envs.step(np.array([choose(mask, 0) for mask in infos["action_mask"]]))
    assert not np.array_equal(observations, before)
    copying = make(seat="king")
    observations, infos = copying.reset(seed=2)
    before = observations.copy()
    copying.step(np.array([choose(mask, 0) for mask in infos["action_mask"]]))
    assert np.array_equal(observations, before)


def test_it_is_what_gymnasium_s_wrappers_expect():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(make(seat="king", opponents="uniform"))
    observations, infos = envs.reset(seed=4)
    assert envs.observation_space.contains(observations)
    assert envs.single_observation_space.contains(observations[0])
    assert envs.action_space.contains(infos["action_mask"].argmax(axis=1))
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    result = play_to_an_end(envs, infos)
    row = int(result[2].argmax())
    assert result[4]["episode"]["r"][row] == result[1][row]
    assert envs.unwrapped.action_masks().dtype == bool


def test_what_a_learner_sees_depends_on_nothing_hidden():
    """Redealt twins of every row look the same through the environment."""
    envs = make(seat="king", opponents="uniform")
    _, infos = envs.reset(seed=5)
    batch = envs.unwrapped._batch
    for step in range(12):
        for row in range(ROWS):
            states = batch.states[row : row + 1].copy()
            for twin in redealt(envs.unwrapped.game, states, 0, 3):
                twin = np.array([twin], envs.unwrapped.game.state_dtype)
                seen = envs.unwrapped.game.observe(twin, [0])[0]
                assert np.array_equal(batch.observations[row], seen)
                assert np.array_equal(batch.masks[row], envs.unwrapped.game.legal_mask(twin)[0])
        infos = envs.step(np.array([choose(mask, step) for mask in infos["action_mask"]]))[4]


def test_mistakes_are_told():
    with pytest.raises(TolsimError, match="did you mean 'king'"):
        LearnerVectorEnv("abyss", 2, seat="kin")
    with pytest.raises(TolsimError, match="did you mean 'SameStep'"):
        LearnerVectorEnv("abyss", 2, autoreset_mode="samestep")
    envs = LearnerVectorEnv("abyss", 2)
    with pytest.raises(TolsimError, match="call reset"):
        envs.step(np.zeros(2, int))
    with pytest.raises(TolsimError, match="first reset starts every row"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(TolsimError, match="seeds are 2 whole numbers"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(TolsimError, match="every row has a seed of its own"):
        envs.reset(seed=[1, None])
    envs.reset(seed=[5, 9])
    assert envs.games() == [(5, 0), (9, 0)]
