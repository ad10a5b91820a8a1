"""Fixtures: a server for the tests that only need one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quartier.server import logs

from .harness import Running, quiet, running


@pytest.fixture(autouse=True)
def _logs() -> None:
    """Log as a real server does."""
    logs.configure()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with an empty data file."""
    with running(quiet(tmp_path / "games.db")) as server:
        yield server
