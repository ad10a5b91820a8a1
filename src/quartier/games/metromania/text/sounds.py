"""What the events of Metromania sound like."""

from ..rules.moves import (
    DECLINE,
    FINISH,
    FIRST,
    MARKER,
    PIECE,
    STATION,
)
from ..rules.state import State


def sound(before: State, after: State, actor: int, action: int) -> str:
    """Lines grow, stations are built; pieces of the city and markers are laid out."""
    if action < DECLINE:
        return "build" if STATION <= action < FINISH else "line"
    return "tile" if PIECE <= action < MARKER else "card" if MARKER <= action < FIRST else ""
