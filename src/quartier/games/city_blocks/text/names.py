"""Streets, blocks and tiles of City Blocks as notation and ids write them, and what the seats are called."""

from quartier.core.engine.bits import lowest, popcount
from quartier.core.text.languages import N_

from ..rules.state import (
    BLOCKS,
    COLUMNS,
    ROWS,
    STREETS,
    TOKENS,
    State,
)
from ..rules.tiles import (
    KINDS,
    SECOND_SCHOOL,
    distinct,
    kind_of,
)

SEAT_NAMES = (N_("Blue"), N_("Red"))
STREET_LETTERS = "12345abcdef"
BLOCK_NAMES = tuple(f"{'abcdef'[block % COLUMNS]}{block // COLUMNS + 1}" for block in range(BLOCKS))


def streets_of(s: State) -> list[int]:
    """The streets of the district, all but on a small board."""
    streets = s.streets
    return [street for street in range(STREETS) if streets >> street & 1]


def size_of(s: State) -> tuple[int, int]:
    """How many rows and columns the district has: those in the north and west of the map."""
    streets = s.streets
    rows = popcount(streets & (1 << ROWS) - 1)
    return rows, popcount(streets) - rows


def count_blocks(s: State) -> int:
    """How many blocks the district has: one where a row and a column of it cross."""
    rows, columns = size_of(s)
    return rows * columns


def tiles_of(tiles: int) -> list[str]:
    """The kinds of a set of tiles, sorted as on the tile list; two schools are listed twice."""
    result = []
    rest = distinct(tiles)
    while rest:
        kind = kind_of(lowest(rest))
        rest &= rest - 1
        result.append(KINDS[kind])
        if KINDS[kind] == "SC" and tiles & SECOND_SCHOOL:
            result.append("SC")
    return result


def values_of(tokens: int) -> list[int]:
    """The token values of a set, ascending."""
    return [value for value in range(1, TOKENS + 1) if tokens >> value & 1]
