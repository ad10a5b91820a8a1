"""The streets of City Blocks, the blocks along them, and the board data that defines which of them exist."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, nth, popcount
from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .state import COLUMNS, HAND, NOBODY, OPEN, ROWS, STREETS, TOKENS, Record
from .tiles import ALL_TILES, KINDS, MALL, POWER_PLANT, SCHOOL, VALUES, has, with_tile

LOTS = 2
"""CB-6: number of tokens drawn to decide who starts."""


def read_board(data: dict[str, Any]) -> Any:
    """Return the numbers that the rules take from a district; BadBoard names the entry.

    int64, (5,): the sets of its blocks, streets, token values and tiles, then the size of a hand.
    """
    rows, columns = _number(data, "rows", 2, ROWS), _number(data, "columns", 2, COLUMNS)
    north = range(ROWS - rows, ROWS)  # beside the street signs on the map, where all of it can be drawn
    blocks = sum(1 << (row * COLUMNS + column) for row in north for column in range(columns))
    streets = sum(1 << i for i in range(len(STREET_BLOCKS)) if int(STREET_BLOCKS[i]) & blocks)
    tokens, tiles = _tokens(data, rows + columns), _tiles(data, rows, columns)
    hand = _number(data, "hand", 1, min(HAND, popcount(tiles)))
    return np.array([blocks, streets, tokens, tiles, hand], np.int64)


def _number(data: dict[str, Any], name: str, least: int, most: int) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadBoard(
            N_("Set “{name}” to a number from {least} to {most}."),
            name=name,
            least=least,
            most=most,
        )
    return value


def _tokens(data: dict[str, Any], streets: int) -> int:
    """CB-2, CB-5, CB-6: read the tokens: one for each street, and at least two more for the start."""
    values: Any = data.get("tokens")
    is_valid = isinstance(values, list) and all(
        type(value) is int and 1 <= value <= TOKENS for value in values
    )
    if not is_valid or len(set(values)) < len(values) or len(values) < streets + LOTS:
        raise BadBoard(
            N_("Set “tokens” to at least {least} different values from 1 to {most}."),
            least=streets + LOTS,
            most=TOKENS,
        )
    return sum(1 << value for value in values)


def _tiles(data: dict[str, Any], rows: int, columns: int) -> int:
    """CB-3: read the tiles of each seat; there must be enough that no one ever runs out (CB-8)."""
    names, tiles, least = data.get("tiles"), 0, _most_turns(rows, columns)
    if not isinstance(names, list) or len(names) < least:
        raise BadBoard(N_("Set “tiles” to each player’s tiles, at least {least} of them."), least=least)
    for name in names:
        if name not in KINDS:
            raise BadBoard(
                N_("Unknown tile “{name}”. Use one of these: {known}."), name=name, known=", ".join(KINDS)
            )
        more = with_tile(tiles, KINDS.index(name))
        if more == tiles or more & ~ALL_TILES or (name != "SC" and has(tiles, KINDS.index(name))):
            raise BadBoard(N_("“{name}” is listed too often. Only schools may be listed twice."), name=name)
        tiles = more
    return tiles


def _most_turns(rows: int, columns: int) -> int:
    """Return the starting seat's most turns: all blocks, and a rebuild per street finished before the last one."""
    return (rows * columns + (rows - 1) + (columns - 1) + 1) // 2


# CB-4; only the first three names are printed in the source, the last eight are our reading.
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


def next_street(s: Record) -> int:
    """CB-5: return the street that gets the next token."""
    return nth(s.streets, s.dealt)


def open_streets(s: Record) -> int:
    """Return the set of streets that still have their token."""
    streets = 0
    for street in range(STREETS):
        streets |= (s.award[street] == OPEN) << street
    return streets


def award(s: Record, street: int) -> None:
    """CB-16, CB-20: award the token of a full street that still has it to the higher total."""
    if s.award[street] != OPEN or s.empty & STREET_BLOCKS[street]:
        return
    blue, red = sum_of(s, street, 0), sum_of(s, street, 1)
    if blue == red:
        s.award[street] = NOBODY
        s.gone |= 1 << s.token[street]
    else:
        s.award[street] = 0 if blue > red else 1
        s.won[s.award[street]] |= 1 << s.token[street]


def specials(s: Record, street: int) -> int:
    """Return the set of special kinds in a street, of both seats, as bits by kind."""
    built = STREET_BLOCKS[street] & (s.own[0] | s.own[1])
    result = 0
    while built:
        result |= 1 << s.tile[lowest(built)]
        built &= built - 1
    return result >> SCHOOL << SCHOOL


def counts(kind: int, special: int) -> int:
    """CB-17 to CB-19: return the value of a tile in a street with these special buildings."""
    if kind < 5 and special & (1 << POWER_PLANT | 1 << MALL):
        return 0
    if 10 <= kind < 15 and special & (1 << SCHOOL | 1 << MALL):
        return 0
    return int(VALUES[kind])


def sum_of(s: Record, street: int, seat: int) -> int:
    """CB-16: return a seat's total in a street, finished or not."""
    special = specials(s, street)
    built = STREET_BLOCKS[street] & s.own[seat]
    total = 0
    while built:
        total += counts(s.tile[lowest(built)], special)
        built &= built - 1
    return int(total)
