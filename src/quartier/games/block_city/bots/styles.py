"""The styles of bots that look one move ahead: what kind of building each of them likes to write on."""

from ..rules.moves import MISS
from ..rules.state import (
    BUILDINGS,
    PARK,
    PUBLIC,
    STORE,
    State,
)

STYLES = ("parks", "stores", "public")
"""By number, from 1."""
_PARKS, _STORES = 1, 2
_POINTS = 3


def style_bonus(s: State, seat: int, action: int, style: int) -> int:
    """A number on a building of the kind that is liked."""
    if action >= MISS:
        return 0
    liked = s.kinds[PUBLIC[0]] | s.kinds[PUBLIC[1]] | s.kinds[PUBLIC[2]]
    if style == _PARKS:
        liked = s.kinds[PARK]
    elif style == _STORES:
        liked = s.kinds[STORE]
    return int(_POINTS * (liked >> action % BUILDINGS & 1))
