"""Experiments: many games between bots, ratings of levels, and reviews of finished games.

Examples:
    >>> from quartier import lab
    >>> result = lab.arena("city_blocks", ["greedy", "random"], games=20, seed=1, workers=1)
    >>> result.standings[0].name, result.standings[0].share > 0.9
    ('greedy', True)
"""

from quartier.core.provenance import provenance
from quartier.lab.arena import Stopped, arena, check
from quartier.lab.ladders import Ladder
from quartier.lab.results import Result
from quartier.lab.review import Review, review

__all__ = ["Ladder", "Result", "Review", "Stopped", "arena", "check", "provenance", "review"]
