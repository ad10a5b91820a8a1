"""What moves use, for the balance lab: kinds of moves, bids, the pieces that are placed, rows and lots."""

from typing import Any

from .building import colour_of, value_of
from .moves import (
    BID,
    DISCARD,
    KEEP,
    LENGTHEN,
    OFFER,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    SHORTEN,
)
from .state import (
    BLANK,
    COLOURS,
    LOTS,
    MAYOR,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    VALUES,
    State,
)

# The lists, one after the other, as `tallies` names them.
MOVES, BIDS = 0, 11
MOST_BID = 12
"""Bids from here on are counted as one."""
CUBE_COLOURS = BIDS + MOST_BID
CUBE_VALUES = CUBE_COLOURS + COLOURS
ROOF_VALUES = CUBE_VALUES + VALUES
SPECIALS = ROOF_VALUES + VALUES
IN_ROWS = SPECIALS + PERMITS + 2
PLACES = IN_ROWS + ROWS
(
    BOXING,
    OFFERING,
    BIDDING,
    PASSING,
    SELLING,
    KEEPING,
    PUTTING,
    LENGTHENING,
    SHORTENING,
    REMOVING,
    DISCARDING,
) = range(11)


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """A kind of move; a bid; of a placement also the piece, the row and the lot."""
    out[0] = MOVES + move_of(action)
    if action < PUT:
        out[1] = BIDS + min(action - BID, MOST_BID - 1)
        return 2 if BID <= action < PASS else 1
    if action < PUT_MAYOR:
        return put_uses(s, action - PUT, out)
    out[1] = SPECIALS + special_of(s.piece)
    return 2


def move_of(action: int) -> int:
    """The kind of a move."""
    if action < BID:
        return OFFERING if action >= OFFER else BOXING
    if action < SELL:
        return BIDDING if action < PASS else PASSING
    if action < PUT:
        return KEEPING if action == KEEP else SELLING
    if action < LENGTHEN:
        return PUTTING
    if action < REMOVE:
        return LENGTHENING if action < SHORTEN else SHORTENING
    return REMOVING if action < DISCARD else DISCARDING


def special_of(piece: int) -> int:
    """The three permits, the blank cube and the mayor by number."""
    return PERMITS + (piece == MAYOR) if piece >= BLANK else piece - PERMIT


def put_uses(s: State, spot: int, out: Any) -> int:
    """A cube by its colour and its value, or a roof by its value, with row and lot."""
    out[1], out[2] = IN_ROWS + spot // LOTS, PLACES + spot
    if s.piece == ROOF:
        out[3] = ROOF_VALUES + s.piece_roof - 1
        return 4
    out[3], out[4] = CUBE_COLOURS + colour_of(s.piece), CUBE_VALUES + value_of(s.piece) - 1
    return 5
