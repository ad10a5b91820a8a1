"""What a bot may know about BlockCity beyond its rules: what a position is worth, and what a network is told of it."""

from .evaluation import evaluate
from .features import FEATURES, GROUPS, features
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
    "style_bonus",
]

SEARCH = {"explore": 0.6, "prior_scale": 3.0, "width": 6.0, "horizon": 20.0, "greedy": 1.0, "lead": 20.0}
"""How the tree search goes about this title (`quartier.bots.settings`): all play on as the one-step bot would."""
LEARNED = {"explore": 0.6, "prior_scale": 1.5, "width": 6.0, "ripe": 8.0, "horizon": 0.0, "lead": 12.0}
"""How it does with the network: the position itself says what it is worth, and priors are dear."""
ALIKE = {"seats": (1, 5, 6), "passive_miss": (True,), "miss_spoils_store": (True,)}
"""Values that a network need not have learned: of others it is told the fullest sheet alone, misses are rare, and it is told
which stores are spoiled."""
