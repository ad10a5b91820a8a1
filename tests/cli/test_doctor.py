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
from tests.server.released import unpacked


@pytest.fixture
def found(quartier_command: Terminal) -> Callable[..., dict[str, str]]:
    """Run it on a data file; what it says by state."""

    def look(data: Path, *more: str) -> dict[str, str]:
        said = quartier_command("doctor", "--json", "--data", str(data), *more)
        told: dict[str, str] = {"right": "", "note": "", "wrong": ""}
        for load in json.loads(said.out):
            told[load["state"]] += load["text"] + "\n"
        assert said.code == int(bool(told["wrong"]))
        return told

    return look


def test_data_that_a_server_has_made_is_right_and_its_owners_alone(
    found: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    data = tmp_path / "games.db"
    assert "There is no data yet" in found(data)["right"]
    with running(quiet(data)):
        told = found(data)
    assert "The data is whole: 0 tables, 0 records." in told["right"]
    assert "can read" not in told["note"]
    data.chmod(0o644)
    before = (data.read_bytes(), os.listdir(tmp_path))
    assert f"can read {data}" in found(data)["note"]
    assert (data.read_bytes(), os.listdir(tmp_path)) == before


def test_what_is_wrong_with_data_is_said_in_a_sentence(
    found: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear grandmother,\n" * 100)
    assert "is not a Quartier data file" in found(letter)["wrong"]
    assert "There is no folder" in found(tmp_path / "no" / "games.db")["wrong"]
    assert "older form" in found(unpacked("tables", tmp_path))["note"]


def test_a_port_is_free_ours_or_another_programs(
    found: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as server:
        assert "Quartier answers" in found(data, "--port", server.url.rpartition(":")[2])["right"]
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(5)
        port = str(other.getsockname()[1])
        assert f"Port {port} belongs to another program." in found(data, "--port", port)["wrong"]
    assert "is free" in found(data, "--port", "0")["right"]


def test_an_address_without_https_and_a_full_disk_are_noted(
    found: Callable[..., dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "without HTTPS" in found(tmp_path / "games.db", "--base-url", "http://example.org")["note"]
    assert "Invitations lead" in found(tmp_path / "games.db", "--base-url", "https://example.org")["right"]
    assert "“x” is no public address" in found(tmp_path / "games.db", "--base-url", "x")["wrong"]
    monkeypatch.setattr("quartier.server.doctor.ROOM", 10**18)
    assert "would be safe" in found(tmp_path / "games.db")["note"]


def test_in_german_with_signs(quartier_command: Terminal, tmp_path: Path) -> None:
    said = quartier_command("doctor", "--data", str(tmp_path / "games.db"), "--port", "0", "--lang", "de")
    assert said.code == 0
    assert "✓ Es gibt noch keine Daten." in said.out
