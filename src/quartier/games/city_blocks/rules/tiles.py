"""Sets of tiles (CB-3).

One bit per tile. The two schools are bits 15 and 16; a set with one school always uses bit 15, so that equal
sets are equal numbers. Kinds are numbered like the bits without the second school.
"""

import numpy as np

TILES = 20
KINDS = (
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "S2",
    "S3",
    "S4",
    "S5",
    "S6",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "SC",
    "PP",
    "MA",
    "CH",
)
VALUES = np.array([1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 3, 4, 5, 6, 7, 0, 0, 0, 0], np.int64)
SCHOOL, POWER_PLANT, MALL, COURTHOUSE = 15, 16, 17, 18
SECOND_SCHOOL = 1 << 16
ALL_TILES = (1 << TILES) - 1


def kind_of(bit: int) -> int:
    """Kind of a tile bit."""
    return bit if bit <= SCHOOL else bit - 1


def has(tiles: int, kind: int) -> int:
    """Return 1 if the set holds a tile of that kind."""
    return (tiles >> (kind if kind <= SCHOOL else kind + 1)) & 1


def with_tile(tiles: int, kind: int) -> int:
    """Return the set with one more tile of that kind."""
    if kind == SCHOOL:
        return tiles | (SECOND_SCHOOL if has(tiles, SCHOOL) else 1 << SCHOOL)
    return tiles | 1 << (kind if kind < SCHOOL else kind + 1)


def without_tile(tiles: int, kind: int) -> int:
    """Return the set with one tile of that kind removed."""
    if kind == SCHOOL:
        return tiles & ~(SECOND_SCHOOL if tiles & SECOND_SCHOOL else 1 << SCHOOL)
    return tiles & ~(1 << (kind if kind < SCHOOL else kind + 1))


def merge_sets(tiles: int, others: int) -> int:
    """Return both sets together; they never hold more than two schools."""
    both = tiles | others
    return both | SECOND_SCHOOL if tiles & others & (1 << SCHOOL) else both


def distinct(tiles: int) -> int:
    """Return the set with at most one school: one bit for each kind."""
    return tiles & ~SECOND_SCHOOL
