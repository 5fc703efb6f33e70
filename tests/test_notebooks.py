"""The notebooks run, from the first cell to the last, on few games; they are kept without outputs."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = Path(__file__).parents[1] / "notebooks"
SMALL = {
    "win_rates_of_abyss": "GAMES, WORKERS, SEED = 200, 1, 1",
    "bring_your_own_rules": "GAMES, WORKERS, SEED, VALUES = 200, 1, 1, [1, 3]",
    "is_four_horsemen_fair": 'GAMES, WORKERS, SEED, AGENTS = 8, 1, 1, ["uniform", "greedy"]\n'
    'RULES, LIMITS = ["victory.check"], [15, 20]',
}
SLOW = {"is_four_horsemen_fair"}


def read(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_every_notebook_is_here():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_notebooks_are_valid_and_carry_no_outputs(name):
    notebook = read(name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.filterwarnings("default")  # of the kernel's libraries
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in SMALL],
)
def test_notebooks_run(name, tmp_path):
    notebook = read(name)
    parameters = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(parameters) == 1
    parameters[0].source = SMALL[name]
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
