"""What the streets show beside the houses: what each row brings and lacks, what each house is worth and to whom."""

from typing import Any

from .building import colour_of, top_of
from .scoring import finished, house_points, row_points
from .state import (
    LOTS,
    MOST_SEATS,
    ROWS,
    SPOTS,
    State,
)

# By row: what it brings each seat, whether it is finished, and the houses and roofs that it lacks.
FINISHED, NO_HOUSES, NO_ROOFS = range(MOST_SEATS, MOST_SEATS + 3)
ROW = MOST_SEATS + 3
# Then by lot: the points of its house, and the seat for which they count.
HOUSES = ROWS * ROW
DERIVED_SIZE = HOUSES + 2 * SPOTS


def derive(s: State, seat: int, out: Any) -> None:
    """NH-26, NH-28, NH-29: the numbers of the rows, then those of the houses (0 without one)."""
    for row in range(ROWS):
        for player in range(s.players):
            out[row * ROW + player] = row_points(s, row, player)
        out[row * ROW + FINISHED] = 1 if finished(s, row) else 0
        out[row * ROW + NO_HOUSES] = s.limit[row] - s.built[row]
        out[row * ROW + NO_ROOFS] = roofs_missing(s, row)
    for spot in range(SPOTS):
        if s.cubes[spot]:
            out[HOUSES + 2 * spot] = house_points(s, spot)
            out[HOUSES + 2 * spot + 1] = s.owner[colour_of(top_of(s, spot))]


def roofs_missing(s: State, row: int) -> int:
    """NH-26: the lots of a row that have no roof."""
    total = 0
    for spot in range(row * LOTS, row * LOTS + s.limit[row]):
        if s.roof[spot] == 0:
            total += 1
    return total
