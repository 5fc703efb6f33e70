"""What content does: found in recorded games, compared fairly, told with its uncertainty."""

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import content as command
from tolsim.experiments.match import play_match
from tolsim.experiments.questions.association import (
    LEAST_DEALS,
    OTHER_DEALS,
    SAME_DEALS,
    Sample,
    associate,
)
from tolsim.experiments.questions.content import content_of
from tolsim.experiments.questions.content_found import Name, action_names, times_used
from tolsim.experiments.questions.recorded import cells_of, opened, study_of_manifest
from tolsim.experiments.studies.store import Store
from tolsim.experiments.studies.study import run_study
from tolsim.experiments.studies.study_file import study_of

DEALS = 400


def made_up(seed, chance_of_use, chance_of_winning, deals=DEALS, contents=1):
    """Games in which luck decides how likely a seat is to use contents, and to win.

    ``chance_of_use`` and ``chance_of_winning`` take the luck of the first seat, ``[D, S, P]``, the
    agents and, the second, what was used.
    """
    random = np.random.default_rng(seed)
    luck = random.uniform(-1, 1, (deals, 1, 1)) * np.array([1, -1]) * np.ones((1, 2, 1))
    agents = np.broadcast_to(np.array([[0, 1], [1, 0]]), (deals, 2, 2))
    chance = chance_of_use(luck, agents)[..., None]
    used = random.random((deals, 2, 2, contents)) < chance
    first = random.random((deals, 2)) < chance_of_winning(luck, agents, used)[:, :, 0]
    points = np.stack([first, ~first], axis=-1).astype(float)
    return Sample(seed, used, points, agents)


def by_hand(sample, content=0):
    """Effect and standard error by a regression on a dummy for every deal and seat."""
    deals, _, seats = sample.points.shape
    where = np.indices(sample.points.shape)
    deal, seat = where[0].ravel(), where[2].ravel()
    agent = sample.agents.ravel()
    fixed = (deal * seats + seat)[:, None] == np.arange(deals * seats)
    dummies = [(seat == s) & (agent == 1) for s in range(seats)]
    x = np.column_stack([sample.used[..., content].ravel(), fixed, *dummies]).astype(float)
    y = sample.points.ravel()
    beta = np.linalg.pinv(x.T @ x) @ x.T @ y
    left = y - x @ beta
    varies = sample.used[..., content] != sample.used[:, :1, :, content]
    # What is left of the use when all else is explained.
    others = x[:, 1:]
    own = x[:, 0] - others @ np.linalg.lstsq(others, x[:, 0], rcond=None)[0]
    scores = np.array([own[deal == d] @ left[deal == d] for d in range(deals)])
    count, total = len(np.unique(deal[varies.ravel()])), own @ own
    meat = (scores**2).sum() + 2 * (total / count) ** 2
    return beta[0], np.sqrt(meat * count / (count - 1)) / total, count


def test_the_effect_is_that_of_a_regression_with_every_deal_and_seat():
    sample = made_up(
        1, lambda luck, agents: 0.5 + 0.3 * luck, lambda luck, agents, used: 0.5 + 0.3 * luck, 60
    )
    found = associate([sample])
    effect, error, deals = by_hand(sample)
    assert found.compared[0] == SAME_DEALS
    assert found.deals[0] == deals
    assert found.effect[0] == pytest.approx(effect)
    from scipy.stats import t

    half = t(deals - 1).ppf(0.975) * error
    assert found.high[0] - found.low[0] == pytest.approx(2 * half)
    assert found.p_value[0] == pytest.approx(2 * t(deals - 1).sf(abs(effect) / error))


def test_who_is_lucky_does_not_make_an_effect():
    """Used by the lucky and worth nothing: the plain difference is large, the effect is none."""
    found = associate(
        [made_up(2, lambda luck, _: 0.5 + 0.45 * luck, lambda luck, *_: 0.5 + 0.45 * luck, 2000)]
    )
    assert found.rate_with[0] - found.rate_without[0] > 0.2
    assert found.low[0] < 0 < found.high[0]
    assert abs(found.effect[0]) < 0.05


def test_who_plays_well_does_not_make_an_effect():
    """Used by the better agent and worth nothing."""
    found = associate(
        [
            made_up(
                3,
                lambda luck, agents: 0.2 + 0.6 * agents,
                lambda luck, agents, used: 0.2 + 0.6 * agents,
                2000,
            )
        ]
    )
    assert found.rate_with[0] - found.rate_without[0] > 0.2
    assert found.low[0] < 0 < found.high[0]


