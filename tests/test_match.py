"""Matches: what is played, what is recorded, and that nothing but the parameters changes it."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from tolsim.agents import parse
from tolsim.core import registry
from tolsim.core.errors import TolsimError
from tolsim.experiments import pool
from tolsim.experiments.blocks import BlockPlayer
from tolsim.experiments.match import load, play_match
from tolsim.experiments.run import Run
from tolsim.experiments.schema import TIMING, column_docs


def facts(table):
    """A table without its timing columns."""
    return table.drop_columns(list(TIMING))


def test_every_deal_is_played_with_every_seating(kuhn):
    table = play_match("kuhn", ["mcts:iterations=10", "uniform"], games=40, seed=3).table
    rows = table.to_pylist()
    for even, odd in zip(rows[::2], rows[1::2], strict=True):
        assert even["deal"] == odd["deal"] == even["game"] // 2
        assert even["cards"] == odd["cards"]
        assert even["agent_first"] == odd["agent_second"] == "mcts:iterations=10"
        assert (even["agent_index_first"], odd["agent_index_first"]) == (0, 1)
    assert len({tuple(row["cards"]) for row in rows}) > 3


def test_rows_tell_what_happened(kuhn):
    table = play_match("kuhn", ["uniform", "uniform"], games=200, seed=3).table
    assert table.column_names == list(column_docs(kuhn))
    for row in table.to_pylist():
        assert row["ruleset"] == kuhn.ruleset_id
        state = kuhn.replay(row["seed"], row["deal"], row["actions"])[0]
        assert state.over
        assert row["decisions"] == len(row["actions"]) == state.moves
        assert row["reason"] == kuhn.outcome(state)
        for seat, name in enumerate(kuhn.seats):
            assert row[f"return_{name}"] == row[f"score_{name}"] == state.returns[seat]
            assert row[f"outcome_{name}"] == kuhn.outcome_class(state, seat)
        assert row["bets"] == state.bets.sum()
        assert row["cards"] == state.cards.tolist()
        assert (row["folded"] is None) == (row["reason"] == "showdown")


def test_the_summary_counts_the_rows(kuhn):
    result = play_match("kuhn", ["greedy", "uniform"], games=300, seed=4)
    summary, frame = result.summary(), result.frame()
    assert list(summary) == [
        "game", "variant", "overrides", "ruleset", "seed", "games", "seconds", "seats", "agents",
        "classes", "outcomes", "telemetry", "verdict", "no_verdict", "more_games", "sentence",
    ]  # fmt: skip
    assert summary["games"] == len(frame) == 300
    assert summary["outcomes"] == frame["reason"].value_counts().to_dict()
    for seat in summary["seats"]:
        outcomes = frame[f"outcome_{seat['seat']}"].value_counts()
        assert seat["wins"] == outcomes["win"]
        assert seat["losses"] == outcomes["loss"]
        assert seat["draws"] == 0
        assert seat["win_rate"] == pytest.approx(outcomes["win"] / 300)
        assert seat["agent"] == "greedy / uniform"
    greedy = (frame["outcome_first"] == "win") == (frame["agent_index_first"] == 0)
    assert [agent["agent"] for agent in summary["agents"]] == ["greedy", "uniform"]
    assert summary["agents"][0]["win_rate"] == pytest.approx(greedy.mean())
    assert summary["agents"][1]["win_rate"] == pytest.approx(1 - greedy.mean())
    assert summary["verdict"] in {"balanced", "imbalanced", "undecided"}


def test_agents_are_counted_in_each_seat(kuhn):
    """By the games' own table."""
    result = play_match("kuhn", ["greedy", "uniform"], games=200, seed=3, workers=1)
    table = result.table
    for index, agent in enumerate(result.summary()["agents"]):
        for told in agent["by_seat"]:
            mine = table[f"agent_index_{told['seat']}"].to_numpy() == index
            won = np.sign(table[f"return_{told['seat']}"].to_numpy()[mine]) / 2 + 0.5
            assert told["games"] == mine.sum() == 100
            assert told["win_rate"] == pytest.approx(won.mean())
            assert told["low"] < told["win_rate"] < told["high"]


