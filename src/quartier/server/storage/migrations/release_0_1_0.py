"""The digests of release 0.1.0, and how they are replaced.

That release hashed the raw record of a position: caches, gaps, and in Gridlock the notebook of its hints, all 0. The
layouts of its records are frozen in `release_0_1_0.json`. Each stored game is replayed, its position laid out as then, and
hashed: only where that gives the stored digest, the new one is written. All others are marked, and keep the old one.

The tables of the database are declared here as they were then: later migrations may change them.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa

from quartier.core.game.state import State
from quartier.server.domain.events import Row
from quartier.server.domain.table_setup import TableSetup
from quartier.server.storage.integrity import CorruptLog, replay_log, replay_record

LAYOUTS = Path(__file__).parent / "release_0_1_0.json"
"""By title the bytes of a record, and its fields: name, type, shape, offset. What is not named was 0."""

_tables = sa.MetaData()
_MARKS = ("broken", sa.Text), ("broken_at", sa.Integer)
game_table = sa.Table(
    "game_table",
    _tables,
    *(sa.Column(name, sa.String) for name in ("id", "title", "board", "digest")),
    sa.Column("options", sa.JSON),
    sa.Column("automatic", sa.Boolean),
    sa.Column("hints", sa.Boolean),
    sa.Column("created_at", sa.Float),
    sa.Column("version", sa.Integer),
    *(sa.Column(name, kind) for name, kind in _MARKS),
)
seat = sa.Table(
    "seat",
    _tables,
    sa.Column("game_id", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("bot", sa.String),
)
event = sa.Table(
    "event",
    _tables,
    *(sa.Column(name, sa.String) for name in ("game_id", "actor", "move")),
    sa.Column("seq", sa.Integer),
)
record = sa.Table(
    "record",
    _tables,
    *(sa.Column(name, sa.String) for name in ("id", "text", "digest")),
    *(sa.Column(name, kind) for name, kind in _MARKS),
)


def redigest(connection: sa.Connection, report: Callable[[int, int], None]) -> None:
    """Replace the digests of all tables and records, or mark them; `report(done, total)` as it goes."""
    tables = connection.scalars(sa.select(game_table.c.id)).all()
    records = connection.scalars(sa.select(record.c.id)).all()
    total = len(tables) + len(records)
    for done, table_id in enumerate(tables):
        report(done, total)
        _replace(connection, game_table, table_id, lambda known: _position(connection, known))
    for done, record_id in enumerate(records, len(tables)):
        report(done, total)
        _replace(connection, record, record_id, _recorded)
    report(total, total)


def _replace(
    connection: sa.Connection, stored: sa.Table, game_id: str, replay: Callable[[Any], tuple[State, int]]
) -> None:
    """`replay(row)`: the last position and the number of its event. Raises Unfollowable."""
    known = connection.execute(sa.select(stored).where(stored.c.id == game_id)).one()
    values: dict[str, Any]
    try:
        state, last = replay(known)
        found = digest(state)
        if found != known.digest:
            raise CorruptLog(last, f"digest {found[:12]} instead of {known.digest[:12]}")
        values = {"digest": state.digest()}
    except CorruptLog as wrong:
        values = {"broken": wrong.reason, "broken_at": wrong.event}
    connection.execute(stored.update().where(stored.c.id == game_id).values(values))


def _position(connection: sa.Connection, known: Any) -> tuple[State, int]:
    bots = connection.scalars(sa.select(seat.c.bot).where(seat.c.game_id == known.id).order_by(seat.c.seat))
    day = time.strftime("%Y-%m-%d", time.gmtime(known.created_at))
    setup = TableSetup(
        known.id, known.title, known.options, tuple(bots), day, known.board, known.automatic, known.hints
    )
    query = sa.select(event.c.seq, event.c.actor, event.c.move)
    found = connection.execute(query.where(event.c.game_id == known.id).order_by(event.c.seq))
    rows = [Row(row.seq, row.actor if row.actor == "*" else int(row.actor), row.move) for row in found]
    return replay_log(setup, rows, known.version).state, known.version


def _recorded(known: Any) -> tuple[State, int]:
    state = replay_record(known.text)
    return state, len(state.past)


def digest(state: State) -> str:
    """What release 0.1.0 called the digest of a position: SHA-256 of its record, in hexadecimal."""
    return hashlib.sha256(laid_out(state)).hexdigest()


def laid_out(state: State) -> bytes:
    """A position as release 0.1.0 kept it in memory."""
    frozen = np.zeros(1, _layout()[state.game.name])
    for name in frozen.dtype.names or ():
        frozen[name] = state.array[name]
    return frozen.tobytes()


@cache
def _layout() -> dict[str, np.dtype[Any]]:
    """By title the record of release 0.1.0."""
    titles = json.loads(LAYOUTS.read_text(encoding="utf-8"))
    return {title: _record(**declared) for title, declared in titles.items()}


def _record(bytes: int, fields: list[tuple[str, str, list[int], int]]) -> np.dtype[Any]:
    names, types, shapes, offsets = zip(*fields, strict=True)
    formats = [(kind, tuple(shape)) for kind, shape in zip(types, shapes, strict=True)]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": bytes})
