"""Sets of spaces: two int64 words, spaces below HALF in the low one, the others in the high one."""

from typing import Any

from quartier.core.engine.bits import lowest, nth, popcount

HALF = 48


def low_bit(space: int) -> int:
    """The low word of the set of one space."""
    return 1 << space if space < HALF else 0


def high_bit(space: int) -> int:
    """The high word of the set of one space."""
    return 1 << space - HALF if space >= HALF else 0


def within(low: int, high: int, space: int) -> int:
    """1 if a set has the space."""
    return (low >> space if space < HALF else high >> space - HALF) & 1


def size(low: int, high: int) -> int:
    """How many spaces a set has."""
    return popcount(low) + popcount(high)


def member(low: int, high: int, n: int) -> int:
    """The n-th space of a set, counted from 0."""
    below_half = popcount(low)
    return nth(low, n) if n < below_half else HALF + nth(high, n - below_half)


def first_member(low: int, high: int) -> int:
    """The first space of a set that is not empty."""
    return lowest(low) if low else HALF + lowest(high)


def add(spaces: Any, space: int) -> None:
    """A set of the record gets one space more."""
    spaces[0] |= low_bit(space)
    spaces[1] |= high_bit(space)


def drop(spaces: Any, space: int) -> None:
    """A set of the record gets one space less."""
    spaces[0] &= ~low_bit(space)
    spaces[1] &= ~high_bit(space)
