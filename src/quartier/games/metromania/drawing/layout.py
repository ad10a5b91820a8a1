"""Where things lie on the drawn map of Metromania: points, triangles and the courses of lines, in drawing units."""

from functools import cache
from itertools import pairwise
from math import hypot

from ..rules.geometry import CORNERS, FRAME_END, PLACES, TRIANGLES, apex
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
    return [towards(centre, each, part) for each in points]


# ----- the course of a line -----


def waypoints(s: State, line: int) -> list[Point]:
    """The points through which a line goes, apexes of frame triangles included."""
    points = [apex_point(s.start[line])]
    points += [vertex_point(s.vertex[line, i]) for i in range(city_vertices(s, line))]
    return points if s.end[line] == NONE else [*points, apex_point(s.end[line])]


def course(s: State, line: int, first: int = 0) -> str:
    """The path of a line from a counter on: beside each edge on the side of its counter, rounded at the vertices."""
    kept = max(first - 1, 0)
    points = waypoints(s, line)[kept:]
    sides = [s.triangle[line, i] for i in range(kept, s.length[line])]
    edges = [_edge(points[i], points[i + 1], triangle) for i, triangle in enumerate(sides)]
    if not edges:
        return ""
    path = "M" + _before_end(edges[0]) if first else _begin(points[0], edges[0])
    for before, after in pairwise(edges):
        path += _bend(before, after)
    last = edges[-1][1]
    return path + f"L{last[0]:.1f} {last[1]:.1f}"


def marks(s: State, line: int) -> list[Point]:
    """Where a line shows its seat's sign: in the middle of every third edge. The circle would look like a station: none."""
    points = waypoints(s, line)
    found: list[Point] = []
    if line // 2 == _CIRCLE:
        return found
    for i in range(1, s.length[line], 3):
        start, end, _ = _edge(points[i], points[i + 1], s.triangle[line, i])
        found.append(middle(start, end))
    return found


def _edge(start: Point, end: Point, triangle: int) -> tuple[Point, Point, Point]:
    """The shifted ends of an edge, and its direction."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    centre = triangle_middle(triangle)
    left_of = way[0] * (centre[1] - start[1]) - way[1] * (centre[0] - start[0]) > 0
    shift = OFFSET if left_of else -OFFSET
    normal = (-way[1] * shift, way[0] * shift)
    return (start[0] + normal[0], start[1] + normal[1]), (end[0] + normal[0], end[1] + normal[1]), way


def _begin(start: Point, edge: tuple[Point, Point, Point]) -> str:
    (x, y), _, _ = edge
    return f"M{start[0]:.1f} {start[1]:.1f}L{x + edge[2][0] * 9:.1f} {y + edge[2][1] * 9:.1f}"


def _before_end(edge: tuple[Point, Point, Point]) -> str:
    """Where a line begins to bend."""
    (x, y), way = edge[1], edge[2]
    return f"{x - way[0] * ROUND:.1f} {y - way[1] * ROUND:.1f}"


def _bend(before: tuple[Point, Point, Point], after: tuple[Point, Point, Point]) -> str:
    """Straight to shortly before the vertex, then a curve to shortly behind it."""
    (sx, sy), (vx, vy) = after[0], after[2]
    turn = middle(before[1], (sx, sy))
    return f"L{_before_end(before)}Q{turn[0]:.1f} {turn[1]:.1f} {sx + vx * ROUND:.1f} {sy + vy * ROUND:.1f}"
