"""What a move would change, drawn over the board."""

from functools import cache

from quartier.core.show.signals import pill
from quartier.core.show.svg import Fragments, Svg, at, el, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import VERTICES
from ..rules.lines import finished, tip
from ..rules.state import MARKERS, NONE, State
from .layout import corners, course, inset, polygon, vertex_point
from .symbols import placed_marker, rail, seat_of, stop, terminal


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes: the new piece of line, the stations that arise with their points, the marker."""
    grown = [line for line in (2 * seat, 2 * seat + 1) if after.length[line] > before.length[line]]
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    placed = [marker for marker in range(MARKERS) if after.place[marker] != before.place[marker]]
    changed = group(
        *(_ghost_line(after, line) for line in grown),
        *(placed_marker(after, marker) for marker in placed),
        *(_ghost_station(after, vertex) for vertex in built),
        class_="metro ghost",
    )
    return (changed,)


def _ghost_line(s: State, line: int) -> Svg:
    """The last edge of a line on its triangle, with the station that it leaves and what stands at its end."""
    counter = s.length[line] - 1
    left = s.vertex[line, counter - 1] if counter else NONE
    return join(
        _staged(s.triangle[line, counter]),
        rail(course(s, line, counter), line),
        _station(left, s.lines[left].bit_count()) if left != NONE and s.station[left] else join(),
        terminal(s.start[line], line, "start-disc") if not counter else join(),
        terminal(s.end[line], line, "end-disc") if finished(s, line) else _tip(tip(s, line), seat_of(line)),
    )


@cache
def _staged(triangle: int) -> Svg:
    return path(polygon(*inset(corners(triangle), 0.92)), class_="staged-ground")


@cache
def _tip(vertex: int, seat: int) -> Svg:
    x, y = vertex_point(vertex)
    return at(x, y, el("circle", r=8, class_=f"knot seat-{seat}"))


@cache
def _station(vertex: int, meeting: int) -> Svg:
    return at(*vertex_point(vertex), stop(meeting))


def _ghost_station(s: State, vertex: int) -> Svg:
    """A new station, with what it brings."""
    x, y = vertex_point(vertex)
    drawn = _station(vertex, s.lines[vertex].bit_count())
    return (
        join(drawn, pill(round(x) + 34, round(y) - 27, f"+{s.worth[vertex]}")) if s.worth[vertex] else drawn
    )
