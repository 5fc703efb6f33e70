"""Every game of the registry, with and without its variants."""

import pytest

from tests.conformance.games import EVERY_VARIANT, NAMES, make_game


@pytest.fixture(scope="session", params=NAMES)
def game(request):
    """Each game under its default rules."""
    return make_game(request.param)


@pytest.fixture(scope="session", params=EVERY_VARIANT, ids="-".join)
def variant(request):
    """Each game under each of its variants."""
    return make_game(*request.param)
