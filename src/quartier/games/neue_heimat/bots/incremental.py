"""Incremental network evaluation of all bids: the features that no bid changes, and the uses, are extracted once."""

from typing import Any

from quartier.core.engine.bits import scratch
from quartier.core.engine.networks import SHIFT, Net, keep, output, output_with

from ..rules.auction import highest_bid, pay
from ..rules.state import BIDDING, PLACING, Record
from ..rules.turn import play
from .features import (
    PIECE,
    TABLE,
    append_colours,
    append_feature,
    append_houses,
    append_moment,
    append_money,
    append_pace,
    append_price,
    append_rows,
    append_swings,
    kind_of_piece,
)
from .uses import WORK, weigh_uses


def evaluate_actions(s: Record, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Write the value after each bid into `out` and return 1; other moves change too many features: 0."""
    if s.phase != BIDDING:
        return 0
    work = scratch(WORK)
    output(net, append_lasting(s, seat, work, net.indices, net.values))
    keep(net)
    weigh_uses(s, seat, work)
    for i in range(count):
        out[i] = worth_after(s, seat, actions[i], work, net)
    return 1


def append_lasting(s: Record, seat: int, work: Any, indices: Any, values: Any) -> int:
    """Append the features that no bid changes."""
    count = append_rows(s, seat, work, indices, values)
    count = append_houses(s, seat, indices, values, count)
    count = append_colours(s, seat, indices, values, count)
    count = append_pace(s, indices, values, count)
    count = append_feature(indices, values, count, PIECE + kind_of_piece(s), 1)
    return append_feature(indices, values, count, TABLE + s.players, 1)


def append_passing(s: Record, seat: int, work: Any, indices: Any, values: Any) -> int:
    """Append the features that bids change."""
    count = append_money(s, seat, indices, values, 0)
    count = append_moment(s, seat, indices, values, count)
    count = append_swings(s, seat, work, indices, values, count)
    return append_price(s, seat, indices, values, count)


def worth_after(s: Record, seat: int, action: int, work: Any, net: Net) -> float:
    """Return the value of the position after a bid; `net` keeps the sums of the unchanged features."""
    phase, bidder, passed = s.phase, s.bidder, s.passed
    play(s, seat, action)
    value = output_with(net, append_passing(s, seat, work, net.indices, net.values)) / (1 << SHIFT)
    if s.phase == PLACING and s.bidder != s.auctioneer:  # the last bid: the piece was sold at once
        pay(s, s.auctioneer, s.bidder, highest_bid(s))
    s.phase, s.bidder, s.passed, s.bids[seat] = phase, bidder, passed, 0
    return value
