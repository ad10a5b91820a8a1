"""How promising a position is: the evaluation written by hand."""

from quartier.core.engine.bits import lowest, popcount

from ..rules.scoring import score
from ..rules.state import OPEN, STREETS, State
from ..rules.streets import STREET_BLOCKS, sum_of
from ..rules.tiles import VALUES, kind_of

KEPT = 0.25
"""What a point of value still in hand is worth, in $. With it greedy wins 6 of 10 games against greedy without."""


def evaluate(s: State, seat: int) -> float:
    """Tokens held, for each open street a share of its token, and a little for strong tiles kept for later."""
    value = score(s, seat) - score(s, 1 - seat) + KEPT * hand_value(s, seat)
    for street in range(STREETS):
        if s.award[street] == OPEN:
            value += promise(s, street, seat)
    return value


def promise(s: State, street: int, seat: int) -> float:
    """Expected part of an open street's token: the lead decides the more, the fewer blocks are empty."""
    lead = sum_of(s, street, seat) - sum_of(s, street, 1 - seat)
    if lead == 0:
        return 0.0
    left = popcount(s.empty & STREET_BLOCKS[street])
    return float(s.token[street] * lead / (abs(lead) + 2.0 * left))


def hand_value(s: State, seat: int) -> int:
    """The values of a seat's tiles in hand, together."""
    total = 0
    tiles = s.hand[seat]
    while tiles:
        total += VALUES[kind_of(lowest(tiles))]
        tiles &= tiles - 1
    return int(total)
