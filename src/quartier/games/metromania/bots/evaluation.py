"""Handwritten heuristic evaluation: how promising a network is.

The weights were tuned by random search in games against random players; only their proportions matter.
"""

from typing import Any

import numpy as np

from quartier.core.engine.bits import popcount, scratch

from ..rules.dealing import missing, placed_markers
from ..rules.digging import covers, without_revisits
from ..rules.endings import WAYS, done_lines, exits, outward, spread
from ..rules.geometry import (
    BEND,
    BENDS,
    CORNERS,
    DIRECTIONS,
    EXIT,
    FRAMES,
    FREE,
    INSIDE,
    STEP,
    TRIANGLES,
    VERTICES,
)
from ..rules.lines import FAR_FRAMES, finished_lines, growing, has_begun, is_finished, start_edge, tip
from ..rules.scoring import score, winners
from ..rules.state import GOING_ON, LAST_TRIP, MOST_SEATS, NONE, OVER, TRIPS, Record
from ..rules.trips import LIST, best_route, lines_of, list_stops, touches, trip_end

OUT_OF_REACH = 15
"""Distances are capped here."""


def _following() -> Any:
    """Return by way the three ways that may follow (MM-13); the index past the last way where there is none."""
    result = np.full((WAYS, 3), WAYS, np.int64)
    for way in range(WAYS):
        vertex, heading = divmod(way, DIRECTIONS)
        for i, direction in enumerate(np.flatnonzero(BEND[heading] == FREE)):
            if STEP[vertex, direction] >= 0:
                result[way, i] = STEP[vertex, direction] * DIRECTIONS + direction
    return result


def _steps(near: Any) -> Any:
    """Return by way and target the number of steps to a way that is `near` the target: uint8."""
    following = _following()
    steps = np.where(np.vstack([near, np.zeros_like(near[:1])]), 0, OUT_OF_REACH)
    for _ in range(OUT_OF_REACH):
        steps[:-1] = np.minimum(steps[:-1], 1 + steps[following].min(axis=1))
    return np.minimum(steps[:-1], OUT_OF_REACH).astype(np.uint8)


def _touching() -> Any:
    near = np.zeros((VERTICES, TRIANGLES), bool)
    near[CORNERS.T, np.arange(TRIANGLES)] = True
    return near.repeat(DIRECTIONS, axis=0)


def _leaving() -> Any:
    near = np.zeros((WAYS, FRAMES), bool)
    for way in range(WAYS):
        vertex, heading = divmod(way, DIRECTIONS)
        for side, frame in enumerate(EXIT[vertex]):
            if frame >= 0 and BEND[heading, outward(frame, side)] == FREE:
                near[way, frame] = True
    return near


TO_TRIANGLE = _steps(_touching())
"""(546, 150): by way (vertex * 6 + direction of arrival), the counters to a corner of a triangle."""
TO_FRAME = _steps(_leaving())
"""(546, 30): by way, the counters to the rim from which a line may enter a frame triangle."""
WON = 1000.0
"""The value of winning at the end, in addition to the lead."""
STATION = 1.07
"""The weight of a station point; low, because a station costs a turn."""
RIVAL_STATION = 0.3
"""The weight of the other seats' station points, divided among them."""
TRIP_NOW, TRIP_LATER = 1.97, 0.29
"""The weight of a trip's points at the beginning, and what is added by the time the building is about to end."""
TRIP_RIVAL = 4.44
"""The weight of the others' shares of a trip relative to the seat's own."""
MARKER = 14.41
"""The value of a placed marker."""
FINISHED, FINISHED_LATER = 65.32, 0.41
"""The value of a finished line, and what is added by the time the building is about to end."""
NOT_BEGUN, STUCK = 7.22, 127.31
"""The cost of a line that has not begun, and of one that can no longer reach an arrow."""
NEARNESS, FAR_AWAY = 1.23, 9
"""The value of being beside a destination for one's own marker, falling to 0 at this number of counters."""
HOPEFUL, PER_STEP, PER_SLACK = 0.28, 0.7, 0.02
"""The value of an unfinished line, minus this for each counter to its end, plus this for each spare counter."""
CLOSING, LEAD = 7.78, 0.53
"""The value of the building having ended, and of each point of the lead then."""
CLOSING_AHEAD, SAFE = 400.0, 6.0
"""The value of the building having ended with at least this lead, which rivals can hardly catch up."""
LANDMARK, LANDMARK_FAR_AWAY = 8.94, 10
"""The value of a line passing the lake or the park, falling to 0 at this number of counters."""
TOUCHED, SERVED, JOINED = 2.33, 7.32, 9.86
"""The value of touching an end of a trip, of having a station there, and of touching both ends with one line."""


