"""Reports: one file that needs nothing else, and tells what the games say."""

import base64
import json
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
import typer
from typer.testing import CliRunner

from tolsim.core.errors import TolsimError
from tolsim.experiments.commands import report as command
from tolsim.experiments.match import load, play_match
from tolsim.experiments.questions.kept import SENSITIVITY, TUNING, keep
from tolsim.experiments.questions.recorded import cells_of, opened
from tolsim.experiments.questions.skill import judge_by_skill
from tolsim.experiments.reports import charts, measured
from tolsim.experiments.reports.headline import headline
from tolsim.experiments.reports.page import write_report
from tolsim.experiments.reports.reproduce import command as match_again
from tolsim.experiments.studies.study import run_study
from tolsim.experiments.studies.study_file import study_of

VOID = {"meta", "link", "img", "br", "hr", "input"}
LOADS = {"src", "srcset", "poster", "data", "action", "formaction", "background", "ping"}


class Page(HTMLParser):
    """Reads a page: its elements are closed in order, its tables, figures and references."""

    def __init__(self, text):
        super().__init__()
        self.open, self.loaded, self.ids, self.links = [], [], [], []
        self.tables, self.figures, self.styles, self.headings = [], {}, [], []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append((tag, attributes))
        self.loaded += [value for name, value in attributes.items() if name in LOADS]
        if tag == "link" or (tag == "a" and not attributes.get("href", "").startswith("#")):
            self.loaded.append(attributes.get("href"))
        if tag == "a":
            self.links.append(attributes["href"])
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "table":
            self.tables.append((attributes, [], []))
        if tag == "tr" and self.inside("tbody"):
            self.tables[-1][2].append([])
        if tag == "td":
            self.tables[-1][2][-1].append([attributes["data-value"], ""])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def inside(self, tag):
        return any(each == tag for each, _ in self.open)

    def handle_data(self, data):
        tag, attributes = self.open[-1] if self.open else ("", {})
        if tag == "script" and "data-figure" in attributes:
            self.figures[attributes["data-figure"]] = json.loads(data)
        elif tag == "style":
            self.styles.append(data)
        elif tag == "td":
            self.tables[-1][2][-1][-1][1] += data
        elif tag == "button":
            self.tables[-1][1].append(data)
        elif tag == "h2":
            self.headings.append(data)
        if tag != "script":
            self.text += data


