"""What a bot may know about Neue Heimat beyond its rules: what a position is worth, and what a network is told of it."""

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
    "ALIKE",
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

SEARCH = {"explore": 1.0, "prior_scale": 3.0, "horizon": 12.0, "greedy": 1.0, "lead": 20.0}
"""How the tree search goes about this title (`quartier.bots.settings`): it plays on for a row or so, greedily."""
LEARNED = {"explore": 0.5, "prior_scale": 3.0, "horizon": 0.0, "lead": 20.0}
"""How it does with the network: the position itself says what it is worth."""
ALIKE = {"show_money": (False,)}
"""What a network need not have learned: a search imagines the money that its seat does not see."""
