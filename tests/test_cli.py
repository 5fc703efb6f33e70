"""Every command does what it says, and prints JSON of the promised shape and nothing else."""

import io
import itertools
import json
import shutil
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

import tolsim
from tolsim.agents import agent_names, parse
from tolsim.core.errors import TolsimError
from tolsim.experiments import rules_view
from tolsim.experiments.cli import main
from tolsim.experiments.match import play_match
from tolsim.experiments.play import Table

UNIFORM = ["-a", "uniform", "-a", "uniform"]


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    """A small match on disk."""
    folder = tmp_path_factory.mktemp("runs") / "uniform"
    assert main(["match", "abyss", *UNIFORM, "--games", "40", "--seed", "3", "--workers", "1",
                 "--out", str(folder)]) == 0  # fmt: skip
    return folder


@pytest.fixture
def run_json(capsys):
    """Run a command with --json; what it printed, read as one JSON value."""

    def run(*words):
        assert main([*map(str, words), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def run_text(capsys, *words):
    assert main([*map(str, words)]) == 0
    return capsys.readouterr().out


def test_games(run_json, capsys):
    listed = run_json("games")
    assert [set(game) for game in listed] == [{"name", "title", "players", "kind"}] * len(listed)
    assert {"name": "abyss", "players": 2}.items() <= listed[0].items()
    assert "abyss" in run_text(capsys, "games")


def test_rules(run_json, capsys):
    ledger = run_json("rules", "abyss")
    keys = ["id", "title", "status", "source", "value", "alternatives", "modelled", "note", "range"]
    assert all(list(rule) == keys for rule in ledger)
    assert next(rule for rule in ledger if rule["id"] == "setup.hand_size")["range"] == [2, 5]
    assert next(rule for rule in ledger if rule["id"] == "setup.sides")["range"] is None
    assumed = run_json("rules", "abyss", "--status", "assumed")
    assert assumed == [rule for rule in ledger if rule["status"] == "assumed"] != []
    last_line = run_text(capsys, "rules", "abyss").strip().splitlines()[-1]
    assert last_line.startswith(f"{len(ledger)} rules: ")
    assert f"{len(assumed)} assumed" in last_line


def test_rules_shows_changed_values(run_json):
    ledger = run_json("rules", "abyss")
    rule = next(rule for rule in ledger if rule["alternatives"])
    setting = f"{rule['id']}={rule['alternatives'][0]}"
    changed = run_json("rules", "abyss", "--set", setting)
    different = [new for new, old in zip(changed, ledger, strict=True) if new != old]
    assert different == [rule | {"value": rule["alternatives"][0]}]


@pytest.mark.parametrize("columns", [20, 80, 200])
def test_no_rule_is_cut_however_narrow_the_screen(columns, abyss):
    ledger = abyss.ruleset.ledger()
    printed = io.StringIO()
    rules_view.show(Console(file=printed, width=columns), ledger, abyss.ruleset, abyss.ruleset)
    lines = printed.getvalue().splitlines()
    assert {rule["id"] for rule in ledger} <= {line.split()[0] for line in lines}
    text = " ".join(printed.getvalue().split())
    for rule in ledger:
        assert " ".join(f"{rule['title']} ({rule['source']})".split()) in text


def test_switches_are_values_of_no_table(run_json, capsys, abyss):
    ledger = run_json("rules", "abyss", "--switches")
    assert [rule["id"] for rule in ledger] == list(abyss.ruleset.scalars())
    text = run_text(capsys, "rules", "abyss", "--switches")
    assert "setup.sides = alternate or random [assumed]" in text
    assert "rally.on_power_placement = false or true [assumed]" in text
    assert "setup.hand_size = 3, of 2 to 5 [printed]" in text
    assert "legions.1.points" not in text
    assert "(changed" not in text


def test_changed_values_are_marked(capsys):
    words = ["rules", "abyss", "--variant", "low_banners", "--set", "setup.sides=random"]
    changed = [line for line in run_text(capsys, *words).splitlines() if line.startswith("* ")]
    assert changed[0] == "* legions.2.banner = 1, of 0 to 1 (changed; 0 by default) [assumed]"
    switch = "* setup.sides = random or alternate (changed; alternate by default) [assumed]"
    assert switch in changed
    assert changed[-1].startswith("* low_banners: Each Guild")


def test_a_word_chooses_rules_by_name_or_title(run_json, capsys):
    ledger = run_json("rules", "abyss")
    found = run_json("rules", "abyss", "STRATAGEM")
    assert found == [
        rule for rule in ledger if "stratagem" in f"{rule['id']} {rule['title']}".lower()
    ]
    assert 0 < len(found) < len(ledger)


def test_variants_are_listed_with_their_titles(capsys, abyss):
    lines = [line.strip() for line in run_text(capsys, "rules", "abyss", "hand").splitlines()]
    for name, variant in abyss.ruleset.variants.items():
        assert f"{name}: {variant['title']}" in lines


def test_agents(run_json, capsys):
    listed = {agent["agent"]: agent for agent in run_json("agents")}
    assert list(listed) == agent_names()
    assert set(listed["mcts"]) == {"agent", "about", "options"}
    options = {option["option"]: option for option in listed["mcts"]["options"]}
    assert set(options) == set(parse("mcts").options)
    assert options["iterations"]["default"] == 200
    assert options["iterations"]["range"] == [1, 1_000_000]
    assert options["playout"]["choices"] == ["uniform", "greedy"]
    assert options["playout"]["range"] is None
    text = run_text(capsys, "agents")
    assert "iterations=whole number of 1 to 1,000,000, 200 by default: " in text
    assert "reuse=true or false, false by default: " in text
    assert "tolsim agents" in " ".join(run_text(capsys, "match", "--help").split())


def test_match_json(run_json):
    summary = run_json("match", "abyss", *UNIFORM, "--games", 20, "--seed", 5, "--workers", 1)
    assert {
        "game", "variant", "overrides", "ruleset", "seed", "games", "seconds", "seats", "agents",
        "outcomes", "verdict", "more_games",
    } <= set(summary)  # fmt: skip
    assert (summary["game"], summary["seed"], summary["games"]) == ("abyss", 5, 20)
    seat_keys = {"seat", "agent", "wins", "draws", "losses", "win_rate", "low", "high"}
    assert [set(seat) for seat in summary["seats"]] == [seat_keys] * 2
    assert [set(agent) for agent in summary["agents"]] == [
        {"agent", "win_rate", "low", "high", "by_seat"}
    ] * 2
    for seat in summary["seats"]:
        assert seat["wins"] + seat["draws"] + seat["losses"] == 20
        assert 0 <= seat["low"] <= seat["win_rate"] <= seat["high"] <= 1
    assert sum(summary["outcomes"].values()) == 20
    assert summary["verdict"] in {"balanced", "imbalanced", "undecided"}


def test_match_text_tells_where_and_how(run_folder, capsys):
    again = ["match", "abyss", *UNIFORM, "--games", "40", "--seed", "3", "--workers", "1"]
    text = run_text(capsys, *again, "--out", run_folder)
    assert "king" in text
    assert "necrocampe" in text
    assert "games.parquet" in text
    assert "tolsim match abyss -a uniform -a uniform --games 40 --seed 3" in text


def test_the_command_shown_gives_the_same_match(run_json, capsys):
    words = ["match", "abyss", "-a", "greedy", "-a", "uniform", "--games", "20", "--seed", "4"]
    shown = next(line for line in run_text(capsys, *words).splitlines() if "tolsim match" in line)
    command = shown[shown.index("tolsim match") :].split()[1:]
    first, second = run_json(*words), run_json(*command)
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_the_command_shown_tells_the_folder_and_what_was_changed(tmp_path, capsys):
    folder = tmp_path / "run"
    words = ["match", "abyss", *UNIFORM, "--games", "4", "--workers", "1", "--out", folder,
             "--variant", "low_banners", "--set", "setup.hand_size=4", "--delta", "0.1"]  # fmt: skip
    shown = run_text(capsys, *words).splitlines()[-1]
    assert shown == (
        "again: tolsim match abyss -a uniform -a uniform --games 4 --seed 0 --variant low_banners "
        f"--set setup.hand_size=4 --delta 0.1 --out {folder}"
    )
    assert run_text(capsys, *shown.split()[2:]).splitlines()[-1] == shown


def test_equal_agents_are_told_apart(capsys):
    words = ["match", "abyss", *UNIFORM, "--games", "4", "--workers", "1"]
    text = run_text(capsys, *words)
    assert "uniform (first)" in text
    assert "uniform (second)" in text


def test_one_agent_alone_sits_in_every_seat(run_json):
    words = ["--games", 20, "--seed", 4, "--workers", 1]
    alone = run_json("match", "abyss", "-a", "greedy", *words)
    both = run_json("match", "abyss", "-a", "greedy", "-a", "greedy", *words)
    assert alone | {"seconds": 0} == both | {"seconds": 0}


def test_means_of_telemetry_are_shown_when_asked_for(capsys):
    words = ["match", "abyss", *UNIFORM, "--games", "4", "--workers", "1"]
    assert "turns played" not in run_text(capsys, *words)
    assert "turns played" in run_text(capsys, *words, "--telemetry")


def test_a_result_prints_its_sentence():
    result = play_match("abyss", ["greedy", "uniform"], games=4, seed=1, workers=1)
    assert str(result) == result.summary()["sentence"]
    assert repr(result) == f"<MatchResult of 4 games of abyss: {result}>"


def test_a_frame_without_pandas_says_what_to_install(monkeypatch):
    result = play_match("abyss", ["uniform", "uniform"], games=2, seed=1, workers=1)
    assert len(result.frame()) == 2
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(TolsimError, match=r"pip install 'tolsim\[analysis\]'"):
        result.frame()


def test_replay_shows_the_moves_alone(run_folder, run_json, capsys):
    decisions = run_json("replay", run_folder, "--game", 3)["decisions"]
    shown = run_text(capsys, "replay", run_folder, "--game", 3, "--moves").splitlines()
    assert shown == [
        f"{number:4d}  {decision['seat']}: {decision['describe']}"
        for number, decision in enumerate(decisions, 1)
    ]


def test_the_end_tells_what_the_points_are_made_of(run_folder, run_json, capsys):
    seats = run_json("replay", run_folder, "--game", 3)["seats"]
    lines = run_text(capsys, "replay", run_folder, "--game", 3).splitlines()
    end = lines[next(i for i, line in enumerate(lines) if "the end" in line) :]
    for name, result in seats.items():
        start = end.index(f"Points of {name}:") + 1
        parts = itertools.takewhile(lambda line: line[:6].strip().isdigit(), end[start:])
        assert sum(int(line[:6]) for line in parts) == result["score"]


def test_replay(run_json, run_folder, capsys):
    game = run_json("replay", run_folder, "--game", 17)
    assert (game["game"], game["number"], game["deal"]) == ("abyss", 17, 8)
    assert len(game["decisions"]) > 0
    assert set(game["decisions"][0]) == {"seat", "action", "text", "describe"}
    assert set(game["seats"]) == {"king", "necrocampe"}
    assert "the end" in run_text(capsys, "replay", run_folder, "--game", "17")


def test_verify(run_json, run_folder, capsys):
    report = run_json("verify", run_folder)
    assert (report["total"], report["checked"], report["ok"]) == (40, 40, True)
    assert report["problems"] == []
    assert "10" in run_text(capsys, "verify", run_folder, "--sample", "10")


def test_verify_finds_an_altered_action(run_folder, tmp_path, capsys):
    folder = tmp_path / "altered"
    shutil.copytree(run_folder, folder)
    table = pq.read_table(folder / "games.parquet")
    actions = table["actions"].to_pylist()
    actions[5][3] += 1
    column = pa.array(actions, table.schema.field("actions").type)
    place = table.schema.get_field_index("actions")
    pq.write_table(table.set_column(place, table.schema.field(place), column),
                   folder / "games.parquet")  # fmt: skip
    assert main(["verify", str(folder)]) == 1
    assert "game 5" in capsys.readouterr().out


def test_an_agent_of_ones_own_may_lie_in_the_working_directory(tmp_path, monkeypatch, run_json):
    (tmp_path / "my_agents.py").write_text(
        "class First:\n    def act(self, view):\n        return int(view.legal[0])\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path[:])
    agent = "python:class=my_agents.First"
    words = ["match", "abyss", "-a", agent, "-a", "uniform", "--games", "4", "--workers", "1"]
    assert [each["agent"] for each in run_json(*words)["agents"]] == [agent, "uniform"]


def test_play_watches_a_whole_game(capsys):
    text = run_text(capsys, "play", "abyss", "-a", "uniform", "-a", "greedy", "--seed", "2")
    assert "king:" in text
    assert "necrocampe:" in text
    assert "the end" in text


def test_play_is_the_game_of_the_match(run_folder, run_json, capsys):
    recorded = run_json("replay", run_folder, "--game", 2)
    text = run_text(capsys, "play", "abyss", *UNIFORM, "--seed", "3", "--deal", "1")
    said = [decision["describe"] for decision in recorded["decisions"]]
    shown = [line.split(": ", 1)[1] for line in text.splitlines() if line[:4].strip().isdigit()
             and ": " in line]  # fmt: skip
    assert shown == said


def answers(monkeypatch, *lines):
    left = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _: next(left))


def test_a_person_can_play_to_the_end(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda _: "1")
    text = run_text(capsys, "play", "abyss", "--human", "king", "-a", "uniform", "--seed", "2")
    assert "> " in text
    assert "the end" in text


@pytest.mark.parametrize("word", ["q", "quit", "QUIT"])
def test_a_person_can_quit_and_mistype(word, monkeypatch, capsys):
    answers(monkeypatch, "0", "x", "999", "1", word)
    text = run_text(capsys, "play", "abyss", "--human", "1", "--seed", "2")
    assert text.count("is not a number") == 3
    assert "You left the game." in text


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_explains_the_board_and_the_keys(word, monkeypatch, capsys, abyss):
    answers(monkeypatch, word, "q")
    text = run_text(capsys, "play", "abyss", "--human", "King", "--seed", "2")
    assert abyss.definition.legend in text
    assert "q or quit leaves the game" in text
    assert "is not a number" not in text


def told_to(capsys, monkeypatch, seat, words):
    """What a person who always takes the first choice is told of the other's decisions."""
    monkeypatch.setattr("builtins.input", lambda _: "1")
    text = run_text(capsys, "play", "abyss", "--human", seat, *words)
    told, hearing = [], False
    for line in text.splitlines():
        hearing = line.startswith("Since your last decision:") or (
            hearing and line.startswith(("   king: ", "   necrocampe: "))
        )
        if hearing and line.startswith("   "):
            told.append(line.strip())
    return told


@pytest.mark.parametrize("seat", ["king", "necrocampe"])
def test_a_person_is_told_what_the_seat_sees_of_the_others_decisions(
    seat, monkeypatch, capsys, abyss
):
    words = ["-a", "uniform", "--seed", "2"]
    told = told_to(capsys, monkeypatch, seat, words)
    agents = [None if name == seat else parse("uniform") for name in abyss.seats]
    table = Table(abyss, agents, FirstChoice(), 2, 0)
    expected = []
    while not table.states["over"][0]:
        action = table.choose()
        expected.append(abyss.sight(table.states, action, abyss.seats.index(seat)))
        abyss.step(table.states, [action])
    assert told == [words for words in expected if words is not None] != []
    assert None in expected


class FirstChoice:
    def act(self, view):
        return int(view.legal[0])


BROKEN_AGENTS = """
class Illegal:
    def act(self, view):
        return {"action": 7}["action"]


class Cannot:
    def __init__(self):
        raise RuntimeError("no model")

    def act(self, view):
        return 0


class Late:
    seen = 0

    def act(self, view):
        self.seen += 1
        if self.seen == 3:
            raise KeyError("third")
        return view.legal[0]
"""


@pytest.fixture
def broken(tmp_path, monkeypatch):
    (tmp_path / "broken_agents.py").write_text(BROKEN_AGENTS)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize("command", [["play"], ["match", "--games", "2", "--workers", "1"]])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Illegal", "decision 1, chose 7 (recruit by blue), which is not legal; legal: 0 (pass)"),
        ("Cannot", "cannot be made: RuntimeError: no model (broken_agents.py, line 9)"),
        ("Late", "failed: KeyError: 'third' (broken_agents.py, line 21)"),
    ],
)
def test_an_agent_of_ones_own_that_fails_is_named(command, name, said, broken, capsys):
    agent = f"python:class=broken_agents.{name}"
    assert main([command[0], "abyss", "-a", agent, "-a", "uniform", *command[1:]]) == 2
    printed = capsys.readouterr()
    assert f"agent '{agent}'" in printed.err
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1


