"""Action numbers and legal move generation."""

from typing import Any

from .auction import is_available, lowest_bid, may_offer_cube, may_offer_roof
from .building import is_built, limit_allowed, may_put_cube, may_put_roof, may_remove
from .state import (
    BIDDING,
    BLANK,
    CUBES,
    DECIDING,
    DISPLAY_ROWS,
    MAYOR,
    MOST_MONEY,
    MOST_SEATS,
    OFFERING,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    SPOTS,
    VALUES,
    Record,
    in_turn,
)

# The alphabet of actions.
TO_BOX = 0
OFFER = 1  # 1L 1R 2L 2R 3L 3R, then permits I II III, blank, mayor, roof
OFFER_PERMIT = OFFER + 2 * DISPLAY_ROWS
OFFER_BLANK = OFFER_PERMIT + PERMITS
OFFER_MAYOR = OFFER_BLANK + 1
OFFER_ROOF = OFFER_MAYOR + 1
BID = OFFER_ROOF + 1  # bid of 1
PASS = BID + MOST_MONEY
SELL = PASS + 1
KEEP = SELL + 1
PUT = KEEP + 1
PUT_MAYOR = PUT + SPOTS
LENGTHEN = PUT_MAYOR + ROWS
SHORTEN = LENGTHEN + ROWS
REMOVE = SHORTEN + ROWS
DISCARD = REMOVE + PERMITS
CUBE = DISCARD + 1
FIRST = CUBE + CUBES
TURN_ROOF = FIRST + MOST_SEATS
ACTIONS = TURN_ROOF + VALUES + 1


def legal(s: Record, actor: int, out: Any) -> int:
    """List every legal action of the seat in turn."""
    if not in_turn(s, actor):
        return 0
    if s.phase == OFFERING:
        return list_offers(s, actor, out)
    if s.phase == BIDDING:
        return list_bids(s, actor, out)
    if s.phase == DECIDING:
        out[0], out[1] = SELL, KEEP
        return 2
    return list_uses(s, out)


def list_offers(s: Record, seat: int, out: Any) -> int:
    """NH-9, NH-10: list putting a cheque into the box, then every piece."""
    count = 0
    if s.hand[seat] > 0 and not s.boxed:
        out[0], count = TO_BOX, 1
    for row in range(DISPLAY_ROWS):
        for from_right in range(2):
            if may_offer_cube(s, row, from_right):
                out[count] = OFFER + 2 * row + from_right
                count += 1
    return list_supply(s, out, count)


def list_supply(s: Record, out: Any, count: int) -> int:
    """NH-10: append permits, blank cube, mayor and roof."""
    for piece in range(PERMIT, ROOF):
        if is_available(s, piece):
            out[count] = OFFER_PERMIT + piece - PERMIT
            count += 1
    if may_offer_roof(s):
        out[count] = OFFER_ROOF
        count += 1
    return count


def list_bids(s: Record, seat: int, out: Any) -> int:
    """NH-12: list every higher bid that the seat can pay, and passing."""
    count = 0
    for amount in range(lowest_bid(s), s.hand[seat] + 1):
        out[count] = BID + amount - 1
        count += 1
    out[count] = PASS
    return count + 1


def list_uses(s: Record, out: Any) -> int:
    """NH-15 to NH-25: list every use of the piece; only pieces that are not built may be discarded."""
    if is_built(s.piece):
        return list_puts(s, out)
    count = list_placements(s, out)
    out[count] = DISCARD
    return count + 1


def list_puts(s: Record, out: Any) -> int:
    """NH-16 to NH-20: list every lot for the cube or the roof."""
    count = 0
    for spot in range(SPOTS):
        if may_put_roof(s, spot) if s.piece == ROOF else may_put_cube(s, s.piece, spot):
            out[count] = PUT + spot
            count += 1
    return count


def list_placements(s: Record, out: Any) -> int:
    """NH-21 to NH-25: list every use of the mayor, the blank cube or a permit at a row."""
    if s.piece == MAYOR:
        return list_mayor(out)
    return list_removals(s, out) if s.piece == BLANK else list_limits(s, out)


def list_mayor(out: Any) -> int:
    """NH-21: list every row for the mayor."""
    for row in range(ROWS):
        out[row] = PUT_MAYOR + row
    return ROWS


def list_limits(s: Record, out: Any) -> int:
    """NH-22 to NH-24: list every row that the permit may lengthen, then every row that it may shorten."""
    steps, count = s.piece - PERMIT + 1, 0
    for row in range(ROWS):
        if limit_allowed(s, row, s.limit[row] + steps):
            out[count] = LENGTHEN + row
            count += 1
    for row in range(ROWS):
        if limit_allowed(s, row, s.limit[row] - steps):
            out[count] = SHORTEN + row
            count += 1
    return count


def list_removals(s: Record, out: Any) -> int:
    """NH-25: list every permit that the blank cube may remove."""
    count = 0
    for permit in range(PERMITS):
        if may_remove(s, permit):
            out[count] = REMOVE + permit
            count += 1
    return count
