"""Hidden information: with `show_money` off the cheques in the hands of others are concealed (NH-32)."""

from typing import Any

from quartier.core.engine.bits import below, lowest, popcount

from .auction import highest_bid, highest_bidder
from .state import (
    BIDDING,
    DECIDING,
    PLACING,
    Record,
)


def observes_draw(s: Record, seat: int) -> int:
    """Return 1: all draws are public."""
    return 1


def reveals(s: Record, seat: int, action: int) -> int:
    """NH-13: return 1 for the last bid: it reveals whether the auctioneer, with hidden money, could pay the highest."""
    last = s.phase == BIDDING and (seat + 1) % s.players == s.auctioneer
    return 1 if last and not s.show_money else 0


def conceal(s: Record, seat: int) -> None:
    """Hide the cheques of other players, with `show_money` off."""
    for other in range(s.players):
        if not s.show_money and other != seat:
            s.hand[other] = -1


def hidden_money(s: Record) -> int:
    """NH-6: return the total of the cheques in all concealed hands."""
    total = s.cheques * s.players
    for seat in range(s.players):
        total -= s.box[seat] + max(0, s.hand[seat])
    return total


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Sample concealed hands with the known total; every split that agrees with the bids made is equally likely."""
    money, hands = hidden_money(s), 0
    for other in range(s.players):
        if s.hand[other] < 0:
            s.hand[other] = due(s, other)
            money -= s.hand[other]
            hands |= 1 << other
    while hands:
        other = lowest(hands)
        hands &= hands - 1
        share = random_share(rng, money, popcount(hands)) if hands else money
        s.hand[other] += share
        money -= share


def due(s: Record, seat: int) -> int:
    """Return what a seat must hold at least: its own standing bid, or the highest bid for an auctioneer who decides."""
    if s.phase == PLACING:
        return due_after_payment(s, seat)
    if s.phase == DECIDING and seat == s.auctioneer:
        return highest_bid(s)
    return s.bids[seat] if s.phase == BIDDING or s.phase == DECIDING else 0


def due_after_payment(s: Record, seat: int) -> int:
    """NH-13: return the price for the seat that received it, and every bid for which nothing was paid."""
    if seat == s.bidder:
        return 0
    if seat == s.auctioneer:
        return highest_bid(s)
    return s.bids[seat] + (highest_bid(s) if seat == highest_bidder(s) else 0)


def random_share(rng: Any, money: int, others: int) -> int:
    """Sample one hand's share when all splits of `money` among it and `others` more hands are equally likely."""
    pick = below(rng, splits(money, others + 1))
    share = 0
    while pick >= splits(money - share, others):
        pick -= splits(money - share, others)
        share += 1
    return share


def splits(money: int, hands: int) -> int:
    """Return the number of ways to split money among some hands: (money + hands - 1) choose (hands - 1)."""
    ways = 1
    for i in range(1, hands):
        ways = ways * (money + i) // i
    return ways
