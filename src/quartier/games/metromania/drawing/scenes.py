"""The seven test trips of a finished game (MM-28 to MM-31), one scene after the other: a fastest route and what it brings.

The page shows each element with `data-scene` for a moment and says its label; nothing of them is seen otherwise.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from quartier.core.show.svg import Svg, el, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import CORNERS
from ..rules.scoring import share
from ..rules.state import NONE, OVER, State
from ..rules.stations import city_vertices
from ..rules.trips import MINUTE, trip_end
from ..trips import Trip, trip_label, trip_time
from ..words import SEAT_NAMES
from .layout import corners, polygon, vertex_point


class Ride(NamedTuple):
    """A part of a route: a line, and the vertices through which it goes."""

    line: int
    vertices: list[int]


Stop = tuple[int, int]
"""A vertex with a station, and the line in which one sits there."""


def draw_scenes(s: State, trips: list[Trip], marks: list[Svg], t: Translator) -> Svg:
    """All scenes of a finished game, each with its mark beside the map; nothing before the end."""
    if s.phase != OVER:
        return join()
    return join(*(_scene(s, trip, mark, t) for trip, mark in zip(trips, marks, strict=True)))


def _scene(s: State, trip: Trip, mark: Svg, t: Translator) -> Svg:
    return group(
        mark,
        *(_end(s, trip_end(s, trip.number, last)) for last in range(2)),
        *(_way(ride) for ride in route(s, trip.number)),
        *(_stop(vertex) for vertex in _changes(s, trip.number)),
        data_scene=trip.number + 1,
        role="img",
        aria_label=spoken(s, trip, t),
    )


def spoken(s: State, trip: Trip, t: Translator) -> str:
    """How a trip went, and what it brings to whom."""
    won = [(seat, int(share(s, trip.number, seat))) for seat in trip.seats]
    shares = ", ".join(f"{t(SEAT_NAMES[seat])} +{points}" for seat, points in won if points)
    return f"{trip_label(trip, t)}: {trip_time(trip, t)}" + (f", {shares}" if shares else "")


# ----- what is drawn -----


def _end(s: State, triangle: int) -> Svg:
    """The triangle where a trip begins or ends."""
    if triangle == NONE:
        return join()
    return path(polygon(*corners(triangle)), class_="journey-end")


def _way(ride: Ride) -> Svg:
    course = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(vertex_point, ride.vertices))
    return join(path(course, class_="journey-bed"), path(course, class_=f"journey seat-{ride.line // 2}"))


def _stop(vertex: int) -> Svg:
    x, y = vertex_point(vertex)
    return el("circle", cx=round(x, 1), cy=round(y, 1), r=17, class_="journey-stop")


def _changes(s: State, trip: int) -> list[int]:
    """The stations where one boards, changes or leaves."""
    rides = route(s, trip)
    if rides:
        return sorted({vertex for ride in rides for vertex in (ride.vertices[0], ride.vertices[-1])})
    return sorted(set(_stations(s, trip_end(s, trip, 0))) & set(_stations(s, trip_end(s, trip, 1))))


# ----- a fastest route -----


def route(s: State, trip: int) -> list[Ride]:
    """MM-29, MM-30: one of the best routes; empty when there is none, or when one only gets out where one got in."""
    goals = _stations(s, trip_end(s, trip, 1))
    came: dict[Stop, Stop] = {}
    queue = sorted((0, stop, stop) for stop in _lines_at(s, _stations(s, trip_end(s, trip, 0))))
    while queue:
        cost, stop, before = heappop(queue)
        if stop in came:
            continue
        came[stop] = before
        if stop[0] in goals:
            return _rides(s, _back(came, stop))
        for more, onward in _onward(s, stop):
            heappush(queue, (cost + more, onward, stop))
    return []


def _stations(s: State, triangle: int) -> list[int]:
    """The corners of a triangle that have a station; none for a marker that was not placed."""
    if triangle == NONE:
        return []
    return [int(vertex) for vertex in CORNERS[triangle] if s.station[vertex]]


def _lines_at(s: State, vertices: list[int]) -> list[Stop]:
    return [
        (vertex, line) for vertex in vertices for line in range(2 * s.players) if s.lines[vertex] >> line & 1
    ]


def _onward(s: State, stop: Stop) -> Iterator[tuple[int, Stop]]:
    """Where one gets from a stop, and at what cost: a station on in the same line, or into another line."""
    vertex, line = stop
    for near in _neighbours(s, vertex, line):
        yield s.hop * MINUTE, (near, line)
    for _, other in _lines_at(s, [vertex]):
        if other != line:
            yield s.change * MINUTE + 1, (vertex, other)


def _stops_of(s: State, line: int) -> list[int]:
    return [vertex for vertex in _course(s, line) if s.station[vertex]]


def _course(s: State, line: int) -> list[int]:
    return [int(s.vertex[line, i]) for i in range(city_vertices(s, line))]


def _neighbours(s: State, vertex: int, line: int) -> list[int]:
    stops = _stops_of(s, line)
    return [b if a == vertex else a for a, b in pairwise(stops) if vertex in (a, b)]


def _back(came: dict[Stop, Stop], stop: Stop) -> list[Stop]:
    """The stops of a route in order; the first one came from itself."""
    stops = [stop]
    while came[stops[-1]] != stops[-1]:
        stops.append(came[stops[-1]])
    return stops[::-1]


def _rides(s: State, stops: list[Stop]) -> list[Ride]:
    """A route as rides, one for each hop, with the vertices between the stations."""
    hops = ((a, b) for a, b in pairwise(stops) if a[1] == b[1])
    return [Ride(a[1], _between(s, a[1], a[0], b[0])) for a, b in hops]


def _between(s: State, line: int, start: int, end: int) -> list[int]:
    course = _course(s, line)
    i, j = course.index(start), course.index(end)
    return course[i : j + 1] if i < j else course[j : i + 1][::-1]