def test_two_agents_of_one_text_are_told_apart(kuhn):
    agents = play_match("kuhn", ["uniform", "uniform"], games=300, seed=4).summary()["agents"]
    assert agents[0]["win_rate"] != agents[1]["win_rate"]
    assert agents[0]["win_rate"] + agents[1]["win_rate"] == pytest.approx(1)


@pytest.mark.parametrize("seating", ["alternate", "random"])
def test_games_do_not_depend_on_their_block(kuhn, seating):
    run = Run("kuhn", (parse("mcts:iterations=5"), parse("uniform")), 60, 9, "default",
              {"table.seating": seating})  # fmt: skip
    player = BlockPlayer(run)
    whole = facts(player.play(0, 60)).to_pylist()
    assert facts(player.play(20, 6)).to_pylist() == whole[20:26]
    for game in (0, 7, 59):
        assert facts(BlockPlayer(run).play(game, 1)).to_pylist() == whole[game : game + 1]


def test_drawn_seatings(kuhn):
    def play(games, seed):
        return play_match(
            "kuhn", ["greedy", "uniform"], games=games, seed=seed,
            overrides={"table.seating": "random"},
        ).table  # fmt: skip

    table = play(101, 5)
    assert table["deal"].to_pylist() == list(range(101))
    seat_of_greedy = table["agent_index_first"].to_numpy()
    assert 30 < seat_of_greedy.sum() < 71
    assert not np.array_equal(seat_of_greedy, play(101, 6)["agent_index_first"].to_numpy())
    assert facts(play(50, 5)).equals(facts(table.slice(0, 50)))


def test_other_seeds_are_other_games(kuhn):
    one, two = (
        play_match("kuhn", ["uniform", "uniform"], games=20, seed=seed).table for seed in (1, 2)
    )
    assert not one["actions"].equals(two["actions"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "kuhm"}, "did you mean 'kuhn'"),
        ({"agents": ["uniform"]}, r"needs 2 agents \(first, second\), not 1"),
        ({"agents": ["unifrom", "uniform"]}, "did you mean 'uniform'"),
        ({"games": 3}, "multiple of 2"),
        ({"games": 0}, "at least 1"),
        ({"games": 2.0}, "at least 1"),
        ({"seed": -1}, "0 to 2"),
        ({"seed": 2**64}, "0 to 2"),
        ({"workers": 0}, "workers is at least 1"),
        ({"delta": 0.7}, "delta is"),
        ({"variant": "tall"}, "unknown variant"),
        ({"overrides": {"betting.allowd": True}}, "did you mean 'betting.allowed'"),
        ({"overrides": {"betting.allowed": 3}}, "true or false"),
    ],
)
def test_mistakes_are_named_before_anything_is_written(kuhn, tmp_path, changes, message):
    out = tmp_path / "run"
    asked = {"name": "kuhn", "agents": ["uniform", "uniform"], "games": 2, "seed": 1, "out": out}
    with pytest.raises(TolsimError, match=message):
        play_match(**{**asked, **changes})
    assert not out.exists()


def test_the_largest_seed(kuhn):
    result = play_match("kuhn", ["uniform", "uniform"], games=2, seed=2**64 - 1)
    assert result.table["seed"].to_pylist() == [2**64 - 1] * 2


def test_a_game_that_does_not_end_is_a_defect(kuhn, monkeypatch):
    definition = registry.definition("kuhn")
    game = dataclasses.replace(definition, longest=2)
    monkeypatch.setattr(registry, "definition", lambda name: game)
    with pytest.raises(TolsimError, match=r"seed 1 game \d+ did not end within 2 decisions"):
        play_match("kuhn", ["uniform", "uniform"], games=50, seed=1)


