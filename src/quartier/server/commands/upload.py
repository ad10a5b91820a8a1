"""Keeping a record that somebody uploads."""

from __future__ import annotations

import re

import quartier
from quartier.core.text import notation
from quartier.core.text.errors import BadRecord, QuartierError
from quartier.core.text.languages import N_
from quartier.core.text.notation import Document
from quartier.server.errors import LibraryError
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_rows import UploadedRecord
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job

MOST_EVENTS = 6000
"""More than any game of our titles has; each of them is replayed, and shown as a line."""
MOST_HEADERS, LONGEST_HEADER = 40, 1000
"""More headers, and longer ones, than any record of ours has."""
LONGEST_NAME = 60
"""Signs of a name: one of our own with what the server says of its bots, in any language."""
_NAMED = re.compile(r"Seat[0-9]+")


def upload(store: TableStore, text: str) -> str:
    """Check and keep a record; returns its id. Raises DomainError 422 that names the line."""
    try:
        _check_size(notation.parse(text))
        state = quartier.replay(text)
    except QuartierError as bad:
        raise LibraryError(422, "bad_record", bad) from bad
    stored = UploadedRecord(new_id(), state.game.name, text, state.digest())
    store.writer.do(Job(lambda writing: table_rows.add_record(writing.connection, stored), alone=True))
    return stored.id


def _check_size(document: Document) -> None:
    """Raises BadRecord for a record that would take us long to replay or could not be shown."""
    for number, (key, value) in enumerate(document.headers.items()):
        _check_header(document.header_lines[key], number, key, value)
    if len(document.events) > MOST_EVENTS:
        line = document.events[MOST_EVENTS][0]
        raise BadRecord(line, N_("This record is too long: at most {most} events."), most=MOST_EVENTS)


def _check_header(line: int, number: int, key: str, value: str) -> None:
    if number >= MOST_HEADERS:
        raise BadRecord(line, N_("This record has too many headers: at most {most}."), most=MOST_HEADERS)
    if _NAMED.fullmatch(key) and len(value) > LONGEST_NAME:
        raise BadRecord(line, N_("This name is too long: at most {most} characters."), most=LONGEST_NAME)
    if len(value) > LONGEST_HEADER or len(key) > LONGEST_NAME:
        raise BadRecord(line, N_("This header is too long: at most {most} characters."), most=LONGEST_HEADER)
