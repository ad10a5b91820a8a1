"""The network: lines, stations and markers on the city."""

from functools import cache

from quartier.core.show.svg import Svg, at, join

from ..rules.geometry import TRIANGLES, VERTICES
from ..rules.lines import begun, finished
from ..rules.state import MARKERS, NONE, PLAIN, State
from .gates import draw_gates
from .ground import draw_city, draw_land, draw_lattice, draw_numbers, draw_special, draw_taken, type_icon
from .layout import course, marks, vertex_point
from .symbols import line_signs, placed_marker, rail, stop, terminal

NOTHING = join()


def draw_network(s: State, latest: Svg = NOTHING) -> Svg:
    """The land and the city with all lines, stations and markers; under the lines a mark for what came last."""
    special = [triangle for triangle in range(TRIANGLES) if s.kind[triangle] != PLAIN]
    lines = [line for line in range(2 * s.players) if begun(s, line)]
    return join(
        line_signs(s.players),
        draw_land(),
        draw_city(),
        *(draw_special(s.kind[triangle], triangle) for triangle in special),
        *(draw_taken(s, triangle) for triangle in range(TRIANGLES) if s.counter[triangle] != NONE),
        draw_lattice(),
        latest,
        *(type_icon(s, triangle) for triangle in special),
        draw_numbers(),
        draw_gates(s),
        *(_line(s, line) for line in lines),
        *(placed_marker(s, marker) for marker in range(MARKERS) if s.place[marker] != NONE),
        *(_station(vertex, s.lines[vertex].bit_count()) for vertex in range(VERTICES) if s.station[vertex]),
        *(_terminals(s, line) for line in lines),
    )


def _line(s: State, line: int) -> Svg:
    """A line of the network: line 1 solid, line 2 striped."""
    name = f"rail-{line}"
    return rail(course(s, line), line, marks(s, line), id=name, data_piece=name, data_grow="")


@cache
def _station(vertex: int, meeting: int) -> Svg:
    """A white dot, larger where lines meet."""
    x, y = vertex_point(vertex)
    return at(x, y, stop(meeting), id=f"stop-{vertex}", data_piece=f"stop-{vertex}")


def _terminals(s: State, line: int) -> Svg:
    """The start marker, and the end marker of a finished line, at the apexes of their frame triangles."""
    start = terminal(s.start[line], line, "start-disc")
    return join(start, terminal(s.end[line], line, "end-disc")) if finished(s, line) else start
