"""Scoring, and the end of the game (GL-22)."""

from quartier.core.engine.bits import popcount

from .board import NONE
from .state import Record


def score(s: Record, seat: int) -> int:
    """Return the destinations visited, the start included."""
    return popcount(s.opened[seat])


def winners(s: Record) -> int:
    """GL-22: return the seat that visited all first; at the turn limit those with the most visits, ties are shared."""
    if s.winner != NONE:
        return 1 << s.winner
    best, result = -1, 0
    for seat in range(s.players):
        if score(s, seat) > best:
            best, result = score(s, seat), 0
        if score(s, seat) == best:
            result |= 1 << seat
    return result


def game_ends(s: Record) -> bool:
    """GL-22 and the option `turn_limit`: return whether the turn that has just ended was the last one."""
    if s.winner != NONE:
        return s.last == 0
    return s.limit > 0 and s.turns == s.limit * s.players
