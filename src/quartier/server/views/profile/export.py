"""Export of an account's finished games as a zip of records."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator

from quartier.server.errors import DomainError
from quartier.server.storage.rating import results
from quartier.server.storage.table_store import TableStore
from quartier.server.views import records

LEFT_OUT = "left-out.txt"


class Outbox:
    """A file that is only written: what has come so far is taken out of it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Take some bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """There is nothing behind it."""

    def take(self) -> bytes:
        """What was written since the last time."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def zip_games(tables: TableStore, account_id: str) -> Iterator[bytes]:
    """Yield a zip with one record per game, with constant memory. Running games are left out, and with them everything
    hidden. From a thread.
    """
    with tables.database.read() as connection:
        table_ids = results.tables_of(connection, account_id)
    out, left_out = Outbox(), []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for table_id in table_ids:
            try:
                _, table = tables.load(table_id)
            except DomainError:  # set aside
                left_out.append(f"{table_id}: damaged\n")
                continue
            if table.over:
                archive.writestr(
                    f"{table.setup.day}-{table.setup.title}-{table_id}.txt", records.text(table, None)
                )
            elif not table.cancelled:
                left_out.append(f"{table_id}: not over yet\n")
            yield out.take()
        if left_out:
            archive.writestr(LEFT_OUT, "".join(left_out))
    yield out.take()
