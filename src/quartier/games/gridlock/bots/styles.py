"""Bot style for one-step bots: what it likes to do besides driving."""

from ..rules.moves import CONE, UNCONE
from ..rules.state import Record

SEARCH = {
    "explore": 2.0, "untried": 0.0, "prior_scale": 2.0, "width": 16.0, "widening": 0.25, "ripe": 100.0, "horizon": 0.0,
    "lead": 10.0,
}  # fmt: skip
"""Tree search settings for this title (`quartier.bots.settings`).

With hundreds of moves priors are expensive, so only positions with many visits get children; the evaluation replaces
playouts.
"""
LEARNED = {**SEARCH, "lead": 30.0}
"""Settings with the network."""
COMPATIBLE_OPTIONS = {
    "turn_limit": None, "last_turns": (True,), "colours": None, "cards": (4, 5), "short_trip": (True,),
    "short_trip_cones": (True,), "congestion": (True,), "traffic": (True,), "specials": (True,), "board": ("Lindenford",),
}  # fmt: skip
"""Option values (None: any) that a network may play without training.

Features follow the roads and distances of a game, and fewer destinations look as if some had been visited. The network
knows nothing about seven.
"""


STYLES = ("cones",)
"""Style numbers, from 1."""
_POINTS = 2


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for placing a cone."""
    return _POINTS if CONE <= action < UNCONE else 0
