"""What the network is told of a position: rows, houses, colours, money, the pace, the moment and the piece on offer.

Seats are numbered from the seat that is told: 0 is itself, 1 the next one.
"""

from typing import Any

from quartier.core.engine.bits import popcount, scratch

from ..rules.auction import highest_bid, highest_bidder
from ..rules.building import colour_of, top_of, value_of
from ..rules.offers import displayed, outer_cube, valued_roofs_left
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
    State,
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
"""A piece is pending before its roof is turned over, while it is bid for, when it is sold or kept, and before its use."""

ROW = 0
"""By row, the houses that it lacks, and the houses in it that lack a roof."""
POINT = ROW + ROWS * _MISSING * _BARE
"""By what a row still needs, whether the mayor is there, and the owner: points of houses. The seat itself is owner 0."""
HOUSE = POINT + NEEDS * 2 * MOST_SEATS
"""By owner, fence, and the value on top: houses without a roof."""
COLOUR = HOUSE + MOST_SEATS * 2 * VALUES
"""By owner (the last: nobody) and cubes left on display: the colours."""
OUTER = COLOUR + _OWNERS * (VALUES + 1)
"""By owner and value: the cubes that can be offered next."""
MONEY = OUTER + _OWNERS * VALUES
"""By seat, the cheques in hand: those of others where everybody sees them."""
BOX = MONEY + MOST_SEATS * _PURSE
"""By seat, the cheques in the box."""
SHOWN = BOX + MOST_SEATS
"""How many cubes are on display."""
ROOFS = SHOWN + DISPLAYED + 1
"""How many roofs with a value lie face down; then how many blanks."""
SUPPLY = ROOFS + CHEQUES + 1 + _BARE
"""Which permits, and whether the blank cube, can be offered; then where the mayor is."""
MOMENT = SUPPLY + PERMITS + 1 + ROWS + 2
"""By seat, the phase while it is the auctioneer; then while it is to act."""
PIECE = MOMENT + 2 * _MOMENTS * MOST_SEATS
"""The piece on offer."""
SWING = PIECE + _KINDS
"""By what is pending, seat, and how far the lead moves when that seat uses the piece as is best for it."""
PRICE = SWING + _PENDING * MOST_SEATS * (_STEPS + 1)
"""By seat, the highest bid if it is that seat's."""
TABLE = PRICE + MOST_SEATS * (_PRICES + 1)
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {
    "rows": ROW,
    "points": POINT,
    "houses": HOUSE,
    "colours": COLOUR,
    "money": MONEY,
    "pace": SHOWN,
    "moment": MOMENT,
    "piece": PIECE,
    "price": PRICE,
    "seats": TABLE,
}
"""The groups by name, with the first number of each."""


def points_so_far(s: State, seat: int) -> int:
    """What the end has brought: WON for the win, and the lead as far as it is CLOSE; before the end nothing is sure."""
    if s.phase != OVER:
        return 0
    ahead = lead(s, seat)
    won = WON if ahead > 0 else -WON if ahead < 0 else 0
    return won + max(-CLOSE, min(CLOSE, ahead))


WON, CLOSE = 16, 24


def lead(s: State, seat: int) -> int:
    """How many points a seat is ahead of the best of the others."""
    best = -1000
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return score(s, seat) - best


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """Rows, houses, colours, money, the pace, the moment, and what the piece on offer would bring whom."""
    work = scratch(WORK)
    count = tell_rows(s, seat, work, places, amounts)
    count = tell_houses(s, seat, places, amounts, count)
    count = tell_colours(s, seat, places, amounts, count)
    count = tell_money(s, seat, places, amounts, count)
    count = tell_pace(s, places, amounts, count)
    count = tell_moment(s, seat, places, amounts, count)
    if s.phase >= TURNING and s.phase < OVER:
        count = tell_piece(s, seat, work, places, amounts, count)
    return tell(places, amounts, count, TABLE + s.players, 1)


def tell(places: Any, amounts: Any, count: int, place: int, amount: int) -> int:
    """Write a feature down unless there is nothing of it; how many there are then."""
    if amount == 0:
        return count
    places[count], amounts[count] = place, amount
    return count + 1


def from_here(s: State, seat: int, other: int) -> int:
    """The number of another seat as a seat sees it: 0 itself, 1 the next one."""
    return int((other - seat) % s.players)


def owner_from_here(s: State, seat: int, colour: int) -> int:
    """Whose a colour is, as a seat sees it; the last number for nobody."""
    return from_here(s, seat, s.owner[colour]) if s.owner[colour] != NO_SEAT else MOST_SEATS


# ----- rows and houses -----


def tell_rows(s: State, seat: int, work: Any, places: Any, amounts: Any) -> int:
    """ROW, POINT; the working space then knows points and needs."""
    count = 0
    for row in range(ROWS):
        count_row(s, row, work)
        missing, need = s.limit[row] - s.built[row], work[NEED + row]
        state = missing * _BARE + min(_BARE - 1, need - 2 * missing)
        count = tell(places, amounts, count, ROW + row * _MISSING * _BARE + state, 1)
        first = POINT + (min(NEEDS - 1, need) * 2 + (1 if s.mayor == row else 0)) * MOST_SEATS
        for other in range(s.players):
            points = work[POINTS + row * MOST_SEATS + other]
            count = tell(places, amounts, count, first + from_here(s, seat, other), points)
    return count


