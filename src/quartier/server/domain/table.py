"""A table is the fold of its events.

`fold(setup, rows)` has no clock, no database and no randomness, so it gives the same table today, after a crash,
and in every process.

Events are the game's own (chance "*" and seats) and control events (see `events`). Nothing is ever deleted:
an undone event stays in the log and only stops counting.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

import quartier
from quartier.server.domain import events
from quartier.server.domain.events import (
    AnswerBotTakeover,
    AnswerTakeback,
    AskBots,
    AskBotTakeover,
    AskRematch,
    AskTakeback,
    BotTakeover,
    Cancel,
    Change,
    ControlEvent,
    Entry,
    FillWithBot,
    Join,
    Leave,
    Nonce,
    NotReady,
    OutOfTournament,
    Rated,
    Ready,
    Rematch,
    Resign,
    Return,
    Row,
    Substitute,
    TimeExpired,
    Undo,
    Unrated,
    UnratedReason,
)
from quartier.server.domain.table_setup import TableSetup


@dataclass(frozen=True)
class TakeoverRequest:
    """The open vote on whether a bot of this level takes over `seat`; `agreed` have said yes."""

    asker: int
    seat: int
    level: str
    agreed: frozenset[int] = frozenset()


@dataclass
class Table:
    """The present table. Treat a table from the cache as frozen; `extend` returns a new one."""

    setup: TableSetup
    state: Any
    version: int = 0
    entries: list[Entry] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    """Indices in `entries` of the game events that count; `live[i]` is event i of `state`."""
    names: dict[int, str] = field(default_factory=dict)
    for_bots: set[int] = field(default_factory=set)
    """Seats that would rather have bots at the free seats than wait."""
    cancelled: bool = False
    nonces: dict[int, str] = field(default_factory=dict)
    """With provable chance, each person's nonce."""
    takeover_bots: dict[int, str] = field(default_factory=dict)
    """Levels of the bots that play people's seats: for those who are away and those who resigned."""
    takeover_since: dict[int, int] = field(default_factory=dict)
    """Since which event they play them."""
    takeover_moves: list[int] = field(default_factory=list)
    """Indices in `entries` of the moves of bots that stood in for people, whether they still count or not."""
    given_up: set[int] = field(default_factory=set)
    """Seats whose people cannot return."""
    takeover_request: TakeoverRequest | None = None
    """The open vote on whether a bot takes over a seat."""
    resigned: int | None = None
    """The seat whose resignation or timeout ended the game."""
    out_of_time: set[int] = field(default_factory=set)
    """Seats that have run out of time, until their people return."""
    takeback_asker: int | None = None
    """The seat that asks for a takeback."""
    agreed: set[int] = field(default_factory=set)
    """The seats that have agreed to it."""
    rematch: set[int] = field(default_factory=set)
    next_id: str | None = None
    rated: tuple[Change, ...] = ()  # the rating changes of a rated game, once it is over
    unrated: UnratedReason | None = None  # why a rated game changes no rating
    ready: set[int] = field(default_factory=set)  # with a ready check: seats whose players are ready
    commands: dict[str, int] = field(default_factory=dict)
    """By the id of each command its first event."""
    _acting: frozenset[Any] | None = field(default=None, init=False, compare=False)
    """The result of `to_act` since the last event, cached because a view needs it twenty times."""

    @property
    def seats(self) -> int:
        return len(self.setup.bots)

    def bot(self, seat: int) -> str | None:
        """Return the level of the bot that plays a seat now, None for a person or an open seat."""
        return self.takeover_bots.get(seat, self.setup.bots[seat])

    @property
    def people(self) -> set[int]:
        """The seats that are played by people now."""
        return {seat for seat in self.names if self.bot(seat) is None}

    @property
    def all_joined(self) -> bool:
        """Return whether every person has joined, or a bot plays instead."""
        return all(seat in self.names or self.bot(seat) is not None for seat in range(self.seats))

    @property
    def waiting(self) -> bool:
        """Return whether a seat is still free."""
        return not self.has_begun and not self.cancelled

    @property
    def has_begun(self) -> bool:
        """Return whether all have joined, are ready with a ready check, and have sent nonces with provable chance."""
        return self.all_joined and not self.missing_nonces() and not self.missing_ready()

    def missing_ready(self) -> set[int]:
        """Return the seats of people who have not confirmed the ready check."""
        return self.people - self.ready if self.setup.ready_check else set()

    @property
    def checks_ready(self) -> bool:
        """Whether all have joined, and not all of them are ready."""
        return self.all_joined and not self.cancelled and bool(self.missing_ready())

    def missing_nonces(self) -> set[int]:
        """Return the people whose nonces are missing before provable chance can begin."""
        waits = self.setup.draw_key is not None and not self.draws()
        return self.people - self.nonces.keys() if waits else set()

    def draws(self) -> list[bool]:
        """Return for each chance event so far whether it still counts."""
        live = set(self.live)
        draw_indices = (index for index, entry in enumerate(self.entries) if entry.row.is_draw)
        return [index in live for index in draw_indices]

    @property
    def over(self) -> bool:
        return self.resigned is not None or bool(self.state.over)

    def to_act(self) -> frozenset[Any]:
        """Return who may move now: seats, {"*"} when chance is due, empty before the beginning and after the end."""
        if self._acting is None:
            runs = self.has_begun and not self.over
            self._acting = frozenset(self.state.to_act()) if runs else frozenset()
        return self._acting

    def due_bot(self) -> int | None:
        """Return a bot's seat that is to move."""
        return next((seat for seat in sorted(self.to_act() - {"*"}) if self.bot(seat) is not None), None)

    def may_move(self, seat: int | None) -> bool:
        """Return whether the person of a seat may move now."""
        return seat is not None and seat in self.to_act() and self.bot(seat) is None

    def winners(self) -> list[int]:
        """Return the winners; after a resignation all others."""
        if self.resigned is None:
            return list(self.state.winners())
        return [seat for seat in range(self.seats) if seat != self.resigned]

    def move_count(self, seat: int) -> int:
        """Return how many moves the seat's person has made."""
        moves = (index for index, entry in enumerate(self.entries) if entry.row.is_move_of(seat))
        return sum(index not in self.takeover_moves for index in moves)

    def live_index(self, seq: int) -> int | None:
        """Return the index in `state` of the table's event `seq`; None if it does not count (any more)."""
        index = bisect_left(self.live, seq - 1)
        return index if index < len(self.live) and self.live[index] == seq - 1 else None

    def is_replacing(self, entry: Entry) -> bool:
        """Return whether an undo is followed by another move of the same seat in the same command."""
        row = entry.row
        if not row.control or row.command is None or not isinstance(events.read(row.move), Undo):
            return False
        following = next(iter(self.entries[entry.row.seq : entry.row.seq + 1]), None)
        return (
            following is not None and following.row.command is None and following.row.actor == entry.row.actor
        )

    def since(self, seq: int) -> list[Entry]:
        """Return the entries after event `seq`."""
        return self.entries[seq:]

    def events_of_command(self, command: str) -> tuple[int, int] | None:
        """Return first and last event of the command with this id, None if there was none."""
        first = self.commands.get(command)
        if first is None:
            return None
        following = (entry.row.seq for entry in self.since(first) if entry.row.command is not None)
        return first, next(following, self.version + 1) - 1

    def is_unaffected(self, seat: int, version: int) -> bool:
        """Return whether a decision of `seat` at `version` is still valid.

        It is if the seat was to act then and is now, and only others have moved since: simultaneous moves
        never invalidate each other.
        """
        if version >= self.version or seat not in self.to_act():
            return version == self.version
        if not all(_passes_by(entry.row, seat) for entry in self.since(version)):
            return False
        lived = sum(index < version for index in self.live)
        return seat in self.state.at(lived).to_act()

    def missing_votes(self) -> set[int]:
        """Return whose consent to a bot takeover is still missing."""
        if self.takeover_request is None:
            return set()
        return (
            self.people
            - self.takeover_request.agreed
            - {self.takeover_request.asker, self.takeover_request.seat}
        )

    def settle_takeback(self) -> None:
        """Close the takeback request: it was answered, or is moot."""
        self.takeback_asker = None
        self.agreed.clear()


