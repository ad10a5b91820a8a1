"""Districts of City Blocks as data (CB-1 to CB-3): smaller ones, on which everything can be worked out."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import popcount
from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .state import COLUMNS, HAND, ROWS, TOKENS
from .streets import STREET_BLOCKS
from .tiles import ALL_TILES, KINDS, has, with_tile

LOTS = 2
"""CB-6: tokens that are drawn for the start."""


def read_board(data: dict[str, Any]) -> Any:
    """The numbers that the rules take from a district; BadBoard names the entry.

    int64, (5,): the sets of its blocks, streets, token values and tiles, then the size of a hand.
    """
    rows, columns = _number(data, "rows", 2, ROWS), _number(data, "columns", 2, COLUMNS)
    north = range(ROWS - rows, ROWS)  # beside the tags of the map, where all of it can be drawn
    blocks = sum(1 << (row * COLUMNS + column) for row in north for column in range(columns))
    streets = sum(1 << i for i in range(len(STREET_BLOCKS)) if int(STREET_BLOCKS[i]) & blocks)
    tokens, tiles = _tokens(data, rows + columns), _tiles(data, rows, columns)
    hand = _number(data, "hand", 1, min(HAND, popcount(tiles)))
    return np.array([blocks, streets, tokens, tiles, hand], np.int64)


def _number(data: dict[str, Any], name: str, least: int, most: int) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadBoard(
            N_("A district needs “{name}”: a number from {least} to {most}."),
            name=name,
            least=least,
            most=most,
        )
    return value


def _tokens(data: dict[str, Any], streets: int) -> int:
    """CB-2, CB-5, CB-6: one token for each street, and at least two more for the start."""
    values: Any = data.get("tokens")
    known = isinstance(values, list) and all(type(value) is int and 1 <= value <= TOKENS for value in values)
    if not known or len(set(values)) < len(values) or len(values) < streets + LOTS:
        raise BadBoard(
            N_("A district needs “tokens”: at least {least} different values from 1 to {most}."),
            least=streets + LOTS,
            most=TOKENS,
        )
    return sum(1 << value for value in values)


def _tiles(data: dict[str, Any], rows: int, columns: int) -> int:
    """CB-3: the tiles of each seat, so many that nobody is ever without one (CB-8)."""
    names, tiles, least = data.get("tiles"), 0, _most_turns(rows, columns)
    if not isinstance(names, list) or len(names) < least:
        raise BadBoard(
            N_("A district needs “tiles”: the tiles of each player, at least {least}."), least=least
        )
    for name in names:
        if name not in KINDS:
            raise BadBoard(
                N_("There is no tile “{name}”. There are: {known}."), name=name, known=", ".join(KINDS)
            )
        more = with_tile(tiles, KINDS.index(name))
        if more == tiles or more & ~ALL_TILES or (name != "SC" and has(tiles, KINDS.index(name))):
            raise BadBoard(N_("There are too many tiles “{name}”: only schools come twice."), name=name)
        tiles = more
    return tiles


def _most_turns(rows: int, columns: int) -> int:
    """The turns of whoever starts: every block, and as many rebuilds as streets are finished before the last block."""
    return (rows * columns + (rows - 1) + (columns - 1) + 1) // 2
