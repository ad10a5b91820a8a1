"""Sets of tiles (CB-3).

One bit per tile. The printed tiles have bits 0 to 19, the two schools bits 15 and 16; further copies, which only
parameters bring into play, the bits above. A set always uses the first bits of a kind, so that equal sets are equal
numbers. Kinds are numbered like the bits without the second school.
"""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest

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
ONE_OF_EACH = ALL_TILES & ~SECOND_SCHOOL
COPIES = 3
"""Maximum number of tiles of a kind."""


def _bits() -> Any:
    """Return the bit of each copy of each kind: int64, (kinds, copies)."""
    kinds = np.arange(len(KINDS))
    bits = np.stack([kinds + (kinds > SCHOOL), TILES + kinds, TILES + len(KINDS) + kinds], axis=1)
    bits[SCHOOL, 1] = 16
    return bits.astype(np.int64)


def _kinds() -> Any:
    """Return the kind of each bit: int64."""
    kinds = np.zeros(int(BITS.max()) + 1, np.int64)
    for kind in range(len(KINDS)):
        kinds[BITS[kind]] = kind
    return kinds


BITS = _bits()
_KIND_OF = _kinds()


def kind_of(bit: int) -> int:
    """Kind of a tile bit."""
    return int(_KIND_OF[bit])


def has(tiles: int, kind: int) -> int:
    """Return 1 if the set holds a tile of that kind."""
    return (tiles >> (kind if kind <= SCHOOL else kind + 1)) & 1


def copies(tiles: int, kind: int) -> int:
    """Return how many tiles of that kind the set holds."""
    count = 0
    for copy in range(COPIES):
        count += tiles >> BITS[kind, copy] & 1
    return int(count)


def with_tile(tiles: int, kind: int) -> int:
    """Return the set with one more tile of that kind."""
    for copy in range(COPIES):
        if not tiles >> BITS[kind, copy] & 1:
            return int(tiles | 1 << BITS[kind, copy])
    return tiles


def without_tile(tiles: int, kind: int) -> int:
    """Return the set with one tile of that kind removed."""
    for copy in range(COPIES - 1, -1, -1):
        if tiles >> BITS[kind, copy] & 1:
            return int(tiles & ~(1 << BITS[kind, copy]))
    return tiles


def merge_sets(tiles: int, others: int) -> int:
    """Return both sets together."""
    both, twice = tiles | others, tiles & others
    while twice:
        both = with_tile(both, kind_of(lowest(twice)))
        twice &= twice - 1
    return both


def distinct(tiles: int) -> int:
    """Return the set with at most one tile of each kind."""
    return tiles & ONE_OF_EACH