def test_progress_ends_with_all_games(kuhn, monkeypatch):
    monkeypatch.setattr("tolsim.experiments.match.SECONDS_BETWEEN_REPORTS", 0)
    told = []
    result = play_match("kuhn", ["uniform", "uniform"], games=90, seed=1, on_progress=told.append)
    assert [each.games for each in told] == sorted(each.games for each in told)
    assert len(told) > 2
    last = told[-1]
    assert (last.games, last.total, last.seconds_left) == (90, 90, 0)
    assert [seat.win_rate for seat in last.seats] == [
        seat["win_rate"] for seat in result.summary()["seats"]
    ]


def test_one_team_has_no_verdict(kuhn, monkeypatch):
    team = dataclasses.replace(registry.definition("kuhn"), teams=(0, 0))
    monkeypatch.setattr(registry, "definition", lambda name: team)
    summary = play_match("kuhn", ["uniform", "uniform"], games=2, seed=1).summary()
    assert summary["verdict"] is summary["more_games"] is summary["sentence"] is None


def test_work_is_handed_out_in_whole_deals():
    work = pool.Work([(0, 10), (14, 16)], 2)
    assert work.left == 12
    assert [work.take(games) for games in (5, 0.1, 100, 7, 1)] == [
        (0, 4), (4, 2), (6, 4), (14, 2), None,
    ]  # fmt: skip


def test_workers_change_nothing(abyss, tmp_path, monkeypatch):
    """Blocks of other sizes, played by two processes into a folder: the same table."""
    agents = ["mcts:iterations=4", "uniform"]
    alone = play_match("abyss", agents, games=120, seed=6, workers=1)
    monkeypatch.setattr(pool, "WORTH_A_POOL", 0)
    monkeypatch.setattr(pool, "TRUSTED_SECONDS", 0)
    monkeypatch.setattr(pool, "BLOCK_SECONDS", 0.05)
    in_processes = []
    monkeypatch.setattr(pool, "_play_on_pool", _noting(pool._play_on_pool, in_processes))
    pooled = play_match("abyss", agents, games=120, seed=6, workers=2, out=tmp_path / "run")
    assert in_processes == [118]
    assert facts(pooled.table).equals(facts(alone.table))
    assert facts(load(tmp_path / "run").table).equals(facts(alone.table))
    assert pooled.summary()["agents"] == alone.summary()["agents"]
    both = play_match("abyss", agents, games=120, seed=6, workers=2)
    assert facts(both.table).equals(facts(alone.table))


def _noting(play_on_pool, notes):
    def noted(player, work, *rest):
        notes.append(work.left)
        return play_on_pool(player, work, *rest)

    return noted


def test_rules_edited_during_a_match_stop_it(abyss, monkeypatch):
    monkeypatch.setattr(pool, "WORTH_A_POOL", 0)
    monkeypatch.setattr(pool, "TRUSTED_SECONDS", 0)
    monkeypatch.setattr("tolsim.core.game.ruleset_id", lambda *args: "0123456789ab")
    with pytest.raises(TolsimError, match="edited while"):
        play_match("abyss", ["uniform", "uniform"], games=20, seed=1, workers=2)


def test_a_failing_agent_in_a_worker_is_named(abyss, monkeypatch):
    monkeypatch.setattr(pool, "WORTH_A_POOL", 0)
    monkeypatch.setattr(pool, "TRUSTED_SECONDS", 0)
    with pytest.raises(TolsimError, match=r"NoPlayer' .* game \d+ of seed 1, .* failed: Attr"):
        play_match("abyss", [NoPlayer(), "uniform"], games=40, seed=1, workers=2)


class NoPlayer:
    """Acts here, but is a plain fraction once it was sent to another process."""

    def act(self, view):
        return int(view.legal[0])

    def __reduce__(self):
        return Fraction, (1, 2)
