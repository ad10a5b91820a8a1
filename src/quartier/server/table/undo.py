"""What may be taken back, and at what price. The first tier, staging before confirming, never leaves the browser.

Moves without an alternative that the server has played are nobody's decisions: they go with the decision before them.

Free: the seat's own last moves, while it is still to move and nothing hidden was learnt: no chance event (a drawn tile)
and nobody else came in between, and no move told more than its seat knew (the contract's `reveals`). By consent: the
seat's last move with all that followed; nobody need be asked when the others are bots or sit at the same device.

Neither goes past a move of a bot that has stood in for a person, be it a forced one. By consent nothing goes past the moment
when somebody gave up to a bot either, and nothing at all while a bot stands in for somebody who may come back: whoever drove
a rival out could otherwise draw again and again, because nobody would be left to be asked.
"""

from __future__ import annotations

from typing import Literal

from quartier.server.table import automatic
from quartier.server.table.events import Row
from quartier.server.table.fold import Table


def _live_rows(table: Table) -> list[Row]:
    return [table.entries[index].row for index in table.live]


def free_from(table: Table, seat: int) -> int | None:
    """The seq from which `seat` may undo freely: its last move, if that is the last event and it is still to move."""
    if not table.may_move(seat):
        return None
    last = _last_decision(table)
    if last is None or last.actor != seat or last.seq <= _stood_in(table) or _has_revealed(table, last.seq):
        return None
    return last.seq


def turn_from(table: Table, seat: int) -> int | None:
    """The seq from which `seat` may freely begin its turn anew: the first of its last moves; None when there is no move."""
    start = free_from(table, seat)
    if start is None:
        return None
    fence = _stood_in(table)
    for _, row in _backwards(_live_rows(table)):
        if row.actor != seat or row.seq <= fence or _has_revealed(table, row.seq):
            break
        start = min(start, row.seq)
    return start


def _has_revealed(table: Table, seq: int) -> bool:
    """Whether one of the moves from `seq` on told its seat what it did not know."""
    moves = [index for index, row in enumerate(_live_rows(table)) if row.seq >= seq and row.actor != "*"]
    return any(table.state.revealed(index) for index in moves)


def can_restart(table: Table, seat: int) -> bool:
    """Whether beginning the turn anew takes back more than the last move."""
    return turn_from(table, seat) != free_from(table, seat)


def asked_from(table: Table, seat: int) -> int | None:
    """The seq from which a take-back of `seat` would undo: its last move. None when there is none that may go."""
    if table.over or table.bot(seat) is not None or is_fenced(table, seat):
        return None
    return _last_move(table, seat)


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
    moves = (table.entries[index] for index in reversed(table.live))
    return next((entry.row.seq for entry in moves if entry.substituted), 0)


def _last_move(table: Table, seat: int) -> int | None:
    """The seq of the last decision of `seat`."""
    rows = _live_rows(table)
    return next(
        (row.seq for index, row in _backwards(rows) if row.actor == seat and not _forced(table, index, row)),
        None,
    )


def _backwards(rows: list[Row]) -> list[tuple[int, Row]]:
    return list(enumerate(rows))[::-1]


def _last_decision(table: Table) -> Row | None:
    """The last event of the game that was somebody's choice, or chance."""
    rows = _live_rows(table)
    return next((row for index, row in _backwards(rows) if not _forced(table, index, row)), None)


def _forced(table: Table, index: int, row: Row) -> bool:
    """Whether event `index` of the game was played by the server, because nothing else was possible."""
    if not table.setup.automatic or row.actor == "*":
        return False
    return automatic.only_move(table.state.at(index), int(row.actor)) is not None


def to_ask(table: Table, held: set[int]) -> set[int]:
    """The people whose consent is needed, when the asker's device holds the seats `held`."""
    return table.people - held


def tier(table: Table, seat: int, held: set[int]) -> Literal["free", "ask"] | None:
    """ "free", "ask" or None: what the page offers `seat`."""
    if free_from(table, seat) is not None:
        return "free"
    if asked_from(table, seat) is None:
        return None
    return "ask" if to_ask(table, held) else "free"
