"""Exact solutions of small games: their values, optimal strategies, and the exploitability of others.

Examples:
    >>> import quartier
    >>> from quartier.lab import exact
    >>> start = quartier.load("city_blocks").new(chance="manual", board="2x2")
    >>> for value in range(1, 5):
    ...     start.play("*", f"bonus {value}")
    >>> for value in (5, 6):
    ...     start.play("*", f"lot {value}")
    >>> tree = exact.tree_of(start)
    >>> tree.nodes
    4465
    >>> round(exact.weakness(tree, exact.uniform(tree)).exploitability, 3)
    0.579
"""

from quartier.lab.exact.strategies import (
    Solution,
    Strategy,
    Weakness,
    best_response,
    of_bot,
    solve,
    uniform,
    weakness,
)
from quartier.lab.exact.study import Case, Study, draw_setups, study
from quartier.lab.exact.tree import MAX_NODES, Tree, tree_of

__all__ = [
    "MAX_NODES",
    "Case",
    "Solution",
    "Strategy",
    "Study",
    "Tree",
    "Weakness",
    "best_response",
    "draw_setups",
    "of_bot",
    "solve",
    "study",
    "tree_of",
    "uniform",
    "weakness",
]
