"""Hidden information: hands and piles are hidden from the other seat (CB-23)."""

from typing import Any

from quartier.core.engine.bits import random_bit

from .state import DEALING, Record
from .tiles import (
    kind_of,
    merge_sets,
    with_tile,
    without_tile,
)


def observes_draw(s: Record, seat: int) -> int:
    """Tokens are drawn openly; a tile is seen by the seat that draws it."""
    return 1 if s.phase < DEALING or s.turn == seat else 0


def conceal(s: Record, seat: int) -> None:
    """Put a concealed hand back into the pile: their union is public, the split is not."""
    for other in range(2):
        if other != seat:
            s.pile[other] = merge_sets(s.pile[other], s.hand[other])
            s.hand[other] = 0


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Deal the opponent's tiles uniformly at random: past play reveals nothing about the split of hand and pile."""
    for other in range(2):
        if other == seat:
            continue
        for _ in range(s.held[other]):
            kind = kind_of(random_bit(rng, s.pile[other]))
            s.pile[other] = without_tile(s.pile[other], kind)
            s.hand[other] = with_tile(s.hand[other], kind)
