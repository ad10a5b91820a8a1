"""What the piece on offer is worth to a seat: by the best place for it, in the position as it is."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..rules.building import (
    colour_of,
    limit_allowed,
    may_put_cube,
    may_put_roof,
    may_remove,
    value_of,
)
from ..rules.derived import (
    FINISHED,
    HOUSES,
    NO_HOUSES,
    NO_ROOFS,
    ROW,
)
from ..rules.scoring import times
from ..rules.state import (
    BLANK,
    LOTS,
    MAYOR,
    NO_SEAT,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    State,
)


class Worth(NamedTuple):
    """Points for a seat from the best use of a piece."""

    now: int
    """Change of its score at once."""
    then: int
    """Change of its houses' points, which its score gets once their rows are finished."""


@lru_cache(16)
def worth(s: State, seat: int) -> Worth:
    """The best that the piece on offer brings the seat now, and the best once rows are finished (NH-15 to NH-25, NH-28).

    Kept for the position's record: it is asked for each bid.
    """
    uses = list(_uses(s, seat))
    return Worth(max((use.now for use in uses), default=0), max((use.then for use in uses), default=0))


def _uses(s: State, seat: int) -> Iterator[Worth]:
    """Every use of the piece; all but cubes and roofs may leave the game."""
    if s.piece >= PERMIT and s.piece != ROOF:
        yield Worth(0, 0)
    for row in range(ROWS):
        if s.piece < PERMIT:
            yield from _cubes(s, seat, row)
        elif s.piece == ROOF:
            yield from _roofs(s, seat, row)
        elif s.piece == MAYOR:
            points = s.derived[row * ROW + seat]
            more = (s.mayor_factor - 1) * points
            yield Worth(more if s.derived[row * ROW + FINISHED] else -more, more)
        elif s.piece < BLANK:
            yield from (_resized(s, seat, row, sign * (s.piece - PERMIT + 1)) for sign in (1, -1))
    if s.piece == BLANK:
        for permit in range(PERMITS):
            if may_remove(s, permit):
                yield _resized(s, seat, s.permit[permit], -s.sign[permit] * (permit + 1))


def _cubes(s: State, seat: int, row: int) -> Iterator[Worth]:
    """NH-16 to NH-19: the cube on the lots of a row, which stays unfinished; who builds first in a colour gets it."""
    mine = s.owner[colour_of(s.piece)] in (seat, NO_SEAT)
    for spot in range(row * LOTS, (row + 1) * LOTS):
        if may_put_cube(s, s.piece, spot):
            points, owner = s.derived[HOUSES + 2 * spot], s.derived[HOUSES + 2 * spot + 1]
            lost = points if s.cubes[spot] and owner == seat else 0
            change = (points + value_of(s.piece) if mine else 0) - lost
            yield Worth(-_counted(s, row, change), _counted(s, row, change))


def _roofs(s: State, seat: int, row: int) -> Iterator[Worth]:
    """NH-20, NH-26: the roof on the houses of a row; the last one finishes it."""
    points, last = s.derived[row * ROW + seat], s.derived[row * ROW + NO_ROOFS] == 1
    for spot in range(row * LOTS, (row + 1) * LOTS):
        if may_put_roof(s, spot):
            change = _counted(s, row, s.piece_roof if s.derived[HOUSES + 2 * spot + 1] == seat else 0)
            yield Worth(2 * points + change if last else -change, change)


def _resized(s: State, seat: int, row: int, change: int) -> Worth:
    """NH-22 to NH-26: a row that becomes longer is unfinished; one without its empty lots may be finished."""
    if not limit_allowed(s, row, s.limit[row] + change):
        return Worth(0, 0)
    derived = s.derived[row * ROW : row * ROW + ROW]
    done = derived[NO_HOUSES] + change == 0 == derived[NO_ROOFS] + change and s.built[row] > 0
    return Worth(2 * derived[seat] * (int(done) - derived[FINISHED]), 0)


def _counted(s: State, row: int, points: int) -> int:
    """NH-21: points in a row, with the mayor."""
    return points * times(s, row)
