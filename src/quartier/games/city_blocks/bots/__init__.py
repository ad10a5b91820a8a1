"""What a bot may know about City Blocks beyond its rules: what a position is worth, and what a network is told of it."""

from .evaluation import evaluate
from .features import (
    FEATURES,
    GROUPS,
    features,
    points_so_far,
)
from .incremental import evaluate_actions
from .observation import OBSERVATION, observe
from .styles import STYLES, style_bonus

__all__ = [
    "FEATURES",
    "GROUPS",
    "LEARNED",
    "OBSERVATION",
    "SEARCH",
    "STYLES",
    "evaluate",
    "evaluate_actions",
    "features",
    "observe",
    "points_so_far",
    "style_bonus",
]

SEARCH = {"explore": 0.4, "prior_scale": 3.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""How the tree search goes about this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""
LEARNED = {"explore": 0.8, "prior_scale": 6.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""How it does with the network."""
