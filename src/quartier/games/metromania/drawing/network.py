"""The network: lines, stations and markers on the city."""

from quartier.core.show.svg import Svg, el, join
from quartier.core.text.languages import Translator

from ..rules.geometry import FRAMES, TRIANGLES, VERTICES
from ..rules.lines import begun, finished
from ..rules.state import MARKERS, NONE, PLAIN, State
from .ground import draw_frame, draw_ground, draw_lattice, draw_special, draw_taken, type_icon
from .layout import course, vertex_point
from .symbols import placed_marker, rail, terminal


def draw_network(s: State, t: Translator) -> Svg:
    """The city with all lines, stations and markers."""
    return join(
        draw_ground(),
        *(draw_special(s, triangle, t) for triangle in range(TRIANGLES) if s.kind[triangle] != PLAIN),
        *(draw_taken(s, triangle) for triangle in range(TRIANGLES) if s.counter[triangle] != NONE),
        draw_lattice(),
        *(type_icon(s, triangle) for triangle in range(TRIANGLES) if s.kind[triangle] != PLAIN),
        *(draw_frame(s, frame, t) for frame in range(FRAMES)),
        *(_line(s, line) for line in range(2 * s.players) if begun(s, line)),
        *(placed_marker(s, marker, t) for marker in range(MARKERS) if s.place[marker] != NONE),
        *(_station(s, vertex, t) for vertex in range(VERTICES) if s.station[vertex]),
        *(_terminals(s, line, t) for line in range(2 * s.players) if begun(s, line)),
    )


def _line(s: State, line: int) -> Svg:
    """A line of the network: line 1 solid, line 2 striped."""
    return rail(course(s, line), line, id=f"rail-{line}", data_piece=f"rail-{line}", data_grow="")


def _station(s: State, vertex: int, t: Translator) -> Svg:
    """A white dot, larger where lines meet."""
    x, y = vertex_point(vertex)
    radius = 13 if s.lines[vertex] & (s.lines[vertex] - 1) else 10
    return el(
        "circle",
        cx=round(x, 1),
        cy=round(y, 1),
        r=radius,
        class_="stop",
        id=f"stop-{vertex}",
        data_piece=f"stop-{vertex}",
    )


def _terminals(s: State, line: int, t: Translator) -> Svg:
    """The start marker, and the end marker of a finished line, at the apexes of their frame triangles."""
    discs = [terminal(s.start[line], line, "start-disc", "on-light")]
    if finished(s, line):
        discs.append(terminal(s.end[line], line, "end-disc", "on-dark"))
    return join(*discs)
