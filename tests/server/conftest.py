"""Fixtures: a server for the tests that only need one, and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from quartier.server import logs
from quartier.server.access.throttling import LoginThrottle
from quartier.server.accounts import passwords
from quartier.server.settings import Settings

from . import clusters
from .harness import Running, quiet, running


@pytest.fixture(autouse=True)
def _logs() -> None:
    """Log as a real server does."""
    logs.configure()


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Hash in no time what servers of this process hash, and hold them to the strength that they ask for."""

    def weak(time_cost: int, memory_cost: int, parallelism: int) -> PasswordHasher:
        assert (time_cost, memory_cost, parallelism) == (2, 19 * 1024, 1), "what OWASP names"
        return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "PasswordHasher", weak)
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with an empty data file."""
    with running(quiet(tmp_path / "games.db")) as server:
        yield server


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of a module: each has accounts of its own."""
    with running(quiet(tmp_path_factory.mktemp("lasting") / "games.db")) as server:
        yield server


@pytest.fixture
def untried(lasting: Running) -> Running:
    """The same; nobody has tried any password yet, for all visitors of the tests come from one address."""
    lasting.services.account_service.throttle = LoginThrottle()
    return lasting


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The URL of a database of PostgreSQL."""
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    with clusters.postgresql() as url:
        yield url


@pytest.fixture
def on_postgresql(address: str) -> Settings:
    """Settings with an empty database of PostgreSQL, and so slow to look that only a notification can be in time."""
    return quiet(database=clusters.empty_database(address), poll=60.0)
