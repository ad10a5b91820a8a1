"""What a move would change, drawn over the board."""

from quartier.core.show.svg import Svg, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.geometry import VERTICES
from ..rules.lines import finished
from ..rules.state import MARKERS, State
from .layout import corners, course, inset, polygon, vertex_point
from .symbols import placed_marker, rail, seat_of, terminal


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes: the new piece of line, the stations that arise with their points, the marker."""
    grown = [line for line in (2 * seat, 2 * seat + 1) if after.length[line] > before.length[line]]
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    placed = [marker for marker in range(MARKERS) if after.place[marker] != before.place[marker]]
    return group(
        *(_ghost_line(after, line) for line in grown),
        *(placed_marker(after, marker, t) for marker in placed),
        *(_ghost_station(after, vertex) for vertex in built),
        class_="metro",
    )


def _ghost_line(s: State, line: int) -> Svg:
    """The last edge of a line, with its terminal if it begins or ends there."""
    counter = s.length[line] - 1
    disc = join()
    if finished(s, line):
        disc = terminal(s.end[line], line, "end-disc", "on-dark")
    elif counter == 0:
        disc = terminal(s.start[line], line, "start-disc", "on-light")
    taken = path(
        polygon(*inset(corners(s.triangle[line, counter]), 0.92)), class_=f"taken seat-{seat_of(line)}"
    )
    return group(taken, rail(course(s, line, counter), line), disc, class_="ghost")


def _ghost_station(s: State, vertex: int) -> Svg:
    x, y = (round(part, 1) for part in vertex_point(vertex))
    dot = el("circle", cx=x, cy=y, r=13, class_="stop")
    if not s.worth[vertex]:
        return dot
    tag = join(
        rect(x + 12, y - 40, 46, 30, 8, class_="pill"),
        text(x + 35, y - 18, f"+{s.worth[vertex]}", 22, "middle bold on-gold"),
    )
    return join(dot, tag)