def tell_houses(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """HOUSE."""
    for row in range(ROWS):
        for spot in range(row * LOTS, row * LOTS + s.built[row]):
            if s.roof[spot] == 0:
                top = top_of(s, spot)
                fenced = FENCED >> spot & 1
                state = (from_here(s, seat, s.owner[colour_of(top)]) * 2 + fenced) * VALUES
                count = tell(places, amounts, count, HOUSE + state + value_of(top) - 1, 1)
    return count


def tell_colours(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """COLOUR, OUTER."""
    left = cubes_on_display(s)
    for colour in range(COLOURS):
        cubes = popcount(left >> colour * VALUES & (1 << VALUES) - 1)
        state = owner_from_here(s, seat, colour) * (VALUES + 1) + cubes
        count = tell(places, amounts, count, COLOUR + state, 1)
    for row in range(DISPLAY_ROWS):
        for from_right in range(min(2, s.right[row] - s.left[row])):
            cube = outer_cube(s, row, from_right)
            state = owner_from_here(s, seat, colour_of(cube)) * VALUES + value_of(cube) - 1
            count = tell(places, amounts, count, OUTER + state, 1)
    return count


def cubes_on_display(s: State) -> int:
    """The set of cubes that have not been offered yet."""
    cubes = 0
    for row in range(DISPLAY_ROWS):
        for place in range(s.left[row], s.right[row]):
            cubes |= 1 << s.display[row * DISPLAY + place]
    return cubes


# ----- money, pace, moment -----


def tell_money(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """MONEY, BOX."""
    for other in range(s.players):
        here = from_here(s, seat, other)
        if here == 0 or s.show_money:
            purse = min(_PURSE - 1, max(0, s.hand[other]))
            count = tell(places, amounts, count, MONEY + here * _PURSE + purse, 1)
        count = tell(places, amounts, count, BOX + here, s.box[other])
    return count


def tell_pace(s: State, places: Any, amounts: Any, count: int) -> int:
    """SHOWN, ROOFS, SUPPLY."""
    count = tell(places, amounts, count, SHOWN + displayed(s), 1)
    count = tell(places, amounts, count, ROOFS + valued_roofs_left(s), 1)
    count = tell(places, amounts, count, ROOFS + CHEQUES + 1 + s.roofs[0], 1)
    for permit in range(PERMITS):
        count = tell(places, amounts, count, SUPPLY + permit, 1 if s.permit[permit] == AVAILABLE else 0)
    count = tell(places, amounts, count, SUPPLY + PERMITS, 1 if s.blank == AVAILABLE else 0)
    return tell(places, amounts, count, SUPPLY + PERMITS + 1 + s.mayor - OUT, 1)


def tell_moment(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """MOMENT."""
    moment = moment_of(s)
    if moment == 0:
        return tell(places, amounts, count, MOMENT, 1)
    first = MOMENT + moment * MOST_SEATS
    count = tell(places, amounts, count, first + from_here(s, seat, s.auctioneer), 1)
    first += _MOMENTS * MOST_SEATS
    return tell(places, amounts, count, first + from_here(s, seat, s.bidder), 1)


def moment_of(s: State) -> int:
    """0 in the setup, 1 and 2 before an offer (without and with a cheque in the box), then one for each phase."""
    if s.phase < OFFERING or s.phase == OVER:
        return 0
    return 1 + s.boxed if s.phase == OFFERING else int(s.phase - OFFERING + 2)


# ----- the piece on offer -----


def tell_piece(s: State, seat: int, work: Any, places: Any, amounts: Any, count: int) -> int:
    """PIECE, SWING, PRICE."""
    count = tell(places, amounts, count, PIECE + kind_of_piece(s), 1)
    weigh_uses(s, seat, work)
    count = tell_swings(s, seat, work, places, amounts, count)
    return tell_price(s, seat, places, amounts, count)


def tell_swings(s: State, seat: int, work: Any, places: Any, amounts: Any, count: int) -> int:
    """SWING: what `weigh_uses` has found, of whoever may get the piece."""
    before = lead_of(s, seat, work, STANDING)
    for holder in range(s.players):
        if s.phase != PLACING or holder == s.bidder:
            moved = (work[LEFT + holder] - before) // WHOLE if work[BEST + holder] > WORST else 0
            count = tell_swing(s, seat, places, amounts, count, holder, moved)
    return count


def tell_price(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """PRICE: nothing before an auction and after it."""
    price = highest_bid(s)
    if s.phase == TURNING or s.phase == PLACING or price == 0:
        return count
    first = PRICE + from_here(s, seat, highest_bidder(s)) * (_PRICES + 1)
    count = tell(places, amounts, count, first + min(_PRICES - 1, price), 1)
    return tell(places, amounts, count, first + _PRICES, price)


def kind_of_piece(s: State) -> int:
    """0 to 5 for cubes by value, then permits, the blank cube, the mayor, and roofs by value (0: face down)."""
    if s.piece < CUBES:
        return value_of(s.piece) - 1
    return int(s.piece - PERMIT + VALUES + (s.piece_roof if s.piece == ROOF else 0))


def tell_swing(s: State, seat: int, places: Any, amounts: Any, count: int, holder: int, moved: int) -> int:
    """SWING: the step, and how much it is."""
    first = SWING + ((s.phase - TURNING) * MOST_SEATS + from_here(s, seat, holder)) * (_STEPS + 1)
    step = min(_STEPS - 1, max(0, moved + _STEPS // 2))
    count = tell(places, amounts, count, first + step, 1)
    return tell(places, amounts, count, first + _STEPS, min(60, max(-60, moved)))
