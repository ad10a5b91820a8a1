"""What the piece on offer can do: for each seat that may get it, how its best use would change the standings.

Whole numbers only: a quick relative of `prospects` for features of a network.
"""

from typing import Any, NamedTuple

import numpy as np

from ..rules.building import (
    colour_of,
    is_built,
    limit_allowed,
    may_put_cube,
    may_put_roof,
    may_remove,
    top_of,
    value_of,
)
from ..rules.scoring import house_points, times
from ..rules.state import (
    BLANK,
    LOTS,
    MAYOR,
    MOST_SEATS,
    NO_SEAT,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    Record,
)

NEEDS = 13
"""What a row needs is distinguished up to here."""
# A row's points count so much of 64, by what it still needs (two for a house and its roof).
COUNTED = np.array([48, 22, 16, 12, 9, 6, 4, 2, 0, -2, -4, -6, -8], np.int64)

# Working space: points by row and owner, what rows need, standings of all seats, those after a use of the piece, and for
# each holder the best lead so far, with the lead that it leaves the seat.
WORK = 64
POINTS = 0
NEED = POINTS + ROWS * MOST_SEATS
STANDING = NEED + ROWS
AFTER = STANDING + MOST_SEATS
BEST = AFTER + MOST_SEATS
LEFT = BEST + MOST_SEATS
WORST = -(1 << 40)
WHOLE = 64
"""What a point counts that is sure."""
USUAL_ROOF = 3
"""What a roof is worth before it is turned over."""


class Change(NamedTuple):
    """What a use of the piece changes in a row."""

    row: int
    before: int
    lost: int
    """The owner of a house before, or NO_SEAT, and the points that this seat no longer has"""
    after: int
    won: int
    """Its owner then, or NO_SEAT, and the points that this seat has got"""
    need: int
    """What the row needs then"""
    mayor: int
    """How many times the row counts then"""


def count_row(s: Record, row: int, work: Any) -> None:
    """The points of a row by owner, and what it needs, into the working space."""
    need = 2 * (s.limit[row] - s.built[row])
    for other in range(s.players):
        work[POINTS + row * MOST_SEATS + other] = 0
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        work[POINTS + row * MOST_SEATS + s.owner[colour_of(top_of(s, spot))]] += house_points(s, spot)
        need += 1 if s.roof[spot] == 0 else 0
    work[NEED + row] = need


def weigh_uses(s: Record, seat: int, work: Any) -> None:
    """For each seat, what its best use of the piece would leave: into the working space."""
    for other in range(s.players):
        work[BEST + other], work[STANDING + other] = WORST, WHOLE * s.box[other] * s.box_points
        for row in range(ROWS):
            work[STANDING + other] += counted_points(s, row, other, work)
    if is_built(s.piece):
        weigh_lots(s, seat, work)
    else:
        weigh_use(s, seat, work, 0, work[NEED], times(s, 0))
        weigh_rows(s, seat, work)


def counted_points(s: Record, row: int, other: int, work: Any) -> int:
    """Return what a seat's points in a row count now."""
    points = work[POINTS + row * MOST_SEATS + other] * times(s, row)
    return int(points * COUNTED[min(NEEDS - 1, work[NEED + row])])


def lead_of(s: Record, seat: int, work: Any, standings: int) -> int:
    """Return how far a seat is ahead of the best of the others, by such standings in the working space."""
    best = WORST
    for other in range(s.players):
        if other != seat:
            best = max(best, work[standings + other])
    return int(work[standings + seat] - best)


def weigh_lots(s: Record, seat: int, work: Any) -> None:
    """The uses of a cube or a roof."""
    value = s.piece_roof if s.piece_roof or s.piece != ROOF else USUAL_ROOF
    for row in range(ROWS):
        mayor, need = times(s, row), work[NEED + row]
        for spot in range(row * LOTS, min(row * LOTS + s.limit[row], row * LOTS + s.built[row] + 1)):
            if s.piece == ROOF and may_put_roof(s, spot):
                owner = s.owner[colour_of(top_of(s, spot))]
                weigh_house(s, seat, work, Change(row, owner, 0, owner, value, need - 1, mayor))
            elif s.piece != ROOF and may_put_cube(s, s.piece, spot):
                weigh_cube(s, seat, work, row, spot, mayor)


def weigh_cube(s: Record, seat: int, work: Any, row: int, spot: int, mayor: int) -> None:
    """The cube on a lot: the house changes hands; a colour without an owner goes to the seat that builds first."""
    need = work[NEED + row] - (1 if s.cubes[spot] == 0 else 0)
    points = house_points(s, spot) if s.cubes[spot] else 0
    before = s.owner[colour_of(top_of(s, spot))] if s.cubes[spot] else NO_SEAT
    after = s.owner[colour_of(s.piece)]
    won = points + value_of(s.piece)
    if after != NO_SEAT:
        weigh_house(s, seat, work, Change(row, before, points, after, won, need, mayor))
        return
    for holder in range(s.players):
        use_house(s, work, Change(row, before, points, holder, won, need, mayor))
        compare(s, seat, work, holder)


def weigh_house(s: Record, seat: int, work: Any, change: Change) -> None:
    """A use of the piece with the same result for all, whichever seat holds it."""
    use_house(s, work, change)
    for holder in range(s.players):
        compare(s, seat, work, holder)


def use_house(s: Record, work: Any, change: Change) -> None:
    """The standings after points in a row have gone from one seat (or nobody) to another, and its need has changed."""
    for other in range(s.players):
        points = work[POINTS + change.row * MOST_SEATS + other]
        points += change.won if other == change.after else 0
        points -= change.lost if other == change.before else 0
        now = points * change.mayor * COUNTED[min(NEEDS - 1, change.need)]
        work[AFTER + other] = work[STANDING + other] - counted_points(s, change.row, other, work) + now


def compare(s: Record, seat: int, work: Any, holder: int) -> None:
    """Keep what a use leaves the seat if it is the holder's best so far."""
    lead = lead_of(s, holder, work, AFTER)
    if lead > work[BEST + holder]:
        work[BEST + holder], work[LEFT + holder] = lead, lead_of(s, seat, work, AFTER)


def weigh_rows(s: Record, seat: int, work: Any) -> None:
    """The uses of the mayor, a permit or the blank cube, and none at all."""
    for row in range(ROWS):
        need, mayor = work[NEED + row], times(s, row)
        if s.piece == MAYOR:
            weigh_use(s, seat, work, row, need, s.mayor_factor)
        elif s.piece != BLANK:
            steps = s.piece - PERMIT + 1
            for change in (steps, -steps):
                if limit_allowed(s, row, s.limit[row] + change):
                    weigh_use(s, seat, work, row, need + 2 * change, mayor)
    if s.piece == BLANK:
        for permit in range(PERMITS):
            if may_remove(s, permit):
                row = s.permit[permit]
                need = work[NEED + row] - 2 * s.sign[permit] * (permit + 1)
                weigh_use(s, seat, work, row, need, times(s, row))


def weigh_use(s: Record, seat: int, work: Any, row: int, need: int, mayor: int) -> None:
    """A use that changes what a row needs, or how much it counts."""
    weigh_house(s, seat, work, Change(row, NO_SEAT, 0, NO_SEAT, 0, need, mayor))
