"""Sparse network features: unfinished lines, trips and who runs them, markers, the pace and the phase.

The other seats are taken together; MINE and THEIRS number the two.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount, scratch

from ..rules.dealing import OF_TYPE, missing
from ..rules.digging import directions_from, reach_markers, rotate_left
from ..rules.geometry import CORNERS, DIRECTIONS, SECTORS, TRIANGLES
from ..rules.lines import FAR_FRAMES, finished_lines, growing, has_begun, is_finished, start_edge, tip
from ..rules.scoring import score, winners
from ..rules.state import (
    COUNTERS_A_TURN,
    FINISHED,
    GOING_ON,
    LAST_TRIP,
    LETTERS,
    MOST_SEATS,
    NONE,
    OVER,
    TRIPS,
    TUNNELS,
    TYPES,
    Record,
    in_turn,
)
from ..rules.trips import LIST, best_route, lines_of, list_stops, trip_end
from .evaluation import OUT_OF_REACH, TO_FRAME, TO_TRIANGLE, seats_among

MINE, THEIRS, _WHOSE = range(3)
_LEFT, _DISTANCES, _WAYS_ON = TUNNELS + 1, OUT_OF_REACH + 1, DIRECTIONS + 1
_STAGES = 3
"""Not begun, without counters, finished."""
_HURRIES, _LEADS, _LEAD_STEP, _MOST_STATIONS = 4, 31, 4, 30
_ENDS = 2 * TRIPS
_SERVED = _ENDS
"""Offset of the lines with a station at an end in the scratch space; before them, those that touch it."""
_RUNNERS = 2 * _ENDS
"""Offset of the lines that run each trip, on the present network."""
_FREE = _RUNNERS + TRIPS
"""Offset of the number of free destinations, followed by the destinations."""
_WORK = _FREE + 1 + SECTORS * TYPES
_STANDINGS, _RUNNER_KINDS = 9, 4
"""A seat's status at both ends of a trip, and who runs it: no one, the seat, the seat and others, others."""
ROUTE = 0
"""By owner, counters left and counters to the nearest free arrow where it may end: growing lines."""
STAGE = ROUTE + _WHOSE * _LEFT * _DISTANCES
"""By owner: other lines."""
DIRECTIONS_ON = STAGE + _WHOSE * _STAGES
"""By owner, the directions in which a growing line may continue."""
DISTANCE = DIRECTIONS_ON + _WHOSE * _WAYS_ON
"""By owner, whether the trip is the last one, whether the line touches its other end, and the distance to this end."""
GOAL = DISTANCE + _WHOSE * 2 * 2 * _DISTANCES
"""By owner: the distance of a line to the nearest free destination of each type for which there is a marker."""
HAND = GOAL + _WHOSE * _DISTANCES
"""By owner, urgency, and markers that a seat still has to place."""
HALF = HAND + _WHOSE * _HURRIES * (LETTERS + 1)
"""Of trips with one end: whether the seat has the other marker, and the status of the seat and of others there."""
TRIP = HALF + 2 * 3 * 3
"""Of trips with both ends: the status of the seat and of others there, and who runs it."""
RUN = TRIP + _STANDINGS * _STANDINGS * _RUNNER_KINDS
"""By urgency: who runs a trip."""
LEAD = RUN + _HURRIES * _RUNNER_KINDS
"""By urgency, the lead if the trips were run now, without the penalty for markers of trips that no one can run."""
DONE = LEAD + _HURRIES * _LEADS
"""How many lines the seat has finished, and the best of the others."""
LINES_TO_END = DONE + 3 * 3
"""How many more have to be finished."""
SUPPLY = LINES_TO_END + 2 * MOST_SEATS + 1
"""How many stations are left."""
MOMENT = SUPPLY + _MOST_STATIONS + 1
"""Whose turn it is, how many counters are laid in it, and whether a destination is covered; or a line is finished."""
LAST = MOMENT + _WHOSE * 2 * (COUNTERS_A_TURN + 2)
"""Whose turn it is, by the last turns still to come."""
TABLE = LAST + _WHOSE * MOST_SEATS
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {
    "lines": ROUTE,
    "distances": DISTANCE,
    "markers": HAND,
    "trips": HALF,
    "lead": LEAD,
    "pace": DONE,
    "moment": MOMENT,
    "seats": TABLE,
}
"""The groups by name, with the first index of each."""
WON, CLOSE = 16, 40
"""The value of a win in points, and the lead up to which each point counts."""


def points_so_far(s: Record, seat: int) -> int:
    """Return the lead in points; at the end the win counts too."""
    ahead = lead(s, seat)
    if s.phase != OVER:
        return ahead
    best = winners(s)
    won = -WON if not best >> seat & 1 else WON if best == 1 << seat else 0
    return won + max(-CLOSE, min(CLOSE, ahead))