def test_what_makes_one_win_has_its_effect():
    def wins(luck, agents, used):
        return 0.5 + 0.2 * (used[..., 0] - used[:, :, ::-1, 0].astype(float))

    found = associate([made_up(4, lambda luck, _: 0.5 + 0 * luck, wins, 3000)])
    # The other seat's use is independent of the own.
    assert found.low[0] < 0.2 < found.high[0]
    assert found.high[0] - found.low[0] < 0.1


def test_what_is_dealt_is_compared_between_deals():
    def wins(luck, agents, used):
        return 0.5 + 0.2 * used[..., 0] - 0.1

    sample = made_up(5, lambda luck, _: 0.5 + 0 * luck, wins, 4000)
    used = np.repeat(sample.used[:, :1], 2, axis=1)
    used[:, :, 1] = False
    random = np.random.default_rng(6)
    first = random.random((4000, 2)) < 0.4 + 0.2 * used[:, :, 0, 0]
    points = np.stack([first, ~first], axis=-1).astype(float)
    found = associate([Sample(0, used, points, sample.agents)])
    assert found.compared[0] == OTHER_DEALS
    assert found.low[0] < 0.2 < found.high[0]


def test_without_an_effect_one_interval_in_twenty_leaves_it_out():
    samples = [
        made_up(k, lambda luck, _: 0.5 + 0.3 * luck, lambda luck, *_: 0.5 + 0.3 * luck, 150, 100)
        for k in range(10, 16)
    ]
    wrong = np.concatenate([associate([sample]).p_value < 0.05 for sample in samples])
    assert 0.02 < wrong.mean() < 0.08


def test_games_of_cells_that_share_their_deals_are_not_taken_for_independent():
    sample = made_up(7, lambda luck, _: 0.5 + 0 * luck, lambda luck, *_: 0.5 + 0.3 * luck)
    alone, twice = associate([sample]), associate([sample, sample])
    other = Sample(8, sample.used, sample.points, sample.agents)
    independent = associate([sample, other])
    assert twice.high - twice.low == pytest.approx(alone.high - alone.low)
    assert independent.high[0] - independent.low[0] < 0.8 * (alone.high[0] - alone.low[0])


def test_too_few_deals_tell_nothing():
    used = np.zeros((DEALS, 2, 2, 1), bool)
    used[: LEAST_DEALS - 1, 0, 0] = True
    points = np.tile([[1.0, 0.0], [0.0, 1.0]], (DEALS, 1, 1))
    agents = np.zeros((DEALS, 2, 2), int)
    assert np.isnan(associate([Sample(0, used, points, agents)]).effect[0])
    used[LEAST_DEALS - 1, 0, 0] = True
    found = associate([Sample(0, used, points, agents)])
    assert found.effect[0] > 0
    assert found.low[0] < found.effect[0] < found.high[0]


def test_seats_that_never_use_it_are_left_out_of_its_rates():
    used = np.zeros((DEALS, 2, 2, 1), bool)
    used[::2, 0, 0] = True
    points = np.tile([0.25, 0.75], (DEALS, 2, 1))
    found = associate([Sample(0, used, points, np.zeros((DEALS, 2, 2), int))])
    assert found.used[0] == 0.25
    assert found.rate_with[0] == found.rate_without[0] == 0.25


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("match") / "run"
    play_match("abyss", ["greedy", "uniform"], games=600, seed=1, workers=1, out=folder)
    return folder


@pytest.fixture(scope="module")
def found(folder):
    return content_of(folder, games=600)


def test_actions_are_counted_by_who_took_them(folder, abyss):
    table = opened(folder).table.slice(0, 6)
    counted = times_used(abyss, 1, table)
    for place, row in enumerate(table.to_pylist()):
        slowly = np.zeros(counted.shape[1:], int)
        states = abyss.reset(1, [row["deal"]])
        for action in row["actions"]:
            slowly[states[0].to_move, action] += 1
            abyss.step(states, [action])
        assert (counted[place] == slowly).all()


def test_kinds_are_what_texts_begin_with(abyss):
    names = action_names(abyss.definition.actions)
    assert Name("take hero", "take hero 3") in names
    assert Name("take", "take 3") in names
    assert Name("action", "pass") in names
    assert len(names) == abyss.num_actions


def test_every_action_and_what_telemetry_holds_has_a_row(found, abyss):
    frame = found.frame()
    kinds = frame.groupby("kind")["content"].agg(list)
    assert set(abyss.definition.actions) <= set(frame["content"])
    assert set(kinds["hero recruited by"]) == set(abyss.ruleset.tables["heroes"])
    assert "reserve" in kinds["stratagem"]
    assert not frame.duplicated(["kind", "content"]).any()


