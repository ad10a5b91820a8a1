"""The auction: one bid each, then sell or keep; money only moves between players (NH-12 to NH-15)."""

from .state import BIDDING, DECIDING, MOST_SEATS, NO_SEAT, PLACING, State


def start_auction(s: State) -> None:
    """NH-12: bidding starts at the auctioneer's left neighbour."""
    s.phase, s.passed = BIDDING, 0
    for seat in range(MOST_SEATS):
        s.bids[seat] = 0
    s.bidder = (s.auctioneer + 1) % s.players


def bid(s: State, seat: int, amount: int) -> None:
    """NH-12: one chance for everybody; 0 is a pass."""
    s.bids[seat] = amount
    if amount == 0:
        s.passed |= 1 << seat
    s.bidder = (seat + 1) % s.players
    if s.bidder == s.auctioneer:
        end_auction(s)


def highest_bid(s: State) -> int:
    """The highest bid so far, 0 if there is none."""
    best = 0
    for seat in range(s.players):
        best = max(best, s.bids[seat])
    return best


def lowest_bid(s: State) -> int:
    """NH-12: the least that may be bid now: more than every bid before."""
    return max(highest_bid(s) + 1, s.least_bid)


def highest_bidder(s: State) -> int:
    """The seat with the highest bid; NO_SEAT if nobody bids."""
    for seat in range(s.players):
        if s.bids[seat] > 0 and s.bids[seat] == highest_bid(s):
            return seat
    return NO_SEAT


def end_auction(s: State) -> None:
    """NH-13, NH-14: a decision, a forced sale, or the piece for nothing."""
    price = highest_bid(s)
    if price == 0:
        give(s, s.auctioneer)
    elif s.hand[s.auctioneer] >= price:
        s.phase = DECIDING
    else:
        sell(s)


def sell(s: State) -> None:
    """NH-13: the highest bidder pays the auctioneer and gets the piece."""
    buyer = highest_bidder(s)
    pay(s, buyer, s.auctioneer, highest_bid(s))
    give(s, buyer)


def keep(s: State) -> None:
    """NH-13: the auctioneer pays the highest bidder and keeps the piece."""
    pay(s, s.auctioneer, highest_bidder(s), highest_bid(s))
    give(s, s.auctioneer)


def pay(s: State, payer: int, receiver: int, amount: int) -> None:
    """NH-6: money only moves between players."""
    s.hand[payer] -= amount
    s.hand[receiver] += amount


def give(s: State, seat: int) -> None:
    """NH-15: who got the piece uses it at once."""
    s.bidder, s.phase = seat, PLACING
