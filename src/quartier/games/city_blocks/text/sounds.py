"""What the events of City Blocks sound like."""

from ..rules.moves import DRAW, STAY, SWAP
from ..rules.state import State


def sound(before: State, after: State, actor: int, action: int) -> str:
    """A building rises, tokens are laid down; of what is drawn only one's own tile is heard."""
    if action < SWAP:
        return "build"
    return "tile" if action < STAY else "card" if action >= DRAW else ""
