"""What a move would change, drawn over the board."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.preview_style import pill
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    join,
    path,
)
from quartier.core.text.languages import Translator

from ..rules.counters import laid_line
from ..rules.geometry import BESIDE, FRAME_END, FRAMES, STEP, TRIANGLES, VERTICES
from ..rules.lines import tip
from ..rules.moves import DECLINE, DIG, FINISH, STATION, dig_direction, dig_letter, dig_side
from ..rules.state import NONE, State
from ..text.names import letter_name
from .layout import Track, corners, course, inset, polygon, vertex_point
from .symbols import placed_marker, rail, seat_of, stop, terminal


class Dug(NamedTuple):
    """The last counter of a line: the end of its track, and how many lines meet at the station that it leaves, if any."""

    track: Track
    begun: bool
    """Whether it is the first counter."""
    meeting: int


Built = tuple[tuple[int, int, int], ...]
"""Vertices with new stations: how many lines meet there, and the points that they bring."""
Marker = tuple[int, int, str, int]
"""A marker with its triangle, its letter and its owner."""


def preview(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes: the new piece of line, the stations that arise with their points, the marker."""
    built = _built(before, after) if after.supply != before.supply else ()
    return (_changes(_dug(before, seat, action, built), _placed(after, seat, action), built),)


@lru_cache(4096)
def _changes(dug: Dug | None, placed: Marker | None, built: Built) -> Svg:
    return group(
        _ghost_line(dug) if dug else join(),
        placed_marker(*placed) if placed else join(),
        *(_ghost_station(*station) for station in built),
        class_="metro ghost",
    )


def _built(before: State, after: State) -> Built:
    old, new = bytes(before.station), bytes(after.station)
    fresh = (vertex for vertex in range(VERTICES) if new[vertex] and not old[vertex])
    return tuple((vertex, after.lines[vertex].bit_count(), after.worth[vertex]) for vertex in fresh)


def _placed(after: State, seat: int, action: int) -> Marker | None:
    """The marker that a dig places."""
    if not DIG <= action < STATION or dig_letter(action - DIG) == NONE:
        return None
    triangle = after.triangle[laid_line(seat, action), after.length[laid_line(seat, action)] - 1]
    marker = after.place.tolist().index(triangle)
    return marker, triangle, letter_name(after, marker), seat


def _dug(before: State, seat: int, action: int, built: Built) -> Dug | None:
    """The counter that an action lays."""
    if action < DIG:
        frame, side = action // 2 % FRAMES, action % 2
        points = (VERTICES + frame, int(FRAME_END[frame, side]))
        return Dug(Track(laid_line(seat, action), points, (TRIANGLES + frame,)), True, 0)
    if action < STATION:
        line, direction, side = laid_line(seat, action), dig_direction(action - DIG), dig_side(action - DIG)
        return _grown(before, line, built, *_step(tip(before, line), direction, side))
    if FINISH <= action < DECLINE:
        line, frame = 2 * seat + (action - FINISH) // FRAMES, (action - FINISH) % FRAMES
        return _grown(before, line, built, VERTICES + frame, TRIANGLES + frame)
    return None


@cache
def _step(vertex: int, direction: int, side: int) -> tuple[int, int]:
    """Where a dig leads, and the triangle of its counter."""
    return int(STEP[vertex, direction]), int(BESIDE[vertex, direction, side])


def _grown(s: State, line: int, built: Built, point: int, triangle: int) -> Dug:
    """A line with one more counter."""
    last = s.length[line] - 1
    left = s.vertex[line, last]
    came = s.vertex[line, last - 1] if last else VERTICES + s.start[line]
    station = s.station[left] or any(vertex == left for vertex, _, _ in built)
    end = Track(line, (came, left, point), (s.triangle[line, last], triangle))
    return Dug(end, False, s.lines[left].bit_count() if station else 0)


def _ghost_line(dug: Dug) -> Svg:
    """The last edge of a line on its triangle, with the station that it leaves and what stands at its end."""
    line, (*_, left, end) = dug.track.line, dug.track.points
    return join(
        _staged(dug.track.triangles[-1]),
        rail(course(dug.track, dug.begun), line),
        _station(left, dug.meeting) if dug.meeting else join(),
        terminal(left - VERTICES, line, "start-disc") if dug.begun else join(),
        _tip(end, seat_of(line)) if end < VERTICES else terminal(end - VERTICES, line, "end-disc"),
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


def _ghost_station(vertex: int, meeting: int, worth: int) -> Svg:
    """A new station, with what it brings."""
    x, y = vertex_point(vertex)
    drawn = _station(vertex, meeting)
    return join(drawn, pill(round(x) + 34, round(y) - 27, f"+{worth}")) if worth else drawn
