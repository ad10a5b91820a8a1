"""What may be taken back, and at what price. The first tier, staging before confirming, never leaves the browser.

Free: the seat's own last moves, while it is still to move and nothing came in between. In these games all that
anybody learns comes by chance events (a drawn tile) or by another's move, so "no chance event and nobody else
since" is also "nothing hidden was learnt". By consent: the seat's last move with all that followed; nobody need
be asked when the others are bots or sit at the same device.
"""

from __future__ import annotations

from quartier.server.table import Row, Table


def _live_rows(table: Table) -> list[Row]:
    return [table.entries[index].row for index in table.live]


def free_from(table: Table, seat: int) -> int | None:
    """The seq from which `seat` may undo freely: its last move, if that is the last event and it is still to move."""
    rows = _live_rows(table)
    if rows and rows[-1].actor == seat and seat in table.to_act():
        return rows[-1].seq
    return None


def asked_from(table: Table, seat: int) -> int | None:
    """The seq from which a take-back of `seat` would undo: its last move; None when there is none or the game is over."""
    if table.over:
        return None
    return next((row.seq for row in reversed(_live_rows(table)) if row.actor == seat), None)


def to_ask(table: Table, held: set[int]) -> set[int]:
    """The people whose consent is needed, when the asker's device holds the seats `held`."""
    return set(table.setup.humans) - held


def tier(table: Table, seat: int, held: set[int]) -> str | None:
    """ "free", "ask" or None: what the page offers `seat`."""
    if free_from(table, seat) is not None:
        return "free"
    if asked_from(table, seat) is None:
        return None
    return "ask" if to_ask(table, held) else "free"
