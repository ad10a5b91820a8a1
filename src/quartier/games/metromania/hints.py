"""What a bot may know about Metromania beyond its rules: how promising a network is."""

from typing import Any

from quartier.core.bits import popcount, scratch
from quartier.games.metromania.dealing import missing
from quartier.games.metromania.digging import (
    FAR,
    WAYS,
    begun,
    can_cover,
    exits,
    finished,
    free_black,
    growing,
    next_vertex,
    spread,
    start_edge,
    tip,
)
from quartier.games.metromania.geometry import BESIDE, DIRECTIONS, VERTICES
from quartier.games.metromania.rules import finished_lines, score
from quartier.games.metromania.state import NONE, OVER, TRIPS
from quartier.games.metromania.trips import LIST, list_stops, run_trip, takers

FINISHED = 5.0
"""What a finished line is worth, in points."""
HOPEFUL = 2.5
"""What an unfinished line is worth that can still be finished."""
PER_STEP = 0.12
"""What a step less to the end of a line is worth."""
PER_SLACK = 0.28
"""What a counter to spare is worth as long as there are markers to place."""
NEARNESS = 1.4
"""What it is worth to be beside a destination for one of the own markers."""
TRIP_NOW = 0.6
"""How much of a trip's points counts before the end."""
RIVALS = 0.35
"""How much the others' points count against the own ones."""


def evaluate(s: Any, seat: int) -> float:
    """The own prospects less a part of the others' ones; at the end the lead."""
    if s.phase == OVER:
        return float(lead(s, seat))
    stops = scratch(LIST)
    list_stops(s, stops)
    value = station_lead(s, seat) + trip_prospect(s, seat, stops) + s.unplaced_points * -1.0 * placed(s, seat)
    for line in range(2 * seat, 2 * seat + 2):
        value += line_prospect(s, seat, line)
    return value


def lead(s: Any, seat: int) -> int:
    """MM-32: points ahead of the best other seat; a tie goes to more finished lines."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, 4 * score(s, other) + finished_lines(s, other))
    return 4 * score(s, seat) + finished_lines(s, seat) - best


def placed(s: Any, seat: int) -> int:
    """How many markers the seat has placed."""
    return popcount(s.owned[seat]) - missing(s, seat)


def station_lead(s: Any, seat: int) -> float:
    """The own station points less a part of the others'."""
    value = float(s.points[seat])
    for other in range(s.players):
        if other != seat:
            value -= RIVALS * s.points[other] / (s.players - 1)
    return value


def trip_prospect(s: Any, seat: int, stops: Any) -> float:
    """A part of what the test trips would bring now."""
    value = 0.0
    for trip in range(TRIPS):
        cost = run_trip(s, trip, stops)
        if cost != NONE:
            value += TRIP_NOW * trip_lead(s, seat, takers(s, trip, stops, cost))
    return value


def trip_lead(s: Any, seat: int, runners: int) -> float:
    """The own share of a trip less a part of the others' shares."""
    count = 0
    for other in range(s.players):
        if runners >> 2 * other & 0b11:
            count += 1
    if runners >> 2 * seat & 0b11:
        return s.trip_points / count * (1.0 - RIVALS * (count - 1) / (s.players - 1))
    return -RIVALS * s.trip_points / (s.players - 1)


def line_prospect(s: Any, seat: int, line: int) -> float:
    """What a line is worth: finished, or near its end, with counters to spare and near a destination."""
    if finished(s, line):
        return FINISHED
    if not begun(s, line):
        return 0.0
    if not growing(s, line):
        return -FINISHED
    steps, nearest = look_ahead(s, seat, line)
    near = NEARNESS * (1.0 - min(nearest, 9) / 9.0) if nearest else 0.0
    if steps == 0:
        return near - FINISHED / 2
    slack = min(s.tunnels - s.length[line] - steps, 5 * missing(s, seat))
    return HOPEFUL - PER_STEP * steps + PER_SLACK * slack + near


def look_ahead(s: Any, seat: int, line: int) -> tuple[int, int]:
    """Counters to the nearest arrow where the line may end, and to the nearest destination that it may cover (0: none)."""
    arrows = free_black(s) & FAR[start_edge(s, line)]
    queue, seen = scratch(WAYS), scratch(VERTICES)
    queue[0] = tip(s, line) * DIRECTIONS + s.heading[line]
    first, behind, steps, nearest = 0, 1, 0, 0
    for depth in range(1, s.tunnels - s.length[line] + 1):
        last = behind
        for i in range(first, last):
            vertex, heading = queue[i] // DIRECTIONS, queue[i] % DIRECTIONS
            if steps == 0 and exits(s, vertex, heading, arrows):
                steps = depth
            if nearest == 0 and beside_destination(s, seat, line, vertex, heading):
                nearest = depth
            behind = spread(s, line, vertex, heading, queue, seen, behind)
        if steps and (nearest or missing(s, seat) == 0):
            break
        first = last
    return steps, nearest


def beside_destination(s: Any, seat: int, line: int, vertex: int, heading: int) -> bool:
    """Whether a line on a vertex could cover a destination by its next counter."""
    for direction in range(DIRECTIONS):
        if next_vertex(s, line, vertex, heading, direction) == NONE:
            continue
        for side in range(2):
            triangle = BESIDE[vertex, direction, side]
            if triangle >= 0 and s.kind[triangle] >= 0 and can_cover(s, seat, triangle, 0):
                return True
    return False
