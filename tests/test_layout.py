"""The repository holds together: packages, import direction, light imports, docstring examples."""

import ast
import doctest
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
HEAVY = {
    "gymnasium", "pettingzoo", "torch", "ray", "pandas", "matplotlib", "plotly", "pyspiel",
    "stable_baselines3", "sb3_contrib", "tensorboardX",
}  # fmt: skip
OPTIONAL = ("pettingzoo", "torch", "ray", "stable_baselines3", "pyspiel")
"""What an environment without all extras lacks; modules that need it cannot be imported there."""


def source_files() -> dict[str, Path]:
    """Module name to file, of everything that gets installed."""
    found = {}
    for package, folder in SETUPTOOLS["package-dir"].items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            found[".".join((package, *(p for p in parts if p != "__init__")))] = path
    return found


MODULES = source_files()


def layer(module: str) -> str:
    """Part of the architecture that a module belongs to."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1] == "core":
        return "core"
    return parts[1] if parts[1] in {"envs", "agents", "experiments"} else "games"


MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "envs": {"core", "games", "envs"},
    "agents": {"core", "games", "agents"},
    "experiments": {"core", "games", "agents", "envs", "experiments"},
}


def imported_modules(source: str) -> set[str]:
    """Every tolsim module that a source names in an import, wherever the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the direction"
            names.add(str(node.module))
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name in MODULES}


def wrong_imports(module: str, source: str) -> list[str]:
    allowed = MAY_IMPORT[layer(module)]
    # ``import tolsim`` itself is harmless: it holds the names of core and nothing else.
    return [name for name in imported_modules(source) if layer(name) not in allowed]


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module):
    assert wrong_imports(module, MODULES[module].read_text()) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tolsim.core.game", "from tolsim.agents import parse"),
        ("tolsim.envs", "def f():\n    import tolsim.agents"),
        ("tolsim.agents", "from tolsim import experiments"),
    ],
)
def test_a_wrong_import_would_be_found(module, source):
    assert wrong_imports(module, source) != []


def test_games_do_not_import_each_other():
    for module, path in MODULES.items():
        if layer(module) != "games":
            continue
        game = module.split(".")[1]
        others = {
            name
            for name in imported_modules(path.read_text())
            if layer(name) == "games" and name.split(".")[1] != game
        }
        assert others == set(), module


def test_every_package_is_declared():
    found = {name for name, path in MODULES.items() if path.name == "__init__.py"}
    assert found == set(SETUPTOOLS["packages"])


def test_every_folder_with_modules_is_a_package():
    folders = {path.parent for path in MODULES.values()}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_every_data_file_is_declared():
    declared = {
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    found = {
        path
        for path in (ROOT / "tolsim").rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    assert found == declared


@pytest.mark.parametrize("name", ["tolsim", "tolsim.abyss.definition", "tolsim.experiments.cli"])
def test_importing_loads_nothing_heavy(name):
    program = f"import sys, {name}; print(*{{m.split('.')[0] for m in sys.modules}})"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert HEAVY.intersection(loaded) == set()


def test_a_script_beside_the_checkout_imports_the_package(tmp_path):
    """The checkout's folder could be taken for a package named tolsim without any modules."""
    (tmp_path / "tolsim").symlink_to(ROOT)
    script = tmp_path / "script.py"
    script.write_text("import tolsim.agents, tolsim.experiments; print(tolsim.games)\n")
    ran = subprocess.run([sys.executable, script], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, (
        f"{ran.stderr}\nit needs: pip install --config-settings editable_mode=compat --editable ."
    )


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_run(name):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if str(error.name).split(".")[0] not in OPTIONAL:
            raise
        pytest.skip(f"{error.name} is not installed")
    assert doctest.testmod(module).failed == 0
