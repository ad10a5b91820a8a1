"""The auction: one bid each, then sell or keep; money only moves between players (NH-12 to NH-15)."""

from .building import count_unroofed, may_put_cube
from .state import (
    AVAILABLE,
    BIDDING,
    BLANK,
    DECIDING,
    DISPLAY,
    DISPLAY_ROWS,
    MAYOR,
    MOST_SEATS,
    NO_SEAT,
    PERMIT,
    PLACING,
    ROOF,
    SPOTS,
    VALUES,
    Record,
)


def outer_cube(s: Record, row: int, from_right: int) -> int:
    """NH-10: return the cube at the left or right end of a non-empty display row."""
    return s.display[row * DISPLAY + (s.right[row] - 1 if from_right else s.left[row])]


def take_cube(s: Record, row: int, from_right: int) -> int:
    """Take the outer cube of a display row and return it."""
    cube = outer_cube(s, row, from_right)
    if from_right:
        s.right[row] -= 1
    else:
        s.left[row] += 1
    return cube


def display_count(s: Record) -> int:
    """NH-7: return the point cubes left in the display."""
    total = 0
    for row in range(DISPLAY_ROWS):
        total += s.right[row] - s.left[row]
    return total


def valued_roofs_left(s: Record) -> int:
    """NH-4: return the face-down roofs that have a value."""
    total = 0
    for value in range(1, VALUES + 1):
        total += s.roofs[value]
    return total


def has_place(s: Record, cube: int) -> bool:
    """NH-10: return whether a cube can be built anywhere."""
    for spot in range(SPOTS):
        if may_put_cube(s, cube, spot):
            return True
    return False


def may_offer_cube(s: Record, row: int, from_right: int) -> bool:
    """NH-10: return whether an outer cube may be offered: it can be built; a row's last cube counts as its left one."""
    return s.right[row] - s.left[row] > from_right and has_place(s, outer_cube(s, row, from_right))


def is_available(s: Record, piece: int) -> bool:
    """NH-10: return whether a permit, the blank cube or the mayor has not been offered yet."""
    if piece == MAYOR:
        return s.mayor == AVAILABLE
    return (s.blank if piece == BLANK else s.permit[piece - PERMIT]) == AVAILABLE


def may_offer_roof(s: Record) -> bool:
    """NH-10: return whether a roof may be offered: one is face down, and some house can take it."""
    return count_unroofed(s) > 0 and valued_roofs_left(s) + s.roofs[0] > 0


def anything_to_offer(s: Record) -> bool:
    """NH-27 (4): return whether there is a piece to offer."""
    for row in range(DISPLAY_ROWS):
        if may_offer_cube(s, row, 0) or may_offer_cube(s, row, 1):
            return True
    for piece in range(PERMIT, ROOF):
        if is_available(s, piece):
            return True
    return may_offer_roof(s)


def start_auction(s: Record) -> None:
    """NH-12: start the bidding at the auctioneer's left neighbour."""
    s.phase, s.passed = BIDDING, 0
    for seat in range(MOST_SEATS):
        s.bids[seat] = 0
    s.bidder = (s.auctioneer + 1) % s.players


def bid(s: Record, seat: int, amount: int) -> None:
    """NH-12: take a seat's only bid; 0 is a pass."""
    s.bids[seat] = amount
    if amount == 0:
        s.passed |= 1 << seat
    s.bidder = (seat + 1) % s.players
    if s.bidder == s.auctioneer:
        end_auction(s)


def highest_bid(s: Record) -> int:
    """Return the highest bid so far, 0 if there is none."""
    best = 0
    for seat in range(s.players):
        best = max(best, s.bids[seat])
    return best


def lowest_bid(s: Record) -> int:
    """NH-12: return the minimum bid: more than every bid before."""
    return max(highest_bid(s) + 1, s.least_bid)


def highest_bidder(s: Record) -> int:
    """Return the seat with the highest bid; NO_SEAT if no one bids."""
    for seat in range(s.players):
        if s.bids[seat] > 0 and s.bids[seat] == highest_bid(s):
            return seat
    return NO_SEAT


def end_auction(s: Record) -> None:
    """NH-13, NH-14: let the auctioneer decide, force the sale, or give the piece away for nothing."""
    price = highest_bid(s)
    if price == 0:
        give(s, s.auctioneer)
    elif s.hand[s.auctioneer] >= price:
        s.phase = DECIDING
    else:
        sell(s)


def sell(s: Record) -> None:
    """NH-13: sell: the highest bidder pays the auctioneer and gets the piece."""
    buyer = highest_bidder(s)
    pay(s, buyer, s.auctioneer, highest_bid(s))
    give(s, buyer)


def keep(s: Record) -> None:
    """NH-13: keep: the auctioneer pays the highest bidder and keeps the piece."""
    pay(s, s.auctioneer, highest_bidder(s), highest_bid(s))
    give(s, s.auctioneer)


def pay(s: Record, payer: int, receiver: int, amount: int) -> None:
    """NH-6: move money from one player to another."""
    s.hand[payer] -= amount
    s.hand[receiver] += amount


def give(s: Record, seat: int) -> None:
    """NH-15: let the new holder use the piece immediately."""
    s.bidder, s.phase = seat, PLACING