def lead(s: Record, seat: int) -> int:
    """Return how many points a seat is ahead of the best of the others."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return int(score(s, seat) - best)


def features(s: Record, seat: int, indices: Any, values: Any) -> int:
    """Extract the features of lines, markers, trips, the pace and the phase."""
    work = scratch(_WORK)
    find_ends(s, work)
    find_runners(s, work)
    find_free(s, work)
    hurry, count = hurry_level(s), 0
    for line in range(2 * s.players):
        count = append_line(s, line, MINE if line // 2 == seat else THEIRS, work, indices, count)
    count = append_hands(s, seat, hurry, indices, count)
    count = append_trips(s, seat, hurry, work, indices, count)
    count = append_pace(s, seat, hurry, work, indices, count)
    count = append_moment(s, seat, indices, count)
    for i in range(count):
        values[i] = 1
    return count


def append_feature(indices: Any, count: int, index: int) -> int:
    """Append a feature; return the new count."""
    indices[count] = index
    return count + 1


def find_ends(s: Record, work: Any) -> None:
    """Write the lines that touch each end of a trip, and those with a station there, to the scratch space."""
    for end in range(_ENDS):
        triangle = trip_end(s, end // 2, end % 2)
        if triangle != NONE:
            for i in range(3):
                vertex = CORNERS[triangle, i]
                work[end] |= s.lines[vertex]
                if s.station[vertex]:
                    work[_SERVED + end] |= s.lines[vertex]


def find_runners(s: Record, work: Any) -> None:
    """Write the lines that run each trip to the scratch space."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        if work[_SERVED + 2 * trip] and work[_SERVED + 2 * trip + 1]:
            work[_RUNNERS + trip] = lines_of(best_route(s, trip, stops))


def find_free(s: Record, work: Any) -> None:
    """Write the destinations without a counter to the scratch space."""
    for triangle in range(TRIANGLES):
        if 0 <= s.kind[triangle] < TYPES and s.counter[triangle] == NONE:
            work[_FREE] += 1
            work[_FREE + work[_FREE]] = triangle


def hurry_level(s: Record) -> int:
    """Return how near the end is: 0 to 2 by the lines that are finished, 3 once the building has ended."""
    if s.reason != GOING_ON:
        return _HURRIES - 1
    return max(0, _HURRIES - 1 - max(1, still_to_finish(s)))


def still_to_finish(s: Record) -> int:
    """Return how many more finished lines end the building."""
    total = 0
    for other in range(s.players):
        total += finished_lines(s, other)
    return max(0, s.enough - total)


def append_line(s: Record, line: int, whose: int, work: Any, indices: Any, count: int) -> int:
    """Append ROUTE, ROOM, SIGHT, GOAL; STAGE."""
    if not growing(s, line):
        stage = 0 if not has_begun(s, line) else 2 if is_finished(s, line) else 1
        return append_feature(indices, count, STAGE + whose * _STAGES + stage)
    way = tip(s, line) * DIRECTIONS + s.heading[line]
    left, far = s.tunnels - s.length[line], nearest_arrow(s, line, way)
    count = append_feature(indices, count, ROUTE + (whose * _LEFT + left) * _DISTANCES + far)
    count = append_feature(indices, count, DIRECTIONS_ON + whose * _WAYS_ON + free_directions(s, line))
    count = append_distances(s, line, whose, way, work, indices, count)
    return append_goals(s, line, whose, way, work, indices, count)


def nearest_arrow(s: Record, line: int, way: int) -> int:
    """Return the counters to the rim from which a line can enter a free arrow."""
    nearest, arrows = OUT_OF_REACH, s.black_left & FAR_FRAMES[start_edge(s, line)]
    while arrows:
        nearest = min(nearest, int(TO_FRAME[way, lowest(arrows)]))
        arrows &= arrows - 1
    return nearest


def free_directions(s: Record, line: int) -> int:
    """Return in how many directions a line may continue beside a plain triangle."""
    blank = s.blank[tip(s, line)]
    return popcount(directions_from(s, line) & (blank | rotate_left(blank)))


