"""View model of a table that waits for players."""

from __future__ import annotations

from math import ceil

from quartier.server.domain.table import Table
from quartier.server.storage.table_rows import TableRow
from quartier.server.views.lobby import chat_models as models


def waiting_view(row: TableRow, table: Table, bots_after: float, now: float) -> models.Waiting:
    """How long it has waited, and when bots may come instead: `bots_after` so many seconds."""
    waited = max(0.0, now - row.opened_at)
    is_tournament = table.setup.tournament is not None
    return {
        "waited": int(waited),
        "bots_in": None if is_tournament else max(0, ceil(bots_after - waited)),
        "agreed": sorted(table.for_bots),
        "check": _ready_check(row, table, now),
    }


def _ready_check(row: TableRow, table: Table, now: float) -> models.ReadyCheck | None:
    if not table.checks_ready:
        return None
    left = max(0, ceil((row.ready_by or now) - now))
    return {"left": left, "missing": sorted(table.missing_ready())}
