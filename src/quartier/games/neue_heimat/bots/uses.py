"""The uses of the piece on offer: for each seat that may get it, how its best use would change the standings.

Integers only: a fast variant of the evaluation for network features.
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
"""A row's needs are capped here."""
# The weight of a row's points in 64ths, by what it still needs (two for a house and its roof).
COUNTED = np.array([48, 22, 16, 12, 9, 6, 4, 2, 0, -2, -4, -6, -8], np.int64)

# Scratch space: points by row and owner, needs of rows, standings of all seats, those after a use of the
# piece, and for each holder the best lead so far, with the lead that it leaves the seat.
WORK = 64
POINTS = 0
NEED = POINTS + ROWS * MOST_SEATS
STANDING = NEED + ROWS
AFTER = STANDING + MOST_SEATS
BEST = AFTER + MOST_SEATS
LEFT = BEST + MOST_SEATS
WORST = -(1 << 40)
WHOLE = 64
"""The weight of a point that is certain."""
USUAL_ROOF = 3
"""The expected value of a roof before it is turned over."""


class Change(NamedTuple):
    """What a use of the piece changes in a row."""

    row: int
    before: int
    lost: int
    """The previous owner of a house, or NO_SEAT, and the points that this seat loses."""
    after: int
    won: int
    """Its new owner, or NO_SEAT, and the points that this seat gains."""
    need: int
    """What the row needs afterwards."""
    mayor: int
    """How many times the row counts afterwards."""


def count_row(s: Record, row: int, work: Any) -> None:
    """Write the points of a row by owner, and what it needs, to the scratch space."""
    need = 2 * (s.limit[row] - s.built[row])
    for other in range(s.players):
        work[POINTS + row * MOST_SEATS + other] = 0
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        work[POINTS + row * MOST_SEATS + s.owner[colour_of(top_of(s, spot))]] += house_points(s, spot)
        need += 1 if s.roof[spot] == 0 else 0
    work[NEED + row] = need


def weigh_uses(s: Record, seat: int, work: Any) -> None:
    """Write to the scratch space, for each seat, what its best use of the piece would leave."""
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
    """Return the weighted points of a seat in a row."""
    points = work[POINTS + row * MOST_SEATS + other] * times(s, row)
    return int(points * COUNTED[min(NEEDS - 1, work[NEED + row])])


def lead_of(s: Record, seat: int, work: Any, standings: int) -> int:
    """Return a seat's lead over the best of the others, by these standings in the scratch space."""
    best = WORST
    for other in range(s.players):
        if other != seat:
            best = max(best, work[standings + other])
    return int(work[standings + seat] - best)


def weigh_lots(s: Record, seat: int, work: Any) -> None:
    """Try the uses of a cube or a roof."""
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
    """Try the cube on a lot: the house changes owner; a colour without an owner goes to the seat that builds first."""
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
    """Try a use of the piece with the same result for all, whichever seat holds it."""
    use_house(s, work, change)
    for holder in range(s.players):
        compare(s, seat, work, holder)


def use_house(s: Record, work: Any, change: Change) -> None:
    """Write the standings after a row's points have moved between seats (or no one), and its need has changed."""
    for other in range(s.players):
        points = work[POINTS + change.row * MOST_SEATS + other]
        points += change.won if other == change.after else 0
        points -= change.lost if other == change.before else 0
        now = points * change.mayor * COUNTED[min(NEEDS - 1, change.need)]
        work[AFTER + other] = work[STANDING + other] - counted_points(s, change.row, other, work) + now


def compare(s: Record, seat: int, work: Any, holder: int) -> None:
    """Record what a use leaves the seat if it is the holder's best so far."""
    lead = lead_of(s, holder, work, AFTER)
    if lead > work[BEST + holder]:
        work[BEST + holder], work[LEFT + holder] = lead, lead_of(s, seat, work, AFTER)


def weigh_rows(s: Record, seat: int, work: Any) -> None:
    """Try the uses of the mayor, a permit or the blank cube, and discarding."""
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
    """Try a use that changes what a row needs, or how much it counts."""
    weigh_house(s, seat, work, Change(row, NO_SEAT, 0, NO_SEAT, 0, need, mayor))
