"""Chance events: the cubes of the display, the first player, the roof that is turned over."""

from typing import Any

from quartier.core.engine.bits import below, lowest, nth, popcount

from .auction import valued_roofs_left
from .moves import CUBE, FIRST, TURN_ROOF
from .state import CHOOSING_FIRST, LAYING, TURNING, VALUES, Record


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """List the cubes not yet drawn, the seats, or the face-down roofs by their copies."""
    count = 0
    if s.phase == TURNING:
        for value in range(VALUES + 1):
            if s.roofs[value]:
                out[count], weights[count] = TURN_ROOF + value, s.roofs[value]
                count += 1
        return count
    bits = s.unseen if s.phase == LAYING else (1 << s.players) - 1
    while bits:
        out[count], weights[count] = (CUBE if s.phase == LAYING else FIRST) + lowest(bits), 1
        bits &= bits - 1
        count += 1
    return count


def draw(s: Record, rng: Any, out: Any, weights: Any) -> int:
    """Return a random outcome by weight."""
    if s.phase == LAYING:
        return CUBE + nth(s.unseen, below(rng, popcount(s.unseen)))
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    left = below(rng, valued_roofs_left(s) + s.roofs[0])
    value = 0
    while left >= s.roofs[value]:
        left -= s.roofs[value]
        value += 1
    return TURN_ROOF + value
