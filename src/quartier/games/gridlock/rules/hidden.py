"""Hidden information: destinations and tiles of others are concealed (GL-28)."""

from typing import Any

from quartier.core.engine.bits import below, nth, popcount

from .board import NONE
from .hand import put_in_hand
from .state import (
    CHOOSING_FIRST,
    HAND,
    STARTING,
    Record,
)
from .tiles import KINDS


def observes_draw(s: Record, seat: int) -> int:
    """Return 1 if `seat` sees the draw: only the seat that draws sees cards and tiles, the rest is public."""
    return 1 if s.phase == STARTING or s.phase == CHOOSING_FIRST or seat == s.turn else 0


def conceal(s: Record, seat: int) -> None:
    """Blank the cards of other players, and put their tiles back into the pile."""
    for other in range(s.players):
        if other != seat:
            s.goals[other] = 0
            hide_tiles(s, other)


def hide_tiles(s: Record, seat: int) -> None:
    """Put the tiles of a hand back among the unseen ones."""
    for i in range(HAND):
        if s.hand[seat, i] != NONE:
            s.pile[s.hand[seat, i]] += 1
            s.hand[seat, i] = NONE
    for kind in range(KINDS):
        s.took[seat, kind] = 0


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Sample destinations and tiles for the other players."""
    for other in range(s.players):
        if other != seat:
            determinize_goals(s, other, rng)
    determinize_old_tiles(s, seat, rng)
    determinize_tiles(s, seat, rng)


def determinize_goals(s: Record, seat: int, rng: Any) -> None:
    """Sample destinations uniformly, except those already opened and those ruled out by a stop that opened nothing."""
    for _ in range(s.secret[seat]):
        excluded = s.goals[seat] | s.opened[seat] | s.refuted[seat]
        free = ((1 << s.sights) - 1) & ~excluded
        s.goals[seat] |= 1 << nth(free, below(rng, popcount(free)))


def surplus(s: Record, seat: int, kind: int) -> int:
    """Return how many unseen tiles of a kind cannot be in the pile: the excess over its content at the last shuffle.

    Tiles that the viewer drew since then are known not to be in it.
    """
    own_draws = s.took[seat, kind] if seat >= 0 else 0
    return max(0, s.pile[kind] - (s.pool[kind] - own_draws))


def all_surplus(s: Record, seat: int) -> int:
    """Return the sum of `surplus` over all kinds."""
    total = 0
    for kind in range(KINDS):
        total += surplus(s, seat, kind)
    return total


def determinize_old_tiles(s: Record, seat: int, rng: Any) -> None:
    """Fill slots that hold a tile since before the last shuffle with tiles that cannot be in the pile."""
    for other in range(s.players):
        if other != seat:
            for _ in range(s.held[other] - s.fresh[other]):
                left = all_surplus(s, seat)
                if left > 0:
                    hand_over(s, other, nth_surplus(s, seat, below(rng, left)))


def determinize_tiles(s: Record, seat: int, rng: Any) -> None:
    """Fill the other slots of the hands: first with the remaining tiles that cannot be in the pile, the rest at random."""
    missing = 0
    for other in range(s.players):
        if other != seat:
            missing += s.held[other] - in_hand(s, other)
    for other in range(s.players):
        while other != seat and in_hand(s, other) < s.held[other]:
            left = all_surplus(s, seat)
            if below(rng, missing) < left:
                hand_over(s, other, nth_surplus(s, seat, below(rng, left)))
            else:
                take_unseen(s, other, random_rest(s, seat, rng))
            missing -= 1


def in_hand(s: Record, seat: int) -> int:
    """Return how many tiles of a hand are already known or sampled."""
    return (1 if s.hand[seat, 0] != NONE else 0) + (1 if s.hand[seat, 1] != NONE else 0)


def hand_over(s: Record, seat: int, kind: int) -> None:
    """Put an unseen tile into a hand."""
    s.pile[kind] -= 1
    put_in_hand(s, seat, kind)


def take_unseen(s: Record, seat: int, kind: int) -> None:
    """Put an unseen tile that can be in the pile into a hand, as one drawn since the last shuffle."""
    s.took[seat, kind] += 1
    hand_over(s, seat, kind)


def nth_surplus(s: Record, seat: int, n: int) -> int:
    """Return the kind of the n-th tile that cannot be in the pile."""
    kind = 0
    while n >= surplus(s, seat, kind):
        n -= surplus(s, seat, kind)
        kind += 1
    return kind


def random_rest(s: Record, seat: int, rng: Any) -> int:
    """Return the kind of a random unseen tile that can be in the pile."""
    total = 0
    for kind in range(KINDS):
        total += s.pile[kind] - surplus(s, seat, kind)
    left = below(rng, total)
    kind = 0
    while left >= s.pile[kind] - surplus(s, seat, kind):
        left -= s.pile[kind] - surplus(s, seat, kind)
        kind += 1
    return kind
