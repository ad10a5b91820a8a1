"""Everything is open (BC-20)."""

from typing import Any

from .state import State


def observes_draw(s: State, seat: int) -> int:
    """Everybody sees the dice."""
    return 1


def conceal(s: State, seat: int) -> None:
    """Nothing is hidden."""


def determinize(s: State, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