def _passes_by(row: Row, seat: int) -> bool:
    """Return whether an event leaves a decision of `seat` valid: another's move, or no move at all."""
    if row.control:
        return not isinstance(events.read(row.move), Undo)
    return row.actor not in ("*", seat)


def empty(setup: TableSetup) -> Table:
    """Return the table before its first event."""
    return Table(setup, new_state(setup))


def new_state(setup: TableSetup) -> Any:
    """Return the game's position before its first event."""
    game = quartier.load(setup.title)
    seats = len(setup.bots)
    return game.new(seats=seats, chance="manual", board=setup.board, rules=setup.rules, **setup.options)


def replay_events(setup: TableSetup, rows: list[Row]) -> Table:
    """Return the table after `rows`, its whole log."""
    table = empty(setup)
    for row in rows:
        apply(table, row)
    return table


def extend(table: Table, rows: list[Row]) -> Table:
    """Return a new table after more `rows`; `table` is unchanged."""
    fresh = replace(
        table,
        state=table.state.copy(),
        entries=list(table.entries),
        live=list(table.live),
        names=dict(table.names),
        for_bots=set(table.for_bots),
        nonces=dict(table.nonces),
        takeover_bots=dict(table.takeover_bots),
        takeover_since=dict(table.takeover_since),
        takeover_moves=list(table.takeover_moves),
        given_up=set(table.given_up),
        out_of_time=set(table.out_of_time),
        agreed=set(table.agreed),
        rematch=set(table.rematch),
        ready=set(table.ready),
        commands=dict(table.commands),
    )
    for row in rows:
        apply(fresh, row)
    return fresh


