"""What a bot may know about City Blocks beyond its rules: how promising a position is."""

from typing import Any

from quartier.core.bits import popcount
from quartier.games.city_blocks.rules import OPEN, STREET_BLOCKS, STREETS, score, sum_of


def evaluate(s: Any, seat: int) -> float:
    """Tokens held, and for each open street a share of its token by lead and by how much of it is built."""
    value = float(score(s, seat) - score(s, 1 - seat))
    for street in range(STREETS):
        if s.award[street] == OPEN:
            value += promise(s, street, seat)
    return value


def promise(s: Any, street: int, seat: int) -> float:
    """Expected part of an open street's token: the lead decides the more, the fewer blocks are empty."""
    lead = sum_of(s, street, seat) - sum_of(s, street, 1 - seat)
    if lead == 0:
        return 0.0
    left = popcount(s.empty & STREET_BLOCKS[street])
    return s.token[street] * lead / (abs(lead) + 2.0 * left)
