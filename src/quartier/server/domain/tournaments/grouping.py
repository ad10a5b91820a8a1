"""Who sits with whom in a round where more than two sit at a table: as few as possible who have met before, and if that is
wanted those with about the same points.

There is no fast way to the best groups (it is the golfers' problem), so groups that stand to reason are improved by
exchanging two players for as long as that helps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

REMATCH_COST: Final = 10_000
"""The cost of meeting once more, against the squared distance in points: avoided if possible."""
MAX_SWEEPS: Final = 40
"""After so many times through all exchanges what is there is good enough."""

Met = Mapping[tuple[int, int], int]


def sizes(count: int, seats: int, fewest: int) -> list[int]:
    """Return the table sizes: the wanted one or one less, at least `fewest`; players who are left over have a bye."""
    tables = -(-count // seats)
    if tables and count // tables < fewest:
        tables = count // seats
        return [seats] * tables
    return [count // tables + (index < count % tables) for index in range(tables)]


def groups(worth: Sequence[int], met: Met, table_sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of the given sizes for players 0, 1, 2 ...

    Args:
        worth: Points of each player, highest first; all 0 where they don't count.
        met: How often two players have met.
        table_sizes: Their sum is the number of players.
    """
    order = sorted(range(len(worth)), key=lambda player: -worth[player])
    result, begin = [], 0
    for size in table_sizes:
        result.append(order[begin : begin + size])
        begin += size
    for _ in range(MAX_SWEEPS):
        if not _improve(result, worth, met):
            break
    return result


def _improve(tables: list[list[int]], worth: Sequence[int], met: Met) -> bool:
    better = False
    for one, other in combinations(tables, 2):
        for a in range(len(one)):
            for b in range(len(other)):
                before = _cost(one, worth, met) + _cost(other, worth, met)
                one[a], other[b] = other[b], one[a]
                if _cost(one, worth, met) + _cost(other, worth, met) < before:
                    better = True
                else:
                    one[a], other[b] = other[b], one[a]
    return better


def _cost(table: list[int], worth: Sequence[int], met: Met) -> int:
    return sum(
        REMATCH_COST * met.get((min(a, b), max(a, b)), 0) ** 2 + (worth[a] - worth[b]) ** 2
        for a, b in combinations(table, 2)
    )
