"""The ways on from the ends of a seat's lines, and where each has a place of its own to be touched."""

from collections.abc import Iterator
from functools import cache
from math import hypot
from typing import NamedTuple

from ..rules.digging import directions_from
from ..rules.geometry import BACK, BEND, DIRECTIONS, FRAMES, STEP, TRIANGLES, VERTICES
from ..rules.lines import begun, growing, tip
from ..rules.state import State
from .layout import Point, corners, towards, vertex_point

APART = 40.0
"""How far the middles of two touched places are from each other, where there is room."""
BESIDE = 21.0
"""How far beside its edge a way has its place, where both lines of a seat go along that edge."""


class Way(NamedTuple):
    """A way on: it is open where no bend and no own line forbids it, whatever lies beside it."""

    line: int
    direction: int
    start: int
    end: int
    open: bool
    spot: Point
    """Where it is touched: at its end, or on the way there if something else is touched at its end."""


def unfinished(s: State, seat: int) -> list[int]:
    """The lines of a seat that may go on."""
    return [line for line in (2 * seat, 2 * seat + 1) if growing(s, line)]


def ways_on(s: State, seat: int) -> list[Way]:
    """All ways on from the ends of a seat's lines, those that are open last: they are drawn above the others."""
    found = sorted(_ways(s, seat), key=lambda way: way.open)
    taken = [vertex_point(vertex) for vertex in range(VERTICES) if s.lines[vertex] >> 2 * seat & 0b11]
    taken += _entrances(s, seat)
    shared = _shared(found)
    placed = []
    for way in found:
        if way.open:
            way = way._replace(spot=_spot(way, frozenset((way.start, way.end)) in shared, taken))
            taken.append(way.spot)
        placed.append(way)
    return placed


@cache
def entrance(frame: int, side: int) -> Point:
    """Where a line is begun that comes in on one side of a gate."""
    outer, *rim = corners(TRIANGLES + frame)
    return towards(outer, rim[side], 0.68)


def _entrances(s: State, seat: int) -> list[Point]:
    """The gates that are open as long as a line of the seat has not begun."""
    if begun(s, 2 * seat) and begun(s, 2 * seat + 1):
        return []
    frames = (frame for frame in range(FRAMES) if s.white_left >> frame & 1)
    return [entrance(frame, side) for frame in frames for side in range(2)]


def _ways(s: State, seat: int) -> Iterator[Way]:
    for line in unfinished(s, seat):
        start, onward = tip(s, line), directions_from(s, line)
        for direction in range(DIRECTIONS):
            end = int(STEP[start, direction])
            if end >= 0 and BEND[s.heading[line], direction] != BACK:
                open_ = bool(onward >> direction & 1)
                yield Way(line, direction, start, end, open_, vertex_point(end))


def _shared(ways: list[Way]) -> set[frozenset[int]]:
    """The edges along which both lines may go, from the same end or towards each other."""
    edges = [frozenset((way.start, way.end)) for way in ways if way.open]
    return {edge for edge in edges if edges.count(edge) > 1}


def _spot(way: Way, shared: bool, taken: list[Point]) -> Point:
    """The first place along a way that is far enough from what is touched already, or the farthest."""
    places = list(_places(way, shared))
    distances = [_nearest(place, taken) for place in places]
    fits = (place for place, distance in zip(places, distances, strict=True) if distance >= APART)
    return next(fits, places[distances.index(max(distances))])


def _places(way: Way, shared: bool) -> Iterator[Point]:
    a, b = vertex_point(way.start), vertex_point(way.end)
    side = (1 if way.line % 2 else -1) * (1 if way.start < way.end else -1)
    offsets = (side * BESIDE,) if shared else (0.0, BESIDE, -BESIDE)
    for offset in offsets:
        for part in (1.0, 0.6, 0.5):
            yield _beside(a, b, part, offset)


def _beside(a: Point, b: Point, part: float, offset: float) -> Point:
    """A point along the way from a to b, and so far to the right of it."""
    (x, y), length = towards(a, b, part), hypot(b[0] - a[0], b[1] - a[1])
    return x - (b[1] - a[1]) / length * offset, y + (b[0] - a[0]) / length * offset


def _nearest(place: Point, taken: list[Point]) -> float:
    return min((hypot(place[0] - x, place[1] - y) for x, y in taken), default=APART)
