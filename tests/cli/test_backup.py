"""`quartier backup` and `quartier restore`: nothing is lost, nothing is half done, nothing is written over."""

from __future__ import annotations

import stat
from pathlib import Path

from quartier.server.settings import Settings
from quartier.server.storage.audit import audit
from quartier.server.storage.database import Database
from tests.cli.terminal import Terminal
from tests.server.harness import me, open_table, play_here, quiet, running
from tests.server.released import everything, unpack


def test_a_running_server_is_kept_and_put_back(quartier_command: Terminal, tmp_path: Path) -> None:
    data, backup_file = tmp_path / "games.db", tmp_path / "kept.db"
    with running(quiet(data)) as server:
        ada = open_table(server.url, me("Ada"), me("Bea"))
        play_here(ada, 4)
        command = quartier_command("backup", str(backup_file), "--data", str(data))
        assert command.code == 0
        assert "1 table and 0 records" in command.out
        before = everything(backup_file)
        play_here(ada, 2)
        refused = quartier_command("restore", str(backup_file), "--data", str(data))
        assert refused.code == 2
        assert "Stop the server first" in refused.err
    assert stat.S_IMODE(backup_file.stat().st_mode) == 0o600
    data.chmod(0o644)  # as earlier releases left it
    played_on = everything(data)
    assert played_on != before
    restored = quartier_command("restore", str(backup_file), "--data", str(data))
    assert restored.code == 0
    assert everything(data) == before
    old_file = tmp_path / "games.db.before-restore"
    assert everything(old_file) == played_on
    assert stat.S_IMODE(old_file.stat().st_mode) == 0o600
    with running(quiet(data)):
        assert not audit(Settings(data=data)).broken
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"games.db", "kept.db", "games.db.before-restore"}


def test_nothing_is_written_over(quartier_command: Terminal, tmp_path: Path) -> None:
    data, letter = unpack("tables", tmp_path), tmp_path / "letter.txt"
    letter.write_text("Dear grandmother")
    command = quartier_command("backup", str(letter), "--data", str(data))
    assert command.code == 2
    assert "already exists" in command.err
    assert letter.read_text() == "Dear grandmother"
    for source, message in (
        (letter, "isn’t a Quartier data file"),
        (tmp_path / "nothing", "File not found"),
    ):
        refused = quartier_command("restore", str(source), "--data", str(data))
        assert refused.code == 2
        assert message in refused.err.replace("\n", " ")
    assert quartier_command("backup", str(tmp_path / "no" / "folder"), "--data", str(data)).code == 2
    assert {path.name for path in tmp_path.iterdir()} == {"letter.txt", "tables.db"}


def test_a_backup_of_an_old_release_is_brought_up_to_date(quartier_command: Terminal, tmp_path: Path) -> None:
    old, new = unpack("tables", tmp_path), tmp_path / "new.db"
    before = old.read_bytes()
    command = quartier_command("restore", str(old), "--data", str(new), "--lang", "de")
    assert (command.code, command.err) == (0, "")
    assert "110 Tische" in command.out
    assert old.read_bytes() == before
    database = Database(Settings(data=new))
    database.check()
    database.close()
