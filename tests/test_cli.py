"""Every command does what it says, and prints JSON of the promised shape and nothing else."""

import json
import shutil
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tolsim
from tolsim.experiments.cli import main

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
    keys = {"id", "title", "status", "source", "value", "alternatives", "modelled", "note"}
    assert all(set(rule) == keys for rule in ledger)
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


def test_match_json(run_json):
    summary = run_json("match", "abyss", *UNIFORM, "--games", 20, "--seed", 5, "--workers", 1)
    assert {
        "game", "variant", "overrides", "ruleset", "seed", "games", "seconds", "seats", "agents",
        "outcomes", "verdict", "more_games",
    } <= set(summary)  # fmt: skip
    assert (summary["game"], summary["seed"], summary["games"]) == ("abyss", 5, 20)
    seat_keys = {"seat", "agent", "wins", "draws", "losses", "win_rate", "low", "high"}
    assert [set(seat) for seat in summary["seats"]] == [seat_keys] * 2
    assert [set(agent) for agent in summary["agents"]] == [{"agent", "win_rate", "low", "high"}] * 2
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


def test_a_person_can_quit_and_mistype(monkeypatch, capsys):
    answers(monkeypatch, "0", "x", "999", "1", "q")
    text = run_text(capsys, "play", "abyss", "--human", "1", "--seed", "2")
    assert text.count("is not a number") == 3
    assert "You left the game." in text


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
    "command", ["games", "rules", "match", "play", "replay", "verify", "bench"]
)
def test_help_shows_an_example(command, capsys):
    assert f"tolsim {command}" in run_text(capsys, command, "--help").split("Example:")[1]


def test_version_is_told(capsys):
    assert run_text(capsys, "--version").strip() == f"tolsim {tolsim.__version__}"
