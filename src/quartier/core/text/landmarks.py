"""Places on a map by what is near them: "north of MIT", "between MIT and Copley Square"."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from math import atan2, degrees, hypot
from typing import NamedTuple

from quartier.core.text.languages import N_, Translator

Point = tuple[float, float]
"""x to the right and y downwards; the distance of neighbouring places is 1."""

IN = (
    N_("in the north"), N_("in the north-east"), N_("in the east"), N_("in the south-east"),
    N_("in the south"), N_("in the south-west"), N_("in the west"), N_("in the north-west"),
)  # fmt: skip
"""Parts of a map, clockwise from the north."""
_NEAR = (
    N_("north {of}"), N_("north-east {of}"), N_("east {of}"), N_("south-east {of}"),
    N_("south {of}"), N_("south-west {of}"), N_("west {of}"), N_("north-west {of}"),
)  # fmt: skip
_FURTHER = (
    N_("further north {of}"), N_("further north-east {of}"), N_("further east {of}"),
    N_("further south-east {of}"), N_("further south {of}"), N_("further south-west {of}"),
    N_("further west {of}"), N_("further north-west {of}"),
)  # fmt: skip

_DETOUR = 1.2
"""How much further a place may be so that it is the nearest in its direction, instead of the second."""
_BETWEEN, _WIDEST = 0.4, 2.0
"""How much further off two landmarks may be than one, so that a place lies between them; and at most."""


class Bearing(NamedTuple):
    """Where a place lies: in a direction of a landmark (0 north, clockwise) behind so many others; or between two."""

    landmark: int
    way: int = -1
    rank: int = 0
    other: int = -1


def way_from(start: Point, end: Point) -> int:
    """The direction from one point to another: 0 north, 1 north-east, clockwise."""
    angle = degrees(atan2(end[0] - start[0], start[1] - end[1]))
    return round(angle / 45) % 8


def bearings(
    places: Mapping[int, Point], landmarks: Mapping[int, Point], between: bool = True
) -> dict[int, Bearing]:
    """How each place is found, by the nearest landmarks; no two places in the same way."""
    best: dict[int, tuple[float, Bearing]] = {}
    found = _by_one(places, landmarks) + (_by_two(places, landmarks) if between else [])
    for cost, place, bearing in found:
        if place not in best or (cost, bearing) < best[place]:
            best[place] = cost, bearing
    return {place: bearing for place, (_, bearing) in best.items()}


def _by_one(places: Mapping[int, Point], landmarks: Mapping[int, Point]) -> list[tuple[float, int, Bearing]]:
    """Every place from every landmark, at what it costs to follow: its distance, and more for those behind others."""
    there = tuple(places.items())
    return [
        (cost, place, Bearing(landmark, way, rank))
        for landmark, start in landmarks.items()
        for cost, place, way, rank in _seen_from(start, there)
    ]


@lru_cache(1024)
def _seen_from(start: Point, places: tuple[tuple[int, Point], ...]) -> list[tuple[float, int, int, int]]:
    """Every other place from a point: its cost, its number, its direction, and how many lie before it there."""
    passed, result = [0] * 8, []
    for distance, place, end in sorted((_distance(start, end), place, end) for place, end in places):
        if end != start:
            way = way_from(start, end)
            result.append((distance + _DETOUR * passed[way], place, way, passed[way]))
            passed[way] += 1
    return result


def _by_two(places: Mapping[int, Point], landmarks: Mapping[int, Point]) -> list[tuple[float, int, Bearing]]:
    """The places in the middle between two landmarks."""
    at = {_rounded(point): place for place, point in places.items()}
    result = []
    for one, other in combinations(landmarks, 2):
        (ax, ay), (bx, by) = landmarks[one], landmarks[other]
        place, half = at.get(_rounded(((ax + bx) / 2, (ay + by) / 2))), hypot(bx - ax, by - ay) / 2
        if place is not None and half < _WIDEST + 0.01:
            result.append((half - _BETWEEN, place, Bearing(one, other=other)))
    return result


def _distance(start: Point, end: Point) -> float:
    return round(hypot(end[0] - start[0], end[1] - start[1]), 3)


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def said(bearing: Bearing, of: Callable[[int], str], t: Translator) -> str:
    """A bearing from one landmark in words; `of` says it behind a direction: "of the lake"."""
    form = t((_FURTHER if bearing.rank == 1 else _NEAR)[bearing.way]).format(of=of(bearing.landmark))
    return (
        form
        if bearing.rank < 2
        else t("{place}, number {number}").format(place=form, number=bearing.rank + 1)
    )
