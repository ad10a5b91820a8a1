"""`quartier audit` names what is broken, and writes nothing."""

import json
import sqlite3
from pathlib import Path

import pytest

from quartier.server.storage import audit as auditing
from quartier.server.storage.schema import HEAD
from tests.cli.terminal import Terminal
from tests.server.released import expected_answers, unpack


def test_the_broken_are_named(quartier_command: Terminal, tmp_path: Path) -> None:
    file = unpack("broken", tmp_path)
    before = file.read_bytes()
    command = quartier_command("audit", "--data", str(file))
    assert command.code == 1
    for kind, title in (("digest", "block_city"), ("illegal", "gridlock")):
        (line,) = [
            line for line in command.out.splitlines() if expected_answers()["broken"][kind]["id"] in line
        ]
        assert title in line
    assert "That tile isn’t in your hand." in command.out
    assert "3 tables and 0 records with 379 events" in command.out
    assert "2 games can’t be replayed." in command.out
    assert expected_answers()["broken"]["sound"]["id"] not in command.out
    assert (file.read_bytes(), [path.name for path in tmp_path.iterdir()]) == (before, ["broken.db"])


def test_a_sound_database(quartier_command: Terminal, tmp_path: Path) -> None:
    command = quartier_command("--lang", "de", "audit", "--data", str(unpack("tables", tmp_path)))
    assert command.code == 0
    assert "110 Tische und 9 Aufzeichnungen" in command.out
    assert "Alle Partien lassen sich fehlerfrei nachspielen." in command.out


def test_as_json(quartier_command: Terminal, tmp_path: Path) -> None:
    command = quartier_command("audit", "--json", "--data", str(unpack("broken", tmp_path)))
    assert command.code == 1
    report = json.loads(command.out)
    wrong = expected_answers()["broken"]["illegal"]
    assert (report["tables"], report["records"], report["events"], len(report["broken"])) == (3, 0, 379, 2)
    assert {
        "kind": "table",
        "title": "gridlock",
        "id": wrong["id"],
        "event": wrong["seq"],
        "reason": "That tile isn’t in your hand.",
    } in report["broken"]


def test_the_file_may_come_from_the_environment(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTIER_DATA", str(unpack("broken", tmp_path)))
    assert json.loads(quartier_command("audit", "--json").out)["tables"] == 3


def test_what_is_wrong_is_shown_as_it_is(quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    report = auditing.AuditReport(
        1, 0, 3, [auditing.CorruptGame("table", "city_blocks", "x", 2, "no move: [/b]")]
    )
    monkeypatch.setattr(auditing, "audit", lambda *_: report)
    command = quartier_command("audit")
    assert (command.code, command.err, "no move: [/b]" in command.out) == (1, "", True)


def test_what_cannot_be_opened(quartier_command: Terminal, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear grandmother,\n" * 100)
    cases = {
        ("--data", str(tmp_path / "nothing.db")): "File not found",
        ("--data", str(letter)): "isn’t a Quartier data file",
        ("--database", "mysql://user:hunter2@host/games"): "not in mysql",
        ("--database", "postgresql://user:hunter2@127.0.0.1:1/games"): "isn’t responding",
    }
    for arguments, message in cases.items():
        command = quartier_command("audit", *arguments)
        assert (command.code, command.out) == (2, "")
        assert message in command.err.replace("\n", " ")
        assert "hunter2" not in command.err
        assert len(command.err.strip().splitlines()) <= 2
    assert {path.name for path in tmp_path.iterdir()} == {"letter.txt"}


def test_data_of_a_later_release(quartier_command: Terminal, tmp_path: Path) -> None:
    file = unpack("broken", tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("update alembic_version set version_num = ?", (str(int(HEAD) + 1000),))
    connection.close()
    command = quartier_command("audit", "--data", str(file))
    assert command.code == 2
    assert "newer version of Quartier" in command.err
