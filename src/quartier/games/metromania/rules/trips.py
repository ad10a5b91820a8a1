"""The seven test trips (MM-28 to MM-31).

Costs are minutes * 64 + changes, so that the smaller number is the faster route, with fewer changes as the
tie-break. Distances are stored as cost + 1, because scratch memory is zeroed: 0 means "not reached".
"""

from typing import Any

from quartier.core.engine.bits import lowest, scratch

from .geometry import CORNERS, VERTICES
from .lines import city_vertices
from .state import LAST_TRIP, LINES, NONE, TRIPS, TUNNELS, Record

MINUTE, LINE_SETS = 64, 1 << LINES
LIST = LINES * (TUNNELS + 1)
"""One row per line: the number of its stations, then their vertices in order."""
ROW = TUNNELS + 1


def run_trips(s: Record) -> None:
    """MM-28: run all test trips and record their costs and who takes part."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        route = best_route(s, trip, stops)
        s.cost[trip], s.runners[trip] = cost_of(route), lines_of(route)


def list_stops(s: Record, stops: Any) -> None:
    """List the stations of every line in the order of the line; start and end markers are none (MM-5)."""
    for line in range(2 * s.players):
        count = 0
        for i in range(city_vertices(s, line)):
            vertex = s.vertex[line, i]
            if s.station[vertex]:
                count += 1
                stops[line * ROW + count] = vertex
        stops[line * ROW] = count


def trip_end(s: Record, trip: int, last: int) -> int:
    """MM-28: return the triangle where a trip begins (last = 0) or ends (1), NONE if its marker is not placed."""
    return s.sights[last] if trip == LAST_TRIP else s.place[2 * s.slot[trip] + last]


def spread_out(s: Record, origin: int, target: int, stops: Any, reached: Any) -> int:
    """Return the cost + 1 of the cheapest way from the stations of a triangle to those of another, 0 if there is none.

    A way may begin on any line. `reached` then holds the cost + 1 of the cheapest way to each station, up to
    that cost.
    """
    waiting, best = board_at(s, origin, reached), arrival(target, reached)
    while waiting:
        line = lowest(waiting)
        waiting &= ~(1 << line)
        for step in (1, -1):
            waiting |= ride(s, line, stops, reached, step, best)
        best = arrival(target, reached)
    return best


def board_at(s: Record, origin: int, reached: Any) -> int:
    """Start a trip at every station of a triangle, at cost 0; return the lines through these, as a set."""
    lines = 0
    for i in range(3):
        vertex = CORNERS[origin, i]
        if s.station[vertex]:
            reached[vertex] = 1
            lines |= s.lines[vertex]
    return lines


def arrival(target: int, reached: Any) -> int:
    """Return the least cost + 1 recorded at the corners of a triangle, 0 for none."""
    best = 0
    for i in range(3):
        cost = reached[CORNERS[target, i]]
        if cost and (best == 0 or cost < best):
            best = cost
    return best


def ride(s: Record, line: int, stops: Any, reached: Any, step: int, best: int) -> int:
    """Relax costs along a line, boarding where that is cheaper; return the lines to change to where one improved.

    Costs beyond `best` (0: unbounded) are ignored.
    """
    changes, count, cost = 0, stops[line * ROW], 0
    for i in range(1, count + 1):
        vertex = stops[line * ROW + (i if step > 0 else count + 1 - i)]
        cost += s.hop * MINUTE if cost else 0
        previous = reached[vertex]
        if cost and (previous == 0 or cost < previous) and (best == 0 or cost <= best):
            reached[vertex] = cost
            if best == 0 or boarding(s, cost) + s.hop * MINUTE <= best:
                changes |= s.lines[vertex]
        boarded = boarding(s, reached[vertex])
        if boarded and (cost == 0 or boarded < cost):
            cost = boarded
    return changes & ~(1 << line)


def boarding(s: Record, reached: int) -> int:
    """Return the cost + 1 of riding another line from a station: free where the trip starts, else a change."""
    return reached if reached <= 1 else reached + s.change * MINUTE + 1


def best_route(s: Record, trip: int, stops: Any) -> int:
    """MM-29, MM-30: return cost * 256 + the set of lines on any best route of a trip, NONE if there is none."""
    origin, target = trip_end(s, trip, 0), trip_end(s, trip, 1)
    if origin == NONE or target == NONE or not (has_station(s, origin) and has_station(s, target)):
        return NONE
    reached = scratch(VERTICES)
    best = spread_out(s, origin, target, stops, reached)
    if best <= 1:
        return NONE if best == 0 else lines_at_both(s, origin, target)
    return (best - 1) * LINE_SETS + takers(s, target, stops, reached, best)


def cost_of(route: int) -> int:
    """Return the cost of a best route, NONE if there is none."""
    return route // LINE_SETS if route != NONE else NONE


def lines_of(route: int) -> int:
    """Return the lines on a best route."""
    return route % LINE_SETS if route != NONE else 0


def has_station(s: Record, triangle: int) -> bool:
    """Return whether a station touches a triangle."""
    a, b, c = CORNERS[triangle, 0], CORNERS[triangle, 1], CORNERS[triangle, 2]
    return bool(s.station[a] or s.station[b] or s.station[c])


def takers(s: Record, target: int, stops: Any, reached: Any, best: int) -> int:
    """MM-30: return the lines on any route of the best cost, traced back from the arrival."""
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


def follow_back(s: Record, line: int, stops: Any, reached: Any, left: Any) -> int:
    """Mark the stations where a best route boards a line that it leaves at a marked one.

    Returns the lines through newly marked stations, as a set, and the line itself if such a route rides it.
    Every part of a best route has the least cost, so a ride to a marked station is on one exactly if its cost
    matches.
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


def is_best(s: Record, reached: int, hops: int, arrived: int) -> bool:
    """Return whether boarding a line at a station and riding these hops costs exactly the least cost of the other end."""
    boarded = boarding(s, reached)
    return bool(boarded and hops and boarded + hops * s.hop * MINUTE == arrived)


def lines_at_both(s: Record, origin: int, target: int) -> int:
    """MM-29: return all lines through stations that touch both ends: 0 minutes."""
    result = 0
    for i in range(3):
        vertex = CORNERS[origin, i]
        if s.station[vertex] and touches(vertex, target):
            result |= s.lines[vertex]
    return result


def touches(vertex: int, triangle: int) -> bool:
    """Return whether a vertex is a corner of a triangle."""
    return bool(
        CORNERS[triangle, 0] == vertex or CORNERS[triangle, 1] == vertex or CORNERS[triangle, 2] == vertex
    )
