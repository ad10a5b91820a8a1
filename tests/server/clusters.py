"""PostgreSQL for the tests: `QUARTIER_TEST_POSTGRES` (a URL of an empty database) if set, else a private cluster."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from quartier.server.storage.schema import metadata
from tests import prerequisites

from .harness import free_port


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a database."""
    given = os.environ.get("QUARTIER_TEST_POSTGRES")
    if given:
        yield given
        return
    with cluster() as server:
        yield server.url


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL of our own."""

    url: str
    stop: Callable[[], None]
    """At once, as if somebody had pulled the plug."""
    start: Callable[[], None]


def empty_database(url: str) -> str:
    """The same database without anything in it."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        metadata.drop_all(connection)
    engine.dispose()
    return url


def _user() -> str:
    """PostgreSQL refuses to run as root: then an unprivileged user runs it."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A private cluster of the unprivileged user, not in pytest's folder: that is closed to other users."""
    programs = prerequisites.postgresql()
    if programs is None:
        pytest.fail(prerequisites.sentence(["postgresql"]), pytrace=False)
    folder, user, port = Path(tempfile.mkdtemp(prefix="quartier-pg-")), _user(), free_port()
    shutil.chown(folder, user)
    switched = (
        {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
    )

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(folder / "data"), *arguments]
        quietly = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, check=True, cwd=folder, **quietly, **switched)

    run("initdb", "-U", "quartier", "-A", "trust", "-E", "UTF8", "--locale=C")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    start = partial(run, "pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
    stop = partial(run, "pg_ctl", "-w", "-m", "immediate", "stop")
    start()
    try:
        yield Cluster(f"postgresql://quartier@127.0.0.1:{port}/postgres", stop, start)
    finally:
        stop()
        shutil.rmtree(folder)