def test_rates_are_those_of_the_games(folder, found):
    row = found.frame().query("kind == 'stratagem' and content == 'reserve'").iloc[0]
    games = opened(folder).frame()
    # Only the King can hold it.
    used = (games["stratagem_king"] == "reserve").to_numpy()
    won = (games["return_king"] > 0).to_numpy()
    assert row["used"] == pytest.approx(used.mean())
    assert row["win_rate_with"] == pytest.approx(won[used].mean())
    assert row["win_rate_without"] == pytest.approx(won[~used].mean())


def test_stratagems_come_by_the_deal_and_heroes_by_play(found):
    compared = found.frame().dropna(subset=["effect"]).groupby("kind")["compared"].agg(set)
    assert compared["stratagem"] == {OTHER_DEALS}
    assert compared["play"] == {SAME_DEALS}


def test_false_discoveries_are_controlled_for_by_benjamini_and_hochberg(found, folder):
    frame = found.frame().dropna(subset=["effect"])
    few = content_of(folder, games=600, kinds=["stratagem"]).frame()
    again = frame[frame["kind"] == "stratagem"].set_index("content")["q_value"]
    # The same p-values among fewer: the least of them is divided by fewer.
    assert (few.set_index("content")["effect"].notna()).any()
    assert few["q_value"].min() <= again.min()
    assert set(few["kind"]) == {"stratagem"}


def test_the_largest_effect_stands_first(found):
    effect = found.frame()["effect"].abs().dropna()
    assert effect.is_monotonic_decreasing


def test_never_and_always_used_content_is_named(found):
    assert "dig" in found.never()
    frame = found.frame().set_index("content")
    assert frame.loc[found.never(), "used"].isna().all()
    assert f"{len(found.never())} never used" in found.sentence


def test_the_sentence_tells_counts_and_intervals(found):
    differ = found.differing()
    tested = found.frame()["q_value"].notna().sum()
    assert found.sentence.startswith(f"{len(differ)} of {tested} contents")
    assert "600 games" in found.sentence
    for row in differ.head(3).to_dict("records"):
        assert row["content"] in found.sentence


def test_the_figure_draws_the_frame(found):
    shown = found.frame().dropna(subset=["effect"]).head(30).iloc[::-1]
    drawn = found.figure().data[0]
    assert list(drawn.x) == pytest.approx(list(100 * shown["effect"]))
    assert list(np.add(drawn.x, drawn.error_x.array)) == pytest.approx(list(100 * shown["high"]))
    left = np.subtract(drawn.x, drawn.error_x.arrayminus)
    assert list(left) == pytest.approx(list(100 * shown["low"]))


def test_plain_values_are_json(found):
    plain = json.loads(json.dumps(found.plain(), allow_nan=False))
    assert len(plain["contents"]) == len(found.frame())
    assert plain["sentence"] == found.sentence


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study") / "run"
    study = study_of(
        {
            "title": "Two matchups",
            "game": "abyss",
            "games": 80,
            "seed": 3,
            "agents": {"beginners": "uniform", "better": "greedy"},
            "split": ["stratagem_king"],
        }
    )
    run_study(study, folder, workers=1)
    return study, folder


def test_a_study_is_read_without_its_file(study):
    played, folder = study
    read = study_of_manifest(Store(folder).manifest())
    assert read == played
    assert read.keys == played.keys


def test_content_of_a_study_is_of_all_its_cells(study):
    _, folder = study
    found = content_of(folder, games=100)
    assert found.games == 100
    assert [cell.name for cell in cells_of(opened(folder))] == ["beginners", "better"]


def test_results_that_were_never_written_can_be_asked_too():
    result = play_match("abyss", ["uniform", "uniform"], games=20, seed=1)
    assert content_of(result).games == 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kinds": ["take heros"]}, "take hero"),
        ({"games": 0}, "at least 1"),
        ({"false_discoveries": 1.5}, "less than 1"),
        ({"game": "abys"}, "abyss"),
    ],
)
def test_mistakes_are_told_in_a_line(folder, options, message):
    with pytest.raises(TolsimError, match=message):
        content_of(folder, **options)


def test_a_folder_without_games_is_refused(tmp_path):
    with pytest.raises(TolsimError, match="neither a match nor a study"):
        content_of(tmp_path)


def test_the_command_shows_the_table_and_prints_json(folder, found):
    app = typer.Typer()
    command.register(app)
    shown = CliRunner().invoke(app, [str(folder), "--games", "600"])
    assert shown.exit_code == 0
    assert found.sentence in shown.stdout
    assert "never used: " in shown.stdout
    printed = CliRunner().invoke(app, [str(folder), "--games", "600", "--json"])
    assert json.loads(printed.stdout) == json.loads(json.dumps(found.plain()))
