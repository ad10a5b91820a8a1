"""Bot style for bots that look one move ahead: what it likes to do beside driving."""

from ..rules.moves import CONE, UNCONE
from ..rules.state import Record

SEARCH = {
    "explore": 2.0, "untried": 0.0, "prior_scale": 2.0, "width": 16.0, "widening": 0.25, "ripe": 100.0, "horizon": 0.0,
    "lead": 10.0,
}  # fmt: skip
"""How the tree search goes about this title (`quartier.bots.settings`): hundreds of moves make priors dear, so only
positions that are looked at often get children; the evaluation takes the place of playouts."""
LEARNED = {**SEARCH, "lead": 30.0}
"""How it does with the weights."""
COMPATIBLE_OPTIONS = {
    "turn_limit": None, "last_turns": (True,), "colours": None, "cards": (4, 5), "short_trip": (True,),
    "short_trip_cones": (True,), "congestion": (True,), "traffic": (True,), "specials": (True,), "board": ("Lindenford",),
}  # fmt: skip
"""Values of options (None: any) that a network may play without training: features follow the roads and distances of a game,
and with fewer destinations it is as if some were visited. Of seven it knows nothing."""


STYLES = ("cones",)
"""By number, from 1."""
_POINTS = 2


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for a cone that is put down."""
    return _POINTS if CONE <= action < UNCONE else 0
