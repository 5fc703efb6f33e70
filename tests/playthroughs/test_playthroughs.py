"""Every variant of every game plays as it is written down."""

import pytest

from tests.conformance.games import EVERY_VARIANT, make_game
from tests.playthroughs.make import FOLDER, path_of, playthrough

AGAIN = "if the rules changed on purpose: python -m tests.playthroughs.make"


def test_every_variant_has_a_playthrough():
    expected = sorted(path_of(*each) for each in EVERY_VARIANT)
    assert sorted(FOLDER.glob("*.txt")) == expected, AGAIN


@pytest.mark.parametrize(("name", "variant"), EVERY_VARIANT)
def test_playthrough(name, variant):
    written = path_of(name, variant).read_text(encoding="utf-8")
    assert playthrough(make_game(name, variant)).splitlines() == written.splitlines(), AGAIN


@pytest.mark.parametrize("name", sorted({name for name, _ in EVERY_VARIANT}))
def test_a_changed_rule_shows(name):
    """The text of a game under another variant differs in more than its heading."""
    texts = [
        playthrough(make_game(*each)).split("\n", 1)[1] for each in EVERY_VARIANT if each[0] == name
    ]
    assert len(set(texts)) == len(texts)
