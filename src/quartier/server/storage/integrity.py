"""Integrity check: replay a stored log and compare the position with the stored digest."""

from __future__ import annotations

import quartier
from quartier.core.game.state import State
from quartier.core.text import notation
from quartier.core.text.errors import BadRecord, QuartierError
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table, apply, empty, extend
from quartier.server.domain.table_setup import TableSetup
from quartier.server.storage.table_rows import TableRow, UploadedRecord


class CorruptLog(Exception):
    """A log that does not replay, or not to its digest: the event (0: before the first), and the reason."""

    def __init__(self, event: int, reason: str) -> None:
        super().__init__(f"event {event}: {reason}")
        self.event = event
        self.reason = reason


def verify(row: TableRow, rows: list[Row]) -> Table:
    """Return the table after its whole log. Raises CorruptLog if its digest is not the stored one."""
    _must_be_known(row.digest, row.broken)
    table = replay_log(row.setup, rows, row.version)
    _must_agree(row.digest, table.state, row.version)
    return table


def verify_record(stored: UploadedRecord) -> State:
    """Return the position at the end of an uploaded record. Raises CorruptLog if its digest is not the stored one."""
    _must_be_known(stored.digest, stored.broken)
    state = replay_record(stored.text)
    _must_agree(stored.digest, state, len(state.past))
    return state


def replay_log(setup: TableSetup, rows: list[Row], version: int) -> Table:
    """Return the table after a log that may be damaged and should have `version` events. Raises CorruptLog."""
    number = 0
    try:
        table = empty(setup)
        for number, row in enumerate(rows, 1):
            if row.seq != number:
                raise CorruptLog(number, "this event is missing")
            apply(table, row)
    except (CorruptLog, MemoryError):
        raise
    except Exception as error:  # whatever error a damaged log causes in the rules, the log is at fault
        raise CorruptLog(number, _reason(error)) from error
    if table.version != version:
        raise CorruptLog(table.version, f"{table.version} events instead of {version}")
    return table


def extend_verified(table: Table, rows: list[Row]) -> Table:
    """Return the table after more `rows`, which may be damaged. Raises CorruptLog."""
    try:
        return extend(table, rows)
    except MemoryError:
        raise
    except Exception as error:
        raise CorruptLog(table.version + 1, _reason(error)) from error


def replay_record(text: str) -> State:
    """Return the position at the end of a record that may be damaged. Raises CorruptLog."""
    try:
        return quartier.replay(text)
    except MemoryError:
        raise
    except Exception as error:
        line = error.line if isinstance(error, BadRecord) else 0
        raise CorruptLog(_event_at(text, line), _reason(error)) from error


def _event_at(text: str, line: int) -> int:
    """Return the index of the event in a line of a record; 0 before the first."""
    try:
        return sum(number <= line for number, _, _ in notation.parse(text).events)
    except BadRecord:
        return 0


def _reason(error: Exception) -> str:
    """Return what went wrong, for the operator."""
    return error.text("en") if isinstance(error, QuartierError) else repr(error)


def _must_be_known(digest: str, mark: tuple[int, str] | None) -> None:
    """Raise CorruptLog for a digest of another release that the migration could not replace."""
    if mark is not None and ":" not in digest:
        raise CorruptLog(*mark)


def _must_agree(digest: str, state: State, event: int) -> None:
    actual = state.digest()
    if actual != digest:
        raise CorruptLog(event, f"digest {actual[:14]} instead of {digest[:14]}")
