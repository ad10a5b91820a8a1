"""Where a table leads: its record, rules, replay and results, and the rematch."""

from __future__ import annotations

from quartier.server.domain.table import Table
from quartier.server.root_path import site_path
from quartier.server.views import models


def rematch(table: Table) -> models.Rematch | None:
    """Return who wants a rematch, and its address once it is open; None while the game is running."""
    if not table.over:
        return None
    result: models.Rematch = {"asked": sorted(table.rematch)}
    if table.next_id is not None:
        result["url"] = site_path(f"/table/{table.next_id}")
    return result


def links(table: Table, lang: str) -> models.TableLinks:
    """Return the addresses of what belongs to a table."""
    setup, table_id = table.setup, table.setup.id
    return {
        "record": site_path(f"/api/tables/{table_id}/record"),
        "rules": site_path(f"/rules/{setup.title}?lang={lang}"),
        "replay": site_path(f"/replay/{table_id}?lang={lang}") if table.over else None,
        "results": site_path(f"/deals/{setup.day}?lang={lang}")
        if table.over and setup.day_key is not None
        else None,
    }
