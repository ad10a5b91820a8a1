"""Streets: their names and blocks, what tiles add up to in them, and who gets their tokens (CB-4, CB-16 to CB-21)."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, nth

from .state import COLUMNS, NOBODY, OPEN, ROWS, STREETS, State
from .tiles import MALL, POWER_PLANT, SCHOOL, VALUES

# CB-4; the last eight names are a reading, only the first three are printed in the source.
STREET_NAMES = (
    "Adams Blvd.",
    "Buchanan Blvd.",
    "Cleveland Blvd.",
    "Eisenhower Blvd.",
    "Fillmore Blvd.",
    "Grant St.",
    "Hayes St.",
    "Jefferson St.",
    "Kennedy St.",
    "Lincoln St.",
    "Madison St.",
)


def _street_masks() -> Any:
    rows = [sum(1 << (row * COLUMNS + column) for column in range(COLUMNS)) for row in range(ROWS)]
    columns = [sum(1 << (row * COLUMNS + column) for row in range(ROWS)) for column in range(COLUMNS)]
    return np.array(rows + columns, np.int64)


STREET_BLOCKS = _street_masks()


def row_of(block: int) -> int:
    """Street id of the row of a block."""
    return block // COLUMNS


def column_of(block: int) -> int:
    """Street id of the column of a block."""
    return ROWS + block % COLUMNS


def next_street(s: State) -> int:
    """CB-5: the street that gets the next token."""
    return nth(s.streets, s.dealt)


def open_streets(s: State) -> int:
    """The set of streets that still have their token."""
    streets = 0
    for street in range(STREETS):
        streets |= (s.award[street] == OPEN) << street
    return streets


def award(s: State, street: int) -> None:
    """CB-16, CB-20: a street that is full and still has its token gives it to the higher sum."""
    if s.award[street] != OPEN or s.empty & STREET_BLOCKS[street]:
        return
    blue, red = sum_of(s, street, 0), sum_of(s, street, 1)
    if blue == red:
        s.award[street] = NOBODY
        s.gone |= 1 << s.token[street]
    else:
        s.award[street] = 0 if blue > red else 1
        s.won[s.award[street]] |= 1 << s.token[street]


def specials(s: State, street: int) -> int:
    """The set of special kinds in a street, whoever owns them, as bits by kind."""
    built = STREET_BLOCKS[street] & (s.own[0] | s.own[1])
    found = 0
    while built:
        found |= 1 << s.tile[lowest(built)]
        built &= built - 1
    return found >> SCHOOL << SCHOOL


def counts(kind: int, special: int) -> int:
    """CB-17 to CB-19: what a tile counts in a street with these specials."""
    if kind < 5 and special & (1 << POWER_PLANT | 1 << MALL):
        return 0
    if 10 <= kind < 15 and special & (1 << SCHOOL | 1 << MALL):
        return 0
    return int(VALUES[kind])


def sum_of(s: State, street: int, seat: int) -> int:
    """CB-16: what the tiles of a seat add up to in a street, finished or not."""
    special = specials(s, street)
    built = STREET_BLOCKS[street] & s.own[seat]
    total = 0
    while built:
        total += counts(s.tile[lowest(built)], special)
        built &= built - 1
    return int(total)
