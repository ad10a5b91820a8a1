"""View models of the machine API: a table as one seat knows it, in numbers and notation, without drawings.

Everything of the game comes from the record concealed for the seat (`State.view`, `State.concealed`), so nothing that the
seat may not know can get into it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import quartier
from quartier.bots import LEVELS
from quartier.bots.engines.engine import runs
from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import translator
from quartier.server.clock import Clock
from quartier.server.commands.authorization import Caller
from quartier.server.domain.events import Entry
from quartier.server.domain.table import Table
from quartier.server.errors import LibraryError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.table_rows import TableRow
from quartier.server.views import catalogue, messages
from quartier.server.views.api_v1 import models
from quartier.server.views.clocks import clock_view
from quartier.server.views.table_view import actor

MAX_LISTED_MOVES = 100
"""Legal moves are listed in notation up to this number: more would dominate a position's size."""


class Positions:
    """Makes positions. What does not depend on the moment is kept for the next who looks from the same seat."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        self._cache: LruCache[Any, tuple[dict[str, object], models.Legal | None]] = LruCache(256)

    def clear(self) -> None:
        """Empty the cache."""
        self._cache.clear()

    def position(
        self, row: TableRow, table: Table, caller: Caller, seat: int | None, after: int | None, lang: str
    ) -> models.Position:
        """The table as a seat (None: a spectator) knows it, with the events after a version (None: none of them)."""
        key = (table.setup.id, table.version, seat)
        view, legal = self._cache.get_or_create(key, lambda: _view_and_legal(table, seat))
        return {
            "id": table.setup.id,
            "title": table.setup.title,
            "version": table.version,
            "seat": seat,
            "to_act": sorted(table.to_act(), key=str),
            "yours": table.may_move(seat),
            "legal": legal,
            "seats": self._seats(row, table, lang),
            "waiting": table.waiting,
            "cancelled": table.cancelled,
            "over": table.over,
            "scores": table.state.scores(),
            "winners": table.winners() if table.over else [],
            "view": view,
            "events": [] if after is None else [event(entry, seat) for entry in table.since(after)],
        }

    def _seats(self, row: TableRow, table: Table, lang: str) -> list[models.ProgramSeat]:
        t, now, scores = translator(lang), self._clock.now(), table.state.scores()
        clocks = row.clocks or (None,) * table.seats
        return [
            {
                "seat": seat,
                "name": messages.seat_name(table, seat, t),
                "kind": _kind(row, table, seat),
                "score": scores[seat],
                "time": clock_view.seat(table, clocks[seat], seat, now),
            }
            for seat in range(table.seats)
        ]


def _view_and_legal(table: Table, seat: int | None) -> tuple[dict[str, object], models.Legal | None]:
    """What a seat knows, and what it may do."""
    return table.state.view(seat), _legal(table, seat) if table.may_move(seat) else None


def _legal(table: Table, seat: int | None) -> models.Legal:
    view = table.state.concealed(seat)
    actions = sorted(view.legal(seat))
    notation = [view.write(action) for action in actions] if len(actions) <= MAX_LISTED_MOVES else None
    return {"count": len(actions), "actions": _run_lengths(actions), "moves": notation}


def _run_lengths(actions: list[int]) -> list[int]:
    """Rising numbers from 0 on: how many are passed over, how many follow each other, and so on."""
    result, at = [], 0
    for first, last in runs(actions):
        result += [first - at, last + 1 - first]
        at = last + 1
    return result


def _kind(row: TableRow, table: Table, seat: int) -> Any:
    if table.bot(seat) is not None:
        return "bot"
    if seat not in table.names:
        return "open"
    return "person" if row.seats[seat].program is None else "program"


def event(entry: Entry, seat: int | None) -> models.ProgramEvent:
    """An event as a seat may know it."""
    return {"seq": entry.row.seq, "actor": actor(entry.row.actor), "move": entry.text(seat)}


def titles(lang: str) -> models.ProgramTitles:
    """What can be played."""
    result = [_title(quartier.load(name), lang) for name in quartier.titles()]
    return {"titles": result, "bots": list(LEVELS)}


def _title(game: quartier.Game, lang: str) -> models.ProgramTitle:
    t = translator(lang, game.spec.folder)
    return {
        "name": game.name,
        "text": game.title(lang),
        "seats": list(game.seats),
        "options": [
            {
                "name": name,
                "values": list(option.values),
                "default": option.default,
                "text": t(option.help),
                "needs": option.needs,
            }
            for name, option in game.options.items()
        ],
        "boards": list(game.boards) if len(game.boards) > 1 else [],
        "actions": game.actions,
        "rules": game.version,
        "seconds": list(game.spec.metadata.seconds),
    }


@lru_cache(maxsize=32)
def moves(title: str, board: str | None) -> models.ProgramMoves:
    """Every action of a title in notation. Raises DomainError 404 for a title or a board that there is not."""
    game = catalogue.game(title)
    try:
        board_spec = game.spec.boards.get(board)
    except BadBoard as bad:
        raise LibraryError(404, "bad_board", bad) from bad
    written = [game.spec.text.write(action, board_spec) for action in range(game.actions)]
    return {"title": title, "board": cast(str | None, board or (board_spec.name or None)), "moves": written}
