"""Ranks of the seats of a finished table."""

from __future__ import annotations

from quartier.server.domain.table import Table


def finish_ranks(table: Table) -> list[int]:
    """Return the rank of each seat, the first being 1; ties share a rank.

    Seats that resigned or ran out of time are behind all who played to the end, the first of them last: a
    bot's later play for the seat does not count. The others are in the game's own order: its winners, then by
    points.
    """
    order = {seat: _rank(table, seat) for seat in range(table.seats)}
    return [1 + sum(order[other] > order[seat] for other in order) for seat in order]


def _rank(table: Table, seat: int) -> tuple[int, bool, int]:
    """Return the sort key of a seat; greater is better."""
    dropped_out = dropouts(table)
    if seat in dropped_out:
        return dropped_out.index(seat) - len(dropped_out), False, 0
    if table.resigned is not None:  # the game was aborted: the winner is unknown
        return 0, False, 0
    return 0, seat in table.winners(), int(table.state.scores()[seat])


def dropouts(table: Table) -> list[int]:
    """Return the seats that resigned or ran out of time for good, in that order."""
    dropped_out = sorted(table.given_up, key=lambda seat: table.takeover_since[seat])
    return dropped_out if table.resigned is None else [*dropped_out, table.resigned]
