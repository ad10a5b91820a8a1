"""Derived numbers of City Blocks: of a position for drawings, of a move for the balance lab."""

from typing import Any

from .moves import REBUILD, STAY, SWAP
from .state import BLOCKS, EMPTY, OPEN, STREETS, Record
from .streets import column_of, counts, row_of, specials, sum_of
from .tiles import KINDS, VALUES

STANDS = BLOCKS
DERIVED_SIZE = STANDS + STREETS
IN_ROW, IN_COLUMN = 1, 2
TAKER, SUM = 16, 8
"""In the packed status of a street: the shift of the token's taker, and the bits of each sum."""


def derive(s: Record, seat: int, out: Any) -> None:
    """Write by block where a tile with a value counts 0 (IN_ROW, IN_COLUMN); from STANDS on, each street's status.

    The status is packed into one number because many previews use it as a lookup key: see `taker_of`,
    `sums_of`.
    """
    for block in range(BLOCKS):
        if s.owner[block] != EMPTY:
            out[block] = _zero_flags(s, block)
    for street in range(STREETS):
        sums = sum_of(s, street, 0) << SUM | sum_of(s, street, 1)
        out[STANDS + street] = (s.award[street] - OPEN) << TAKER | sums


def taker_of(stand: int) -> int:
    """Return who takes the token of a street: OPEN, a seat, or NOBODY."""
    return (stand >> TAKER) + OPEN


def sums_of(stand: int) -> tuple[int, int]:
    """CB-16: return the totals of seats 0 and 1 in a street."""
    return stand >> SUM & LAST, stand & LAST


LAST = (1 << SUM) - 1
"""Mask of the last sum."""


def _zero_flags(s: Record, block: int) -> int:
    kind = s.tile[block]
    if not VALUES[kind]:
        return 0
    in_row = counts(kind, specials(s, row_of(block))) == 0
    in_column = counts(kind, specials(s, column_of(block))) == 0
    return IN_ROW * in_row + IN_COLUMN * in_column


# The lists are concatenated in the order of `tallies`.
MOVES, TILES = 0, 4
EACH_BLOCK = TILES + len(KINDS)
EACH_STREET = EACH_BLOCK + BLOCKS
DEVELOPING, REBUILDING, SWAPPING, STAYING = range(4)


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Count the kind of move; for a placement also the tile, the block and both streets."""
    if action >= SWAP:
        out[0] = MOVES + (STAYING if action == STAY else SWAPPING)
        return 1
    block = action % BLOCKS
    out[0] = MOVES + (DEVELOPING if action < REBUILD else REBUILDING)
    out[1] = TILES + action % REBUILD // BLOCKS
    out[2] = EACH_BLOCK + block
    out[3] = EACH_STREET + row_of(block)
    out[4] = EACH_STREET + column_of(block)
    return 5
