"""Every test of this folder that takes `name`, `game` or `plain` runs once for each title."""

import pytest

from quartier.core.play.game import Game
from tests.conformance import titles


@pytest.fixture(params=titles.TITLES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a title."""
    return request.param


@pytest.fixture
def game(name: str) -> Game:
    """A title, compiled."""
    return titles.compiled(name)


@pytest.fixture
def plain(name: str) -> Game:
    """The same title, interpreted."""
    return titles.interpreted(name)
