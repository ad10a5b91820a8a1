"""Tiles in hand (GL-15)."""

from .board import NONE
from .state import HAND, Record
from .tiles import TURNS


def take(s: Record, seat: int, kind: int) -> None:
    """Move a tile from the pile to the hand."""
    s.pile[kind] -= 1
    s.stock -= 1
    s.took[seat, kind] += 1
    s.fresh[seat] = min(HAND, s.fresh[seat] + 1)
    s.held[seat] += 1
    put_in_hand(s, seat, kind)


def put_in_hand(s: Record, seat: int, kind: int) -> None:
    """Sort the hand in descending order, so that equal hands have equal bytes."""
    s.hand[seat, 0], s.hand[seat, 1] = max(s.hand[seat, 0], kind), min(s.hand[seat, 0], kind)


def take_from_hand(s: Record, seat: int, kind: int) -> None:
    """Remove a tile from the hand."""
    if s.hand[seat, 0] == kind:
        s.hand[seat, 0] = s.hand[seat, 1]
    s.hand[seat, 1] = NONE
    s.held[seat] -= 1


def holds(s: Record, seat: int, kind: int) -> bool:
    """Return whether a tile of that kind is in the hand."""
    return s.hand[seat, 0] == kind or s.hand[seat, 1] == kind


def kinds_in_hand(s: Record, seat: int) -> int:
    """Return the number of different kinds in the hand; they are its first entries."""
    if s.hand[seat, 0] == NONE:
        return 0
    return 1 if s.hand[seat, 1] == NONE or s.hand[seat, 1] == s.hand[seat, 0] else 2


def faces_in_hand(s: Record, seat: int) -> int:
    """Return how many different faces can be placed from a hand."""
    total = 0
    for i in range(kinds_in_hand(s, seat)):
        total += TURNS[s.hand[seat, i]]
    return total
