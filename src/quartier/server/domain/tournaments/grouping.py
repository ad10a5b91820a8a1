"""Grouping for rounds with more than two per table: as few repeated meetings as possible, optionally among equal points.

There is no fast optimal algorithm (it is the social golfer problem), so plausible groups are improved by
swapping two players for as long as that helps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

REMATCH_COST: Final = 10_000
"""The cost of a repeated meeting, relative to the squared distance in points: avoided if possible."""
MAX_SWEEPS: Final = 40
"""Maximum number of passes over all swaps."""

Met = Mapping[tuple[int, int], int]


def sizes(count: int, seats: int, fewest: int) -> list[int]:
    """Return the table sizes: the wanted one or one less, at least `fewest`; remaining players have a bye."""
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
