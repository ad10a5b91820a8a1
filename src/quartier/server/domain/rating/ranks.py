"""At which places the seats of a finished table came in."""

from __future__ import annotations

from quartier.server.domain.table import Table


def places(table: Table) -> list[int]:
    """By seat, the first place being 1; seats that came in together have the same.

    Whoever resigned or ran out of time is behind all who played to the end, and the first of them is last: what a bot makes
    of the seat afterwards does not count. The others are in the game's own order: its winners, then by points.
    """
    order = {seat: _rank(table, seat) for seat in range(table.seats)}
    return [1 + sum(order[other] > order[seat] for other in order) for seat in order]


def _rank(table: Table, seat: int) -> tuple[int, bool, int]:
    """The greater, the better."""
    gone = left(table)
    if seat in gone:
        return gone.index(seat) - len(gone), False, 0
    if table.resigned is not None:  # the game was broken off: nobody knows who would have won
        return 0, False, 0
    return 0, seat in table.winners(), int(table.state.scores()[seat])


def left(table: Table) -> list[int]:
    """The seats that resigned or ran out of time for good, in that order."""
    gone = sorted(table.given_up, key=lambda seat: table.handed_over[seat])
    return gone if table.resigned is None else [*gone, table.resigned]
