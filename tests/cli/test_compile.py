"""`quartier compile`, on a small title."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal, process


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path))
    return tmp_path


def test_rules_and_search_lie_in_the_cache_afterwards() -> None:
    output = process("compile", "connect_four", "--json")
    assert (output.code, output.err) == (0, "")
    result = json.loads(output.out)
    assert list(result["seconds"]) == ["connect_four", "search"]
    names, folder = ("connect_four.kernels", "shared.simulation"), Path(result["folder"])
    assert all(list(folder.glob(f"{name}-*/*/*.nbc")) for name in names)


def test_as_a_table(quartier_command: Terminal) -> None:
    command = quartier_command("compile", "connect_four", "--lang", "de")
    assert (command.code, command.err) == (0, "")
    assert "connect_four" in command.out
    assert "Bot-Suche" in command.out


def test_an_unknown_title_is_refused_before_anything_is_compiled(
    quartier_command: Terminal, folder: Path
) -> None:
    command = quartier_command("compile", "connect_four", "gridlok")
    assert (command.code, command.out) == (2, "")
    assert "gridlock" in command.err
    assert list(folder.iterdir()) == []


def test_without_a_writable_cache_the_reason_is_printed(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path / "file" / "cache"))
    command = quartier_command("compile", "connect_four")
    assert (command.code, command.out) == (1, "")
    assert "QUARTIER_CACHE" in command.err


def test_interpreted_rules_are_not_called_compiled(
    quartier_command: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert "NUMBA_DISABLE_JIT" in quartier_command("compile", "connect_four").err
