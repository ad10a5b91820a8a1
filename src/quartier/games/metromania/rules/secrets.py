"""Everything is open (MM-34)."""

from typing import Any


def sees(s: Any, seat: int) -> int:
    """Everybody sees every draw."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """Nothing is hidden."""


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
