"""The state record of City Blocks.

Blocks are numbered row * 6 + column from the bottom left, streets as in CB-1: rows 0-4, then columns 5-10. A
smaller district is the north-west of the map, with the same numbers; streets outside it never have a token.
"""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.parameters import Parameter
from quartier.core.text.languages import N_

from .tiles import COPIES

NAME = "City Blocks"
PREFIX = "CB"
RULES = 23
PLANS_AHEAD = True


OPTIONS: dict[str, Any] = {}
TILE_PARAMETERS = (
    *(f"house_{value}" for value in range(1, 6)),
    *(f"store_{value}" for value in range(2, 7)),
    *(f"factory_{value}" for value in range(3, 8)),
    "schools",
    "power_plants",
    "malls",
    "courthouses",
)
"""How many tiles of each kind a player has: the names of these parameters, by kind."""
PARAMETERS = {
    "hand": Parameter(1, 8, None, N_("Number of tiles in a full hand.")),
    **{
        name: Parameter(0, COPIES, None, N_("Number of tiles of this kind that each player has."))
        for name in TILE_PARAMETERS
    },
}
PARAMETERS_AT = len(OPTIONS) + 1
"""Index of the parameters: after the options and the rules version."""
MOST_SEATS = 2
SEATS = (2, MOST_SEATS)
ROWS, COLUMNS = 5, 6
BLOCKS = ROWS * COLUMNS
STREETS = ROWS + COLUMNS
TOKENS = 15
HAND = 5
MAX_EVENTS = 11 + 2 + 39 + 6 + 54
"""Tokens, lots, turns, swaps of at most six courthouses, tiles: two hands of eight, one after each turn but the last."""
ALL_BLOCKS = (1 << BLOCKS) - 1
ALL_STREETS = (1 << STREETS) - 1
ALL_VALUES = ((1 << TOKENS) - 1) << 1

# Phases.
LAYING, LOTS, DEALING, PLACING, SWAPPING, DRAWING, OVER = range(7)

# Who was awarded a street's token (CB-16, CB-20).
OPEN, NOBODY = -1, 2
EMPTY = -1


class Record(RecordBase):
    """A position of City Blocks."""

    phase: Annotated[int, np.int8, (), "LAYING, LOTS, DEALING, PLACING, SWAPPING, DRAWING or OVER"]
    turn: Annotated[int, np.int8, (), "seat that draws, places or swaps now"]
    dealt: Annotated[int, np.int8, (), "chance events of the setup so far, within the phase"]
    block: Annotated[int, np.int8, (), "block of the last placement, -1 before the first"]
    tile: Annotated[Cells, np.int8, BLOCKS, "kind of the tile on each block, EMPTY if none"]
    owner: Annotated[Cells, np.int8, BLOCKS, "seat that owns the tile on each block, EMPTY if none"]
    empty: Annotated[int, np.int64, (), "set of empty blocks", DERIVED]
    own: Annotated[Cells, np.int64, 2, "set of blocks built by each seat", DERIVED]
    hand: Annotated[Cells, np.int64, 2, "set of tiles in each hand; 0 if concealed"]
    pile: Annotated[Cells, np.int64, 2, "set of tiles in each face-down pile; with the hand if concealed"]
    held: Annotated[Cells, np.int8, 2, "number of tiles in each hand"]
    stock: Annotated[Cells, np.int8, 2, "number of tiles in each pile"]
    token: Annotated[
        Cells, np.int8, STREETS, "value of the token of each street, also after its award; 0 before"
    ]
    award: Annotated[Cells, np.int8, STREETS, "OPEN, the seat that won the token, or NOBODY"]
    won: Annotated[Cells, np.int64, 2, "set of token values that each seat holds"]
    unseen: Annotated[int, np.int64, (), "set of token values not yet drawn in the setup"]
    gone: Annotated[int, np.int64, (), "set of token values out of the game"]
    lot: Annotated[Cells, np.int8, 2, "token value that each seat drew for the start"]
    streets: Annotated[int, np.int64, (), "set of the streets of this district", DERIVED]
    full: Annotated[int, np.int8, (), "number of tiles in a full hand", DERIVED]


def in_turn(s: Record, seat: int) -> bool:
    """Return whether a seat has to place a tile or to swap now."""
    return bool(s.turn == seat and (s.phase == PLACING or s.phase == SWAPPING))
