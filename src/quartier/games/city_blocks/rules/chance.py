"""Chance events: tokens, lots and tiles (CB-5 to CB-7, CB-15)."""

from typing import Any

from quartier.core.engine.bits import lowest, random_bit

from .moves import BONUS, DRAW, LOT
from .state import DEALING, LAYING, Record
from .tiles import copies, distinct, kind_of


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """List the tokens not yet drawn, or the kinds in the pile by their copies."""
    drawn_tile = s.phase >= DEALING
    bits = distinct(s.pile[s.turn]) if drawn_tile else s.unseen
    count = 0
    while bits:
        bit = lowest(bits)
        bits &= bits - 1
        out[count] = DRAW + kind_of(bit) if drawn_tile else first_value(s) + bit
        weights[count] = copies(s.pile[s.turn], kind_of(bit)) if drawn_tile else 1
        count += 1
    return count


def first_value(s: Record) -> int:
    """Return the action of drawing the token of value 0, which does not exist, in this phase."""
    return (BONUS if s.phase == LAYING else LOT) - 1


def draw(s: Record, rng: Any, out: Any, weights: Any) -> int:
    """Return a random outcome by weight: every token or tile is equally likely."""
    if s.phase >= DEALING:
        return DRAW + kind_of(random_bit(rng, s.pile[s.turn]))
    return first_value(s) + random_bit(rng, s.unseen)
