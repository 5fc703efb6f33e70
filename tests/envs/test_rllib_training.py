"""RLlib learns: legal play, episodes as they were played, frozen past selves, checkpoints, matches."""

import copy
import logging
from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import pytest

import tolsim
from tests.test_policy import run_forward
from tolsim.agents import parse
from tolsim.agents.in_loops import in_loops
from tolsim.core.errors import TolsimError

pytest.importorskip("ray.rllib")
import ray
import torch
import tree
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core.columns import Columns

from tolsim.envs.rllib import SeatsEnv, SnapshotCallback, add_snapshot, ppo_config
from tolsim.experiments import rllib_evaluation
from tolsim.experiments.match import play_match
from tolsim.experiments.rllib_evaluation import (
    ModuleAgent,
    agent_of,
    evaluate,
    export_policy,
)

pytestmark = [
    # RLlib registers every environment with Gymnasium under one name, anew for each algorithm.
    pytest.mark.filterwarnings("ignore:.*Overriding environment rllib-multi-agent-env:UserWarning"),
]
SMALL = {"train_batch_size_per_learner": 400, "minibatch_size": 100, "num_epochs": 2}


@pytest.fixture(scope="module")
def cluster():
    """Ray, on this machine."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()
    torch.set_num_threads(threads)


def weights_of(algorithm):
    """Weights of every module where it learns, which must be those where it plays."""
    learned = copy.deepcopy(algorithm.learner_group.get_weights())
    for played in algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.module.get_state()
    ):
        assert played.keys() == learned.keys()
        for module in learned:
            assert same(played[module], learned[module]), module
    return learned


def same(left, right):
    assert left.keys() == right.keys()
    return all(np.array_equal(left[part], right[part]) for part in left)


def count_illegal(patch):
    """Note actions that are refused, instead of trusting that RLlib lets the error through."""
    refuse, noted = SeatsEnv._illegal, []

    def note(env, action):
        noted.append(action)
        return refuse(env, action)

    patch.setattr(SeatsEnv, "_illegal", note)
    return noted


@pytest.fixture(scope="module", params=[True, False], ids=["shared", "by seat"])
def trained(request, cluster):
    """Three iterations with a snapshot after each, and the weights after each."""
    config = ppo_config("abyss", shared=request.param, hidden=16, snapshot_every=1, past=0.8)
    config.env_runners(num_envs_per_env_runner=2)
    with pytest.MonkeyPatch.context() as patch:
        illegal = count_illegal(patch)
        algorithm = config.training(**SMALL).debugging(seed=3).build_algo()
        history, results = [weights_of(algorithm)], []
        for _ in range(3):
            results.append(algorithm.train())
            history.append(weights_of(algorithm))
    yield SimpleNamespace(
        algorithm=algorithm,
        history=history,
        results=results,
        illegal=illegal,
        learners=algorithm.config.policy_mapping_fn.learners,
        seats=("king", "necrocampe"),
        shared=request.param,
    )
    algorithm.stop()


def snapshot_name(trained, number, learner):
    return f"snapshot_{number}" if trained.shared else f"snapshot_{number}_{learner}"


def test_learners_learn_and_never_act_against_the_rules(trained):
    assert trained.illegal == []
    assert trained.learners == (("learner",) if trained.shared else trained.seats)
    assert sum(each["env_runners"]["num_env_steps_sampled"] for each in trained.results) >= 1200
    for before, after in zip(trained.history, trained.history[1:], strict=False):
        assert not any(same(before[learner], after[learner]) for learner in trained.learners)
    for result in trained.results:
        told = result["learners"]
        assert all(np.isfinite(told[learner]["total_loss"]) for learner in trained.learners)


def test_an_illegal_action_would_be_counted(cluster):
    with pytest.MonkeyPatch.context() as patch:
        illegal = count_illegal(patch)
        env = SeatsEnv({"name": "abyss"})
        env.reset(seed=1)
        with pytest.raises(TolsimError):
            env.step({"king": 263})
    assert illegal == [263]


def test_snapshots_stay_what_learners_were(trained):
    """Bit by bit, where they are kept and where they play, while they play on."""
    last = trained.history[-1]
    for number in (1, 2, 3):
        for learner in trained.learners:
            name = snapshot_name(trained, number, learner)
            for later in trained.history[number:]:
                assert same(later[name], trained.history[number][learner])
            assert same(last[name], last[learner]) == (number == 3)
    played = trained.results[-1]["env_runners"]["num_module_steps_sampled_lifetime"]
    assert any(played.get(snapshot_name(trained, 1, each), 0) > 0 for each in trained.learners)


def test_games_against_the_past_are_told(trained):
    told = trained.results[-1]["env_runners"]["against_past"]
    assert set(told) <= {"1", "2"}
    assert all(each["games"] >= 1 and 0 <= each["won"] <= 1 for each in told.values())


def expect_points(episode, told):
    """What the callback logs of a game: the learner's points, if snapshots played too."""
    noted = []
    logger = SimpleNamespace(log_value=lambda key, value, **_: noted.append((key, value)))
    SnapshotCallback().on_episode_end(episode=episode, metrics_logger=logger)
    modules = {agent: part.module_id for agent, part in episode.agent_episodes.items()}
    learning = [agent for agent in modules if not modules[agent].startswith("snapshot")]
    if len(learning) == 2:
        assert noted == []
        return 0
    ((won, points), (games, one)) = noted
    assert won == ("against_past", "3", "won")
    assert games == ("against_past", "3", "games")
    assert one == 1
    assert points == {1: 1, 0: 0.5, -1: 0}[told[learning[0]]["reward"]]
    return 1


