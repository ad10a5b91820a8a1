"""The state record of Neue Heimat, and the numbers of its pieces.

Lots are numbered row * 10 + lot - 1, so A1 is 0 and C10 is 29. Cubes are numbered colour * 6 + value - 1.
"""

from typing import Annotated

import numpy as np

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.parameters import Parameter
from quartier.core.game.title_spec import Option
from quartier.core.text.languages import N_

NAME = "Neue Heimat"
PREFIX = "NH"
RULES = 32


OPTIONS = {
    "show_money": Option((True, False), True, N_("Everyone sees how much money each player has in hand."))
}
MOST_SEATS = 5
SEATS = (2, MOST_SEATS)
ROWS, LOTS = 3, 10
SPOTS = ROWS * LOTS
COLOURS, VALUES = 6, 6
CUBES = COLOURS * VALUES
DISPLAY_ROWS, DISPLAY = 3, 8
DISPLAYED = DISPLAY_ROWS * DISPLAY
CHEQUES = 12
MOST_MONEY = CHEQUES * MOST_SEATS
FIRST_LIMIT, LAST_LIMIT = 4, 9
PERMITS = 3
# 24 cubes and the first player, then 46 turns: box, offer, roof, four bids, decision, placement.
MAX_EVENTS = DISPLAYED + 1 + 46 * 9
ALL_CUBES = (1 << CUBES) - 1

# NH-2: lots A1, A7, B3, B5, C2.
FENCED = 1 << 0 | 1 << 6 | 1 << 12 | 1 << 14 | 1 << 21

# NH-4: roofs by value, 0 is a blank.
BLANKS = 5
ROOF_COUNTS = np.array([BLANKS, 2, 2, 2, 2, 2, 2], np.int64)

PARAMETERS = {
    "cheques": Parameter(1, CHEQUES, None, N_("Millions each player starts with.")),
    "limit": Parameter(1, LAST_LIMIT, None, N_("Limit of each row at the start, in lots.")),
    "shown": Parameter(1, DISPLAYED, None, N_("Cubes in the display at the start.")),
    "blanks": Parameter(0, BLANKS, None, N_("Number of blank roofs.")),
    "box_points": Parameter(0, 5, 1, N_("Points for each million in a slush fund.")),
    "rows_to_end": Parameter(1, ROWS, 2, N_("Number of finished rows that end the game.")),
    "mayor_factor": Parameter(0, 5, 2, N_("How many times the mayor’s row counts.")),
    "least_bid": Parameter(1, CHEQUES, 1, N_("Minimum bid, in millions.")),
}

# Pieces that can be on offer: a cube by its number, then these.
PERMIT, BLANK, MAYOR, ROOF = CUBES, CUBES + PERMITS, CUBES + PERMITS + 1, CUBES + PERMITS + 2
NO_PIECE = -1
ALL_SPECIALS = (1 << ROOF) - (1 << PERMIT)
"""Permits, blank cube and mayor as a set of pieces."""

# Where a permit or the mayor is: a row, or
AVAILABLE, OUT = -1, -2
NO_SEAT = -1

# Phases.
LAYING, CHOOSING_FIRST, OFFERING, TURNING, BIDDING, DECIDING, PLACING, OVER = range(8)

# NH-27: why the game ended.
GOING_ON, TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF, NOTHING_TO_OFFER = range(5)


class Record(RecordBase):
    """A position of Neue Heimat."""

    phase: Annotated[
        int, np.int8, (), "LAYING, CHOOSING_FIRST, OFFERING, TURNING, BIDDING, DECIDING, PLACING or OVER"
    ]
    players: Annotated[int, np.int8, (), "number of seats"]
    show_money: Annotated[int, np.int8, (), "option: 1 if the cheques in hand are open", DERIVED]
    laid: Annotated[int, np.int8, (), "cubes laid out so far in the setup"]
    display: Annotated[
        Cells, np.int8, DISPLAYED, "the cube laid at each place of the display, also after it was taken"
    ]
    left: Annotated[Cells, np.int8, DISPLAY_ROWS, "leftmost place still taken in each display row"]
    right: Annotated[
        Cells, np.int8, DISPLAY_ROWS, "one behind the rightmost place still taken in each display row"
    ]
    unseen: Annotated[int, np.int64, (), "set of cubes not laid out"]
    cubes: Annotated[Cells, np.int64, SPOTS, "set of cubes of the house on each lot"]
    roof: Annotated[Cells, np.int8, SPOTS, "value of the roof on each lot, 0 if none"]
    built: Annotated[Cells, np.int8, ROWS, "number of lots with a house in each row"]
    limit: Annotated[Cells, np.int8, ROWS, "lots that may be built in each row"]
    permit: Annotated[Cells, np.int8, PERMITS, "row of each permit, AVAILABLE or OUT"]
    sign: Annotated[
        Cells, np.int8, PERMITS, "1 if the permit lengthens its row, -1 if it shortens it, 0 if not placed"
    ]
    blank: Annotated[int, np.int8, (), "the blank cube: AVAILABLE or OUT"]
    mayor: Annotated[int, np.int8, (), "row of the mayor, AVAILABLE or OUT"]
    roofs: Annotated[Cells, np.int8, VALUES + 1, "face-down roofs of each value, 0 for blanks"]
    hand: Annotated[Cells, np.int8, MOST_SEATS, "cheques in each hand, in millions; -1 if concealed"]
    box: Annotated[Cells, np.int8, MOST_SEATS, "cheques in each black-money box, in millions"]
    owner: Annotated[Cells, np.int8, COLOURS, "seat that holds each colour, NO_SEAT if nobody"]
    auctioneer: Annotated[int, np.int8, (), "seat whose turn it is"]
    boxed: Annotated[int, np.int8, (), "1 if the auctioneer has put a cheque into the box in this turn"]
    piece: Annotated[int, np.int8, (), "piece on offer, NO_PIECE if none"]
    piece_roof: Annotated[int, np.int8, (), "value of the roof on offer, 0 if none"]
    bidder: Annotated[int, np.int8, (), "seat that bids, decides or places now"]
    bids: Annotated[Cells, np.int8, MOST_SEATS, "bid of each seat in this auction, 0 for none"]
    passed: Annotated[int, np.int64, (), "set of seats that have passed in this auction"]
    reason: Annotated[
        int,
        np.int8,
        (),
        "why the game ended: GOING_ON, TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF, NOTHING_TO_OFFER",
    ]
    shown: Annotated[int, np.int8, (), "cubes that are laid out in the setup", DERIVED]
    cheques: Annotated[int, np.int8, (), "cheques of each seat at the start, in millions", DERIVED]
    blanks: Annotated[int, np.int8, (), "blank roofs at the start (NH-4)", DERIVED]
    box_points: Annotated[int, np.int8, (), "parameter (NH-30)", DERIVED]
    rows_to_end: Annotated[int, np.int8, (), "parameter (NH-27)", DERIVED]
    mayor_factor: Annotated[int, np.int8, (), "parameter (NH-21)", DERIVED]
    least_bid: Annotated[int, np.int8, (), "parameter (NH-12)", DERIVED]


def in_turn(s: Record, seat: int) -> bool:
    """Return whether a seat has to offer, bid, decide or place now."""
    return OFFERING <= s.phase < OVER and s.phase != TURNING and s.bidder == seat
