"""Sparse network features: rows, houses, colours, money, the pace, the phase and the piece on offer.

Seats are relative to the observing seat: 0 is itself, 1 the next one.
"""

from typing import Any

from quartier.core.engine.bits import popcount, scratch

from ..rules.auction import display_count, highest_bid, highest_bidder, outer_cube, valued_roofs_left
from ..rules.building import colour_of, top_of, value_of
from ..rules.scoring import score
from ..rules.state import (
    AVAILABLE,
    CHEQUES,
    COLOURS,
    CUBES,
    DISPLAY,
    DISPLAY_ROWS,
    DISPLAYED,
    FENCED,
    LOTS,
    MOST_SEATS,
    NO_SEAT,
    OFFERING,
    OUT,
    OVER,
    PERMIT,
    PERMITS,
    PLACING,
    ROOF,
    ROWS,
    TURNING,
    VALUES,
    Record,
)
from .uses import (
    BEST,
    LEFT,
    NEED,
    NEEDS,
    POINTS,
    STANDING,
    WHOLE,
    WORK,
    WORST,
    count_row,
    lead_of,
    weigh_uses,
)

_MISSING, _BARE, _PURSE, _OWNERS = 10, 6, 26, MOST_SEATS + 1
_MOMENTS, _KINDS, _STEPS, _PRICES = 7, 18, 31, 25
_PENDING = 4
"""A piece is pending before its roof is turned over, during the bidding, when it is sold or kept, and before its use."""

ROW = 0
"""By row, the houses that it lacks, and the houses in it that lack a roof."""
POINT = ROW + ROWS * _MISSING * _BARE
"""By what a row still needs, whether the mayor is there, and the owner: points of houses. The seat itself is owner 0."""
HOUSE = POINT + NEEDS * 2 * MOST_SEATS
"""By owner, fence, and the value on top: houses without a roof."""
COLOUR = HOUSE + MOST_SEATS * 2 * VALUES
"""By owner (the last: no one) and cubes left on display: the colours."""
OUTER = COLOUR + _OWNERS * (VALUES + 1)
"""By owner and value: the cubes that can be offered next."""
MONEY = OUTER + _OWNERS * VALUES
"""By seat, the cheques in hand; those of others only if they are public."""
BOX = MONEY + MOST_SEATS * _PURSE
"""By seat, the cheques in the box."""
ON_DISPLAY = BOX + MOST_SEATS
"""How many cubes are on display."""
ROOFS = ON_DISPLAY + DISPLAYED + 1
"""The number of face-down roofs that have a value; then of blanks."""
SUPPLY = ROOFS + CHEQUES + 1 + _BARE
"""Which permits, and whether the blank cube, can be offered; then where the mayor is."""
MOMENT = SUPPLY + PERMITS + 1 + ROWS + 2
"""By seat, the phase if it is the auctioneer; then if it is to act."""
PIECE = MOMENT + 2 * _MOMENTS * MOST_SEATS
"""The piece on offer."""
SWING = PIECE + _KINDS
"""By pending stage and seat, the change of the lead if that seat uses the piece in the way best for it."""
PRICE = SWING + _PENDING * MOST_SEATS * (_STEPS + 1)
"""By seat, the highest bid if it made it."""
TABLE = PRICE + MOST_SEATS * (_PRICES + 1)
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {
    "rows": ROW,
    "points": POINT,
    "houses": HOUSE,
    "colours": COLOUR,
    "money": MONEY,
    "pace": ON_DISPLAY,
    "moment": MOMENT,
    "piece": PIECE,
    "price": PRICE,
    "seats": TABLE,
}
"""The groups by name, with the first index of each."""


def points_so_far(s: Record, seat: int) -> int:
    """Return the final result: WON for the win, and the lead up to CLOSE; 0 before the end, when nothing is certain."""
    if s.phase != OVER:
        return 0
    ahead = lead(s, seat)
    won = WON if ahead > 0 else -WON if ahead < 0 else 0
    return won + max(-CLOSE, min(CLOSE, ahead))