def evaluate(s: Record, seat: int) -> float:
    """Return the seat's prospects minus a part of the others'; once the building has ended, the lead."""
    if s.phase == OVER:
        return CLOSING + LEAD * lead(s, seat) + (WON if winners(s) >> seat & 1 else 0.0)
    stops = scratch(LIST)
    list_stops(s, stops)
    if s.reason != GOING_ON:
        ahead = lead_now(s, seat, stops)
        return (CLOSING if ahead < SAFE else CLOSING_AHEAD) + LEAD * ahead
    hurry = done_share(s)
    value = station_lead(s, seat) + MARKER * count_placed_markers(s, seat) + courses(s, seat)
    value += (TRIP_NOW + TRIP_LATER * hurry) * trip_leads(s, seat, stops)
    for line in range(2 * seat, 2 * seat + 2):
        value += line_prospect(s, seat, line, hurry)
    return value


def lead(s: Record, seat: int) -> float:
    """Return the lead over the best other seat; an extra finished line counts a quarter, as it breaks ties (MM-32)."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, 4 * score(s, other) + finished_lines(s, other))
    return (4 * score(s, seat) + finished_lines(s, seat) - best) / 4.0


def lead_now(s: Record, seat: int, stops: Any) -> float:
    """Return the lead if the test trips were run on the present network."""
    totals = scratch(MOST_SEATS)
    for other in range(s.players):
        totals[other] = s.points[other] + s.unplaced_points * missing(s, other)
        totals[other] += s.unfinished_points * (2 - finished_lines(s, other))
    for trip in range(TRIPS):
        settle(s, trip, stops, totals)
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, totals[other])
    return float(totals[seat] - best)


def settle(s: Record, trip: int, stops: Any, totals: Any) -> None:
    """Add a trip's shares, or its cost if no one can run it."""
    route = best_route(s, trip, stops)
    runners = lines_of(route)
    for seat in range(s.players):
        if runners >> 2 * seat & 0b11:
            totals[seat] += s.trip_points // seats_among(s, runners)
        if route == NONE and trip != LAST_TRIP:
            placed_here = placed_markers(s, seat) & 0b11 << 2 * s.slot[trip]
            totals[seat] += s.impossible_points * popcount(placed_here)


def seats_among(s: Record, lines: int) -> int:
    """Return how many seats own a line of a set."""
    count = 0
    for seat in range(s.players):
        if lines >> 2 * seat & 0b11:
            count += 1
    return count


def done_share(s: Record) -> float:
    """Return how near the building is to its end: the fraction of the required lines that are done (MM-27)."""
    return done_lines(s) / s.enough


def count_placed_markers(s: Record, seat: int) -> int:
    """Return how many markers the seat has placed."""
    return popcount(placed_markers(s, seat))


def station_lead(s: Record, seat: int) -> float:
    """Return the seat's station points minus a part of the others'."""
    value = STATION * s.points[seat]
    for other in range(s.players):
        if other != seat:
            value -= RIVAL_STATION * s.points[other] / (s.players - 1)
    return value


def trip_leads(s: Record, seat: int, stops: Any) -> float:
    """Return the seat's shares of all trips on the present network, minus a part of the others'."""
    value = 0.0
    for trip in range(TRIPS):
        route = best_route(s, trip, stops)
        if route != NONE:
            value += trip_lead(s, seat, lines_of(route))
    return value


def trip_lead(s: Record, seat: int, runners: int) -> float:
    """Return the seat's share of a trip minus a part of the others' shares."""
    count = seats_among(s, runners)
    if runners >> 2 * seat & 0b11:
        return s.trip_points / count * (1.0 - TRIP_RIVAL * (count - 1) / (s.players - 1))
    return -TRIP_RIVAL * s.trip_points / (s.players - 1)


