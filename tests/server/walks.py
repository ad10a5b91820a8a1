"""Tables as they come about in random games, and how a device sees them, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import quartier
from quartier.conformance.positions import random_game
from quartier.server.commands.authorization import Caller
from quartier.server.domain.events import (
    AnswerTakeback,
    AskTakeback,
    Join,
    Row,
    Undo,
)
from quartier.server.domain.table import Table, empty, extend
from quartier.server.domain.table_setup import TableSetup
from quartier.server.models import Presence
from quartier.server.storage.table_rows import SeatRow, TableRow
from quartier.server.views.table_view import Viewer

NOBODY_THERE: Presence = {"online": [], "spectators": 0}


def play_event(table: Table, actor: int | str, move: str) -> Table:
    """The table after one more event."""
    return extend(table, [Row(table.version + 1, actor, move)])


def tables(title: str, seed: int, interval: int = 9) -> Iterator[Table]:
    """A random game with somebody who sits down late, questions, and moves taken back and played again."""
    random = Random(seed)
    game = random_game(quartier.load(title), seed, seats=2)
    table = empty(TableSetup(f"kept{seed}", title, {}, (None,) * game.seats, "2026-11-22"))
    for seat in range(1, game.seats):
        table = play_event(table, seat, Join(f"Player {seat}").write())
    for index, event in enumerate(game.events):
        if index == interval:
            table = play_event(table, 0, Join("Late").write())
        table = play_event(table, event.actor, event.move)
        if event.actor != "*" and random.randrange(interval) == 0:
            for control in (AskTakeback(), AnswerTakeback(True), Undo(table.version)):
                table = play_event(table, 0, control.write())
                yield table
            table = play_event(table, event.actor, event.move)
        if index % interval == 0:
            yield table
    yield table


def head(table: Table) -> TableRow:
    """What the database says of a table whose seats are all taken."""
    seats = tuple(SeatRow(number, "human", None, None, None) for number in range(table.seats))
    return TableRow(table.setup, table.version, "", "", seats)


def device(seat: int | None, lang: str) -> Viewer:
    """The device of a seat (None: a spectator)."""
    return Viewer(Caller(frozenset({seat} - {None}), False), seat, lang, "http://quartier")
