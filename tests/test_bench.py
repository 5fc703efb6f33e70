"""The bench measures what it says, and compares with OpenSpiel where that is installed."""

import json

import numpy as np
import pytest

from tolsim.experiments import bench, bench_peers
from tolsim.experiments.cli import main

KEYS = {
    "game", "what", "value", "low", "high", "unit", "cores", "games_per_second", "peer",
    "peer_value", "ratio",
}  # fmt: skip


@pytest.fixture(scope="module")
def rates():
    return bench.bench("abyss", effort=bench.Effort(rounds=2, seconds=0.02, processes=0))


def test_every_rate_is_there_once_per_peer(rates):
    peers = len(bench_peers.PEERS) if bench_peers.available() else 1
    found = [row["what"] for row in rates]
    assert found == ["uniform"] * peers + ["search"] * peers + ["batch", "state"]


def test_figures_agree_with_each_other(rates):
    for row in rates:
        assert set(row) == KEYS
        assert 0 < row["low"] <= row["value"] <= row["high"]
        assert row["cores"] == 1
        assert (row["games_per_second"] is not None) == (row["what"] == "uniform")
        if row["peer"]:
            assert row["ratio"] == pytest.approx(row["value"] / row["peer_value"])


def test_peers_are_compared_where_they_are_installed(rates):
    named = {row["peer"] for row in rates if row["what"] == "search"}
    if bench_peers.available():
        assert {name.split(",")[0] for name in named} == {"OpenSpiel hearts", "OpenSpiel gin_rummy"}
    else:
        assert named == {None}


def test_chosen_actions_are_legal_and_equally_likely():
    rows = 30_000
    masks = np.zeros((rows, 5), np.uint8)
    masks[: rows // 2, [1, 4]] = 1
    masks[rows // 2 :, [0, 2, 3]] = 1
    chosen = np.full(rows, -1, np.int32)
    bench.choose_from_masks(masks, np.array([7, 1], np.uint64), chosen)
    counts = np.bincount(chosen, minlength=5) / (rows // 2)
    np.testing.assert_allclose(counts, [1 / 3, 1 / 2, 1 / 3, 1 / 3, 1 / 2], atol=0.02)


def test_a_row_without_legal_actions_is_left_alone():
    chosen = np.array([3], np.int32)
    bench.choose_from_masks(np.zeros((1, 5), np.uint8), np.array([7, 1], np.uint64), chosen)
    assert chosen[0] == 3


def test_the_command_measures_everything(capsys):
    assert main(["bench", "abyss", "--quick", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["what"] for row in rows} == {
        "uniform", "search", "batch", "state", "compile", "warm_start",
    }  # fmt: skip
    assert {row["unit"] for row in rows} == {"decisions/s", "simulations/s", "bytes", "s"}
    assert all(set(row) == KEYS for row in rows)


def test_parts_of_a_decision_are_measured(capsys):
    from tolsim.core.registry import make
    from tolsim.experiments.cost import decision_costs

    costs = {cost.part: cost for cost in decision_costs(make("abyss"), rounds=2)}
    assert all(0 < cost.low <= cost.value <= cost.high for cost in costs.values())
    assert {"observation", "redeal"} <= set(costs)
    assert sum(part.startswith("dealing") for part in costs) == 2


def test_faces_are_measured_beside_openspiel_s_own_games():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    effort = bench.Effort(rounds=1, seconds=0.02, processes=0)
    rows = bench.bench("abyss", effort=effort, faces=True)
    assert [(row["what"], row["game"]) for row in rows] == [
        ("PettingZoo raw_env", "abyss"),
        ("PettingZoo env", "abyss"),
        ("Gymnasium", "abyss"),
        ("Gymnasium vector", "abyss"),
        ("OpenSpiel", "abyss"),
        *((f"OpenSpiel {name}", name) for name in ("hearts", "connect_four", "leduc_poker")),
    ]
    assert all(0 < row["low"] <= row["value"] <= row["high"] for row in rows)


def test_the_vector_environment_s_decisions_are_all_seats():
    """Those of finished games and of the games in play, opponents' among them."""
    pytest.importorskip("gymnasium")
    from tolsim.envs.gym_vector import LearnerVectorEnv

    envs = LearnerVectorEnv("abyss", 3, opponents="uniform")
    _, infos = envs.reset(seed=1)
    finished, mine = 0, 0
    for _ in range(100):
        _, _, ended, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        finished += int(envs.lengths()[ended].sum())
        mine += 3
    total = finished + envs.decisions()
    assert 1.2 * mine < total < 4 * mine
