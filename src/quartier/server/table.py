"""A table is the fold of its events: `fold(setup, rows)` has no clock, no database and no randomness, so it gives the same
table today, after a crash, and in every process.

Events are the game's own (chance "*" and seats) and control events, whose move begins with "!":
    SEAT !join NAME          somebody takes the seat; when all are taken the game begins
    SEAT !undo SEQ           the game's events from SEQ on no longer count
    SEAT !takeback ask       SEAT would like to take the last move back
    SEAT !takeback yes|no    the answer of another player; a "no", or any move, settles it
    SEAT !resign             SEAT gives up; the game is over
    SEAT !rematch            SEAT would like to play again
    *    !next ID            all agreed: the new table
Nothing is ever deleted: an undone event stays in the log and only stops counting.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import quartier

CONTROL = "!"


@dataclass(frozen=True)
class Row:
    """One stored event. `actor` is "*" or a seat number, `seq` counts from 1."""

    seq: int
    actor: str | int
    move: str

    @property
    def control(self) -> bool:
        return self.move.startswith(CONTROL)


@dataclass(frozen=True)
class Setup:
    """What is fixed when a table is made. `bots[seat]` is the bot's level, or None for a person; `day` is "2026-11-21"."""

    id: str
    title: str
    options: dict[str, Any]
    bots: tuple[str | None, ...]
    day: str

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(self.bots) if bot is None)


@dataclass(frozen=True)
class Entry:
    """An event with the text that each viewer may see: `texts[0]` for spectators, `texts[seat + 1]` for a seat.

    The texts are taken when the event is played, because an undone event is in no state that could be asked later.
    """

    row: Row
    texts: tuple[str, ...]

    def text(self, viewer: int | None) -> str:
        return self.texts[0 if viewer is None else viewer + 1]


@dataclass
class Table:
    """The present table. Treat a table from the cache as frozen; `advanced` gives a new one."""

    setup: Setup
    state: Any
    version: int = 0
    entries: list[Entry] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    """Indices in `entries` of the game events that count; `live[i]` is event i of `state`."""
    names: dict[int, str] = field(default_factory=dict)
    resigned: int | None = None
    asked: int | None = None
    """The seat that asks for a take-back."""
    agreed: set[int] = field(default_factory=set)
    """Who said yes to it."""
    rematch: set[int] = field(default_factory=set)
    next_id: str | None = None

    @property
    def seats(self) -> int:
        return len(self.setup.bots)

    @property
    def begun(self) -> bool:
        """Every person has joined."""
        return all(seat in self.names for seat in self.setup.humans)

    @property
    def over(self) -> bool:
        return self.resigned is not None or bool(self.state.over)

    def to_act(self) -> set[Any]:
        """Who may move now: seats, {"*"} when chance is due, empty before the beginning and after the end."""
        return set() if self.over or not self.begun else set(self.state.to_act())

    def due_bot(self) -> int | None:
        """A bot's seat that is to move."""
        return next(
            (seat for seat in sorted(self.to_act() - {"*"}) if self.setup.bots[seat] is not None), None
        )

    def winners(self) -> list[int]:
        """After a resignation all others win."""
        if self.resigned is None:
            return list(self.state.winners())
        return [seat for seat in range(self.seats) if seat != self.resigned]

    def since(self, seq: int) -> list[Entry]:
        """The entries after event `seq`."""
        return self.entries[seq:]


def empty(setup: Setup) -> Table:
    """The table before its first event."""
    return Table(setup, new_state(setup))


def new_state(setup: Setup) -> Any:
    """The game's position before its first event."""
    game = quartier.load(setup.title)
    return game.new(seats=len(setup.bots), chance="manual", **setup.options)


def fold(setup: Setup, rows: list[Row]) -> Table:
    """The table after `rows`, its whole log."""
    table = empty(setup)
    for row in rows:
        apply(table, row)
    return table


def advanced(table: Table, rows: list[Row]) -> Table:
    """The table after `rows` more, as a new object; `table` stays as it is."""
    fresh = replace(
        table,
        state=table.state.copy(),
        entries=list(table.entries),
        live=list(table.live),
        names=dict(table.names),
        agreed=set(table.agreed),
        rematch=set(table.rematch),
    )
    for row in rows:
        apply(fresh, row)
    return fresh


def apply(table: Table, row: Row) -> None:
    """One event more, in place. A game event must be legal: the engine raises IllegalMove and the table is unchanged."""
    if row.control:
        _CONTROLS[row.move.split(" ")[0]](table, row)
        table.entries.append(Entry(row, (row.move,) * (table.seats + 1)))
        table.version = row.seq
    else:
        _play(table, row)


def _play(table: Table, row: Row) -> None:
    table.state.play(row.actor, row.move)
    note_played(table, row)


def note_played(table: Table, row: Row) -> None:
    """Log the game event that `table.state` has just played."""
    index = len(table.live)
    viewers = (None, *range(table.seats))
    texts = tuple(table.state.event_text(index, viewer) for viewer in viewers)
    table.live.append(len(table.entries))
    table.entries.append(Entry(row, texts))
    table.version = row.seq
    _settle_takeback(table)


def _settle_takeback(table: Table) -> None:
    table.asked = None
    table.agreed.clear()


def _join(table: Table, row: Row) -> None:
    table.names[int(row.actor)] = row.move.partition(" ")[2]


def _undo(table: Table, row: Row) -> None:
    start = int(row.move.split(" ")[1])
    table.live = [index for index in table.live if table.entries[index].row.seq < start]
    table.state = table.state.at(len(table.live))
    _settle_takeback(table)


def _takeback(table: Table, row: Row) -> None:
    answer = row.move.split(" ")[1]
    if answer == "ask":
        table.asked = int(row.actor)
        table.agreed.clear()
    elif answer == "yes":
        table.agreed.add(int(row.actor))
    else:
        _settle_takeback(table)


def _resign(table: Table, row: Row) -> None:
    table.resigned = int(row.actor)
    _settle_takeback(table)


def _rematch(table: Table, row: Row) -> None:
    table.rematch.add(int(row.actor))


def _next(table: Table, row: Row) -> None:
    table.next_id = row.move.split(" ")[1]


_CONTROLS = {
    "!join": _join,
    "!undo": _undo,
    "!takeback": _takeback,
    "!resign": _resign,
    "!rematch": _rematch,
    "!next": _next,
}
