"""What the events of Gridlock sound like."""

from ..rules.moves import (
    CONE,
    END,
    FIRST,
    GOAL,
    STOP,
)
from ..rules.state import State


def sound(before: State, after: State, actor: int, action: int) -> str:
    """Tiles are laid, turned and taken away, cones put down, cars drive, goals are dealt as cards."""
    if action < CONE:
        return "tile"
    if action < END:
        return "drive" if action >= STOP else "mark"
    return "card" if GOAL <= action < FIRST else ""
