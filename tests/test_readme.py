"""What the pages show is true: the README's Python runs, and every table is as it would be made."""

import json
import re
from pathlib import Path

import pytest
import typer

from tolsim.abyss.text import HERO_NAMES
from tolsim.agents.agent import KINDS
from tolsim.experiments import readme
from tolsim.experiments.cli import app

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
EXAMPLES = CODE.findall(TEXT)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_python_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102, our own text


@pytest.mark.parametrize("page", ["environments", "questions", "studies", "training"])
def test_the_pages_of_docs_run(page, tmp_path, monkeypatch):
    """Each example by itself."""
    monkeypatch.chdir(tmp_path)
    for example in CODE.findall((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")):
        exec(compile(example, page, "exec"), {"__name__": "__main__"})  # noqa: S102, our own text


def test_what_the_notebooks_page_shows_runs(tmp_path, monkeypatch):
    """One block after the other, as in a notebook."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
    blocks = CODE.findall(page)
    assert len(blocks) == 2
    code = compile("\n".join(blocks), "notebooks/README.md", "exec")
    exec(code, {"__name__": "__main__"})  # noqa: S102, our own text


def test_the_first_example_is_short():
    assert len(EXAMPLES[0].strip().splitlines()) <= 10


@pytest.mark.parametrize("page", readme.PAGES)
def test_tables_are_as_they_would_be_made(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert readme.with_tables(text, ROOT) == text, (
        f"{page} differs from docs/results, the agents' options or the columns: `make tables` writes "
        "its tables anew; `make readme` plays and measures docs/results anew first"
    )


def test_every_table_stands_on_a_page():
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in readme.PAGES]
    for name in readme.SECTIONS:
        assert sum(text.count(f"<!-- {name} -->") for text in texts) == 1
        assert sum(text.count(f"<!-- /{name} -->") for text in texts) == 1


def test_another_figure_would_be_noticed():
    altered = re.sub(r"\d+\.\d %", "99.9 %", TEXT, count=1)
    assert altered != TEXT
    assert readme.with_tables(altered, ROOT) == TEXT


@pytest.mark.parametrize("name", ["match", "bench"])
def test_results_show_the_ruleset_they_were_made_with(name):
    recorded = json.loads((ROOT / readme.RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    assert re.fullmatch("[0-9a-f]{12}", recorded["ruleset"])
    assert f"ruleset `{recorded['ruleset']}`" in readme.SECTIONS[name](ROOT)


def test_every_option_of_every_agent_is_listed():
    lines = readme.agents_section().splitlines()
    for name, kind in KINDS.items():
        assert sum(f"`{name}`" in line and kind.about in line for line in lines) == 1
        for option in kind.options:
            assert sum(f"`{option.key}`" in line and option.about in line for line in lines) == 1
    (iterations,) = (line for line in lines if "`iterations`" in line)
    assert "1 to 1,000,000" in iterations


def test_heroes_stand_at_the_places_of_the_columns():
    places = re.findall(r"(\d+) `(\w+)`", readme.heroes_section())
    assert [int(place) for place, _ in places] == list(range(len(HERO_NAMES)))
    assert tuple(name for _, name in places) == HERO_NAMES


COMMANDS = re.findall(r"^\| `tolsim (\w+)", TEXT, re.MULTILINE)


def test_every_command_is_listed():
    assert sorted(COMMANDS) == sorted(typer.main.get_command(app).commands)