def apply(table: Table, row: Row) -> None:
    """Apply one event in place. An illegal move raises IllegalMove and leaves the table unchanged."""
    if row.control:
        _change(events.read(row.move), table, row)
        _log(table, Entry(row, (row.move,) * (table.seats + 1)))
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
    if row.actor in table.takeover_bots:
        table.takeover_moves.append(len(table.entries))
    _log(table, Entry(row, texts))
    table.settle_takeback()
    if table.takeover_request is not None and table.takeover_request.seat == row.actor:
        table.takeover_request = None  # a seat that moves is not away


def _log(table: Table, entry: Entry) -> None:
    row = entry.row
    table._acting = None
    table.entries.append(entry)
    table.version = row.seq
    if row.command is not None:
        table.commands[row.command] = row.seq


# ----- effects of control events -----


@singledispatch
def _change(control: ControlEvent, table: Table, row: Row) -> None:
    """Apply a control event; `row` holds `control`."""
    raise NotImplementedError(control)


@_change.register
def _(control: Join, table: Table, row: Row) -> None:
    seat = int(row.actor)
    table.names[seat] = control.name
    _come_back(table, seat)


@_change.register
def _(control: Substitute, table: Table, row: Row) -> None:
    table.names[int(row.actor)] = control.name


@_change.register
def _(control: OutOfTournament, table: Table, row: Row) -> None:
    """Change nothing: the game continues."""


@_change.register(Leave)
@_change.register(NotReady)
def _(control: ControlEvent, table: Table, row: Row) -> None:
    """Free a seat before the start; then the ready check is repeated."""
    seat = int(row.actor)
    table.names.pop(seat, None)
    table.nonces.pop(seat, None)
    table.for_bots.discard(seat)
    table.ready.clear()


@_change.register
def _(control: Ready, table: Table, row: Row) -> None:
    table.ready.add(int(row.actor))


