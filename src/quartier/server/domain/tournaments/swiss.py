"""Swiss system pairing, two at a table: a minimum-cost matching among all players.

The cost encodes the goals, the most important first: no second bye, no repeated opponents, alternating first
seats, similar points, and among these the player with more first seats meets one with fewer. NetworkX finds
the optimal matching, so whatever can be avoided in a round is avoided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

SECOND_BYE_COST: Final = 10**12
REMATCH_COST: Final = 10**9
SAME_SIDE_AGAIN_COST: Final = 10**6
"""The cost if both have had the first seat twice more than the second, or both twice less."""
SCORE_GAP_COST: Final = 100
"""The cost of a distance of one point; it grows with the square."""
SAME_SIDE_COST: Final = 30
MAX_FIRST_SEAT_BALANCE: Final = 2
"""A first-seat balance from which a player should not have the first seat again."""


@dataclass(frozen=True)
class Form:
    """The relevant history of a player."""

    points: int
    """Points in halves."""
    first_seat_balance: int = 0
    """First seats minus second seats."""
    last: bool = False
    """They had the first seat in the last round."""
    byes: int = 0


def pairs(forms: Sequence[Form], met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """Return the tables of a round, first seat first, best players first; if the number is odd, one player is alone.

    `met[a, b]` with a < b: how often these two have met.
    """
    if len(forms) < 2:
        return [(0,)] if forms else []
    # Imported lazily: it takes a quarter of a second, and most servers have no tournament.
    import networkx

    graph = networkx.Graph()
    for a, b in combinations(range(len(forms)), 2):
        graph.add_edge(a, b, weight=-_cost(forms[a], forms[b], met.get((a, b), 0)))
    if len(forms) % 2:
        least = min(form.points for form in forms)
        for index, form in enumerate(forms):
            cost = form.byes * SECOND_BYE_COST + SCORE_GAP_COST * (form.points - least) ** 2
            graph.add_edge(index, len(forms), weight=-cost)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    tables = [_assign_seats(min(pair), max(pair), forms) for pair in matched]
    return sorted(
        tables, key=lambda table: (len(table) == 1, -sum(forms[player].points for player in table), table)
    )


def _cost(one: Form, other: Form, met: int) -> int:
    cost = met * REMATCH_COST + SCORE_GAP_COST * (one.points - other.points) ** 2
    if one.first_seat_balance * other.first_seat_balance > 0:
        both = min(abs(one.first_seat_balance), abs(other.first_seat_balance))
        cost += SAME_SIDE_AGAIN_COST if both >= MAX_FIRST_SEAT_BALANCE else SAME_SIDE_COST
    return cost


def _assign_seats(a: int, b: int, forms: Sequence[Form]) -> tuple[int, ...]:
    """Return the pair with the first seat to the player who has had it less often; if equal, who did not have it last."""
    if b == len(forms):
        return (a,)
    order = sorted((a, b), key=lambda player: (forms[player].first_seat_balance, forms[player].last, player))
    return tuple(order)
