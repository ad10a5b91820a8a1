"""Experiments: many games between bots, and how fast the engine is.

from quartier import lab
result = lab.arena("city_blocks", ["greedy", "random"], games=1000, seed=1)
"""

from quartier.lab.arena import arena, check
from quartier.lab.results import Result

__all__ = ["Result", "arena", "check"]
