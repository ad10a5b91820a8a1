"""What the map shows beside the buildings: which of them count 0, and what the streets add up to (CB-16 to CB-19)."""

from typing import Any

from .state import (
    BLOCKS,
    EMPTY,
    OPEN,
    STREETS,
    State,
)
from .streets import (
    column_of,
    counts,
    row_of,
    specials,
    sum_of,
)
from .tiles import VALUES

STANDS = BLOCKS
DERIVED_SIZE = STANDS + STREETS
IN_ROW, IN_COLUMN = 1, 2
TAKER, SUM = 16, 8
"""In how a street stands: the bits below who takes its token, and those of each sum."""


def derive(s: State, seat: int, out: Any) -> None:
    """By block, where a tile with a value counts 0: IN_ROW, IN_COLUMN, both or 0; from STANDS on by street how it stands.

    That is one number, because many previews look up what they say and draw of a street by it: `taker_of`, `sums_of`.
    """
    for block in range(BLOCKS):
        if s.owner[block] != EMPTY:
            out[block] = _cancelled(s, block)
    for street in range(STREETS):
        sums = sum_of(s, street, 0) << SUM | sum_of(s, street, 1)
        out[STANDS + street] = (s.award[street] - OPEN) << TAKER | sums


def taker_of(stand: int) -> int:
    """Who takes the token of a street: OPEN, a seat, or NOBODY."""
    return (stand >> TAKER) + OPEN


def sums_of(stand: int) -> tuple[int, int]:
    """CB-16: what the seats 0 and 1 have in a street."""
    return stand >> SUM & LAST, stand & LAST


LAST = (1 << SUM) - 1
"""The bits of the last sum."""


def _cancelled(s: State, block: int) -> int:
    kind = s.tile[block]
    if not VALUES[kind]:
        return 0
    in_row = counts(kind, specials(s, row_of(block))) == 0
    in_column = counts(kind, specials(s, column_of(block))) == 0
    return IN_ROW * in_row + IN_COLUMN * in_column
