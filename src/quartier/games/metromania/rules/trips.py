"""The seven test trips (MM-28 to MM-31).

Costs are minutes * 64 + changes, so that the smaller number is the faster route, or of equally fast ones that with fewer
changes. Distances are kept as cost + 1, because working memory starts as zeros: 0 is "not reached".
"""

from typing import Any

from quartier.core.engine.bits import lowest, scratch

from .geometry import CORNERS, VERTICES
from .state import LAST_TRIP, LINES, NONE, TRIPS, TUNNELS, State
from .stations import city_vertices

MINUTE, LINE_SETS = 64, 1 << LINES
LIST = LINES * (TUNNELS + 1)
"""A row per line: the number of its stations, then their vertices in order."""
ROW = TUNNELS + 1


def run_trips(s: State) -> None:
    """MM-28: run all test trips and write down what they cost and who takes part."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        route = best_route(s, trip, stops)
        s.cost[trip], s.runners[trip] = cost_of(route), lines_of(route)


def list_stops(s: State, stops: Any) -> None:
    """The stations of every line in the order of the line; start and end markers are none (MM-5)."""
    for line in range(2 * s.players):
        count = 0
        for i in range(city_vertices(s, line)):
            vertex = s.vertex[line, i]
            if s.station[vertex]:
                count += 1
                stops[line * ROW + count] = vertex
        stops[line * ROW] = count


def trip_end(s: State, trip: int, last: int) -> int:
    """MM-28: the triangle where a trip begins (last = 0) or ends (1), NONE if its marker is not placed."""
    return s.sights[last] if trip == LAST_TRIP else s.place[2 * s.slot[trip] + last]


def spread_out(s: State, origin: int, target: int, stops: Any, reached: Any) -> int:
    """The cost + 1 of the cheapest way from the stations of a triangle to those of another, 0 for none.

    A way may begin on any line. `reached` then has the cost + 1 of the cheapest way to each station, up to that cost.
    """
    waiting, best = board_at(s, origin, reached), arrival(target, reached)
    while waiting:
        line = lowest(waiting)
        waiting &= ~(1 << line)
        for step in (1, -1):
            waiting |= ride(s, line, stops, reached, step, best)
        best = arrival(target, reached)
    return best


def board_at(s: State, origin: int, reached: Any) -> int:
    """A trip begins at any station of a triangle, for nothing; the lines through these, as a set."""
    lines = 0
    for i in range(3):
        vertex = CORNERS[origin, i]
        if s.station[vertex]:
            reached[vertex] = 1
            lines |= s.lines[vertex]
    return lines


def arrival(target: int, reached: Any) -> int:
    """The least that is written down at the corners of a triangle, 0 for nothing."""
    best = 0
    for i in range(3):
        cost = reached[CORNERS[target, i]]
        if cost and (best == 0 or cost < best):
            best = cost
    return best


def ride(s: State, line: int, stops: Any, reached: Any, step: int, best: int) -> int:
    """Ride a line from end to end, boarding where that is cheaper; the other lines to change to where it came for less.

    Beyond the cost `best` (0: without end) nothing is of use.
    """
    found, count, carried = 0, stops[line * ROW], 0
    for i in range(1, count + 1):
        vertex = stops[line * ROW + (i if step > 0 else count + 1 - i)]
        carried += s.hop * MINUTE if carried else 0
        known = reached[vertex]
        if carried and (known == 0 or carried < known) and (best == 0 or carried <= best):
            reached[vertex] = carried
            if best == 0 or boarding(s, carried) + s.hop * MINUTE <= best:
                found |= s.lines[vertex]
        boarded = boarding(s, reached[vertex])
        if boarded and (carried == 0 or boarded < carried):
            carried = boarded
    return found & ~(1 << line)


def boarding(s: State, reached: int) -> int:
    """The cost + 1 of sitting in another line where a station is reached: nothing more at the trip's end, else a change."""
    return reached if reached <= 1 else reached + s.change * MINUTE + 1


def best_route(s: State, trip: int, stops: Any) -> int:
    """MM-29, MM-30: the best routes of a trip: their cost * 256 + the set of lines on any of them, NONE if there is none."""
    origin, target = trip_end(s, trip, 0), trip_end(s, trip, 1)
    if origin == NONE or target == NONE or not (served(s, origin) and served(s, target)):
        return NONE
    reached = scratch(VERTICES)
    best = spread_out(s, origin, target, stops, reached)
    if best <= 1:
        return NONE if best == 0 else lines_at_both(s, origin, target)
    return (best - 1) * LINE_SETS + takers(s, target, stops, reached, best)


def cost_of(route: int) -> int:
    """The cost of a best route, NONE if there is none."""
    return route // LINE_SETS if route != NONE else NONE


def lines_of(route: int) -> int:
    """The lines on a best route."""
    return route % LINE_SETS if route != NONE else 0


def served(s: State, triangle: int) -> bool:
    """Whether a station touches a triangle."""
    a, b, c = CORNERS[triangle, 0], CORNERS[triangle, 1], CORNERS[triangle, 2]
    return bool(s.station[a] or s.station[b] or s.station[c])


def takers(s: State, target: int, stops: Any, reached: Any, best: int) -> int:
    """MM-30: the lines on any of the routes of the best cost, followed back from where they arrive."""
    result, waiting, left = 0, 0, scratch(VERTICES)
    for i in range(3):
        vertex = CORNERS[target, i]
        if reached[vertex] == best:
            left[vertex] = 1
            waiting |= s.lines[vertex]
    while waiting:
        line = lowest(waiting)
        lines = follow_back(s, line, stops, reached, left)
        result |= lines & 1 << line
        waiting = (waiting | lines) & ~(1 << line)
    return result


def follow_back(s: State, line: int, stops: Any, reached: Any, left: Any) -> int:
    """Mark the stations where a best route boards a line that it leaves at a marked one.

    Returns the lines through stations that were not marked before, as a set, and the line itself if such a route rides it.
    Whatever is on one of the best routes is reached for the least, so a ride to a marked station is on one if it costs that.
    """
    result, count = 0, stops[line * ROW]
    for i in range(1, count + 1):
        vertex = stops[line * ROW + i]
        if left[vertex]:
            for j in range(1, count + 1):
                station = stops[line * ROW + j]
                if is_best(s, reached[station], abs(i - j), reached[vertex]):
                    result |= 1 << line if left[station] else s.lines[station]
                    left[station] = 1
    return result


def is_best(s: State, reached: int, hops: int, arrived: int) -> bool:
    """Whether boarding a line where a station is reached and riding so many hops costs what the other end is reached for."""
    boarded = boarding(s, reached)
    return bool(boarded and hops and boarded + hops * s.hop * MINUTE == arrived)


def lines_at_both(s: State, origin: int, target: int) -> int:
    """MM-29: all lines through the stations that touch both ends: 0 minutes."""
    result = 0
    for i in range(3):
        vertex = CORNERS[origin, i]
        if s.station[vertex] and touches(vertex, target):
            result |= s.lines[vertex]
    return result


def touches(vertex: int, triangle: int) -> bool:
    """Whether a vertex is a corner of a triangle."""
    return bool(
        CORNERS[triangle, 0] == vertex or CORNERS[triangle, 1] == vertex or CORNERS[triangle, 2] == vertex
    )
