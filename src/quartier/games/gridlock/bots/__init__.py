"""What a bot may know about Gridlock beyond its rules: what a position is worth, and what learned weights are told."""

from .evaluation import evaluate, progress_penalty, rival_weight
from .features import (
    FEATURES,
    GROUPS,
    features,
    points_so_far,
)
from .observation import OBSERVATION, observe
from .styles import STYLES, style_bonus

__all__ = [
    "ALIKE",
    "FEATURES",
    "GROUPS",
    "LEARNED",
    "OBSERVATION",
    "SEARCH",
    "STYLES",
    "evaluate",
    "features",
    "observe",
    "points_so_far",
    "progress_penalty",
    "rival_weight",
    "style_bonus",
]

SEARCH = {
    "explore": 2.0, "untried": 0.0, "prior_scale": 2.0, "width": 16.0, "widening": 0.25, "ripe": 100.0, "horizon": 0.0,
    "lead": 10.0,
}  # fmt: skip
"""How the tree search goes about this title (`quartier.bots.settings`): hundreds of moves make priors dear, so only
positions that are looked at often get children; the evaluation takes the place of playouts."""
LEARNED = {**SEARCH, "lead": 30.0}
"""How it does with the weights."""
ALIKE = {
    "turn_limit": None, "last_turns": (True,), "colours": None, "cards": (4, 5), "short_trip": (True,),
    "short_trip_cones": (True,), "congestion": (True,), "traffic": (True,), "specials": (True,), "board": ("Lindenford",),
}  # fmt: skip
"""Values (None: any) that a network need not have learned: roads and distances are told as the rules of the game make them,
and with fewer destinations it is as if some were visited. Of seven it knows nothing."""
