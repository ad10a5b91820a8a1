"""The final count of a game, step by step: a page plays it before it announces the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quartier.core.text.effects import with_sign

MAX_NAMED_SEATS = 3
"""Up to this many seats, all are named in a step; beyond it only those with the most."""


class Counted(NamedTuple):
    """A step of the final count. The points of all steps together are the final scores."""

    name: str
    """What is counted: "Parks", "Row A", "Trip B"."""
    text: str
    """Its result, in a short sentence."""
    ids: tuple[tuple[str, ...], ...]
    """Its locations on the board, as ids to touch or of elements: those grouped together are highlighted together."""
    points: tuple[int, ...]
    """By seat."""


def one_by_one(ids: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the places that are highlighted one by one."""
    return tuple((id_,) for id_ in ids)


def shares(points: Sequence[int], names: Sequence[str]) -> str:
    """Format the points by player: "Ada +12 · Bea −3"; of many only those with the most."""
    most = max(points, default=0)
    parts = [
        f"{name} {with_sign(value)}"
        for name, value in zip(names, points, strict=True)
        if len(points) <= MAX_NAMED_SEATS or value == most
    ]
    return " · ".join(parts)


def of_sources(sources: Sequence[Sequence[tuple[str, int]]], names: Sequence[str]) -> list[Counted]:
    """Return a step for each label under which some seat has points, in the order in which seats list them."""
    labels = list(dict.fromkeys(label for source in sources for label, _ in source))
    result = []
    for label in labels:
        points = tuple(sum(value for name, value in source if name == label) for source in sources)
        result.append(Counted(label, shares(points, names), (), points))
    return result
