"""Marks and points of a city, from a record and its derived values."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.text.effects import with_sign

from ..rules.derived import CATEGORIES
from ..rules.state import SIDES, Record


class Miss(NamedTuple):
    """A miss on a building, and how many points it costs (BC-13)."""

    cost: int

    @property
    def label(self) -> str:
        """What it brings: "−2"."""
        return with_sign(-self.cost)


Mark = int | Miss | None
"""What is written on a building: a number, a miss, or nothing."""
Sets = tuple[int, ...]
"""The buildings of a city with a miss, and with each number from 1: sets."""


def mark_sets(s: Record, seat: int) -> Sets:
    return s.missed[seat], *(s.wrote[seat, number] for number in range(1, SIDES + 1))


@lru_cache(maxsize=1024)
def marks_of(sets: Sets, count: int, cost: int) -> tuple[Mark, ...]:
    """Return the marks of a city by its buildings, of which there are `count`; a miss costs so much."""
    marks: list[Mark] = [None] * count
    for mark, buildings in zip((Miss(cost), *range(1, SIDES + 1)), sets, strict=True):
        for building in members_of(buildings):
            marks[building] = mark
    return tuple(marks)


def members_of(buildings: int) -> list[int]:
    """Return the buildings of a set."""
    result = []
    while buildings:
        result.append((buildings & -buildings).bit_length() - 1)
        buildings &= buildings - 1
    return result


def points_of(s: Record, seat: int) -> tuple[int, ...]:
    """Return the points of a seat by category: parks, stores, public sets, houses, misses, the filled city."""
    return tuple(s.derived[seat * CATEGORIES : (seat + 1) * CATEGORIES])


def score_of(s: Record, seat: int) -> int:
    return sum(points_of(s, seat))
