"""Whose page is to be seen on a screen: whoever looks at one is told nothing."""

from __future__ import annotations

import threading
from typing import Final

from quartier.server.storage.notifications import preferences
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job

SAYS_SO: Final = 15.0
"""Seconds between two times that a page that is to be seen says so (web/src/ui/here.ts)."""
EVERY: Final = 5.0
"""Seconds between notes in the database, where all processes find them."""
SURE: Final = SAYS_SO + EVERY + 5.0
"""So long after the last one nobody looks any more."""


class Seen:
    """What pages have said to this process. Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._at: dict[str, float] = {}
        """By listener, what is not noted yet."""
        self._noted = 0.0
        self._lock = threading.Lock()

    def note(self, listener: str) -> None:
        """A page of the listener is to be seen now."""
        with self._lock:
            self._at[listener] = self._tables.clock.now()

    def keep(self, now: float) -> None:
        """Note it, now and then, of those for whom it matters."""
        if abs(now - self._noted) < EVERY:
            return
        self._noted = now
        with self._lock:
            found, self._at = self._at, {}
        if not found:
            return
        with self._tables.database.read() as connection:
            matters = preferences.wishing(connection, list(found))
        told = {listener: at for listener, at in found.items() if listener in matters}
        if told:
            self._tables.writer.do(
                Job(lambda writing: preferences.seen(writing.connection, told), alone=True)
            )
