"""Learning: the network in torch and in compiled loops, what is learned, and runs that go on."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

from tests.conformance.games import agent_records
from tests.test_policy import run_forward
from tolsim.agents import parse
from tolsim.agents.in_loops import in_loops
from tolsim.agents.policy import load_policy, save_policy
from tolsim.core.errors import TolsimError
from tolsim.experiments.cli import main
from tolsim.experiments.match import play_match
from tolsim.experiments.training import Training, settings_of, train

torch = pytest.importorskip("torch")
from tolsim.agents.ppo import Network, Settings, Trainer  # needs torch

SMALL = {"hidden": 16, "rows": 32, "decisions": 16, "minibatches": 4, "snapshot_every": 3}


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("scale", [1.0, 5.0])
def test_torch_and_compiled_loops_compute_the_same(abyss, tmp_path, scale):
    """To 1e-5 in logits of the size that training reaches, and in values."""
    torch.manual_seed(3)
    network = Network(abyss.observation_size, 64, abyss.num_actions, 2)
    with torch.no_grad():
        network.policy.weight.mul_(300 * scale)
    save_policy(tmp_path, abyss, network.arrays(), {})
    records, networks = in_loops(abyss, [parse(f"policy:path={tmp_path}")])
    observed = abyss.observe(abyss.reset(1, 50))
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observed))
    assert logits.abs().max() > 1
    for row in range(len(observed)):
        run_forward(networks, records[0], observed[row])
        assert np.abs(networks.logits - logits[row].numpy()).max() < 1e-5
        assert np.abs(networks.values - values[row].numpy()).max() < 1e-5


def test_returns_and_advantages_are_those_of_the_definition(kuhn):
    """GAE summed up directly over each game of the record, for every seat."""
    trainer = Trainer(kuhn, Settings(**SMALL, trace=0.7, past=0.0, greedy=0.0), seed=5, threads=1)
    trainer.collect()
    record = trainer._record
    targets, advantages = trainer._returns()
    raw = np.zeros_like(record.rewards)
    for row in range(record.rewards.shape[0]):
        for t in range(record.rewards.shape[1]):
            weight = 1.0
            for k in range(t, record.rewards.shape[1]):
                over = record.ended[row, k]
                ahead = 0.0 if over else record.values[row, k + 1]
                raw[row, t] += weight * (record.rewards[row, k] + ahead - record.values[row, k])
                if over:
                    break
                weight *= 0.7
    for row, t in np.ndindex(advantages.shape):
        seat = record.players[row, t]
        expected = raw[row, t] + record.values[row, t]
        assert targets[row, t] == pytest.approx(expected[[seat, 1 - seat]], abs=1e-5)
    mine = np.take_along_axis(raw, record.players[..., None].astype(int), 2)[..., 0]
    assert advantages == pytest.approx((mine - mine.mean()) / (mine.std() + 1e-8), abs=1e-4)


def test_the_record_is_of_games_as_they_are_played(kuhn):
    """Decision by decision: what was seen, what was legal, who moved, what came of it."""
    trainer = Trainer(kuhn, Settings(**SMALL, past=0.0, greedy=0.0), seed=6, threads=2)
    trainer.collect()
    record = trainer._record
    for row in range(8):
        deal, states = row, kuhn.reset(6, [row])
        for t in range(record.choices.shape[1]):
            assert np.array_equal(record.observations[row, t], kuhn.observe(states)[0])
            legal = kuhn.legal_actions(states)[0]
            assert record.legal[row, t, : record.counts[row, t]].tolist() == legal.tolist()
            assert record.players[row, t] == states["to_move"][0]
            with torch.no_grad():
                logits, values = trainer.network(torch.from_numpy(record.observations[row, t]))
            shares = torch.log_softmax(logits[legal], 0)
            choice = record.choices[row, t]
            assert record.log_shares[row, t] == pytest.approx(float(shares[choice]), abs=1e-5)
            seat = record.players[row, t]
            expected = values.numpy()[[seat, 1 - seat]]
            assert record.values[row, t] == pytest.approx(expected, abs=1e-5)
            kuhn.step(states, [legal[choice]])
            assert bool(record.ended[row, t]) == bool(states["over"][0])
            if states["over"][0]:
                assert record.rewards[row, t].tolist() == states["returns"][0].tolist()
                deal += trainer.settings.rows
                states = kuhn.reset(6, [deal])
            else:
                assert not record.rewards[row, t].any()


def test_opponents_sit_where_the_settings_say(kuhn):
    settings = Settings(**SMALL, past=0.2, greedy=0.1, uniform=0.1)
    trainer = Trainer(kuhn, settings, seed=7, threads=1)
    seatings = trainer._rows.seatings
    assert len(seatings) == 60
    others = seatings.max(axis=1)
    assert (others == 0).sum() == 36
    assert ((others > 0) & (others <= settings.snapshots)).sum() == 12
    assert (others == settings.snapshots + 1).sum() == 6
    assert (others == settings.snapshots + 2).sum() == 6
    assert (seatings.min(axis=1) == 0).all()
    assert (seatings[others > 0][:, 0] == 0).sum() == 12  # half of them in each seat
    trainer.collect()
    learner = np.take_along_axis(
        trainer._record.seatings, trainer._record.players[..., None].astype(int), 2
    )
    assert not learner.any()


def test_snapshots_stay_as_they_were_taken(kuhn):
    trainer = Trainer(kuhn, Settings(**SMALL, snapshots=2), seed=8, threads=1)
    size, taken = kuhn.network_size(SMALL["hidden"]), []
    for update in range(1, 10):
        trainer.update()
        if update % 3 == 0:
            taken.append(trainer.network.flat())
    assert np.array_equal(trainer._weights[size : 2 * size], taken[2])
    assert np.array_equal(trainer._weights[2 * size : 3 * size], taken[1])
    assert not np.array_equal(taken[1], taken[2])


def test_the_result_does_not_depend_on_the_threads_that_play(kuhn):
    one, two = (Trainer(kuhn, Settings(**SMALL), seed=9, threads=threads) for threads in (1, 2))
    for _ in range(3):
        assert one.update() == two.update()
    assert np.array_equal(one.network.flat(), two.network.flat())


def test_self_play_learns_to_bet_kings_and_fold_jacks(kuhn, tmp_path):
    learn = {**SMALL, "rows": 128, "learning_rate": 0.01}
    train(Training(kuhn, 1, learn, against=("uniform",), threads=1), tmp_path, updates=60)
    agent = f"policy:path={tmp_path}"
    result = play_match("kuhn", [agent, "uniform"], games=2000, seed=1, workers=1)
    table = result.table
    won = np.where(
        table["agent_index_first"].to_numpy() == 0, table["return_first"], table["return_second"]
    )
    assert won.mean() > 0.05
    called = {"kept": 0, "folded": 0}
    for seat in range(2):
        name = kuhn.seats[seat]
        for cards, index, folded in zip(
            table["cards"].to_pylist(),
            table[f"agent_index_{name}"].to_pylist(),
            table["folded"].to_pylist(),
            strict=True,
        ):
            if index == 0 and cards[seat] == 2:
                called["folded" if folded == name else "kept"] += 1
    assert called["folded"] == 0
    assert called["kept"] > 100


def test_a_single_player_learns_when_to_leave(tmp_path, monkeypatch):
    from pathlib import Path

    import tolsim
    from tolsim.core import registry

    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.setitem(registry.GAMES, "mine", "one_player")
    mine = tolsim.make("mine")
    learn = {**SMALL, "rows": 128, "learning_rate": 0.01}
    now = train(Training(mine, 2, learn, evaluate_every=50, threads=1), tmp_path, updates=50)
    assert set(now.rates) == {"major victory", "minor victory", "defeat"}
    blind = play_match("mine", ["uniform"], games=400, seed=1, workers=1).summary()["classes"]
    lost = {each["class"]: each["share"] for each in blind}["defeat"]
    assert now.rates["defeat"][2] < lost


def test_a_teacher_s_visits_are_learned(kuhn):
    """Expert iteration on Kuhn: jacks and kings facing a bet are told apart by search alone."""
    settings = Settings(**{**SMALL, "rows": 64}, learning_rate=0.01, past=0.0, greedy=0.0)
    trainer = Trainer(kuhn, settings, seed=4, teacher="mcts:iterations=24", threads=1)
    for _ in range(25):
        told = trainer.update()
    shares = trainer._record.shares
    counts = trainer._record.counts
    assert shares.sum(axis=2) == pytest.approx(np.ones(counts.shape), abs=1e-5)
    assert told["policy_loss"] < np.log(2) * 0.9
    states = kuhn.reset(0, 1)
    states["cards"][0] = [0, 2]
    kuhn.step(states, [1])
    logits = {}
    for card in (0, 2):
        states["cards"][0, 1] = card
        states["cards"][0, 0] = 1
        with torch.no_grad():
            found, _ = trainer.network(torch.from_numpy(kuhn.observe(states)))
        logits[card] = float(found[0, 1] - found[0, 0])
    assert logits[2] > 1 > -1 > logits[0]


def read(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(kuhn, tmp_path):
    """Curves, evaluations and weights, after a stop between two evaluations."""
    training = Training(kuhn, 3, SMALL, evaluate_every=4, threads=1)
    train(training, tmp_path / "whole", updates=10)
    train(training, tmp_path / "parts", updates=6)
    train(training, tmp_path / "parts", updates=10)
    for name in ("curve.csv", "evaluations.csv"):
        whole, parts = read(tmp_path / "whole" / name), read(tmp_path / "parts" / name)
        assert whole == parts
    assert len(read(tmp_path / "whole" / "curve.csv")) == 10
    weights = [load_policy(tmp_path / each, kuhn).weights for each in ("whole", "parts")]
    assert np.array_equal(*weights)


def test_what_was_done_after_the_last_checkpoint_is_done_again(kuhn, tmp_path, monkeypatch):
    """As after a kill: the curve has lines that the checkpoint has not."""
    training = Training(kuhn, 3, SMALL, evaluate_every=4, threads=1)
    train(training, tmp_path / "whole", updates=9)
    train(training, tmp_path / "killed", updates=5)
    checkpoint = (tmp_path / "killed" / "checkpoint.pt").read_bytes()
    train(training, tmp_path / "killed", updates=8)
    (tmp_path / "killed" / "checkpoint.pt").write_bytes(checkpoint)
    train(training, tmp_path / "killed", updates=9)
    assert read(tmp_path / "killed" / "curve.csv") == read(tmp_path / "whole" / "curve.csv")


def test_mistakes_are_told(kuhn, tmp_path):
    with pytest.raises(TolsimError, match="did you mean 'hidden'"):
        settings_of(kuhn, {"hiden": 3})
    with pytest.raises(TolsimError, match="hidden of the learner is a whole number, not 'many'"):
        settings_of(kuhn, {"hidden": "many"})
    with pytest.raises(TolsimError, match="clip of the learner is 0 to 10, not 11"):
        settings_of(kuhn, {"clip": 11})
    with pytest.raises(TolsimError, match="add up to more than 1"):
        Trainer(kuhn, replace(Settings(**SMALL), past=0.9, greedy=0.5))
    with pytest.raises(TolsimError, match="a teacher is an mcts agent with iterations"):
        Trainer(kuhn, Settings(**SMALL), teacher="greedy")
    with pytest.raises(TolsimError, match="the learner's own network"):
        Trainer(kuhn, Settings(**SMALL), teacher="mcts:policy=shipped")
    with pytest.raises(TolsimError, match="needs minutes or updates"):
        train(Training(kuhn), tmp_path)
    training = Training(kuhn, 3, SMALL, threads=1)
    train(training, tmp_path, updates=1)
    with pytest.raises(TolsimError, match="holds another run: its seed is 3, not 4"):
        train(replace(training, seed=4), tmp_path, updates=2)
    (tmp_path / "checkpoint.pt").write_bytes(b"no checkpoint")
    with pytest.raises(TolsimError, match="checkpoint cannot be read"):
        train(training, tmp_path, updates=2)
    torch.save({"weights": 1}, tmp_path / "checkpoint.pt")  # of something else
    with pytest.raises(TolsimError, match="checkpoint cannot be read"):
        train(training, tmp_path, updates=2)
    assert json.loads((tmp_path / "run.json").read_text())["seed"] == 3
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(TolsimError, match=r"run.json cannot be read"):
        train(training, tmp_path, updates=2)
    assert agent_records(kuhn, "uniform")["hidden"][0] == 0


TRAIN = ["train", "kuhn", "--threads", "1", "--evaluate-every", "2", "--seed", "5"]
LEARN = [f"--learn={name}={value}" for name, value in SMALL.items()]


def test_the_command_trains_goes_on_and_says_how_to_play_the_policy(kuhn, tmp_path, capsys):
    out = tmp_path / "run"
    assert main([*TRAIN, *LEARN, "--out", str(out), "--updates", "2"]) == 0
    assert main([*TRAIN, *LEARN, "--out", str(out), "--updates", "3"]) == 0
    told = capsys.readouterr().out
    assert "update 3, 1,536 decisions" in told
    assert f"tolsim match kuhn -a policy:path={out} -a greedy" in told
    assert len(read(out / "curve.csv")) == 3
    assert main(["match", "kuhn", "-a", f"policy:path={out}", "-a", "greedy", "--games", "2",
                 "--workers", "1"]) == 0  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "needs minutes or updates"),
        (["--minutes", "0"], "minutes is more than 0"),
        (["--updates", "1", "--learn", "hiden=3"], "did you mean 'hidden'"),
        (["--updates", "1", "--learn", "hidden"], "--learn takes NAME=VALUE, not 'hidden'"),
        (["--updates", "1", "--teacher", "mcst"], "did you mean 'mcts'"),
        (["--updates", "1", "--against", "gredy"], "did you mean 'greedy'"),
    ],
)
def test_mistakes_on_the_command_line_are_one_line(kuhn, tmp_path, capsys, words, said):
    assert main(["train", "kuhn", "--out", str(tmp_path / "run"), *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert said in printed.err
