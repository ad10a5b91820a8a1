"""The file that a host names is the file that is used, by one server at a time."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from quartier.server.errors import StartupError
from quartier.server.serve import Server, serve
from quartier.server.server_lock import locked_database
from quartier.server.storage.audit import audit
from quartier.server.storage.database import Database

from .harness import SERVE, TIMEOUT, answers, free_port, quiet, wait_until


@pytest.mark.parametrize(
    "name", ["games?x=1.db", "a%41b.db", "a#b.db", "file:x.db", "spiele ü.db", "a%.db", "a&b=c.db"]
)
def test_the_named_file_is_the_file_that_is_used(tmp_path: Path, name: str) -> None:
    database = Database(quiet(tmp_path / name))
    database.prepare()
    database.close()
    assert [file.name for file in tmp_path.iterdir()] == [name]
    with closing(sqlite3.connect(tmp_path / name)) as connection:
        assert connection.execute("select count(*) from sqlite_master").fetchone() > (10,)


def test_the_named_file_is_used_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database(quiet(Path("games?mode=memory.db")))
    database.prepare()
    database.close()
    assert os.listdir() == ["games?mode=memory.db"]


def test_a_second_server_with_the_same_file_refuses_to_start_until_the_first_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the first one, also by a link to the file; a killed server leaves nothing that must be removed."""
    monkeypatch.setattr(Server, "run", lambda *_, **__: pytest.fail("the second server runs"))
    data, link = tmp_path / "games.db", tmp_path / "link.db"
    script = tmp_path / "serve.py"
    script.write_text(SERVE)
    port = free_port()
    first = subprocess.Popen([sys.executable, str(script), str(data), str(port)])
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
        link.symlink_to(data)
        for name in (data, link):
            assert serve(quiet(name), open_browser=False) == StartupError.EXIT_CODE
            message = capsys.readouterr().err
            assert (
                f"{data} is in use by another Quartier server (http://127.0.0.1:{port}, PID {first.pid})."
                in message
            )
        audit(quiet(data))  # commands beside a server work
        Database(quiet(data)).must_be_current()
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait(TIMEOUT)
    with locked_database(quiet(data), "http://127.0.0.1:1"):
        pass


def test_the_lock_of_a_server_ends_with_it(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with locked_database(settings, "one"):
        refused = pytest.raises(StartupError, match="another Quartier server")
        with refused, locked_database(settings, "two"):
            pass
    with locked_database(settings, "three"):
        pass
    assert (tmp_path / "games.db.lock").stat().st_mode & 0o077 == 0
