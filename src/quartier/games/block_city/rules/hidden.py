"""Hidden information: none, everything is public (BC-20)."""

from typing import Any

from .state import Record


def observes_draw(s: Record, seat: int) -> int:
    """Return 1: the dice are public."""
    return 1


def conceal(s: Record, seat: int) -> None:
    """Do nothing: there is no hidden information."""


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Do nothing: there is no hidden information."""
