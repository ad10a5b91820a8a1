"""The seven test trips (MM-28 to MM-31).

Costs are minutes * 64 + changes, so that the smaller number is the faster route, or of equally fast ones that with fewer
changes. Distances are kept as cost + 1, because working memory starts as zeros: 0 is "not reached".
"""

from typing import Any

from quartier.core.engine.bits import scratch

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


def spread_out(s: State, origin: int, stops: Any, reached: Any) -> None:
    """The cost + 1 of the cheapest way from the stations of a triangle to every station; a way may begin on any line."""
    for i in range(3):
        if s.station[CORNERS[origin, i]]:
            reached[CORNERS[origin, i]] = 1
    improved = True
    while improved:
        improved = False
        for line in range(2 * s.players):
            if ride(s, line, stops, reached, 1) or ride(s, line, stops, reached, -1):
                improved = True


def ride(s: State, line: int, stops: Any, reached: Any, step: int) -> bool:
    """Ride a line from end to end, boarding where that is cheaper; whether any station is reached for less."""
    improved = False
    count, carried = stops[line * ROW], 0
    for i in range(1, count + 1):
        vertex = stops[line * ROW + (i if step > 0 else count + 1 - i)]
        carried += s.hop * MINUTE if carried else 0
        if carried and (reached[vertex] == 0 or carried < reached[vertex]):
            reached[vertex] = carried
            improved = True
        boarded = boarding(s, reached[vertex])
        if boarded and (carried == 0 or boarded < carried):
            carried = boarded
    return improved


def boarding(s: State, reached: int) -> int:
    """The cost + 1 of sitting in another line where a station is reached: nothing more at the trip's end, else a change."""
    return reached if reached <= 1 else reached + s.change * MINUTE + 1


def best_route(s: State, trip: int, stops: Any) -> int:
    """MM-29, MM-30: the best routes of a trip: their cost * 256 + the set of lines on any of them, NONE if there is none."""
    origin, target = trip_end(s, trip, 0), trip_end(s, trip, 1)
    if origin == NONE or target == NONE or not (served(s, origin) and served(s, target)):
        return NONE
    there = scratch(VERTICES)
    spread_out(s, origin, stops, there)
    best = 0
    for i in range(3):
        arrived = there[CORNERS[target, i]]
        if arrived and (best == 0 or arrived < best):
            best = arrived
    if best <= 1:
        return NONE if best == 0 else lines_at_both(s, origin, target)
    return (best - 1) * LINE_SETS + takers(s, target, stops, there, best - 1)


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


def takers(s: State, target: int, stops: Any, there: Any, cost: int) -> int:
    """MM-30: the lines on any of the routes of that cost from where `there` was spread out to a triangle."""
    back = scratch(VERTICES)
    spread_out(s, target, stops, back)
    found = 0
    for line in range(2 * s.players):
        if carries(s, line, stops, there, back, cost, 1) or carries(s, line, stops, there, back, cost, -1):
            found |= 1 << line
    return found


def lines_at_both(s: State, origin: int, target: int) -> int:
    """MM-29: all lines through the stations that touch both ends: 0 minutes."""
    found = 0
    for i in range(3):
        vertex = CORNERS[origin, i]
        if s.station[vertex] and touches(vertex, target):
            found |= s.lines[vertex]
    return found


def touches(vertex: int, triangle: int) -> bool:
    """Whether a vertex is a corner of a triangle."""
    return bool(
        CORNERS[triangle, 0] == vertex or CORNERS[triangle, 1] == vertex or CORNERS[triangle, 2] == vertex
    )


def carries(s: State, line: int, stops: Any, there: Any, back: Any, cost: int, step: int) -> bool:
    """Whether a best route rides a line in one direction: boarding it, riding at least one hop and leaving it add up."""
    count, carried = stops[line * ROW], 0
    for i in range(1, count + 1):
        vertex = stops[line * ROW + (i if step > 0 else count + 1 - i)]
        carried += s.hop * MINUTE if carried else 0
        left = boarding(s, back[vertex])
        if carried and left and carried + left - 2 == cost:
            return True
        boarded = boarding(s, there[vertex])
        if boarded and (carried == 0 or boarded < carried):
            carried = boarded
    return False
