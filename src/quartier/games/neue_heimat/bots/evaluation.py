"""Handwritten heuristic evaluation, also in mid-auction.

The weights were tuned by random search over games against random players with 2 to 5 seats.
"""

from ..rules.auction import display_count, highest_bid, highest_bidder, pay, valued_roofs_left
from ..rules.building import colour_of, is_built, put
from ..rules.moves import (
    DISCARD,
    LENGTHEN,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SHORTEN,
)
from ..rules.scoring import is_finished, row_points
from ..rules.state import (
    BIDDING,
    CUBES,
    DECIDING,
    LOTS,
    NO_SEAT,
    OVER,
    PERMIT,
    PLACING,
    ROWS,
    TURNING,
    Record,
)
from ..rules.violations import check_use

# The probability that a row gets finished: when it is finished now, when nothing is missing, and per missing
# item.
STAYS_FINISHED, NEARLY_FINISHED, PER_MISSING = 0.86, 0.58, 0.98
MISSING_HOUSE = 1.34
# The weights of the best and of the average of the others' points.
BEST_RIVAL, AVERAGE_RIVAL = 1.26, 0.29
# The value of a cheque in hand near the end, in points; at the beginning it is 0, when there is much to buy.
LATE_CHEQUE = 0.17
# A rival bids this share of what the piece would bring (points per million), and at least this share of it is
# paid.
POINTS_FOR_MILLION = 1.12
PAID_PART = 0.12
ALL_ROOFS_AND_CUBES = 36
USUAL_ROOF = 3


def evaluate(s: Record, seat: int) -> float:
    """Return projected points relative to the rivals; within a turn, what the turn is expected to bring."""
    if s.phase == BIDDING:
        return as_it_stands(s, seat) if highest_bid(s) > 0 or s.passed else expected_auction(s, seat)
    if s.phase == DECIDING:
        return worth_after_decision(s, seat)
    if s.phase == PLACING:
        return best_use(s, s.bidder, seat)
    return roof_to_come(s, seat) if s.phase == TURNING else outlook(s, seat)


# ----- between turns -----


def outlook(s: Record, seat: int) -> float:
    """Return the seat's projected points minus a share of the rivals'."""
    best, total = -1000.0, 0.0
    for other in range(s.players):
        if other != seat:
            points = standing(s, other)
            best, total = max(best, points), total + points
    return standing(s, seat) - BEST_RIVAL * best - AVERAGE_RIVAL * total / (s.players - 1)


def standing(s: Record, seat: int) -> float:
    """Return the projected points of a seat: each row weighted by its probability of being finished."""
    value = s.box[seat] * s.box_points + max(0, s.hand[seat]) * cheque_value(s)
    for row in range(ROWS):
        value += row_points(s, row, seat) * (2.0 * finish_chance(s, row) - 1.0)
    return value


def cheque_value(s: Record) -> float:
    """Return the value of a cheque in hand, in points."""
    if s.phase == OVER:
        return 0.0
    return LATE_CHEQUE * (1.0 - (display_count(s) + valued_roofs_left(s)) / ALL_ROOFS_AND_CUBES)


def finish_chance(s: Record, row: int) -> float:
    """Return the probability that a row gets finished."""
    if is_finished(s, row):
        return 1.0 if s.phase == OVER else STAYS_FINISHED
    if s.phase == OVER:
        return 0.0
    missing = MISSING_HOUSE * (s.limit[row] - s.built[row])
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        missing += 1.0 if s.roof[spot] == 0 else 0.0
    return float(NEARLY_FINISHED * PER_MISSING**missing)


# ----- using a piece -----


def best_use(s: Record, holder: int, seat: int) -> float:
    """Return the value of the position to `seat` after `holder` has used the piece in the way best for `holder`."""
    best, result = -1e9, 0.0
    first, last = (PUT, PUT_MAYOR) if is_built(s.piece) else (PUT_MAYOR, DISCARD + 1)
    for action in range(first, last):
        if check_use(s, action) == 0:
            value = worth_after_use(s, holder, action, holder)
            if value > best:
                best = value
                result = value if holder == seat else worth_after_use(s, holder, action, seat)
    return result


