"""Everything is open (BC-20)."""

from typing import Any


def sees(s: Any, seat: int) -> int:
    """Everybody sees the dice."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """Nothing is hidden."""


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