def test_no_move_is_told_that_was_not_taken(broken, capsys):
    words = ["play", "abyss", "-a", "python:class=broken_agents.Illegal", "-a", "uniform"]
    assert main(words) == 2
    assert "   1  king:" not in capsys.readouterr().out


def test_a_person_sees_only_what_the_seat_may_see(monkeypatch, capsys, abyss):
    states = abyss.reset(2, [0])
    seat = int(states["to_move"][0])
    answers(monkeypatch, "q")
    shown = run_text(capsys, "play", "abyss", "--human", str(seat), "--seed", "2").splitlines()
    everything = abyss.render(states[0], None).splitlines()
    allowed = abyss.render(states[0], seat).splitlines()
    hidden = [line for line in everything if line not in allowed]
    assert hidden != []
    assert {line.strip() for line in allowed} <= {line.strip() for line in shown}
    assert {line.strip() for line in hidden} & {line.strip() for line in shown} == set()


@pytest.mark.parametrize(
    "command",
    ["games", "agents", "rules", "match", "play", "replay", "verify", "bench", "train"],
)
def test_help_shows_an_example(command, capsys):
    assert f"tolsim {command}" in run_text(capsys, command, "--help").split("Example:")[1]


def test_version_is_told(capsys):
    assert run_text(capsys, "--version").strip() == f"tolsim {tolsim.__version__}"
