"""What a move would change, drawn over the board."""

from functools import cache

from quartier.core.show.signals import pill
from quartier.core.show.svg import Svg, at, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import VERTICES
from ..rules.lines import finished
from ..rules.state import MARKERS, State
from .layout import corners, course, inset, polygon, vertex_point
from .symbols import placed_marker, rail, stop, terminal


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes: the new piece of line, the stations that arise with their points, the marker."""
    grown = [line for line in (2 * seat, 2 * seat + 1) if after.length[line] > before.length[line]]
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    placed = [marker for marker in range(MARKERS) if after.place[marker] != before.place[marker]]
    return group(
        *(_ghost_line(after, line) for line in grown),
        *(placed_marker(after, marker) for marker in placed),
        *(_ghost_station(after, vertex) for vertex in built),
        class_="metro ghost",
    )


def _ghost_line(s: State, line: int) -> Svg:
    """The last edge of a line on its triangle, with its terminal if it begins or ends there."""
    counter = s.length[line] - 1
    disc = join()
    if finished(s, line):
        disc = terminal(s.end[line], line, "end-disc")
    elif counter == 0:
        disc = terminal(s.start[line], line, "start-disc")
    return join(_staged(s.triangle[line, counter]), rail(course(s, line, counter), line), disc)


@cache
def _staged(triangle: int) -> Svg:
    return path(polygon(*inset(corners(triangle), 0.92)), class_="staged-ground")


def _ghost_station(s: State, vertex: int) -> Svg:
    x, y = vertex_point(vertex)
    dot = at(x, y, stop(s.lines[vertex].bit_count()))
    return join(dot, pill(round(x) + 34, round(y) - 27, f"+{s.worth[vertex]}")) if s.worth[vertex] else dot
