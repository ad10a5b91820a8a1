"""The final count of a game, step by step: what a page plays before it says who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quartier.core.text.effects import signed

FEW = 3
"""Of so many seats all are named in a step; of more only those with the most."""


class Counted(NamedTuple):
    """A step of the final count. The points of all steps together are the final scores."""

    name: str
    """What is counted: "Parks", "Row A", "Trip B"."""
    text: str
    """What comes of it, in a short sentence."""
    places: tuple[tuple[str, ...], ...]
    """Where on the board, as ids to touch or of elements: what stands together is lit together."""
    points: tuple[int, ...]
    """By seat."""


def each_alone(places: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Places that are lit one by one."""
    return tuple((place,) for place in places)


def shares(points: Sequence[int], names: Sequence[str]) -> str:
    """Who gets what: "Ada +12 · Bea −3"; of many only who gets most."""
    most = max(points, default=0)
    told = [
        f"{name} {signed(value)}"
        for name, value in zip(names, points, strict=True)
        if len(points) <= FEW or value == most
    ]
    return " · ".join(told)


def of_sources(sources: Sequence[Sequence[tuple[str, int]]], names: Sequence[str]) -> list[Counted]:
    """A step for each label that some seat has points under, in the order in which seats name them."""
    labels = list(dict.fromkeys(label for source in sources for label, _ in source))
    result = []
    for label in labels:
        points = tuple(sum(value for name, value in source if name == label) for source in sources)
        result.append(Counted(label, shares(points, names), (), points))
    return result
