"""Names of places on a map relative to landmarks: "north of MIT", "between MIT and Copley Square"."""

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
_DIRECTIONS = (
    N_("north {of}"), N_("north-east {of}"), N_("east {of}"), N_("south-east {of}"),
    N_("south {of}"), N_("south-west {of}"), N_("west {of}"), N_("north-west {of}"),
)  # fmt: skip
_FURTHER = (
    N_("further north {of}"), N_("further north-east {of}"), N_("further east {of}"),
    N_("further south-east {of}"), N_("further south {of}"), N_("further south-west {of}"),
    N_("further west {of}"), N_("further north-west {of}"),
)  # fmt: skip

_DETOUR = 1.2
"""How much farther a place may be and still be preferred, if it is the nearest in its direction rather than the second."""
_BETWEEN, _WIDEST = 0.4, 2.0
"""The extra distance at which a place between two landmarks still beats one landmark; and the maximum distance."""


class Bearing(NamedTuple):
    """The bearing of a place: in a direction of a landmark (0 north, clockwise) behind `rank` others; or between two."""

    landmark: int
    way: int = -1
    rank: int = 0
    other: int = -1


def way_from(start: Point, end: Point) -> int:
    """Return the direction from one point to another: 0 north, 1 north-east, clockwise."""
    angle = degrees(atan2(end[0] - start[0], start[1] - end[1]))
    return round(angle / 45) % 8


def landmark_beyond(bearing: Bearing, spot: Point, landmarks: Mapping[int, Point]) -> int | None:
    """Return the nearest landmark in the direction of a bearing that is farther away than its place, if there is one."""
    start = landmarks[bearing.landmark]
    ends = {
        landmark: _distance(start, end)
        for landmark, end in landmarks.items()
        if end != start and way_from(start, end) == bearing.way
    }
    beyond = [landmark for landmark in ends if ends[landmark] > _distance(start, spot)]
    return min(beyond, key=ends.__getitem__, default=None)


def bearings(
    spots: Mapping[int, Point], landmarks: Mapping[int, Point], between: bool = True
) -> dict[int, Bearing]:
    """Return a unique bearing for each place, by the nearest landmarks."""
    best: dict[int, tuple[float, Bearing]] = {}
    costs = _by_one(spots, landmarks) + (_by_two(spots, landmarks) if between else [])
    for cost, spot, bearing in costs:
        if spot not in best or (cost, bearing) < best[spot]:
            best[spot] = cost, bearing
    return {spot: bearing for spot, (_, bearing) in best.items()}


def _by_one(spots: Mapping[int, Point], landmarks: Mapping[int, Point]) -> list[tuple[float, int, Bearing]]:
    """Return every place's bearing from every landmark, and its cost: distance plus a penalty for places behind others."""
    there = tuple(spots.items())
    return [
        (cost, spot, Bearing(landmark, way, rank))
        for landmark, start in landmarks.items()
        for cost, spot, way, rank in _spots_from(start, there)
    ]


@lru_cache(1024)
def _spots_from(start: Point, spots: tuple[tuple[int, Point], ...]) -> list[tuple[float, int, int, int]]:
    """Return every other place from a point: its cost, its number, its direction, and how many are before it there."""
    passed, result = [0] * 8, []
    for distance, spot, end in sorted((_distance(start, end), spot, end) for spot, end in spots):
        if end != start:
            way = way_from(start, end)
            result.append((distance + _DETOUR * passed[way], spot, way, passed[way]))
            passed[way] += 1
    return result


def _by_two(spots: Mapping[int, Point], landmarks: Mapping[int, Point]) -> list[tuple[float, int, Bearing]]:
    """Return the places midway between two landmarks."""
    at = {_round_point(point): spot for spot, point in spots.items()}
    result = []
    for one, other in combinations(landmarks, 2):
        (ax, ay), (bx, by) = landmarks[one], landmarks[other]
        spot, half = at.get(_round_point(((ax + bx) / 2, (ay + by) / 2))), hypot(bx - ax, by - ay) / 2
        if spot is not None and half < _WIDEST + 0.01:
            result.append((half - _BETWEEN, spot, Bearing(one, other=other)))
    return result


def _distance(start: Point, end: Point) -> float:
    return round(hypot(end[0] - start[0], end[1] - start[1]), 3)


def _round_point(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def describe_bearing(bearing: Bearing, of: Callable[[int], str], t: Translator) -> str:
    """Return a bearing from one landmark in words; `of` follows a direction: "of the lake"."""
    form = t((_FURTHER if bearing.rank == 1 else _DIRECTIONS)[bearing.way]).format(of=of(bearing.landmark))
    return (
        form
        if bearing.rank < 2
        else t("{place}, number {number}").format(place=form, number=bearing.rank + 1)
    )
