"""Money and the winner (CB-22)."""

from quartier.core.engine.bits import lowest

from .state import Record


def score(s: Record, seat: int) -> int:
    """Return the sum of the tokens that a seat holds, in $."""
    total = 0
    tokens = s.won[seat]
    while tokens:
        total += lowest(tokens)
        tokens &= tokens - 1
    return total


def winners(s: Record) -> int:
    """Return the seat with the higher sum; both if equal."""
    blue, red = score(s, 0), score(s, 1)
    if blue == red:
        return 0b11
    return 0b01 if blue > red else 0b10
