"""Possible next steps from the ends of a seat's lines, and the spot where each can be touched."""

from functools import cache, lru_cache
from math import hypot
from typing import NamedTuple

from ..rules.digging import directions_from
from ..rules.geometry import BACK, BEND, FRAME_END, STEP, TRIANGLES
from ..rules.lines import growing, has_begun, tip
from ..rules.state import Record
from .layout import Point, towards, triangle_middle, vertex_point

APART = 40.0
"""How far the middles of two touched places are from each other, where there is room."""
BEYOND = 1.4
"""So many edges from the line's end a way is touched, where that is in the city: a finger tells it from the next one."""
SIDE_OFFSET = 21.0
"""How far beside its edge a way has its place, where both lines of a seat go along that edge."""


class Way(NamedTuple):
    """A way on: it is open where no bend and no own line forbids it, whatever lies beside it."""

    line: int
    direction: int
    start: int
    end: int
    open: bool
    spot: Point
    """Where it is touched: beyond its end, or on the way there if that is outside the city or touched already."""


def open_lines(s: Record, seat: int) -> list[int]:
    """Return the lines of a seat that may go on."""
    return [line for line in (2 * seat, 2 * seat + 1) if growing(s, line)]


def ways_on(s: Record, seat: int) -> tuple[Way, ...]:
    """Return all ways on from the ends of a seat's lines, those that are open last: they are drawn above the others."""
    ends = tuple(
        (line, tip(s, line), s.heading[line], directions_from(s, line)) for line in open_lines(s, seat)
    )
    passed = sum(1 << vertex for vertex, lines in enumerate(bytes(s.lines)) if lines >> 2 * seat & 0b11)
    gates = 0 if has_begun(s, 2 * seat) and has_begun(s, 2 * seat + 1) else s.white_left
    return _place_ways(ends, passed, gates)


End = tuple[int, int, int, int]
"""A line, the vertex where it ends, its heading, and the directions that are open to it, as bits."""


@lru_cache(4096)
def _place_ways(ends: tuple[End, ...], passed: int, gates: int) -> tuple[Way, ...]:
    """The ways on from some ends with their spots, where a seat passes some vertices and may begin at some gates."""
    ways = sorted((way for end in ends for way in _ways(*end)), key=lambda way: way.open)
    shared, spots, placed = _shared_edges(ways), list[Point](), []
    for way in ways:
        if way.open:
            way = way._replace(
                spot=_spot(way, frozenset((way.start, way.end)) in shared, passed, gates, spots)
            )
            spots.append(way.spot)
        placed.append(way)
    return tuple(placed)


@lru_cache(4096)
def _ways(line: int, start: int, heading: int, onward: int) -> list[Way]:
    """The ways on from the end of a line, each with its end as its spot."""
    return [
        Way(line, direction, start, end, bool(onward >> direction & 1), vertex_point(end))
        for direction, end in enumerate(STEP[start].tolist())
        if end >= 0 and BEND[heading, direction] != BACK
    ]


def _shared_edges(ways: list[Way]) -> set[frozenset[int]]:
    """The edges along which both lines may go, from the same end or towards each other."""
    edges = [frozenset((way.start, way.end)) for way in ways if way.open]
    return {edge for edge in edges if edges.count(edge) > 1}


class Candidate(NamedTuple):
    """A place where a way might be touched, with the vertices and gates too near to it, as bits."""

    point: Point
    vertices: int
    gates: int


def _spot(way: Way, shared: bool, passed: int, gates: int, spots: list[Point]) -> Point:
    """The first place along a way that is far enough from what is touched already, or the farthest."""
    candidates = _candidates(way.line % 2, way.start, way.end, shared)
    for candidate in candidates:
        free = not candidate.vertices & passed and not candidate.gates & gates
        if free and _nearest(candidate.point, spots) >= APART:
            return candidate.point
    occupied = [*spots, *(vertex_point(vertex) for vertex in list_of(passed)), *_entrances(gates)]
    return max((candidate.point for candidate in candidates), key=lambda point: _nearest(point, occupied))


def _entrances(gates: int) -> list[Point]:
    return [triangle_middle(TRIANGLES + frame) for frame in list_of(gates)]


def list_of(bits: int) -> list[int]:
    """Return the numbers in a set of bits."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


@cache
def _candidates(number: int, start: int, end: int, shared: bool) -> list[Candidate]:
    """Along the way of line 1 or 2 (number 0, 1), the best first."""
    a, b = vertex_point(start), vertex_point(end)
    side = (1 if number else -1) * (1 if start < end else -1)
    offsets = (side * SIDE_OFFSET,) if shared else (0.0, SIDE_OFFSET, -SIDE_OFFSET)
    points = [_offset_point(a, b, part, offset) for offset in offsets for part in (1.0, 0.6, 0.5)]
    if not shared and not _gates_at(end):
        points.insert(0, towards(a, b, BEYOND))
    return [_place(point, start, end) for point in points]


def _place(point: Point, start: int, end: int) -> Candidate:
    """A place on an edge or beside it: only the ends of the edge, and gates there, can be too near."""
    frames = {frame for vertex in (start, end) for frame in _gates_at(vertex)}
    vertices = sum(1 << vertex for vertex in (start, end) if _nearest(point, [vertex_point(vertex)]) < APART)
    gates = sum(1 << frame for frame in frames if _nearest(point, _entrances(1 << frame)) < APART)
    return Candidate(point, vertices, gates)


@cache
def _gates_at(vertex: int) -> list[int]:
    """The frame triangles that touch a vertex."""
    return [frame for frame, ends in enumerate(FRAME_END.tolist()) if vertex in ends]


def _offset_point(a: Point, b: Point, part: float, offset: float) -> Point:
    """A point along the way from a to b, and so far to the right of it."""
    (x, y), length = towards(a, b, part), hypot(b[0] - a[0], b[1] - a[1])
    return x - (b[1] - a[1]) / length * offset, y + (b[0] - a[0]) / length * offset


def _nearest(point: Point, occupied: list[Point]) -> float:
    return min((hypot(point[0] - x, point[1] - y) for x, y in occupied), default=APART)
