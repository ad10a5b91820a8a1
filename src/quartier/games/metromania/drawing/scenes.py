"""The seven test trips of a finished game (MM-28 to MM-31), one scene after the other: a fastest route and what it brings.

The page shows each element with `data-scene` for a moment and says its label; nothing of them is seen otherwise.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from quartier.core.drawing.name_slots import name_slots
from quartier.core.drawing.svg import Svg, el, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import CORNERS
from ..rules.lines import city_vertices
from ..rules.scoring import share
from ..rules.state import NONE, OVER, Record
from ..rules.trips import MINUTE, trip_end
from ..text.labels import SEAT_NAMES
from ..text.trips import Trip, Trips, trip_label, trip_time
from .layout import corners, polygon, vertex_point
from .side_panel import fare_plaque
from .symbols import line_classes


class Network(NamedTuple):
    """What a route depends on: the vertices of each line in order, all stations, and the cost of a hop and of a change."""

    courses: tuple[tuple[int, ...], ...]
    stations: frozenset[int]
    hop: int
    change: int


class Ride(NamedTuple):
    """A part of a route: a line, and the vertices through which it goes."""

    line: int
    vertices: tuple[int, ...]


Stop = tuple[int, int]
"""A vertex with a station, and the line in which one sits there."""


def draw_scenes(s: Record, trips: Trips, t: Translator) -> list[Svg]:
    """Draw all scenes of a finished game, each with its trip in the corner of the map; nothing before the end."""
    return [draw_scene(s, trip, t) for trip in trips] if s.phase == OVER else []


def draw_scene(s: Record, trip: Trip, t: Translator, marked: bool = True) -> Svg:
    """Return how a trip runs, with the trip in the corner of the map if it is marked."""
    start, end = (trip_end(s, trip.number, last) for last in range(2))
    won = tuple((seat, share(s, trip.number, seat)) for seat in trip.seats)
    return _scene(network_of(s), trip, start, end, won, t, marked)


Won = tuple[tuple[int, int], ...]
"""Seats with the points that a trip brings them."""


@lru_cache(256)
def _scene(net: Network, trip: Trip, start: int, end: int, won: Won, t: Translator, marked: bool) -> Svg:
    rides = route_in(net, start, end)
    return group(
        fare_plaque(trip, t) if marked else join(),
        _end(start),
        _end(end),
        *(_way(ride, i) for i, ride in enumerate(rides)),
        *map(_stop, _changes(net, rides, start, end)),
        id=f"scene-{trip.number + 1}",
        data_scene=trip.number + 1,
        data_about=f"trip-{trip.number}",
        role="img",
        aria_label=spoken_trip(trip, won, t),
        **name_slots((seat, t(SEAT_NAMES[seat])) for seat, _ in won),
    )


def spoken_trip(trip: Trip, won: Won, t: Translator) -> str:
    """Return how a trip went, and what it brings to whom."""
    shares = ", ".join(f"{t(SEAT_NAMES[seat])} +{points}" for seat, points in won if points)
    return f"{trip_label(trip, t)}: {trip_time(trip, t)}" + (f", {shares}" if shares else "")


@cache
def _end(triangle: int) -> Svg:
    """The triangle where a trip begins or ends."""
    if triangle == NONE:
        return join()
    return path(polygon(*corners(triangle)), class_="journey-end")


def _way(ride: Ride, order: int) -> Svg:
    """A ride; the page lets it run (`data-run`), one after the other."""
    course = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(vertex_point, ride.vertices))
    rails = (path(course, class_=name) for name in ("journey-bed", "journey", "pattern"))
    return group(*rails, class_=line_classes(ride.line), data_run=order)


@cache
def _stop(vertex: int) -> Svg:
    x, y = vertex_point(vertex)
    return el("circle", cx=round(x, 1), cy=round(y, 1), r=17, class_="journey-stop")


def _changes(net: Network, rides: list[Ride], start: int, end: int) -> list[int]:
    """The stations where one boards, changes or leaves."""
    if rides:
        return sorted({vertex for ride in rides for vertex in (ride.vertices[0], ride.vertices[-1])})
    return sorted(set(_stations(net, start)) & set(_stations(net, end)))


def network_of(s: Record) -> Network:
    """Return the network as it is."""
    vertices = s.vertex.tolist()
    courses = tuple(tuple(vertices[line][: city_vertices(s, line)]) for line in range(2 * s.players))
    stations = frozenset(vertex for vertex, there in enumerate(bytes(s.station)) if there)
    return Network(courses, stations, s.hop, s.change)


def route(s: Record, trip: int) -> list[Ride]:
    """Return the route of a trip on the network as it is."""
    return route_in(network_of(s), trip_end(s, trip, 0), trip_end(s, trip, 1))


def route_in(net: Network, start: int, end: int) -> list[Ride]:
    """MM-29, MM-30: one of the best routes; empty when there is none, or when one only gets out where one got in."""
    goals = _stations(net, end)
    came: dict[Stop, Stop] = {}
    queue = sorted((0, stop, stop) for stop in _lines_at(net, _stations(net, start)))
    while queue:
        cost, stop, before = heappop(queue)
        if stop in came:
            continue
        came[stop] = before
        if stop[0] in goals:
            return _rides(net, _back(came, stop))
        for more, onward in _onward(net, stop):
            heappush(queue, (cost + more, onward, stop))
    return []


def _stations(net: Network, triangle: int) -> list[int]:
    """The corners of a triangle that have a station; none for a marker that was not placed."""
    if triangle == NONE:
        return []
    return [vertex for vertex in CORNERS[triangle].tolist() if vertex in net.stations]


def _lines_at(net: Network, vertices: list[int]) -> list[Stop]:
    return [
        (vertex, line) for vertex in vertices for line, course in enumerate(net.courses) if vertex in course
    ]


def _onward(net: Network, stop: Stop) -> Iterator[tuple[int, Stop]]:
    """Where one gets from a stop, and at what cost: a station on in the same line, or into another line."""
    vertex, line = stop
    for near in _neighbours(net, vertex, line):
        yield net.hop * MINUTE, (near, line)
    for _, other in _lines_at(net, [vertex]):
        if other != line:
            yield net.change * MINUTE + 1, (vertex, other)


def _neighbours(net: Network, vertex: int, line: int) -> list[int]:
    stops = [course for course in net.courses[line] if course in net.stations]
    return [b if a == vertex else a for a, b in pairwise(stops) if vertex in (a, b)]


def _back(came: dict[Stop, Stop], stop: Stop) -> list[Stop]:
    """The stops of a route in order; the first one came from itself."""
    stops = [stop]
    while came[stops[-1]] != stops[-1]:
        stops.append(came[stops[-1]])
    return stops[::-1]


def _rides(net: Network, stops: list[Stop]) -> list[Ride]:
    """A route as rides, one for each hop, with the vertices between the stations."""
    hops = ((a, b) for a, b in pairwise(stops) if a[1] == b[1])
    return [Ride(a[1], _between(net.courses[a[1]], a[0], b[0])) for a, b in hops]


def _between(course: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    i, j = course.index(start), course.index(end)
    return course[i : j + 1] if i < j else course[j : i + 1][::-1]