def courses(s: Record, seat: int) -> float:
    """Return the value of the seat's lines touching the ends of trips, having stations there, and connecting both."""
    value = 0.0
    for trip in range(TRIPS):
        origin, target = at_end(s, trip_end(s, trip, 0), seat), at_end(s, trip_end(s, trip, 1), seat)
        value += end_value(origin) + end_value(target)
        if origin & target & 0b11:
            value += JOINED
    return value


def end_value(state: int) -> float:
    """Return the value of one end, given the result of `at_end`."""
    return (TOUCHED if state & 0b11 else 0.0) + (SERVED if state >> 2 else 0.0)


def at_end(s: Record, triangle: int, seat: int) -> int:
    """Return the seat's lines that touch a triangle as bits 0 and 1, those with a station there as bits 2 and 3."""
    result = 0
    if triangle != NONE:
        for i in range(3):
            vertex = CORNERS[triangle, i]
            own = s.lines[vertex] >> 2 * seat & 0b11
            result |= own | (own << 2 if s.station[vertex] else 0)
    return result


def line_prospect(s: Record, seat: int, line: int, hurry: float) -> float:
    """Return the value of a line: finished, or near its end, near a destination and near lake and park."""
    if is_finished(s, line):
        return FINISHED + FINISHED_LATER * hurry + LANDMARK * (passes(s, line, 0) + passes(s, line, 1))
    if not has_begun(s, line):
        return -NOT_BEGUN
    if not growing(s, line):
        return -STUCK
    steps, nearest, lake, park = look_ahead(s, seat, line)
    attraction = (
        nearness(nearest, NEARNESS, FAR_AWAY)
        + landmark_worth(s, line, 0, lake)
        + landmark_worth(s, line, 1, park)
    )
    if steps == 0:
        return attraction - STUCK
    slack = min(s.tunnels - s.length[line] - steps, 5 * missing(s, seat))
    return HOPEFUL - PER_STEP * steps + PER_SLACK * (1.0 - hurry) * slack + attraction


def nearness(distance: int, worth: float, nothing: int) -> float:
    """Return a value that falls to 0 with the distance (0: out of reach)."""
    return worth * (1.0 - min(distance, nothing) / nothing) if distance else 0.0


def landmark_worth(s: Record, line: int, which: int, distance: int) -> float:
    """Return the value of a line passing the lake (0) or the park (1), or being near it."""
    return LANDMARK if passes(s, line, which) else nearness(distance, LANDMARK, LANDMARK_FAR_AWAY)


def passes(s: Record, line: int, which: int) -> int:
    """Return 1 if a line touches the lake (0) or the park (1)."""
    for i in range(3):
        if s.lines[CORNERS[s.sights[which], i]] >> line & 1:
            return 1
    return 0


def look_ahead(s: Record, seat: int, line: int) -> tuple[int, int, int, int]:
    """Return the counters to the nearest arrow where the line may end, to a destination, to the lake and to the park.

    Breadth first like MM-21; 0 is out of reach.
    """
    arrows = s.black_left & FAR_FRAMES[start_edge(s, line)]
    queue, visited = scratch(WAYS), scratch(VERTICES)
    queue[0] = tip(s, line) * DIRECTIONS + s.heading[line]
    first, behind, steps, nearest, lake, park = 0, 1, 0, 0, 0, 0
    for depth in range(1, s.tunnels - s.length[line] + 1):
        last = behind
        for i in range(first, last):
            vertex, heading = queue[i] // DIRECTIONS, queue[i] % DIRECTIONS
            if steps == 0 and exits(s, vertex, heading, arrows):
                steps = depth
            if nearest == 0 and beside_destination(s, seat, line, vertex, heading):
                nearest = depth
            if lake == 0 and touches(vertex, s.sights[0]):
                lake = depth
            if park == 0 and touches(vertex, s.sights[1]):
                park = depth
            behind = spread(s, line, vertex, heading, queue, visited, behind)
        if steps and lake and park and (nearest or missing(s, seat) == 0):
            break
        first = last
    return steps, nearest, lake, park


def beside_destination(s: Record, seat: int, line: int, vertex: int, heading: int) -> bool:
    """Return whether a line on a vertex could cover a destination with its next counter."""
    directions = INSIDE[vertex] & BENDS[s.station[vertex], heading]
    return bool(s.goals[vertex]) and covers(
        s, s.hand[seat], vertex, without_revisits(s, line, vertex, int(directions))
    )
