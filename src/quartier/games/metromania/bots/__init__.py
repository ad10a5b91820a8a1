"""What a bot may know about Metromania beyond its rules: what a position is worth, and what learned weights are told."""

from .evaluation import evaluate
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
    "style_bonus",
]

SEARCH = {"explore": 1.0, "prior_scale": 10.0, "width": 8.0, "horizon": 0.0, "lead": 150.0}
"""How the tree search goes about this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""
LEARNED = {"explore": 0.6, "prior_scale": 5.0, "width": 8.0, "horizon": 0.0, "lead": 25.0}
"""How it does with the weights."""
ALIKE = {"lines_to_end": None, "strict_dig": (True,)}
"""Values (None: any) that a network need not have learned: it is told how many lines are missing until the end."""
