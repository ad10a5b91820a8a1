"""Uploading a record."""

from __future__ import annotations

import re
from collections.abc import Callable

import quartier
from quartier.core.game.boards import BOARD_DATA
from quartier.core.text import notation
from quartier.core.text.errors import BadRecord, Phrase, QuartierError
from quartier.core.text.languages import N_
from quartier.core.text.notation import Document
from quartier.core.text.numbers import figure
from quartier.server.errors import LibraryError
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_rows import UploadedRecord
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job

MAX_EVENTS = 6000
"""More than any game of our titles has; each of them is replayed, and shown as a line."""
MAX_HEADERS, MAX_HEADER_LENGTH = 40, 1000
"""More headers, and longer ones, than any record of ours has."""
MAX_NAME_LENGTH = 60
"""Signs of a name: one of our own with what the server says of its bots, in any language."""
_NAMED = re.compile(r"Seat[0-9]+")


def upload(store: TableStore, text: str, try_board: Callable[[str, str], object]) -> str:
    """Validate and store a record. Returns its id. Raises DomainError 422 that names the line.

    `try_board` gets a title and the text of a board that the record carries; it raises DomainError for one that no one can
    play on: compiled rules trust the numbers of a board.
    """
    try:
        document = notation.parse(text)
        _check_size(document)
        if BOARD_DATA in document.headers:
            _check_board(document, try_board)
        state = quartier.replay(text)
    except QuartierError as bad:
        raise LibraryError(422, "bad_record", bad) from bad
    stored = UploadedRecord(new_id(), state.game.name, text, state.digest())
    store.writer.run(Job(lambda writing: table_rows.add_record(writing.connection, stored), exclusive=True))
    return stored.id


def _check_size(document: Document) -> None:
    """Raise BadRecord for a record that is too long to replay or show."""
    for number, (key, value) in enumerate(document.headers.items()):
        _check_header(document.header_lines[key], number, key, value)
    if len(document.events) > MAX_EVENTS:
        line = document.events[MAX_EVENTS][0]
        raise BadRecord(line, N_("This record is too long: at most {most} events."), most=_figure(MAX_EVENTS))


def _check_board(document: Document, try_board: Callable[[str, str], object]) -> None:
    try:
        try_board(document.headers.get("Game", ""), document.headers[BOARD_DATA])
    except LibraryError as error:
        raise BadRecord(document.header_lines[BOARD_DATA], error.cause) from error


def _check_header(line: int, number: int, key: str, value: str) -> None:
    if number >= MAX_HEADERS:
        raise BadRecord(line, N_("This record has too many headers: at most {most}."), most=MAX_HEADERS)
    if _NAMED.fullmatch(key) and len(value) > MAX_NAME_LENGTH:
        raise BadRecord(line, N_("This name is too long: at most {most} characters."), most=MAX_NAME_LENGTH)
    if (len(value) > MAX_HEADER_LENGTH and key != BOARD_DATA) or len(key) > MAX_NAME_LENGTH:
        raise BadRecord(
            line, N_("This header is too long: at most {most} characters."), most=_figure(MAX_HEADER_LENGTH)
        )


def _figure(number: int) -> Phrase:
    """A number among the fields of an error, as the reader's language writes it."""
    return Phrase(lambda t: figure(number, lang=t.lang))