WON, CLOSE = 16, 24


def lead(s: Record, seat: int) -> int:
    """Return how many points a seat is ahead of the best of the others."""
    best = -1000
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return score(s, seat) - best


def features(s: Record, seat: int, indices: Any, values: Any) -> int:
    """Extract rows, houses, colours, money, the pace, the phase, and what the piece on offer would bring each seat."""
    work = scratch(WORK)
    count = append_rows(s, seat, work, indices, values)
    count = append_houses(s, seat, indices, values, count)
    count = append_colours(s, seat, indices, values, count)
    count = append_money(s, seat, indices, values, count)
    count = append_pace(s, indices, values, count)
    count = append_moment(s, seat, indices, values, count)
    if s.phase >= TURNING and s.phase < OVER:
        count = append_piece(s, seat, work, indices, values, count)
    return append_feature(indices, values, count, TABLE + s.players, 1)


def append_feature(indices: Any, values: Any, count: int, index: int, value: int) -> int:
    """Append a feature unless its value is 0; return the new count."""
    if value == 0:
        return count
    indices[count], values[count] = index, value
    return count + 1


def from_here(s: Record, seat: int, other: int) -> int:
    """Return the number of another seat relative to a seat: 0 itself, 1 the next one."""
    return int((other - seat) % s.players)


def owner_from_here(s: Record, seat: int, colour: int) -> int:
    """Return the owner of a colour relative to a seat; the last number for no one."""
    return from_here(s, seat, s.owner[colour]) if s.owner[colour] != NO_SEAT else MOST_SEATS


# ----- rows and houses -----


def append_rows(s: Record, seat: int, work: Any, indices: Any, values: Any) -> int:
    """Append ROW, POINT; fills the scratch space with points and needs."""
    count = 0
    for row in range(ROWS):
        count_row(s, row, work)
        missing, need = s.limit[row] - s.built[row], work[NEED + row]
        state = missing * _BARE + min(_BARE - 1, need - 2 * missing)
        count = append_feature(indices, values, count, ROW + row * _MISSING * _BARE + state, 1)
        first = POINT + (min(NEEDS - 1, need) * 2 + (1 if s.mayor == row else 0)) * MOST_SEATS
        for other in range(s.players):
            points = work[POINTS + row * MOST_SEATS + other]
            count = append_feature(indices, values, count, first + from_here(s, seat, other), points)
    return count


