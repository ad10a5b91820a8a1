"""Page visibility: while a player has a page visible, no notifications are sent."""

from __future__ import annotations

import threading
from typing import Final

from quartier.server.storage.notifications import preferences
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job

PING_INTERVAL: Final = 15.0
"""Seconds between two times that a page that is to be seen says so (web/src/ui/presence-ping.ts)."""
SAVE_INTERVAL: Final = 5.0
"""Seconds between notes in the database, where all processes find them."""
VISIBLE_SECONDS: Final = PING_INTERVAL + SAVE_INTERVAL + 5.0
"""Seconds after the last ping for which a page counts as visible."""


class PageVisibility:
    """When each recipient last had a page visible, as reported to this process. Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._at: dict[str, float] = {}
        """By recipient, what is not noted yet."""
        self._noted = 0.0
        self._lock = threading.Lock()

    def note(self, recipient: str) -> None:
        """Record that a page of the recipient is visible now."""
        with self._lock:
            self._at[recipient] = self._tables.clock.now()

    def keep(self, now: float) -> None:
        """Save it for other processes, now and then, for those who have notifications on."""
        if abs(now - self._noted) < SAVE_INTERVAL:
            return
        self._noted = now
        with self._lock:
            pending, self._at = self._at, {}
        if not pending:
            return
        with self._tables.database.read() as connection:
            matters = preferences.with_preferences(connection, list(pending))
        rows = {recipient: at for recipient, at in pending.items() if recipient in matters}
        if rows:
            self._tables.writer.run(
                Job(lambda writing: preferences.update_last_seen(writing.connection, rows), exclusive=True)
            )
