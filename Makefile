# make demo and make test need nothing but Python 3.11 and a package index.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c

PYTHON ?= python3.11
VENV := .venv
TEST_VENV := build/venv-test
BIN ?= $(VENV)/bin
PIP_INSTALL = pip install --quiet --progress-bar off --constraint constraints.txt
# A path instead of an import hook: in a script that lies beside this folder, the folder itself
# would otherwise be imported as an empty package named tolsim.
EDITABLE = --config-settings editable_mode=compat --editable
DEVELOPMENT = .[all]
CODE = tolsim envs agents experiments tests
RULES_TESTS = tests/abyss tests/joan/core tests/joan/four_horsemen tests/joan/jumieges \
	$(wildcard tests/joan/test_*.py)

.PHONY: venv venv-dev demo test test-slow bench calibrate readme tables lint types tests coverage clean clean-cache

venv: ## .venv with everything, to work in
	@echo "Making $(VENV) with everything; this takes some minutes"
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	# torch first and by its exact version: a range would fetch a build of several gigabytes
	$(VENV)/bin/$(PIP_INSTALL) torch==2.13.0
	$(VENV)/bin/$(PIP_INSTALL) $(EDITABLE) '.[all]'
	touch $(VENV)/installed

venv-dev: ## .venv for work on games, without torch and Ray, whose tests are skipped
	@echo "Making $(VENV) without torch and Ray"
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/$(PIP_INSTALL) $(EDITABLE) '.[test,analysis,envs,openspiel,study]'
	touch $(VENV)/installed

# Only what playing needs.
$(VENV)/installed: pyproject.toml constraints.txt Makefile
	@echo "Installing tolsim into $(VENV)"
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/$(PIP_INSTALL) $(EDITABLE) .
	touch $@

demo: $(VENV)/installed ## thousands of games between search agents, and a verdict
	$(VENV)/bin/python -m tolsim.experiments.demo

bench: $(VENV)/installed ## our speed, and OpenSpiel's where it is installed
	$(VENV)/bin/tolsim bench abyss

calibrate: $(VENV)/installed ## play the candidates for what The Four Horsemen assumes (an hour)
	$(VENV)/bin/python -m tolsim.experiments.calibration four_horsemen

readme: $(VENV)/installed ## play and measure what README.md shows, and write it there
	$(VENV)/bin/python -m tolsim.experiments.readme --measure

tables: $(VENV)/installed ## write the tables of README.md and docs/ anew from what is recorded
	$(VENV)/bin/python -m tolsim.experiments.readme

test: ## everything that CI checks, in a fresh environment
	@echo "Making $(TEST_VENV)"
	rm -rf $(TEST_VENV)
	$(PYTHON) -m venv $(TEST_VENV)
	$(TEST_VENV)/bin/$(PIP_INSTALL) torch==2.13.0
	$(TEST_VENV)/bin/$(PIP_INSTALL) $(EDITABLE) '$(DEVELOPMENT)'
	$(MAKE) lint types tests coverage BIN=$(abspath $(TEST_VENV))/bin

# By name, so that files of your own in the checkout are your own affair.
lint:
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

# Type checkers do not see that envs/ is tolsim.envs, so they are given a built tree; and the built
# tree is what users install, so it has to work by itself too. Setuptools would put whatever lies
# in build/lib into it, deleted files included.
types:
	rm -rf build/typed build/lib build/bdist.*
	$(BIN)/pip install --quiet --progress-bar off --no-deps --target build/typed .
	cd build/typed && $(abspath $(BIN))/mypy --config-file ../../pyproject.toml -p tolsim
	cd build && PYTHONPATH=typed $(abspath $(BIN))/python -P -m tolsim.experiments.cli games

tests:
	@echo "Compiling the games side by side"
	$(BIN)/python -m tests.compile_games
	$(BIN)/pytest -q -n 2

test-slow: venv ## what takes minutes: other libraries' learners on our games
	$(BIN)/pytest -q -m slow

# Line coverage sees nothing of compiled code, so the rules' tests run once more uncompiled.
coverage:
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n 2 --cov tolsim/abyss --cov tolsim/joan \
	--cov-report term:skip-covered --cov-fail-under 95 $(RULES_TESTS)

clean: ## all that make test leaves behind
	rm -rf build .coverage .pytest_cache .mypy_cache .ruff_cache
	@echo "Compiled kernels lie in the user's cache folder; make clean-cache removes them."

clean-cache: $(VENV)/installed ## the compiled kernels of every version
	$(VENV)/bin/python -c "from shutil import rmtree; from tolsim.core.compile_cache import \
	cache_folder; kernels = cache_folder().parent; print('Removing', kernels); rmtree(kernels)"
