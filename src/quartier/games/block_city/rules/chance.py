"""Chance events: the first player and the dice (BC-4, BC-5)."""

from typing import Any

from quartier.core.engine.bits import below

from .moves import FIRST, ROLL, ROLLS
from .state import CHOOSING_FIRST, SIDES, Record


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """List the seats, or the dice rolls; two different dice are twice as likely as a double."""
    if s.phase == CHOOSING_FIRST:
        for seat in range(s.players):
            out[seat], weights[seat] = FIRST + seat, 1
        return s.players
    for i in range(len(ROLLS)):
        out[i], weights[i] = ROLL + i, 1 if ROLLS[i, 0] == ROLLS[i, 1] else 2
    return len(ROLLS)


def draw(s: Record, rng: Any, out: Any, weights: Any) -> int:
    """Return a random first player, or two dice."""
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    one, two = below(rng, SIDES), below(rng, SIDES)
    low, high = min(one, two), max(one, two)
    return ROLL + low * SIDES - low * (low - 1) // 2 + high - low