def worth_after_use(s: Record, holder: int, action: int, seat: int) -> float:
    """Return the value of the position to `seat` after a use of the piece; the record is restored afterwards."""
    if action < PUT_MAYOR:
        return with_house(s, holder, action - PUT, seat)
    if action == DISCARD:
        return outlook(s, seat)
    if action >= LENGTHEN:
        return with_limit(s, action, seat)
    before, s.mayor = s.mayor, action - PUT_MAYOR
    value = outlook(s, seat)
    s.mayor = before
    return value


def with_house(s: Record, holder: int, spot: int, seat: int) -> float:
    """`worth_after_use` for a cube or a roof on a lot."""
    cubes, roof, built = s.cubes[spot], s.roof[spot], s.built[spot // LOTS]
    owner = s.owner[colour_of(s.piece)] if s.piece < CUBES else NO_SEAT
    put(s, holder, spot)
    value = outlook(s, seat)
    s.cubes[spot], s.roof[spot], s.built[spot // LOTS] = cubes, roof, built
    if s.piece < CUBES:
        s.owner[colour_of(s.piece)] = owner
    return value


def with_limit(s: Record, action: int, seat: int) -> float:
    """`worth_after_use` for a permit, or for the blank cube that removes one."""
    if action >= REMOVE:
        row = s.permit[action - REMOVE]
        change = -s.sign[action - REMOVE] * (action - REMOVE + 1)
    else:
        row = (action - LENGTHEN) % ROWS
        change = (s.piece - PERMIT + 1) * (1 if action < SHORTEN else -1)
    s.limit[row] += change
    value = outlook(s, seat)
    s.limit[row] -= change
    return value


# ----- in an auction -----


def worth_after_payment(s: Record, payer: int, receiver: int, amount: int, seat: int) -> float:
    """Return the value of the position to `seat` after `payer` has paid and has used the piece."""
    holder = payer
    pay(s, payer, receiver, amount)
    value = best_use(s, holder, seat)
    pay(s, receiver, payer, amount)
    return value


def worth_after_decision(s: Record, seat: int) -> float:
    """Return the value of the position to `seat` after the auctioneer's better choice of selling and keeping."""
    price, buyer, seller = highest_bid(s), highest_bidder(s), s.auctioneer
    forced = s.hand[seller] < price
    if forced or worth_after_payment(s, buyer, seller, price, seller) >= worth_after_payment(
        s, seller, buyer, price, seller
    ):
        return worth_after_payment(s, buyer, seller, price, seat)
    return worth_after_payment(s, seller, buyer, price, seat)


def as_it_stands(s: Record, seat: int) -> float:
    """Return the value of the position if no one bids any more."""
    return worth_after_decision(s, seat) if highest_bid(s) > 0 else best_use(s, s.auctioneer, seat)


def expected_auction(s: Record, seat: int) -> float:
    """Estimate the auction before the first bid: the rival who gains most buys, at about the second-highest valuation."""
    first, second, buyer = 0.0, 0.0, NO_SEAT
    for other in range(s.players):
        if other != s.auctioneer:
            price = willing_to_pay(s, other)
            if price > first:
                first, second, buyer = price, first, other
            else:
                second = max(second, price)
    bid = int(max(second, PAID_PART * first))
    if bid < 1:
        return best_use(s, s.auctioneer, seat)
    s.bids[buyer] = bid
    value = worth_after_decision(s, seat)
    s.bids[buyer] = 0
    return value


def willing_to_pay(s: Record, seat: int) -> float:
    """Return what a seat would pay for the piece to keep the auctioneer from having it, in millions."""
    gain = best_use(s, seat, seat) - best_use(s, s.auctioneer, seat)
    return min(float(max(0, s.hand[seat])), gain / (POINTS_FOR_MILLION + cheque_value(s)))


def roof_to_come(s: Record, seat: int) -> float:
    """Return the expected value of a roof before it is turned over: an average one, or a blank that ends the turn."""
    s.piece_roof = USUAL_ROOF
    valued = expected_auction(s, seat)
    s.piece_roof = 0
    left = valued_roofs_left(s)
    return (valued * left + outlook(s, seat) * s.roofs[0]) / (left + s.roofs[0])
