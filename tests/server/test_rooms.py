"""The rooms of the server: what lies below knows nothing of what lies above, and no room is a drawer."""

from __future__ import annotations

from pathlib import Path

import pytest

from quartier import server
from tests.core.test_no_import_circles import modules, needed

ROOT = Path(server.__file__).parent
MOST_MODULES, MOST_LINES = 16, 500
CHRONICLE = ROOT / "storage" / "migrations" / "versions"
"""It only grows: each release opens what all before it have stored."""
ABOVE = {
    "limits": {"table", "storage", "live", "commands", "thinking", "show", "http"},
    "table": {"storage", "live", "commands", "thinking", "show", "http"},
    "tournaments": {"storage", "live", "commands", "thinking", "show", "http"},
    "storage": {"commands", "thinking", "show", "http"},
    "commands": {"show", "http"},
    "thinking": {"show", "http"},
    "show": {"http"},
    "live": {"http"},
}
"""Rooms that a room must not need."""


@pytest.mark.parametrize("room", ABOVE)
def test_a_room_needs_nothing_above_it(room: str) -> None:
    known = modules()
    inside = {name: file for name, file in known.items() if name.startswith(f"quartier.server.{room}.")}
    found = {(name, other) for name, file in inside.items() for other in needed(name, file, known)}
    above = tuple(f"quartier.server.{other}" for other in ABOVE[room])
    assert [(name, other) for name, other in sorted(found) if other.startswith(above)] == []


def test_no_room_is_a_drawer() -> None:
    for folder in {file.parent for file in ROOT.rglob("*.py")} - {CHRONICLE}:
        assert len(list(folder.glob("*.py"))) <= MOST_MODULES, folder


def test_no_module_is_too_long() -> None:
    for file in ROOT.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, file
