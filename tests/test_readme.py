"""What the README shows is true: its Python runs, its tables are those of the recorded results."""

import re
from pathlib import Path

import pytest

from tolsim.experiments import readme

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_python_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102, our own text


def test_the_first_example_is_short():
    assert len(EXAMPLES[0].strip().splitlines()) <= 10


def test_tables_are_those_of_the_recorded_results():
    assert readme.with_tables(TEXT, ROOT) == TEXT


def test_another_figure_would_be_noticed():
    altered = re.sub(r"\d+\.\d %", "99.9 %", TEXT, count=1)
    assert altered != TEXT
    assert readme.with_tables(altered, ROOT) == TEXT
