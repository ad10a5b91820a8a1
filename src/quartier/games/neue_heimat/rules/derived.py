"""Derived numbers of Neue Heimat: of a position for drawings, of a move for the balance lab."""

from typing import Any

from .building import colour_of, top_of, value_of
from .moves import BID, DISCARD, KEEP, LENGTHEN, OFFER, PASS, PUT, PUT_MAYOR, REMOVE, SELL, SHORTEN
from .scoring import house_points, is_finished, row_points
from .state import BLANK, COLOURS, LOTS, MAYOR, MOST_SEATS, PERMIT, PERMITS, ROOF, ROWS, SPOTS, VALUES, Record

# By row: its points for each seat, whether it is finished, and the houses and roofs that it lacks.
FINISHED, NO_HOUSES, NO_ROOFS = range(MOST_SEATS, MOST_SEATS + 3)
ROW = MOST_SEATS + 3
# Then by lot: the points of its house, and the seat that gets them.
HOUSES = ROWS * ROW
DERIVED_SIZE = HOUSES + 2 * SPOTS


def derive(s: Record, seat: int, out: Any) -> None:
    """NH-26, NH-28, NH-29: write the numbers of the rows, then those of the houses (0 without one)."""
    for row in range(ROWS):
        for player in range(s.players):
            out[row * ROW + player] = row_points(s, row, player)
        out[row * ROW + FINISHED] = 1 if is_finished(s, row) else 0
        out[row * ROW + NO_HOUSES] = s.limit[row] - s.built[row]
        out[row * ROW + NO_ROOFS] = roofs_missing(s, row)
    for spot in range(SPOTS):
        if s.cubes[spot]:
            out[HOUSES + 2 * spot] = house_points(s, spot)
            out[HOUSES + 2 * spot + 1] = s.owner[colour_of(top_of(s, spot))]


def roofs_missing(s: Record, row: int) -> int:
    """NH-26: return the lots of a row that have no roof."""
    total = 0
    for spot in range(row * LOTS, row * LOTS + s.limit[row]):
        if s.roof[spot] == 0:
            total += 1
    return total


# The lists are concatenated in the order of `tallies`.
MOVES, BIDS = 0, 11
MOST_BID = 12
"""Bids from this amount on are counted together."""
CUBE_COLOURS = BIDS + MOST_BID
CUBE_VALUES = CUBE_COLOURS + COLOURS
ROOF_VALUES = CUBE_VALUES + VALUES
SPECIALS = ROOF_VALUES + VALUES
IN_ROWS = SPECIALS + PERMITS + 2
EACH_LOT = IN_ROWS + ROWS
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


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Count the kind of move; a bid; for a placement also the piece, the row and the lot."""
    out[0] = MOVES + move_of(action)
    if action < PUT:
        out[1] = BIDS + min(action - BID, MOST_BID - 1)
        return 2 if BID <= action < PASS else 1
    if action < PUT_MAYOR:
        return put_uses(s, action - PUT, out)
    out[1] = SPECIALS + special_of(s.piece)
    return 2


def move_of(action: int) -> int:
    """Return the kind of a move."""
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
    """Return the three permits, the blank cube and the mayor by number."""
    return PERMITS + (piece == MAYOR) if piece >= BLANK else piece - PERMIT


def put_uses(s: Record, spot: int, out: Any) -> int:
    """Count a cube by colour and value, or a roof by value, with row and lot."""
    out[1], out[2] = IN_ROWS + spot // LOTS, EACH_LOT + spot
    if s.piece == ROOF:
        out[3] = ROOF_VALUES + s.piece_roof - 1
        return 4
    out[3], out[4] = CUBE_COLOURS + colour_of(s.piece), CUBE_VALUES + value_of(s.piece) - 1
    return 5