def test_episodes_are_the_games_as_they_were_played(trained):
    """Cut into chunks as they are, nothing is lost: not a decision, an observation or a reward."""
    runner, game = trained.algorithm.env_runner, tolsim.make("abyss")
    parts = defaultdict(list)
    ended = past = 0
    with pytest.MonkeyPatch.context() as patch:
        illegal = count_illegal(patch)
        for number in range(30):
            for episode in runner.sample(num_timesteps=61, force_reset=number == 0):
                parts[episode.id_].append(episode)
    for chunks in parts.values():
        if not chunks[-1].is_done:
            continue
        ended += 1
        past += expect_points(chunks[-1], compare_with_the_game(game, chunks))
    assert ended >= 10
    assert past >= 1
    assert illegal == []


def compare_with_the_game(game, chunks):
    """Play the actions of an episode's chunks and compare all that they hold."""
    told = {agent: {"seen": [], "actions": [], "reward": 0.0} for agent in game.seats}
    for chunk in chunks:
        for agent, part in chunk.agent_episodes.items():
            seen = part.get_observations()["observations"]
            told[agent]["seen"] += list(seen[: len(part)])
            told[agent]["actions"] += part.get_actions().tolist()
            told[agent]["reward"] += part.get_return()
    info = chunks[-1].agent_episodes["king"].get_infos(-1)
    states = game.reset(info["seed"], [info["deal"]])
    while not states[0].over:
        mover = told[game.seats[states[0].to_move]]
        assert np.array_equal(mover["seen"].pop(0), game.observe(states)[0])
        game.step(states, [mover["actions"].pop(0)])
    for seat, agent in enumerate(game.seats):
        assert told[agent] == {"seen": [], "actions": [], "reward": states[0].returns[seat]}
    return told


def moments_of(algorithm):
    """All that the optimisers hold, by place."""
    state = algorithm.learner_group.get_state()["learner"]["optimizer"]
    return dict(tree.flatten_with_path(state))


def test_a_checkpoint_holds_all_that_training_goes_on_from(trained, tmp_path):
    algorithm = trained.algorithm
    algorithm.save_to_path(tmp_path)
    restored = Algorithm.from_checkpoint(tmp_path)
    try:
        before, after = weights_of(algorithm), weights_of(restored)
        assert before.keys() == after.keys()
        assert all(same(before[module], after[module]) for module in before)
        assert restored.config.policy_mapping_fn == algorithm.config.policy_mapping_fn
        assert restored.iteration == algorithm.iteration
        moments = [moments_of(each) for each in (algorithm, restored)]
        assert moments[0].keys() == moments[1].keys()
        assert len(moments[0]) > 16
        assert all(np.array_equal(moments[0][path], moments[1][path]) for path in moments[0])
        agents = agent_of(algorithm), agent_of(restored)
        tables = [play_match("abyss", [a, "greedy"], games=4, seed=1, workers=1) for a in agents]
        assert tables[0].table["actions"] == tables[1].table["actions"]
        restored.train()
        later = weights_of(restored)
        for module in before:
            assert same(later[module], before[module]) == (module not in trained.learners)
        name = snapshot_name(trained, 4, trained.learners[0])
        assert same(later[name], later[trained.learners[0]])
    finally:
        restored.stop()


def test_modules_in_matches_take_what_they_like_best(trained, abyss):
    """Each seat is played by its own module."""
    algorithm, states = trained.algorithm, abyss.reset(2, 30)
    for number in (None, 2):
        agent = agent_of(algorithm, number)
        for row in range(len(states)):
            seat = abyss.seats[states[row].to_move]
            learner = "learner" if trained.shared else seat
            name = learner if number is None else snapshot_name(trained, number, learner)
            module, view = algorithm.get_module(name), view_of(abyss, states[row : row + 1])
            with torch.no_grad():
                seen = torch.from_numpy(view.observation)
                hidden = torch.relu(module.second(torch.relu(module.first(seen))))
                logits = module.policy(hidden).numpy()
            assert agent.act(view) == view.legal[logits[view.legal].argmax()]
    with pytest.raises(TolsimError, match=r"there are [34] snapshots, numbered from 1: not 9"):
        agent_of(algorithm, 9)


