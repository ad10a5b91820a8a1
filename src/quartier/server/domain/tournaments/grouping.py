"""Who sits with whom in a round where more than two sit at a table: as few as possible who have met before, and if that is
wanted those with about the same points.

There is no fast way to the best groups (it is the golfers' problem), so groups that stand to reason are improved by
exchanging two players for as long as that helps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

MEET_AGAIN: Final = 10_000
"""For meeting once more, against the square of a distance in points: everybody is spared that if it can be."""
SWEEPS: Final = 40
"""After so many times through all exchanges what is there is good enough."""

Met = Mapping[tuple[int, int], int]


def sizes(count: int, seats: int, fewest: int) -> list[int]:
    """How many sit at each table: of the wanted size or one less, at least `fewest` (and who is left over sits out)."""
    tables = -(-count // seats)
    if tables and count // tables < fewest:
        tables = count // seats
        return [seats] * tables
    return [count // tables + (index < count % tables) for index in range(tables)]


def groups(worth: Sequence[int], met: Met, wanted: Sequence[int]) -> list[list[int]]:
    """Tables of the wanted sizes for players 0, 1, 2 ...: by their `worth`, highest first, all 0 where it does not count.

    There are as many players as places.
    """
    order = sorted(range(len(worth)), key=lambda each: -worth[each])
    result, begin = [], 0
    for size in wanted:
        result.append(order[begin : begin + size])
        begin += size
    for _ in range(SWEEPS):
        if not _improved(result, worth, met):
            break
    return result


def _improved(tables: list[list[int]], worth: Sequence[int], met: Met) -> bool:
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
        MEET_AGAIN * met.get((min(a, b), max(a, b)), 0) ** 2 + (worth[a] - worth[b]) ** 2
        for a, b in combinations(table, 2)
    )
