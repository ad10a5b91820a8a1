"""Everything that counts seconds asks the server's clock, which a system clock that is set back doesn't stop."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import quartier.server
from quartier.server.commands.bot_takeover import away_for, last_seen
from quartier.server.commands.waiting.waiting_tables import ARRIVAL_SECONDS, LISTED_SECONDS

from .harness import me, open_table, quiet, two_players
from .timing import serve_timed

SYSTEM_TIME = {
    "clock.py",
    "notifications/delivery.py",  # a push service looks at its own clock
    "storage/table_rows.py",  # dates of records and reviews, and the day after which a code ends
}
"""Modules that need the time of day of the system."""


def test_no_other_module_reads_the_systems_clock() -> None:
    folder = Path(str(quartier.server.__file__)).parent
    modules = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.py")}
    reading = {name for name, path in modules.items() if _reads_system_time(path)}
    assert reading == SYSTEM_TIME


def _reads_system_time(path: Path) -> bool:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    calls = (ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call))
    return any(call in ("time.time", "time.time_ns") for call in calls)


def test_absence_is_counted_by_the_servers_clock(tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        ada, _ = two_players(here.url)
        tables = here.server.services.tables
        seen_at = last_seen(tables, ada.table)
        here.clock.at += 1000
        assert away_for(tables, ada.table, 1, seen_at[1]) == 1000


def test_the_lobby_lists_a_table_until_its_people_are_gone_by_the_servers_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quartier.server.views.lobby.lobby.CACHE_SECONDS", -1.0)
    with serve_timed(quiet(tmp_path / "games.db", lobby=True)) as here:
        ada = open_table(here.url, me("Ada"), {"kind": "friend"}, access="public")
        here.clock.at += 300
        assert ada.view()["waiting"]["waited"] == 300
        here.look()
        (table,) = ada.client.get("/api/lobby").json()["open"]
        assert table["minutes"] == 5
        here.clock.at += ARRIVAL_SECONDS + LISTED_SECONDS + 1
        assert ada.client.get("/api/lobby").json()["open"] == []
