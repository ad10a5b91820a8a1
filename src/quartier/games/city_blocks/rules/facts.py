"""What the map shows beside the buildings: which of them count 0, and what the streets add up to (CB-16 to CB-19)."""

from typing import Any

from .state import BLOCKS, EMPTY, STREETS, State
from .streets import column_of, counts, row_of, specials, sum_of
from .tiles import VALUES

AWARDS = BLOCKS + 2 * STREETS
FACTS = AWARDS + STREETS
IN_ROW, IN_COLUMN = 1, 2


def facts(s: State, seat: int, out: Any) -> None:
    """By block, where a tile with a value counts 0: IN_ROW, IN_COLUMN, both or 0; then by street the sums of both seats;
    from AWARDS on by street who takes its token.
    """
    for block in range(BLOCKS):
        if s.owner[block] != EMPTY:
            out[block] = _cancelled(s, block)
    for street in range(STREETS):
        for player in range(2):
            out[BLOCKS + 2 * street + player] = sum_of(s, street, player)
        out[AWARDS + street] = s.award[street]


def _cancelled(s: State, block: int) -> int:
    kind = s.tile[block]
    if not VALUES[kind]:
        return 0
    in_row = counts(kind, specials(s, row_of(block))) == 0
    in_column = counts(kind, specials(s, column_of(block))) == 0
    return IN_ROW * in_row + IN_COLUMN * in_column