def append_distances(s: Record, line: int, whose: int, way: int, work: Any, indices: Any, count: int) -> int:
    """Append SIGHT: the ends of trips that a line does not touch."""
    for end in range(_ENDS):
        triangle = trip_end(s, end // 2, end % 2)
        if triangle != NONE and not work[end] >> line & 1:
            state = (2 if end // 2 == LAST_TRIP else 0) + (1 if work[end ^ 1] >> line & 1 else 0)
            far = int(TO_TRIANGLE[way, triangle])
            count = append_feature(indices, count, DISTANCE + (whose * 4 + state) * _DISTANCES + far)
    return count


def append_goals(s: Record, line: int, whose: int, way: int, work: Any, indices: Any, count: int) -> int:
    """Append GOAL."""
    nearness = scratch(TYPES)
    for i in range(1, work[_FREE] + 1):
        kind = s.kind[work[_FREE + i]]
        nearness[kind] = max(nearness[kind], OUT_OF_REACH - int(TO_TRIANGLE[way, work[_FREE + i]]))
    # Only public information about other hands, so that every determinization has the same features.
    markers = s.hand[line // 2] if whose == MINE else reach_markers(s, line // 2)
    for kind in range(TYPES):
        if markers & OF_TYPE[kind]:
            count = append_feature(indices, count, GOAL + whose * _DISTANCES + OUT_OF_REACH - nearness[kind])
    return count


def append_hands(s: Record, seat: int, hurry: int, indices: Any, count: int) -> int:
    """Append HAND."""
    for other in range(s.players):
        whose = MINE if other == seat else THEIRS
        count = append_feature(
            indices, count, HAND + (whose * _HURRIES + hurry) * (LETTERS + 1) + missing(s, other)
        )
    return count


def append_trips(s: Record, seat: int, hurry: int, work: Any, indices: Any, count: int) -> int:
    """Append HALF, TRIP, RUN."""
    for trip in range(TRIPS):
        first, last = trip_end(s, trip, 0) != NONE, trip_end(s, trip, 1) != NONE
        if first and last:
            run = who_runs(seat, work[_RUNNERS + trip])
            state = at_both(work, trip, lines_of_seat(seat)) * _STANDINGS + at_both(work, trip, others(seat))
            count = append_feature(indices, count, TRIP + state * _RUNNER_KINDS + run)
            count = append_feature(indices, count, RUN + hurry * _RUNNER_KINDS + run)
        elif first or last:
            count = append_half(s, seat, trip, 0 if first else 1, work, indices, count)
    return count


def append_half(s: Record, seat: int, trip: int, last: int, work: Any, indices: Any, count: int) -> int:
    """Append HALF: the marker of one end is placed."""
    if trip == LAST_TRIP:
        return count
    marker = 2 * s.slot[trip] + 1 - last
    state = at_end(work, 2 * trip + last, lines_of_seat(seat)) * 3 + at_end(
        work, 2 * trip + last, others(seat)
    )
    return append_feature(indices, count, HALF + (s.hand[seat] >> marker & 1) * 9 + state)


def lines_of_seat(seat: int) -> int:
    """Return the lines of a seat as bits."""
    return 0b11 << 2 * seat


def others(seat: int) -> int:
    """Return the lines of all the others as bits."""
    return ((1 << 2 * MOST_SEATS) - 1) & ~lines_of_seat(seat)


def at_end(work: Any, end: int, lines: int) -> int:
    """Return 0 if none of these lines touches an end of a trip, 1 if one does, 2 if one has a station there."""
    return 2 if work[_SERVED + end] & lines else 1 if work[end] & lines else 0


def at_both(work: Any, trip: int, lines: int) -> int:
    """Return the status of these lines at both ends, in either order: 0 to 5, or 6 to 8 if one line touches both."""
    one, other = at_end(work, 2 * trip, lines), at_end(work, 2 * trip + 1, lines)
    most, least = max(one, other), min(one, other)
    if work[2 * trip] & work[2 * trip + 1] & lines:
        return 4 + most + least
    return most * (most + 1) // 2 + least


def who_runs(seat: int, runners: int) -> int:
    """Return 0 for no one, 1 for the seat alone, 2 for the seat and others, 3 for others."""
    mine, theirs = runners & lines_of_seat(seat), runners & others(seat)
    return (2 if mine else 3) if theirs else 1 if mine else 0


def append_pace(s: Record, seat: int, hurry: int, work: Any, indices: Any, count: int) -> int:
    """Append LEAD, DONE, ENOUGH, SUPPLY."""
    near = max(0, min(_LEADS - 1, lead_now(s, seat, work) // _LEAD_STEP + _LEADS // 2))
    count = append_feature(indices, count, LEAD + hurry * _LEADS + near)
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, finished_lines(s, other))
    count = append_feature(indices, count, DONE + finished_lines(s, seat) * 3 + most)
    count = append_feature(indices, count, LINES_TO_END + still_to_finish(s))
    return append_feature(indices, count, SUPPLY + min(_MOST_STATIONS, s.supply))


def lead_now(s: Record, seat: int, work: Any) -> int:
    """Return the lead if the trips were run on the present network, without the others' marker penalties (see LEAD)."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, total_now(s, other, work))
    return total_now(s, seat, work) - best


def total_now(s: Record, seat: int, work: Any) -> int:
    """Return a seat's points if the trips were run now, without penalties for markers of other trips."""
    total = s.points[seat] + s.unplaced_points * missing(s, seat)
    total += s.unfinished_points * (2 - finished_lines(s, seat))
    for trip in range(TRIPS):
        runners = work[_RUNNERS + trip]
        if runners & lines_of_seat(seat):
            total += s.trip_points // seats_among(s, runners)
    return int(total)


def append_moment(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append MOMENT, LAST, TABLE."""
    whose = MINE if in_turn(s, seat) else THEIRS
    step = COUNTERS_A_TURN + 1 if s.phase == FINISHED else s.laid
    count = append_feature(indices, count, MOMENT + (whose * (COUNTERS_A_TURN + 2) + step) * 2 + s.covered)
    if s.reason != GOING_ON:
        count = append_feature(indices, count, LAST + whose * MOST_SEATS + s.turns_left)
    return append_feature(indices, count, TABLE + s.players)
