"""Bot styles for bots that look one move ahead: what kind of building each of them likes to write on."""

from ..rules.moves import MISS
from ..rules.state import (
    BUILDINGS,
    PARK,
    PUBLIC,
    STORE,
    Record,
)

SEARCH = {"explore": 0.6, "prior_scale": 3.0, "width": 6.0, "horizon": 20.0, "greedy": 1.0, "lead": 20.0}
"""How the tree search goes about this title (`quartier.bots.settings`): all play on as the one-step bot would."""
LEARNED = {"explore": 0.6, "prior_scale": 1.5, "width": 6.0, "ripe": 8.0, "horizon": 0.0, "lead": 12.0}
"""How it does with the network: the position itself says what it is worth, and priors are dear."""
COMPATIBLE_OPTIONS = {"seats": (1, 5, 6), "passive_miss": (True,), "miss_spoils_store": (True,)}
"""Values of options that a network may play without training on them: of the other sheets its features cover only the
fullest, misses are rare, and a feature says which stores are spoiled."""


STYLES = ("parks", "stores", "public")
"""By number, from 1."""
_PARKS, _STORES = 1, 2
_POINTS = 3


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for a number on a building of the kind that the style likes."""
    if action >= MISS:
        return 0
    liked = s.kinds[PUBLIC[0]] | s.kinds[PUBLIC[1]] | s.kinds[PUBLIC[2]]
    if style == _PARKS:
        liked = s.kinds[PARK]
    elif style == _STORES:
        liked = s.kinds[STORE]
    return int(_POINTS * (liked >> action % BUILDINGS & 1))
