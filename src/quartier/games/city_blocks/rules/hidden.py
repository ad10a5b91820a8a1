"""Who knows what: hands and piles are hidden from the other (CB-23)."""

from typing import Any

from quartier.core.engine.bits import random_bit

from .state import DEALING, State
from .tiles import (
    kind_of,
    merged,
    with_tile,
    without_tile,
)


def observes_draw(s: State, seat: int) -> int:
    """Tokens are drawn openly; a tile is seen by the seat that draws it."""
    return 1 if s.phase < DEALING or s.turn == seat else 0


def conceal(s: State, seat: int) -> None:
    """A hand that the seat does not see goes back into the pile: their union is known, its split is not."""
    for other in range(2):
        if other != seat:
            s.pile[other] = merged(s.pile[other], s.hand[other])
            s.hand[other] = 0


def determinize(s: State, seat: int, rng: Any) -> None:
    """Every split of the other's tiles is equally likely: nothing that was played tells hand from pile."""
    for other in range(2):
        if other == seat:
            continue
        for _ in range(s.held[other]):
            kind = kind_of(random_bit(rng, s.pile[other]))
            s.pile[other] = without_tile(s.pile[other], kind)
            s.hand[other] = with_tile(s.hand[other], kind)
