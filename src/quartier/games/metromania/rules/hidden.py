"""Everything is open (MM-34)."""

from typing import Any

from .state import State


def observes_draw(s: State, seat: int) -> int:
    """Everybody sees every draw."""
    return 1


def conceal(s: State, seat: int) -> None:
    """Nothing is hidden."""


def determinize(s: State, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