@_change.register
def _(control: AskBots, table: Table, row: Row) -> None:
    table.for_bots.add(int(row.actor))


@_change.register
def _(control: FillWithBot, table: Table, row: Row) -> None:
    bots = list(table.setup.bots)
    bots[int(row.actor)] = control.level
    table.setup = replace(table.setup, bots=tuple(bots))
    table.takeover_bots.pop(int(row.actor), None)


@_change.register
def _(control: Cancel, table: Table, row: Row) -> None:
    table.cancelled = True


@_change.register
def _(control: Nonce, table: Table, row: Row) -> None:
    table.nonces[int(row.actor)] = control.nonce


@_change.register
def _(control: Undo, table: Table, row: Row) -> None:
    table.live = [index for index in table.live if table.entries[index].row.seq < control.since]
    table.state = table.state.at(len(table.live))
    table.settle_takeback()


@_change.register
def _(control: AskTakeback, table: Table, row: Row) -> None:
    table.takeback_asker = int(row.actor)
    table.agreed.clear()


@_change.register
def _(control: AnswerTakeback, table: Table, row: Row) -> None:
    if control.yes:
        table.agreed.add(int(row.actor))
    else:
        table.settle_takeback()


@_change.register
def _(control: Resign, table: Table, row: Row) -> None:
    _leave(table, row, control.level)


@_change.register
def _(control: TimeExpired, table: Table, row: Row) -> None:
    table.out_of_time.add(int(row.actor))
    if control.returns and control.level is not None:
        _hand_over(table, row, control.level)
    else:
        _leave(table, row, control.level)


@_change.register
def _(control: AskBotTakeover, table: Table, row: Row) -> None:
    table.takeover_request = TakeoverRequest(int(row.actor), control.seat, control.level)


@_change.register
def _(control: AnswerBotTakeover, table: Table, row: Row) -> None:
    takeover_request = table.takeover_request
    if control.yes and takeover_request is not None:
        table.takeover_request = replace(takeover_request, agreed=takeover_request.agreed | {int(row.actor)})
    else:
        table.takeover_request = None


@_change.register
def _(control: BotTakeover, table: Table, row: Row) -> None:
    _hand_over(table, row, control.level)


@_change.register
def _(control: Return, table: Table, row: Row) -> None:
    _come_back(table, int(row.actor))


@_change.register
def _(control: AskRematch, table: Table, row: Row) -> None:
    table.rematch.add(int(row.actor))


@_change.register
def _(control: Rematch, table: Table, row: Row) -> None:
    table.next_id = control.table_id


@_change.register
def _(control: Rated, table: Table, row: Row) -> None:
    table.rated, table.unrated = control.changes, None


@_change.register
def _(control: Unrated, table: Table, row: Row) -> None:
    table.rated, table.unrated = (), control.reason


def _leave(table: Table, row: Row, level: str | None) -> None:
    """Give a seat up for good: a bot plays it to the end, or the game is over if no opponent is left."""
    if level is None:
        table.resigned = int(row.actor)
        table.settle_takeback()
    else:
        table.given_up.add(int(row.actor))
        _hand_over(table, row, level)


def _come_back(table: Table, seat: int) -> None:
    table.takeover_bots.pop(seat, None)
    table.takeover_since.pop(seat, None)
    table.out_of_time.discard(seat)
    if table.takeover_request is not None and table.takeover_request.seat == seat:
        table.takeover_request = None


def _hand_over(table: Table, row: Row, level: str) -> None:
    """Let a bot play the seat from now on; no vote waits for this seat any longer."""
    seat = int(row.actor)
    table.takeover_bots[seat] = level
    table.takeover_since[seat] = row.seq
    table.settle_takeback()
    if table.takeover_request is not None and (
        seat in (table.takeover_request.seat, table.takeover_request.asker) or not table.missing_votes()
    ):
        table.takeover_request = None