def numbers(values):
    """Numbers of a figure's JSON, which may be packed."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"])
    return np.array(values)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    folder = tmp_path_factory.mktemp("match") / "run"
    play_match("abyss", ["greedy", "greedy"], games=400, seed=1, workers=1, out=folder)
    return folder


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study") / "run"
    told = {
        "title": "Beginners & <i>others</i></script>",
        "game": "abyss",
        "games": 60,
        "seed": 3,
        "agents": {"beginners": "uniform", "better": "greedy", "both": ["uniform", "greedy"]},
        "grid": {"stratagem.unused_points": [1, 3]},
        "split": ["stratagem_king"],
    }
    run_study(study_of(told), folder, workers=1)
    return folder


@pytest.fixture(scope="module")
def match_page(match):
    return Page(write_report(match).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def study_page(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("out") / "study.html"
    assert write_report(study, path) == path
    return Page(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["match_page", "study_page"])
def test_a_page_loads_nothing(name, request):
    page = request.getfixturevalue(name)
    assert page.loaded == []
    assert not any("url(" in style or "@import" in style for style in page.styles)
    assert all(link.removeprefix("#") in page.ids for link in page.links)
    assert len(set(page.ids)) == len(page.ids)


def test_plotly_stands_in_the_page_once(match):
    from plotly.offline import get_plotlyjs

    assert (match / "report.html").read_text(encoding="utf-8").count(get_plotlyjs()) == 1


def test_the_verdict_stands_at_the_top(match, match_page):
    verdict = load(match).verdict().sentence
    assert verdict in match_page.text
    assert match_page.text.index(verdict) < match_page.text.index(match_page.headings[0])


def test_a_study_tells_how_many_cells_say_what(study, study_page):
    title, (summed, ends) = headline(opened(study))
    assert "of 6 cells, 360 games" in summed
    assert title == "Beginners & <i>others</i></script>"
    for each in (title, summed, ends):
        assert each in study_page.text
    frame = opened(study).frame()
    assert f"{100 * frame['win_rate_king'].min():.1f} %" in ends.split("highest")[0]
    assert f"{100 * frame['win_rate_king'].max():.1f} %" in ends.split("highest")[1]


def test_every_section_is_there(match_page, study_page):
    always = ["Win rates", "Why games end", "Length", "Changes of the lead", "Content"]
    end = ["What the answer rests on", "How it is played again"]
    assert match_page.headings == [*always, *end]
    assert study_page.headings == [
        "Win rates", "Agents", "Balance by skill", "Why games end", "Length",
        "Changes of the lead", "Split by stratagem_king", "Content", *end,
    ]  # fmt: skip


def test_tables_can_be_sorted(match_page, study_page):
    for page in (match_page, study_page):
        assert page.tables
        for attributes, headings, rows in page.tables:
            assert attributes["class"] == "sortable"
            assert headings
            assert all(len(row) == len(headings) for row in rows)


def test_values_by_which_a_column_is_sorted_are_those_shown(study_page):
    _, headings, rows = study_page.tables[0]
    place = headings.index("win rate")
    for row in rows:
        value, text = row[place]
        assert text == f"{100 * float(value):.1f} %"


def test_figures_draw_the_frames(study, study_page):
    cells = cells_of(opened(study))
    rates = measured.seat_rates(opened(study), cells).query("seat == 'king'").iloc[::-1]
    drawn = study_page.figures["figure-1-1"]["data"][0]
    assert numbers(drawn["x"]) == pytest.approx(100 * rates["win_rate"].to_numpy())
    assert drawn["y"] == list(rates["cell"])
    high = numbers(drawn["x"]) + numbers(drawn["error_x"]["array"])
    assert high == pytest.approx(100 * rates["high"].to_numpy())
    curves = study_page.figures["figure-3-1"]["data"]
    skill = measured.skill(opened(study), cells)
    assert [curve["name"] for curve in curves] == list(skill["others"].unique())
    assert np.concatenate([numbers(curve["y"]) for curve in curves]) == pytest.approx(
        np.concatenate(
            [100 * part["win_rate"].to_numpy() for _, part in skill.groupby("others", sort=False)]
        )
    )


def test_rates_are_the_study_s(study):
    frame = opened(study).frame()
    rates = measured.seat_rates(opened(study), cells_of(opened(study)))
    king = rates[rates["seat"] == "king"]
    for ours, theirs in (("win_rate", "win_rate_king"), ("low", "low_king"), ("games", "games")):
        assert list(king[ours]) == list(frame[theirs])


def test_lengths_and_reasons_are_counted(match):
    games = load(match).frame()
    cells = cells_of(opened(match))
    lengths = measured.lengths(cells).set_index("decisions")["games"]
    assert lengths.to_dict() == games["decisions"].value_counts().to_dict()
    reasons = measured.reasons(cells).set_index("reason")["games"]
    assert reasons.to_dict() == games["reason"].str.replace("_", " ").value_counts().to_dict()


@pytest.mark.parametrize("width", [1, 5, 20])
def test_bins_hold_all_games(width):
    counted = pd.DataFrame({"cell": "a", "n": [3, 4, 7, 19, 20], "games": [1, 2, 3, 4, 10]})
    rows = charts.binned(counted, "n", width)
    assert rows["share"].sum() == pytest.approx(100)
    last = rows[rows["n"] == 20 + (width - 1) / 2]
    assert last["share"].item() == pytest.approx(100 * 10 / 20)


def test_lead_changes_are_those_of_a_slow_count(match):
    result = opened(match)
    cells = cells_of(result)
    counted, basis = measured.lead_changes(cells, 40)
    assert basis == measured.BY_EVALUATION
    changes = []
    game = result.game
    for row in result.table.slice(0, 40).to_pylist():
        states, leaders = game.reset(1, [row["deal"]]), []
        for action in row["actions"]:
            first, second = game.evaluate(states)[0]
            if first != second:
                leaders.append(first > second)
            game.step(states, [action])
        changes.append(int(np.diff(np.array(leaders, int)).__abs__().sum()))
    values, games = np.unique(changes, return_counts=True)
    assert list(counted["lead_changes"]) == list(values)
    assert list(counted["games"]) == list(games)


def test_ties_leave_the_lead_where_it_is():
    leader, changes = np.array([-1, -1]), np.zeros(2, int)
    rows = np.arange(2)
    for values in ([[0, 0], [1, 0]], [[0, 2], [1, 1]], [[0, 2], [0, 1]], [[3, 2], [0, 1]]):
        measured._note_leaders(np.array(values), rows, leader, changes)
    assert list(changes) == [1, 1]
    assert list(leader) == [0, 1]


def test_assumptions_tell_what_was_changed(study, study_page):
    frame = measured.assumptions(cells_of(opened(study)))
    ruleset = cells_of(opened(study))[0].game.ruleset
    assumed = [rule.id for rule in ruleset.rules.values() if rule.status == "assumed"]
    assert sorted(frame["rule"]) == sorted(assumed)
    assert f"{len(assumed)} entries of the rules are assumed" in study_page.text
    changed = frame[frame["changed"]]
    expected = {"stratagem.unused_points": "1 or 3"}
    assert dict(zip(changed["rule"], changed["value"], strict=True)) == {
        rule: value for rule, value in expected.items() if rule in assumed
    }


def test_the_command_plays_the_same_games(study, study_page):
    for cell in cells_of(opened(study)):
        assert match_again(cell) in study_page.text
        assert cell.run in study_page.text
        assert cell.game.ruleset_id in study_page.text
    cell = cells_of(opened(study))[0]
    again = play_match(
        cell.game.name, cell.agents, games=60, seed=cell.seed, overrides=cell.game.overrides
    )
    assert cells_of(again)[0].run == cell.run


class Dependence:
    """A sensitivity analysis, as far as a report sees it."""

    sentence = "the price decides"

    def figure(self):
        return go.Figure(go.Bar(x=[0.25], y=["</script><b>price"]))

    def frame(self):
        return pd.DataFrame({"rule": ["price"], "swing": [0.25]})

    def plain(self):
        return {"agents": ["greedy"], "sentence": self.sentence}


class NothingToDraw(Dependence):
    """None of its alternatives could be played."""

    def figure(self):
        raise TolsimError("nothing to draw")


def test_answers_of_other_folders_are_told_with_their_charts(match, tmp_path):
    keep(tmp_path / "asked", SENSITIVITY, Dependence())
    keep(tmp_path / "asked", TUNING, NothingToDraw())
    path = write_report(match, tmp_path / "a.html", [tmp_path / "asked"])
    page = Page(path.read_text(encoding="utf-8"))
    assert "What the answer owes to how the rules are read: greedy" in page.headings
    assert "Which value is near the target: greedy" in page.headings
    assert Dependence.sentence in page.text
    drawn = [figure["data"][0] for figure in page.figures.values()]
    bars = [list(each["y"]) for each in drawn if each["type"] == "bar"]
    assert bars.count(["</script><b>price"]) == 1


def test_a_folder_without_an_answer_is_told(match, tmp_path):
    with pytest.raises(TolsimError, match="keeps no answer of verdict, sensitivity or tune"):
        write_report(match, tmp_path / "a.html", [tmp_path])


@pytest.mark.parametrize(
    ("name", "text"),
    [("json", "{"), ("json", "[]"), ("json", "{}"), ("figure.json", "{"), ("csv", "")],
)
def test_a_damaged_answer_is_told(match, tmp_path, name, text):
    keep(tmp_path, SENSITIVITY, Dependence())
    (tmp_path / f"sensitivity.{name}").write_text(text)
    with pytest.raises(TolsimError, match=r"sensitivity in .* is damaged"):
        write_report(match, tmp_path / "a.html", [tmp_path])


def test_a_ladder_s_folder_tells_the_ladder_and_reports_on_the_balance(tmp_path):
    found = judge_by_skill("abyss", ["uniform", "greedy"], games=40, out=tmp_path, workers=1)
    page = Page(write_report(tmp_path).read_text(encoding="utf-8"))
    assert "By skill: uniform, greedy" in page.headings
    assert found.sentence in page.text
    assert "abyss between equals" in page.text


def test_a_single_player_has_classes_of_outcomes(solitaire_report):
    assert solitaire_report.headings[:2] == ["Outcomes of the player", "Why games end"]
    assert "one player has nobody to lead" in solitaire_report.text


@pytest.fixture
def solitaire_report(monkeypatch, tmp_path):
    from pathlib import Path

    from tolsim.core import registry

    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    monkeypatch.setitem(registry.GAMES, "mine", "one_player")
    play_match("mine", ["uniform"], games=40, seed=1, workers=1, out=tmp_path / "run")
    return Page(write_report(tmp_path / "run").read_text(encoding="utf-8"))


def test_a_folder_without_games_is_refused(tmp_path):
    with pytest.raises(TolsimError, match="neither a match nor a study"):
        write_report(tmp_path)


def test_a_folder_is_no_file_for_a_report(match, tmp_path):
    with pytest.raises(TolsimError, match="is a folder"):
        write_report(match, tmp_path)


def test_a_report_of_another_address_needs_a_file():
    with pytest.raises(TolsimError, match="--out"):
        write_report("memory://study")


def test_the_command_tells_the_verdict_and_the_file(match, tmp_path):
    app = typer.Typer()
    command.register(app)
    path = tmp_path / "report.html"
    shown = CliRunner().invoke(app, [str(match), "--out", str(path)])
    assert shown.exit_code == 0
    assert load(match).verdict().sentence in shown.stdout
    assert f"report: {path}" in shown.stdout
    assert path.is_file()