def append_houses(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append HOUSE."""
    for row in range(ROWS):
        for spot in range(row * LOTS, row * LOTS + s.built[row]):
            if s.roof[spot] == 0:
                top = top_of(s, spot)
                fenced = FENCED >> spot & 1
                state = (from_here(s, seat, s.owner[colour_of(top)]) * 2 + fenced) * VALUES
                count = append_feature(indices, values, count, HOUSE + state + value_of(top) - 1, 1)
    return count


def append_colours(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append COLOUR, OUTER."""
    left = cubes_on_display(s)
    for colour in range(COLOURS):
        cubes = popcount(left >> colour * VALUES & (1 << VALUES) - 1)
        state = owner_from_here(s, seat, colour) * (VALUES + 1) + cubes
        count = append_feature(indices, values, count, COLOUR + state, 1)
    for row in range(DISPLAY_ROWS):
        for from_right in range(min(2, s.right[row] - s.left[row])):
            cube = outer_cube(s, row, from_right)
            state = owner_from_here(s, seat, colour_of(cube)) * VALUES + value_of(cube) - 1
            count = append_feature(indices, values, count, OUTER + state, 1)
    return count


def cubes_on_display(s: Record) -> int:
    """Return the set of cubes that have not been offered yet."""
    cubes = 0
    for row in range(DISPLAY_ROWS):
        for column in range(s.left[row], s.right[row]):
            cubes |= 1 << s.display[row * DISPLAY + column]
    return cubes


# ----- money, pace, phase -----


def append_money(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append MONEY, BOX."""
    for other in range(s.players):
        here = from_here(s, seat, other)
        if here == 0 or s.show_money:
            purse = min(_PURSE - 1, max(0, s.hand[other]))
            count = append_feature(indices, values, count, MONEY + here * _PURSE + purse, 1)
        count = append_feature(indices, values, count, BOX + here, s.box[other])
    return count


def append_pace(s: Record, indices: Any, values: Any, count: int) -> int:
    """Append SHOWN, ROOFS, SUPPLY."""
    count = append_feature(indices, values, count, ON_DISPLAY + display_count(s), 1)
    count = append_feature(indices, values, count, ROOFS + valued_roofs_left(s), 1)
    count = append_feature(indices, values, count, ROOFS + CHEQUES + 1 + s.roofs[0], 1)
    for permit in range(PERMITS):
        count = append_feature(
            indices, values, count, SUPPLY + permit, 1 if s.permit[permit] == AVAILABLE else 0
        )
    count = append_feature(indices, values, count, SUPPLY + PERMITS, 1 if s.blank == AVAILABLE else 0)
    return append_feature(indices, values, count, SUPPLY + PERMITS + 1 + s.mayor - OUT, 1)


def append_moment(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append MOMENT."""
    moment = moment_of(s)
    if moment == 0:
        return append_feature(indices, values, count, MOMENT, 1)
    first = MOMENT + moment * MOST_SEATS
    count = append_feature(indices, values, count, first + from_here(s, seat, s.auctioneer), 1)
    first += _MOMENTS * MOST_SEATS
    return append_feature(indices, values, count, first + from_here(s, seat, s.bidder), 1)


def moment_of(s: Record) -> int:
    """Return 0 in the setup, 1 and 2 before an offer (without and with a cheque in the box), then one for each phase."""
    if s.phase < OFFERING or s.phase == OVER:
        return 0
    return 1 + s.boxed if s.phase == OFFERING else int(s.phase - OFFERING + 2)


# ----- the piece on offer -----


def append_piece(s: Record, seat: int, work: Any, indices: Any, values: Any, count: int) -> int:
    """Append PIECE, SWING, PRICE."""
    count = append_feature(indices, values, count, PIECE + kind_of_piece(s), 1)
    weigh_uses(s, seat, work)
    count = append_swings(s, seat, work, indices, values, count)
    return append_price(s, seat, indices, values, count)


def append_swings(s: Record, seat: int, work: Any, indices: Any, values: Any, count: int) -> int:
    """Append SWING: the result of `weigh_uses`, for each seat that may get the piece."""
    before = lead_of(s, seat, work, STANDING)
    for holder in range(s.players):
        if s.phase != PLACING or holder == s.bidder:
            moved = (work[LEFT + holder] - before) // WHOLE if work[BEST + holder] > WORST else 0
            count = append_swing(s, seat, indices, values, count, holder, moved)
    return count


def append_price(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append PRICE: nothing before or after an auction."""
    price = highest_bid(s)
    if s.phase == TURNING or s.phase == PLACING or price == 0:
        return count
    first = PRICE + from_here(s, seat, highest_bidder(s)) * (_PRICES + 1)
    count = append_feature(indices, values, count, first + min(_PRICES - 1, price), 1)
    return append_feature(indices, values, count, first + _PRICES, price)


def kind_of_piece(s: Record) -> int:
    """Return 0 to 5 for cubes by value, then permits, the blank cube, the mayor, and roofs by value (0: face down)."""
    if s.piece < CUBES:
        return value_of(s.piece) - 1
    return int(s.piece - PERMIT + VALUES + (s.piece_roof if s.piece == ROOF else 0))


def append_swing(s: Record, seat: int, indices: Any, values: Any, count: int, holder: int, moved: int) -> int:
    """Append SWING: the change in steps."""
    first = SWING + ((s.phase - TURNING) * MOST_SEATS + from_here(s, seat, holder)) * (_STEPS + 1)
    step = min(_STEPS - 1, max(0, moved + _STEPS // 2))
    count = append_feature(indices, values, count, first + step, 1)
    return append_feature(indices, values, count, first + _STEPS, min(60, max(-60, moved)))
