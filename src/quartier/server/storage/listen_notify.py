"""Notifications between processes that share a PostgreSQL database (LISTEN/NOTIFY).

SQLite has none: the writer polls for changes of the file.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import structlog

from quartier.server.storage.database import BROADCAST_CHANNEL, CHANNEL
from quartier.server.storage.table_store import TableStore

log = structlog.get_logger("quartier.notices")
POLL_SECONDS = 1.0
"""Seconds between checks for stopping, and before reconnecting."""


class NotificationListener:
    """A thread that listens. Regular polling of the database makes up for lost notifications."""

    def __init__(self, tables: TableStore, on_broadcast: Callable[[str], None]) -> None:
        """Create the thread. `on_broadcast(text)` is called for what another process sent by `TableStore.broadcast`."""
        self._on_broadcast = on_broadcast
        self._database = tables.database
        self._tables = tables
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        if self._database.postgres:
            self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * POLL_SECONDS)

    def _run(self) -> None:
        import psycopg  # an extra: SQLite users need not have it

        url = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopping.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    self._listen(connection)
            except psycopg.Error:
                log.warning("listening_broken")
                self._stopping.wait(POLL_SECONDS)

    def _listen(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        connection.execute(f"LISTEN {BROADCAST_CHANNEL}")
        self._tables.cache.invalidate_all()  # nothing was received until now
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=POLL_SECONDS):
                if self._tables.writer.is_own(notice.pid):
                    continue
                if notice.channel == BROADCAST_CHANNEL:
                    self._on_broadcast(notice.payload)
                else:
                    self._tables.changed_elsewhere(notice.payload)
