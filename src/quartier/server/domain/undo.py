"""The rules of undo and takeback. Staging a move before confirming it never leaves the browser.

Forced moves that the server has played are no decisions: they are undone with the decision before them.

Free: the seat's own last moves, while it is still to move and nothing hidden was revealed: no chance event (a
drawn tile) and no other seat came in between, and no move revealed more than its seat knew (the contract's
`reveals`). By consent: the seat's last move with all that followed; no consent is needed if the others are
bots or sit at the same device.

Neither is unlimited if others wait: after `MAX_UNDONE` moves of a turn were undone the next ones stay, and a
request that was refused is not repeated.

Neither goes past a move of a bot that has stood in for a person, even a forced one. Takebacks don't go past a
resignation to a bot either, and there are none while a bot stands in for someone who may return: otherwise,
after driving out an opponent, a player could draw again and again without anyone to refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from quartier.server.domain import events, forced_moves
from quartier.server.domain.events import (
    AnswerTakeback,
    AskTakeback,
    ControlEvent,
    Row,
    Undo,
)
from quartier.server.domain.table import Table

MAX_UNDONE: Final = 20
"""Maximum number of free undos of a seat within a turn, if others wait; turning a piece counts, too."""
MAX_ASKED: Final = 2
"""Maximum number of requests of a seat for one move, if no one refuses."""
MAX_REFUSED: Final = 5
"""Maximum number of refusals of a seat in a game."""


def free_from(table: Table, seat: int) -> int | None:
    """Return the seq from which `seat` may undo freely: its last move, if that is the last event and it is to move."""
    if not table.may_move(seat):
        return None
    fence = _last_takeover_move(table)
    for index, row in _backwards(table):
        if row.actor != "*" and table.state.has_revealed(index):
            return None
        if not _is_forced(table, index, row):
            return row.seq if row.actor == seat and row.seq > fence else None
    return None


def turn_from(table: Table, seat: int) -> int | None:
    """Return the seq from which `seat` may freely restart its turn: the first of its last moves; None if none."""
    start = free_from(table, seat)
    return None if start is None else _beginning(table, seat, start)


def _beginning(table: Table, seat: int, start: int) -> int:
    """Return the first of the consecutive moves of `seat` that end with its move `start` and revealed nothing."""
    fence = _last_takeover_move(table)
    for index, row in _backwards(table):
        if row.seq >= start:
            continue
        if row.actor != seat or row.seq <= fence or table.state.has_revealed(index):
            break
        start = row.seq
    return start


def asked_from(table: Table, seat: int) -> int | None:
    """Return the seq from which a takeback of `seat` would undo: its last move. None if there is none."""
    if table.over or table.bot(seat) is not None or is_fenced(table, seat):
        return None
    start = last_decision(table, seat)
    return None if start is not None and _has_foreseen(table, start) else start


def _has_foreseen(table: Table, start: int) -> bool:
    """Return whether a move would be played again with knowledge of the draws: with the same deal they don't change."""
    if table.setup.day_key is None and table.setup.deal is None:
        return False
    return any(row.actor == "*" and row.seq > start for _, row in _backwards(table))


def is_fenced(table: Table, seat: int) -> bool:
    """Return whether the last move of `seat` must stay because a bot stood in for a person who could not be asked."""
    start = last_decision(table, seat)
    return start is not None and start <= _fence(table)


def _fence(table: Table) -> int:
    """Return the seq of the last event that no consent can undo, 0 if there is none."""
    if table.takeover_bots.keys() - table.given_up:
        return table.version
    return max([_last_takeover_move(table), *table.takeover_since.values()])


def _last_takeover_move(table: Table) -> int:
    """Return the seq of the last move of a bot that stood in for a person, 0 if there is none."""
    moves = (table.entries[index].row.seq for index in reversed(table.takeover_moves))
    return next((seq for seq in moves if table.live_index(seq) is not None), 0)


def last_decision(table: Table, seat: int) -> int | None:
    """Return the seq of the last decision of `seat`."""
    own = ((index, row) for index, row in _backwards(table) if row.actor == seat)
    return next((row.seq for index, row in own if not _is_forced(table, index, row)), None)


def _backwards(table: Table) -> Iterator[tuple[int, Row]]:
    """Yield the game events that count, last first, with their indices in the game."""
    for index in range(len(table.live) - 1, -1, -1):
        yield index, table.entries[table.live[index]].row


def _is_forced(table: Table, index: int, row: Row) -> bool:
    """Return whether the server played event `index` of the game as a forced move."""
    if not table.setup.automatic or row.actor == "*" or row.command is not None:
        return False
    return forced_moves.only_move(table.state.at(index), int(row.actor)) is not None


def to_ask(table: Table, own_seats: set[int]) -> set[int]:
    """Return the people whose consent is needed, when the asker's device holds `own_seats`."""
    return table.people - own_seats


# ----- limits -----


def is_used_up(table: Table, seat: int, own_seats: set[int]) -> bool:
    """Return whether a seat has undone its maximum in this turn."""
    if not to_ask(table, own_seats):
        return False
    undone = 0
    for row in (entry.row for entry in reversed(table.entries)):
        if row.control:
            undone += row.actor == seat and isinstance(row.content, Undo)
        elif row.actor != seat:
            break
    return undone >= MAX_UNDONE


def questions(table: Table, seat: int, start: int) -> tuple[int, bool]:
    """Return how often `seat` has asked to take back its move `start`, and whether it was refused."""
    events_since = _control_events(table, start)
    count = sum(control == AskTakeback() for actor, control in events_since if actor == seat)
    return count, count > 0 and any(control == AnswerTakeback(yes=False) for _, control in events_since)


def refusals(table: Table, seat: int) -> int:
    """Count how often the others have refused `seat` in this game."""
    asker, refused = None, 0
    for actor, control in _control_events(table, 0):
        if control == AskTakeback():
            asker = actor
        refused += asker == seat and control == AnswerTakeback(yes=False)
    return refused


def _control_events(table: Table, seq: int) -> list[tuple[str | int, ControlEvent]]:
    """Return the control events after `seq`, with their actors."""
    rows = (entry.row for entry in table.since(seq))
    return [(row.actor, events.read(row.move)) for row in rows if row.control]


class Offers(NamedTuple):
    """The undos that the page offers a seat: of its last move, and of the whole turn if that is more."""

    tier: Literal["free", "ask"] | None
    restart: bool


NO_OFFERS = Offers(None, False)


def offers(table: Table, seat: int, own_seats: set[int]) -> Offers:
    """Return what `seat` may undo, on a device that holds `own_seats`; in a rated game nothing."""
    if table.setup.rated:
        return NO_OFFERS
    start = free_from(table, seat)
    if start is not None and not is_used_up(table, seat, own_seats):
        return Offers("free", _beginning(table, seat, start) != start)
    start = asked_from(table, seat)
    if start is None:
        return NO_OFFERS
    if not to_ask(table, own_seats):
        return Offers("free", False)
    count, refused = questions(table, seat, start)
    return NO_OFFERS if refused or count >= MAX_ASKED else Offers("ask", False)
