"""What every test file may use."""

from pathlib import Path

import pytest

import tolsim
from tolsim.core import registry


@pytest.fixture(scope="session")
def abyss():
    """Legions: Abyss as its files give it."""
    return tolsim.make("abyss")


@pytest.fixture
def kuhn(monkeypatch):
    """Kuhn poker of ``kuhn_poker.py``, registered like any other game while the test runs."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.setitem(registry.GAMES, "kuhn", "kuhn_poker")
    return tolsim.make("kuhn")
