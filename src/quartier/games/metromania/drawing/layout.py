"""Where things lie on the drawn map of Metromania: points, triangles and the courses of lines, in drawing units."""

from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from ..rules.geometry import CORNERS, FRAME_END, PLACES, TRIANGLES, VERTICES, apex
from ..rules.state import NONE, State
from ..rules.stations import city_vertices

Point = tuple[float, float]

UNIT = 80
"""Length of a lattice edge."""
WIDTH, HEIGHT = 932, 884
CENTRE = (WIDTH / 2, HEIGHT / 2)
COLUMN = 360
"""How wide the drawings beside the board are."""
OFFSET = 8
"""How far beside its edge a line is drawn, on the side of its counter."""
_CIRCLE = 0
"""The seat whose sign is a circle."""
ROUND = 19
"""How far before a vertex a line begins to bend."""


def point(q: float, r: float) -> Point:
    """A point of the lattice."""
    return CENTRE[0] + UNIT * (q + r / 2), CENTRE[1] + UNIT * 0.866 * r


@cache
def vertex_point(vertex: int) -> Point:
    """Where a vertex lies."""
    return point(*PLACES[vertex])


@cache
def apex_point(frame: int) -> Point:
    """Where the outer corner of a frame triangle lies."""
    return point(*apex(frame))


@cache
def corners(triangle: int) -> tuple[Point, Point, Point]:
    """The corners of a triangle; frame triangles follow those of the city."""
    if triangle >= TRIANGLES:
        frame = triangle - TRIANGLES
        a, b = (vertex_point(int(vertex)) for vertex in FRAME_END[frame])
        return apex_point(frame), a, b
    a, b, c = (vertex_point(int(vertex)) for vertex in CORNERS[triangle])
    return a, b, c


def middle(*points: Point) -> Point:
    """The centre of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@cache
def triangle_middle(triangle: int) -> Point:
    """The centre of a triangle."""
    return middle(*corners(triangle))


def towards(start: Point, end: Point, part: float) -> Point:
    """The point that is a part of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def polygon(*points: Point) -> str:
    """A closed path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def inset(points: tuple[Point, ...], part: float) -> list[Point]:
    """The same shape, smaller around its centre."""
    centre = middle(*points)
    return [towards(centre, point, part) for point in points]


# ----- the course of a line -----


class Track(NamedTuple):
    """Where a line runs: the points that it passes, and the triangles of the counters between them.

    A point is a vertex, or behind them the apex of a frame triangle.
    """

    line: int
    points: tuple[int, ...]
    triangles: tuple[int, ...]


def tracks(s: State) -> list[Track]:
    """Where all begun lines run."""
    vertices, triangles = s.vertex.tolist(), s.triangle.tolist()
    lines = (line for line in range(2 * s.players) if s.length[line])
    return [_track(s, line, vertices[line], triangles[line]) for line in lines]


def _track(s: State, line: int, vertices: list[int], triangles: list[int]) -> Track:
    end = [] if s.end[line] == NONE else [VERTICES + s.end[line]]
    points = (VERTICES + s.start[line], *vertices[: city_vertices(s, line)], *end)
    return Track(line, points, tuple(triangles[: s.length[line]]))


def _place(point: int) -> Point:
    return vertex_point(point) if point < VERTICES else apex_point(point - VERTICES)


@lru_cache(4096)
def course(track: Track, whole: bool = True) -> str:
    """The path of a line: beside each edge on the side of its counter, rounded at the vertices.

    Of its end alone (not `whole`) it begins where the first of the counters bends into the next.
    """
    edges = [
        _edge(*ends, triangle) for ends, triangle in zip(pairwise(track.points), track.triangles, strict=True)
    ]
    begin = _begin(_place(track.points[0]), edges[0]) if whole else "M" + _before_end(edges[0])
    x, y = edges[-1][1]
    return "".join([begin, *(_bend(*both) for both in pairwise(edges)), f"L{x:.1f} {y:.1f}"])


def marks(track: Track) -> list[Point]:
    """Where a line shows its seat's sign: in the middle of every third edge. The circle would look like a station: none."""
    if track.line // 2 == _CIRCLE:
        return []
    edges = list(zip(pairwise(track.points), track.triangles, strict=True))
    return [middle(*_edge(*ends, triangle)[:2]) for ends, triangle in edges[1::3]]


Edge = tuple[Point, Point, Point]
"""The shifted ends of an edge, and its direction."""


@cache
def _edge(first: int, second: int, triangle: int) -> Edge:
    """The edge between two points of a line whose counter lies on a triangle."""
    start, end = _place(first), _place(second)
    length = hypot(end[0] - start[0], end[1] - start[1])
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    centre = triangle_middle(triangle)
    left_of = way[0] * (centre[1] - start[1]) - way[1] * (centre[0] - start[0]) > 0
    shift = OFFSET if left_of else -OFFSET
    normal = (-way[1] * shift, way[0] * shift)
    return (start[0] + normal[0], start[1] + normal[1]), (end[0] + normal[0], end[1] + normal[1]), way


def _begin(start: Point, edge: Edge) -> str:
    (x, y), _, _ = edge
    return f"M{start[0]:.1f} {start[1]:.1f}L{x + edge[2][0] * 9:.1f} {y + edge[2][1] * 9:.1f}"


def _before_end(edge: Edge) -> str:
    """Where a line begins to bend."""
    (x, y), way = edge[1], edge[2]
    return f"{x - way[0] * ROUND:.1f} {y - way[1] * ROUND:.1f}"


@lru_cache(4096)
def _bend(before: Edge, after: Edge) -> str:
    """Straight to shortly before the vertex, then a curve to shortly behind it."""
    (sx, sy), (vx, vy) = after[0], after[2]
    turn = middle(before[1], (sx, sy))
    return f"L{_before_end(before)}Q{turn[0]:.1f} {turn[1]:.1f} {sx + vx * ROUND:.1f} {sy + vy * ROUND:.1f}"
