"""What the events of BlockCity sound like."""

from ..rules.moves import (
    FIRST,
    MISS,
    PASS,
    ROLL,
)
from ..rules.state import State


def sound(before: State, after: State, actor: int, action: int) -> str:
    """A number builds a house, a miss strikes one out; dice are heard."""
    if action >= FIRST:
        return "dice" if action >= ROLL else ""
    return "build" if action < MISS else "mark" if action < PASS else ""
