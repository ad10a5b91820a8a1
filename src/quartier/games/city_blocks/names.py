"""Streets, blocks and tiles of City Blocks as notation and ids write them, and what the seats are called."""

from quartier.core.engine.bits import lowest
from quartier.core.text.languages import N_

from .rules.state import BLOCKS, COLUMNS, TOKENS
from .rules.tiles import KINDS, SECOND_SCHOOL, distinct, kind_of

SEAT_NAMES = (N_("Blue"), N_("Red"))
STREET_LETTERS = "12345abcdef"
BLOCK_NAMES = tuple(f"{'abcdef'[block % COLUMNS]}{block // COLUMNS + 1}" for block in range(BLOCKS))


def tiles_of(tiles: int) -> list[str]:
    """The kinds of a set of tiles, sorted as on the tile list; two schools are listed twice."""
    found = []
    rest = distinct(tiles)
    while rest:
        kind = kind_of(lowest(rest))
        rest &= rest - 1
        found.append(KINDS[kind])
        if KINDS[kind] == "SC" and tiles & SECOND_SCHOOL:
            found.append("SC")
    return found


def values_of(tokens: int) -> list[int]:
    """The token values of a set, ascending."""
    return [value for value in range(1, TOKENS + 1) if tokens >> value & 1]