def view_of(game, states):
    return tolsim.agents.View(game, states, np.zeros(2, np.uint64))


def test_a_match_measures_the_learners(trained, monkeypatch):
    """The same games, whether a policy file plays or the module itself."""
    algorithm = trained.algorithm
    result = evaluate(algorithm, "uniform", games=20, seed=5, workers=1)
    first, second = result.summary()["agents"]
    assert second["agent"] == "uniform"
    assert first["low"] <= first["win_rate"] <= first["high"]
    assert result.tally.games == 20
    assert first["agent"].startswith("policy:path=" if trained.shared else "python:class=")
    direct = play_match("abyss", [agent_of(algorithm), "uniform"], games=20, seed=5, workers=1)
    assert result.table["actions"] == direct.table["actions"]
    past = evaluate(algorithm, agent_of(algorithm, 1), games=2, seed=5, workers=1)
    assert past.tally.games == 2


def test_an_exported_policy_computes_what_the_module_does(trained, abyss, tmp_path):
    module = trained.algorithm.get_module(trained.learners[0])
    export_policy(module, abyss, tmp_path, {"iterations": 3})
    records, networks = in_loops(abyss, [parse(f"policy:path={tmp_path}")])
    states = abyss.reset(4, 20)
    seen = {
        "observations": torch.from_numpy(abyss.observe(states)),
        "action_mask": torch.ones(20, abyss.num_actions),
    }
    with torch.no_grad():
        logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].numpy()
        values = module.compute_values({Columns.OBS: seen}).numpy()
    for row in range(20):
        run_forward(networks, records[0], seen["observations"][row].numpy())
        assert np.abs(networks.logits - logits[row]).max() < 1e-5
        assert np.abs(networks.values - values[row] * np.array([1, -1])).max() < 1e-5


def test_what_does_not_fit_a_policy_file_is_refused(abyss, tmp_path, monkeypatch):
    with pytest.raises(TolsimError, match="holds a MaskedModule, not a Linear"):
        export_policy(torch.nn.Linear(1, 1), abyss, tmp_path)
    single = SimpleNamespace(num_players=1)
    assert rllib_evaluation._value_signs(single).tolist() == [1]
    three = SimpleNamespace(num_players=3, name="x", definition=SimpleNamespace(kind="zero-sum"))
    with pytest.raises(TolsimError, match="do not tell those of the others"):
        rllib_evaluation._value_signs(three)
    assert not rllib_evaluation._fits_policy_file(ModuleAgent({"a": 1}), three)


@pytest.mark.slow
def test_snapshots_reach_processes_that_play(cluster):
    config = ppo_config("abyss", hidden=16, past=1.0).env_runners(num_env_runners=1)
    algorithm = config.training(**SMALL).build_algo()
    try:
        for number in (1, 2):
            algorithm.train()
            assert add_snapshot(algorithm) == [f"snapshot_{number}"]
            weights = weights_of(algorithm)
            assert same(weights[f"snapshot_{number}"], weights["learner"])
        result = algorithm.train()
        assert result["env_runners"]["num_module_steps_sampled"].get("snapshot_1", 0) > 0
        assert same(weights_of(algorithm)["snapshot_1"], weights["snapshot_1"])
    finally:
        algorithm.stop()


@pytest.mark.slow
def test_learning_beats_random_play(cluster):
    algorithm = ppo_config("abyss", snapshot_every=5).debugging(seed=1).build_algo()
    try:
        for _ in range(25):
            algorithm.train()
        result = evaluate(algorithm, "uniform", games=1000, seed=1, workers=1)
        told = result.summary()["agents"][0]
        print(f"abyss, 100,000 decisions: {told['win_rate']:.1%} against uniform")
        assert told["low"] > 0.6
    finally:
        algorithm.stop()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four_horsemen", "jumieges"])
def test_long_games_are_learned_from(cluster, name):
    with pytest.MonkeyPatch.context() as patch:
        illegal = count_illegal(patch)
        algorithm = ppo_config(name).build_algo()
        try:
            results = [algorithm.train() for _ in range(5)]
        finally:
            algorithm.stop()
    assert illegal == []
    assert sum(each["env_runners"].get("num_episodes", 0) for each in results) > 0
    assert all(np.isfinite(each["learners"]["learner"]["total_loss"]) for each in results)
