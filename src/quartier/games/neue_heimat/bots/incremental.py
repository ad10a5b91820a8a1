"""What the network says of all bids at once: what none of them changes is told once, and the best uses of the piece too."""

from typing import Any

from quartier.core.engine.bits import scratch
from quartier.core.engine.networks import SHIFT, Net, added, keep, output

from ..rules.auction import highest_bid, pay
from ..rules.state import BIDDING, PLACING, State
from ..rules.turn import play
from .features import (
    PIECE,
    TABLE,
    kind_of_piece,
    tell,
    tell_colours,
    tell_houses,
    tell_moment,
    tell_money,
    tell_pace,
    tell_price,
    tell_rows,
    tell_swings,
)
from .uses import WORK, weigh_uses


def evaluate_actions(s: State, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Each bid is made, told by what bids change, and taken back; other moves change too much to be told so."""
    if s.phase != BIDDING:
        return 0
    work = scratch(WORK)
    output(net, tell_lasting(s, seat, work, net.places, net.amounts))
    keep(net)
    weigh_uses(s, seat, work)
    for i in range(count):
        out[i] = worth_after(s, seat, actions[i], work, net)
    return 1


def tell_lasting(s: State, seat: int, work: Any, places: Any, amounts: Any) -> int:
    """What bids leave as it is."""
    count = tell_rows(s, seat, work, places, amounts)
    count = tell_houses(s, seat, places, amounts, count)
    count = tell_colours(s, seat, places, amounts, count)
    count = tell_pace(s, places, amounts, count)
    count = tell(places, amounts, count, PIECE + kind_of_piece(s), 1)
    return tell(places, amounts, count, TABLE + s.players, 1)


def tell_passing(s: State, seat: int, work: Any, places: Any, amounts: Any) -> int:
    """What bids change."""
    count = tell_money(s, seat, places, amounts, 0)
    count = tell_moment(s, seat, places, amounts, count)
    count = tell_swings(s, seat, work, places, amounts, count)
    return tell_price(s, seat, places, amounts, count)


def worth_after(s: State, seat: int, action: int, work: Any, net: Net) -> float:
    """What the position is worth after a bid; `net` keeps the sums of what lasts."""
    phase, bidder, passed = s.phase, s.bidder, s.passed
    play(s, seat, action)
    value = added(net, tell_passing(s, seat, work, net.places, net.amounts)) / (1 << SHIFT)
    if s.phase == PLACING and s.bidder != s.auctioneer:  # the last bid: the piece was sold at once
        pay(s, s.auctioneer, s.bidder, highest_bid(s))
    s.phase, s.bidder, s.passed, s.bids[seat] = phase, bidder, passed, 0
    return value
