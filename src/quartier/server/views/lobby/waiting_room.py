"""A table that waits for people."""

from __future__ import annotations

import time
from math import ceil

from quartier.server.domain.table import Table
from quartier.server.storage.table_rows import TableRow
from quartier.server.views.lobby import chat_models as models


def described(head: TableRow, table: Table, bots_after: float) -> models.Waiting:
    """How long it has waited, and when bots may come instead: `bots_after` so many seconds."""
    waited = max(0.0, time.time() - head.opened_at)
    kept = table.setup.tournament is not None
    return {
        "waited": int(waited),
        "bots_in": None if kept else max(0, ceil(bots_after - waited)),
        "agreed": sorted(table.for_bots),
    }
