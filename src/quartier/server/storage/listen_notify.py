"""Notifications between processes that share a PostgreSQL database (LISTEN/NOTIFY).

With SQLite there is nothing to hear: the writer looks whether the file has changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import structlog

from quartier.server.storage.database import CHANNEL, SAID
from quartier.server.storage.table_store import TableStore

log = structlog.get_logger("quartier.notices")
PATIENCE = 1.0
"""Seconds between looks at whether to stop, and before connecting again."""


class Notices:
    """A thread that listens. One that it misses is made up for by the regular look at the database."""

    def __init__(self, tables: TableStore, hear: Callable[[str], None]) -> None:
        """`hear(text)` is called for what another process has said by `TableStore.say`."""
        self._hear = hear
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
            self._thread.join(timeout=2 * PATIENCE)

    def _run(self) -> None:
        import psycopg  # an extra: who keeps games in SQLite need not have it

        url = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopping.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    self._listen(connection)
            except psycopg.Error:
                log.warning("listening_broken")
                self._stopping.wait(PATIENCE)

    def _listen(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        connection.execute(f"LISTEN {SAID}")
        self._tables.memory.invalidate_all()  # nobody has listened until now
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=PATIENCE):
                if self._tables.writer.is_own(notice.pid):
                    continue
                if notice.channel == SAID:
                    self._hear(notice.payload)
                else:
                    self._tables.changed_elsewhere(notice.payload)
