"""What may be taken back, and at what price. The first tier, staging before confirming, never leaves the browser.

Moves without an alternative that the server has played are nobody's decisions: they go with the decision before them.

Free: the seat's own last moves, while it is still to move and nothing hidden was learnt: no chance event (a drawn tile)
and nobody else came in between, and no move told more than its seat knew (the contract's `reveals`). By consent: the
seat's last move with all that followed; nobody need be asked when the others are bots or sit at the same device.

Neither can be had for ever where others wait: after `MOST_UNDONE` moves of a turn were taken back the next ones stay, and a
question that was refused is not asked again.

Neither goes past a move of a bot that has stood in for a person, be it a forced one. By consent nothing goes past the moment
when somebody gave up to a bot either, and nothing at all while a bot stands in for somebody who may come back: whoever drove
a rival out could otherwise draw again and again, because nobody would be left to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from quartier.server.domain import events, forced_moves
from quartier.server.domain.events import (
    AnswerTakeback,
    AskTakeback,
    Control,
    Row,
    Undo,
)
from quartier.server.domain.table import Table

MOST_UNDONE: Final = 20
"""So many times a seat takes back freely within a turn, where others wait; a piece that is turned counts, too."""
MOST_ASKED: Final = 2
"""So many times a seat asks for one move, if nobody says no."""
MOST_REFUSED: Final = 5
"""So many refusals a seat may collect in a game."""


def free_from(table: Table, seat: int) -> int | None:
    """The seq from which `seat` may undo freely: its last move, if that is the last event and it is still to move."""
    if not table.may_move(seat):
        return None
    fence = _stood_in(table)
    for index, row in _backwards(table):
        if row.actor != "*" and table.state.revealed(index):
            return None
        if not _forced(table, index, row):
            return row.seq if row.actor == seat and row.seq > fence else None
    return None


def turn_from(table: Table, seat: int) -> int | None:
    """The seq from which `seat` may freely begin its turn anew: the first of its last moves; None when there is no move."""
    start = free_from(table, seat)
    return None if start is None else _beginning(table, seat, start)


def _beginning(table: Table, seat: int, start: int) -> int:
    """The first of the moves of `seat` that end with its move `start`: none between is another's, or told it something."""
    fence = _stood_in(table)
    for index, row in _backwards(table):
        if row.seq >= start:
            continue
        if row.actor != seat or row.seq <= fence or table.state.revealed(index):
            break
        start = row.seq
    return start


def asked_from(table: Table, seat: int) -> int | None:
    """The seq from which a take-back of `seat` would undo: its last move. None when there is none that may go."""
    if table.over or table.bot(seat) is not None or is_fenced(table, seat):
        return None
    start = _last_move(table, seat)
    return None if start is not None and _has_foreseen(table, start) else start


def _has_foreseen(table: Table, start: int) -> bool:
    """Whether a move would be played again by somebody who knows what will be drawn: the deal of a day stays the same."""
    if table.setup.day_key is None:
        return False
    return any(row.actor == "*" and row.seq > start for _, row in _backwards(table))


def is_fenced(table: Table, seat: int) -> bool:
    """Whether the last move of `seat` has to stay because a bot has stood in for a person who could not be asked."""
    start = _last_move(table, seat)
    return start is not None and start <= _fence(table)


def _fence(table: Table) -> int:
    """The seq of the last event that no consent takes back, 0 if there is none."""
    if table.substitutes.keys() - table.given_up:
        return table.version
    return max([_stood_in(table), *table.handed_over.values()])


def _stood_in(table: Table) -> int:
    """The seq of the last move of a bot that stood in for a person, 0 if there is none."""
    moves = (table.entries[index].row.seq for index in reversed(table.stand_ins))
    return next((seq for seq in moves if table.live_index(seq) is not None), 0)


def _last_move(table: Table, seat: int) -> int | None:
    """The seq of the last decision of `seat`."""
    own = ((index, row) for index, row in _backwards(table) if row.actor == seat)
    return next((row.seq for index, row in own if not _forced(table, index, row)), None)


def _backwards(table: Table) -> Iterator[tuple[int, Row]]:
    """The events of the game that count, the last one first, with their numbers in the game."""
    for index in range(len(table.live) - 1, -1, -1):
        yield index, table.entries[table.live[index]].row


def _forced(table: Table, index: int, row: Row) -> bool:
    """Whether event `index` of the game was played by the server, because nothing else was possible."""
    if not table.setup.automatic or row.actor == "*" or row.command is not None:
        return False
    return forced_moves.only_move(table.state.at(index), int(row.actor)) is not None


def to_ask(table: Table, held: set[int]) -> set[int]:
    """The people whose consent is needed, when the asker's device holds the seats `held`."""
    return table.people - held


# ----- not for ever -----


def is_used_up(table: Table, seat: int, held: set[int]) -> bool:
    """Whether a seat has taken back as much in this turn as others have to put up with."""
    if not to_ask(table, held):
        return False
    undone = 0
    for row in (entry.row for entry in reversed(table.entries)):
        if row.control:
            undone += row.actor == seat and isinstance(row.said, Undo)
        elif row.actor != seat:
            break
    return undone >= MOST_UNDONE


def questions(table: Table, seat: int, start: int) -> tuple[int, bool]:
    """How often `seat` has asked to take back its move `start`, and whether somebody has said no."""
    said = _said(table, start)
    asked = sum(control == AskTakeback() for actor, control in said if actor == seat)
    return asked, asked > 0 and any(control == AnswerTakeback(yes=False) for _, control in said)


def refusals(table: Table, seat: int) -> int:
    """How often the others have said no to `seat` in this game."""
    asker, refused = None, 0
    for actor, control in _said(table, 0):
        if control == AskTakeback():
            asker = actor
        refused += asker == seat and control == AnswerTakeback(yes=False)
    return refused


def _said(table: Table, seq: int) -> list[tuple[str | int, Control]]:
    """The control events after `seq`, with their actors."""
    rows = (entry.row for entry in table.since(seq))
    return [(row.actor, events.read(row.move)) for row in rows if row.control]


class Offers(NamedTuple):
    """What the page offers a seat: to take its last move back, and to begin the turn anew if that is more."""

    tier: Literal["free", "ask"] | None
    restart: bool


NOTHING = Offers(None, False)


def offers(table: Table, seat: int, held: set[int]) -> Offers:
    """What `seat` may take back, on a device that holds the seats `held`; in a rated game moves stay."""
    if table.setup.rated:
        return NOTHING
    start = free_from(table, seat)
    if start is not None and not is_used_up(table, seat, held):
        return Offers("free", _beginning(table, seat, start) != start)
    start = asked_from(table, seat)
    if start is None:
        return NOTHING
    if not to_ask(table, held):
        return Offers("free", False)
    asked, refused = questions(table, seat, start)
    return NOTHING if refused or asked >= MOST_ASKED else Offers("ask", False)
