"""Bot styles for one-step bots: the kind of building on which each of them prefers to write."""

from ..rules.moves import MISS
from ..rules.state import (
    BUILDINGS,
    PARK,
    PUBLIC,
    STORE,
    Record,
)

SEARCH = {"explore": 0.6, "prior_scale": 3.0, "width": 6.0, "horizon": 20.0, "greedy": 1.0, "lead": 20.0}
"""Tree search settings for this title (`quartier.bots.settings`): every rollout follows the one-step bot."""
LEARNED = {"explore": 0.6, "prior_scale": 1.5, "width": 6.0, "ripe": 8.0, "horizon": 0.0, "lead": 12.0}
"""Settings with the network: the position is evaluated directly, because priors are expensive."""
COMPATIBLE_OPTIONS = {"seats": (1, 5, 6), "passive_miss": (True,), "miss_spoils_store": (True,)}
"""Option values that a network may play without training on them.

Its features cover only the fullest of the other sheets, misses are rare, and one feature marks spoiled stores.
"""


STYLES = ("parks", "stores", "public")
"""Style numbers, from 1."""
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
