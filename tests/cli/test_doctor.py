"""`quartier doctor`: what is right, what could be better, what is wrong; nothing is changed."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.server.harness import quiet, running
from tests.server.released import unpack


@pytest.fixture
def run_doctor(quartier_command: Terminal) -> Callable[..., dict[str, str]]:
    """Run it on a data file; what it says by state."""

    def look(data: Path, *more: str) -> dict[str, str]:
        command = quartier_command("doctor", "--json", "--data", str(data), *more)
        states: dict[str, str] = {"right": "", "note": "", "wrong": ""}
        for load in json.loads(command.out):
            states[load["state"]] += load["text"] + "\n"
        assert command.code == int(bool(states["wrong"]))
        return states

    return look


def test_data_that_a_server_has_made_is_right_and_its_owners_alone(
    run_doctor: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    data = tmp_path / "games.db"
    assert "No database yet" in run_doctor(data)["right"]
    with running(quiet(data)):
        states = run_doctor(data)
    assert "The database is intact (0 tables, 0 records)." in states["right"]
    assert "can read" not in states["note"]
    data.chmod(0o644)
    before = (data.read_bytes(), os.listdir(tmp_path))
    assert f"can read {data}" in run_doctor(data)["note"]
    assert (data.read_bytes(), os.listdir(tmp_path)) == before


def test_what_is_wrong_with_data_is_a_sentence(
    run_doctor: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear grandmother,\n" * 100)
    assert "isn’t a Quartier data file" in run_doctor(letter)["wrong"]
    assert "There’s no folder" in run_doctor(tmp_path / "no" / "games.db")["wrong"]
    assert "schema is out of date" in run_doctor(unpack("tables", tmp_path))["note"]


def test_a_port_is_free_ours_or_another_programs(
    run_doctor: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as server:
        assert "already running" in run_doctor(data, "--port", server.url.rpartition(":")[2])["right"]
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(5)
        port = str(other.getsockname()[1])
        assert f"using port {port}." in run_doctor(data, "--port", port)["wrong"]
    assert "is free" in run_doctor(data, "--port", "0")["right"]


def test_an_address_without_https_and_a_full_disk_are_noted(
    run_doctor: Callable[..., dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "without HTTPS" in run_doctor(tmp_path / "games.db", "--base-url", "http://example.org")["note"]
    assert (
        "Invitation links" in run_doctor(tmp_path / "games.db", "--base-url", "https://example.org")["right"]
    )
    assert "Invalid URL “x”" in run_doctor(tmp_path / "games.db", "--base-url", "x")["wrong"]
    monkeypatch.setattr("quartier.server.doctor.MIN_FREE_BYTES", 10**18)
    assert "is recommended" in run_doctor(tmp_path / "games.db")["note"]


def test_in_german_with_signs(quartier_command: Terminal, tmp_path: Path) -> None:
    command = quartier_command("doctor", "--data", str(tmp_path / "games.db"), "--port", "0", "--lang", "de")
    assert command.code == 0
    assert "✓ Noch keine Datenbank." in command.out
