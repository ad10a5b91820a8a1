"""Who meets whom in a round of a Swiss system, two at a table: a matching of least cost among all who play.

The cost says what is wanted, the most important first: nobody sits out twice, nobody meets the same rival again, nobody
always begins, those meet who have about the same points, and of these who has begun often meets who has not. NetworkX finds
the best of all matchings, so whatever can be avoided in a round is avoided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

BYE_AGAIN: Final = 10**12
MEET_AGAIN: Final = 10**9
SAME_SIDE_AGAIN: Final = 10**6
"""For two who have both begun twice more often than not, or both twice less often."""
APART: Final = 100
"""For points that are one apart; twice as far is four times as bad."""
SAME_SIDE: Final = 30
AT_ONCE: Final = 2
"""So many times somebody has begun more often than not, and should not do it once more."""


@dataclass(frozen=True)
class Form:
    """What counts of a player's rounds so far."""

    points: int
    """In halves."""
    begun: int = 0
    """How often they have had the first seat more than the second."""
    last: bool = False
    """They had the first seat the last time."""
    byes: int = 0


def pairs(forms: Sequence[Form], met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """The tables of a round, the first seat first, the best players first; with an odd number somebody sits alone.

    `met[a, b]` with a < b: how often these two have met.
    """
    if len(forms) < 2:
        return [(0,)] if forms else []
    # Imported here: it takes a quarter of a second, and most servers have no tournament.
    import networkx

    graph = networkx.Graph()
    for a, b in combinations(range(len(forms)), 2):
        graph.add_edge(a, b, weight=-_cost(forms[a], forms[b], met.get((a, b), 0)))
    if len(forms) % 2:
        least = min(form.points for form in forms)
        for index, form in enumerate(forms):
            cost = form.byes * BYE_AGAIN + APART * (form.points - least) ** 2
            graph.add_edge(index, len(forms), weight=-cost)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    tables = [_seated(min(pair), max(pair), forms) for pair in matched]
    return sorted(
        tables, key=lambda table: (len(table) == 1, -sum(forms[each].points for each in table), table)
    )


def _cost(one: Form, other: Form, met: int) -> int:
    cost = met * MEET_AGAIN + APART * (one.points - other.points) ** 2
    if one.begun * other.begun > 0:
        both = min(abs(one.begun), abs(other.begun))
        cost += SAME_SIDE_AGAIN if both >= AT_ONCE else SAME_SIDE
    return cost


def _seated(a: int, b: int, forms: Sequence[Form]) -> tuple[int, ...]:
    """Who has begun less often begins; of two with the same past who did not the last time, else the first of them."""
    if b == len(forms):
        return (a,)
    order = sorted((a, b), key=lambda each: (forms[each].begun, forms[each].last, each))
    return tuple(order)
