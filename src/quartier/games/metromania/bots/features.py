"""What the network is told of a position: lines on their way, trips and who runs them, markers, the pace and the moment.

What others have is told of all of them together; MINE and THEIRS number the two.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount, scratch

from ..rules.dealing import OF_TYPE, missing
from ..rules.digging import directions_from, turned
from ..rules.geometry import (
    CORNERS,
    DIRECTIONS,
    SECTORS,
    TRIANGLES,
)
from ..rules.lines import (
    FAR,
    begun,
    finished,
    finished_lines,
    growing,
    start_edge,
    tip,
)
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
    State,
    in_turn,
)
from ..rules.trips import (
    LIST,
    best_route,
    lines_of,
    list_stops,
    trip_end,
)
from .distances import OUT_OF_REACH, TO_FRAME, TO_TRIANGLE
from .evaluation import seats_among

MINE, THEIRS, _WHOSE = range(3)
_LEFT, _FAR, _WAYS_ON = TUNNELS + 1, OUT_OF_REACH + 1, DIRECTIONS + 1
_STAGES = 3
"""Not begun, without counters, finished."""
_HURRIES, _LEADS, _LEAD_STEP, _MOST_STATIONS = 4, 31, 4, 30
_ENDS = 2 * TRIPS
_SERVED = _ENDS
"""Where in the working space the lines with a station at an end begin; before them, those that touch it."""
_RUNNERS = 2 * _ENDS
"""Where the lines that run each trip begin, on the present network."""
_FREE = _RUNNERS + TRIPS
"""Where the number of free destinations lies, and behind it themselves."""
_WORK = _FREE + 1 + SECTORS * TYPES
_FOUND, _RUN = 9, 4
"""How a seat stands at both ends of a trip, and who runs it: nobody, the seat, the seat and others, others."""

ROUTE = 0
"""By whose, counters left and counters to the nearest free arrow where it may end: lines on their way."""
STAGE = ROUTE + _WHOSE * _LEFT * _FAR
"""By whose: other lines."""
ROOM = STAGE + _WHOSE * _STAGES
"""By whose, the directions in which a line on its way may go on."""
SIGHT = ROOM + _WHOSE * _WAYS_ON
"""By whose, whether the trip is the last one, whether the line touches its other end, and the way to this end."""
GOAL = SIGHT + _WHOSE * 2 * 2 * _FAR
"""By whose: the way of a line to the nearest free destination of each type for which there is a marker."""
HAND = GOAL + _WHOSE * _FAR
"""By whose, hurry, and markers that a seat still has to place."""
HALF = HAND + _WHOSE * _HURRIES * (LETTERS + 1)
"""Of trips with one end: whether the seat has the other marker, and how the seat and others stand there."""
TRIP = HALF + 2 * 3 * 3
"""Of trips with both ends: how the seat and others stand there, and who runs it."""
RUN = TRIP + _FOUND * _FOUND * _RUN
"""By hurry: who runs a trip."""
LEAD = RUN + _HURRIES * _RUN
"""By hurry, the lead if the trips were run now; markers of trips that nobody can run cost nothing in it."""
DONE = LEAD + _HURRIES * _LEADS
"""How many lines the seat has finished, and the best of the others."""
ENOUGH = DONE + 3 * 3
"""How many more have to be finished."""
SUPPLY = ENOUGH + 2 * MOST_SEATS + 1
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
    "distances": SIGHT,
    "markers": HAND,
    "trips": HALF,
    "lead": LEAD,
    "pace": DONE,
    "moment": MOMENT,
    "seats": TABLE,
}
"""The groups by name, with the first number of each."""

WON, CLOSE = 16, 40
"""What a win counts in points, and the lead up to which each point counts."""


def points_so_far(s: State, seat: int) -> int:
    """The lead in points; in the end the win counts too."""
    ahead = lead(s, seat)
    if s.phase != OVER:
        return ahead
    best = winners(s)
    won = -WON if not best >> seat & 1 else WON if best == 1 << seat else 0
    return won + max(-CLOSE, min(CLOSE, ahead))


def lead(s: State, seat: int) -> int:
    """How many points a seat is ahead of the best of the others."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return int(score(s, seat) - best)


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """Lines, markers, trips, the pace and the moment."""
    work = scratch(_WORK)
    find_ends(s, work)
    find_runners(s, work)
    find_free(s, work)
    hurry, count = progress_penalty(s), 0
    for line in range(2 * s.players):
        count = tell_line(s, line, MINE if line // 2 == seat else THEIRS, work, places, count)
    count = tell_hands(s, seat, hurry, places, count)
    count = tell_trips(s, seat, hurry, work, places, count)
    count = tell_pace(s, seat, hurry, work, places, count)
    count = tell_moment(s, seat, places, count)
    for i in range(count):
        amounts[i] = 1
    return count


def tell(places: Any, count: int, place: int) -> int:
    """Write a feature down; how many there are then."""
    places[count] = place
    return count + 1


# ----- trips on the present network -----


def find_ends(s: State, work: Any) -> None:
    """The lines that touch each end of a trip, and those with a station there, into the working space."""
    for end in range(_ENDS):
        triangle = trip_end(s, end // 2, end % 2)
        if triangle != NONE:
            for i in range(3):
                vertex = CORNERS[triangle, i]
                work[end] |= s.lines[vertex]
                if s.station[vertex]:
                    work[_SERVED + end] |= s.lines[vertex]


def find_runners(s: State, work: Any) -> None:
    """The lines that run each trip, into the working space."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        if work[_SERVED + 2 * trip] and work[_SERVED + 2 * trip + 1]:
            work[_RUNNERS + trip] = lines_of(best_route(s, trip, stops))


def find_free(s: State, work: Any) -> None:
    """The destinations without a counter, into the working space."""
    for triangle in range(TRIANGLES):
        if 0 <= s.kind[triangle] < TYPES and s.counter[triangle] == NONE:
            work[_FREE] += 1
            work[_FREE + work[_FREE]] = triangle


def progress_penalty(s: State) -> int:
    """How near the end is: 0 to 2 by the lines that are finished, 3 once the building has ended."""
    if s.reason != GOING_ON:
        return _HURRIES - 1
    return max(0, _HURRIES - 1 - max(1, still_to_finish(s)))


def still_to_finish(s: State) -> int:
    """How many more finished lines end the building."""
    total = 0
    for other in range(s.players):
        total += finished_lines(s, other)
    return max(0, s.enough - total)


# ----- lines -----


def tell_line(s: State, line: int, whose: int, work: Any, places: Any, count: int) -> int:
    """ROUTE, ROOM, SIGHT, GOAL; STAGE."""
    if not growing(s, line):
        stage = 0 if not begun(s, line) else 2 if finished(s, line) else 1
        return tell(places, count, STAGE + whose * _STAGES + stage)
    way = tip(s, line) * DIRECTIONS + s.heading[line]
    left, far = s.tunnels - s.length[line], nearest_arrow(s, line, way)
    count = tell(places, count, ROUTE + (whose * _LEFT + left) * _FAR + far)
    count = tell(places, count, ROOM + whose * _WAYS_ON + room(s, line))
    count = tell_sights(s, line, whose, way, work, places, count)
    return tell_goals(s, line, whose, way, work, places, count)


def nearest_arrow(s: State, line: int, way: int) -> int:
    """The counters to the rim from which a line can go onto a free arrow."""
    nearest, arrows = OUT_OF_REACH, s.black_left & FAR[start_edge(s, line)]
    while arrows:
        nearest = min(nearest, int(TO_FRAME[way, lowest(arrows)]))
        arrows &= arrows - 1
    return nearest


def room(s: State, line: int) -> int:
    """In how many directions a line may go on beside a plain triangle."""
    blank = s.blank[tip(s, line)]
    return popcount(directions_from(s, line) & (blank | turned(blank)))


def tell_sights(s: State, line: int, whose: int, way: int, work: Any, places: Any, count: int) -> int:
    """SIGHT: the ends of trips that a line does not touch."""
    for end in range(_ENDS):
        triangle = trip_end(s, end // 2, end % 2)
        if triangle != NONE and not work[end] >> line & 1:
            state = (2 if end // 2 == LAST_TRIP else 0) + (1 if work[end ^ 1] >> line & 1 else 0)
            far = int(TO_TRIANGLE[way, triangle])
            count = tell(places, count, SIGHT + (whose * 4 + state) * _FAR + far)
    return count


def tell_goals(s: State, line: int, whose: int, way: int, work: Any, places: Any, count: int) -> int:
    """GOAL."""
    found = scratch(TYPES)
    for i in range(1, work[_FREE] + 1):
        kind = s.kind[work[_FREE + i]]
        found[kind] = max(found[kind], OUT_OF_REACH - int(TO_TRIANGLE[way, work[_FREE + i]]))
    for kind in range(TYPES):
        if s.hand[line // 2] & OF_TYPE[kind]:
            count = tell(places, count, GOAL + whose * _FAR + OUT_OF_REACH - found[kind])
    return count


# ----- markers and trips -----


def tell_hands(s: State, seat: int, hurry: int, places: Any, count: int) -> int:
    """HAND."""
    for other in range(s.players):
        whose = MINE if other == seat else THEIRS
        count = tell(places, count, HAND + (whose * _HURRIES + hurry) * (LETTERS + 1) + missing(s, other))
    return count


def tell_trips(s: State, seat: int, hurry: int, work: Any, places: Any, count: int) -> int:
    """HALF, TRIP, RUN."""
    for trip in range(TRIPS):
        first, last = trip_end(s, trip, 0) != NONE, trip_end(s, trip, 1) != NONE
        if first and last:
            run = who_runs(seat, work[_RUNNERS + trip])
            state = at_both(work, trip, lines_of_seat(seat)) * _FOUND + at_both(work, trip, others(seat))
            count = tell(places, count, TRIP + state * _RUN + run)
            count = tell(places, count, RUN + hurry * _RUN + run)
        elif first or last:
            count = tell_half(s, seat, trip, 0 if first else 1, work, places, count)
    return count


def tell_half(s: State, seat: int, trip: int, last: int, work: Any, places: Any, count: int) -> int:
    """HALF: the marker of one end is placed."""
    if trip == LAST_TRIP:
        return count
    marker = 2 * s.slot[trip] + 1 - last
    state = at_end(work, 2 * trip + last, lines_of_seat(seat)) * 3 + at_end(
        work, 2 * trip + last, others(seat)
    )
    return tell(places, count, HALF + (s.hand[seat] >> marker & 1) * 9 + state)


def lines_of_seat(seat: int) -> int:
    """The lines of a seat as bits."""
    return 0b11 << 2 * seat


def others(seat: int) -> int:
    """The lines of all the others as bits."""
    return ((1 << 2 * MOST_SEATS) - 1) & ~lines_of_seat(seat)


def at_end(work: Any, end: int, lines: int) -> int:
    """0 where none of some lines touches an end of a trip, 1 where one does, 2 where one has a station there."""
    return 2 if work[_SERVED + end] & lines else 1 if work[end] & lines else 0


def at_both(work: Any, trip: int, lines: int) -> int:
    """How some lines stand at both ends, whichever is which: 0 to 5, or 6 to 8 where one line touches both."""
    one, other = at_end(work, 2 * trip, lines), at_end(work, 2 * trip + 1, lines)
    most, least = max(one, other), min(one, other)
    if work[2 * trip] & work[2 * trip + 1] & lines:
        return 4 + most + least
    return most * (most + 1) // 2 + least


def who_runs(seat: int, runners: int) -> int:
    """0 for nobody, 1 for the seat alone, 2 for the seat and others, 3 for others."""
    mine, theirs = runners & lines_of_seat(seat), runners & others(seat)
    return (2 if mine else 3) if theirs else 1 if mine else 0


# ----- the pace and the moment -----


def tell_pace(s: State, seat: int, hurry: int, work: Any, places: Any, count: int) -> int:
    """LEAD, DONE, ENOUGH, SUPPLY."""
    near = max(0, min(_LEADS - 1, lead_now(s, seat, work) // _LEAD_STEP + _LEADS // 2))
    count = tell(places, count, LEAD + hurry * _LEADS + near)
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, finished_lines(s, other))
    count = tell(places, count, DONE + finished_lines(s, seat) * 3 + most)
    count = tell(places, count, ENOUGH + still_to_finish(s))
    return tell(places, count, SUPPLY + min(_MOST_STATIONS, s.supply))


def lead_now(s: State, seat: int, work: Any) -> int:
    """The lead if the trips were run on the present network, without what markers of others cost (as LEAD says)."""
    best = -(10**6)
    for other in range(s.players):
        if other != seat:
            best = max(best, total_now(s, other, work))
    return total_now(s, seat, work) - best


def total_now(s: State, seat: int, work: Any) -> int:
    """A seat's points if the trips were run on the present network; markers of other trips cost nothing here."""
    total = s.points[seat] + s.unplaced_points * missing(s, seat)
    total += s.unfinished_points * (2 - finished_lines(s, seat))
    for trip in range(TRIPS):
        runners = work[_RUNNERS + trip]
        if runners & lines_of_seat(seat):
            total += s.trip_points // seats_among(s, runners)
    return int(total)


def tell_moment(s: State, seat: int, places: Any, count: int) -> int:
    """MOMENT, LAST, TABLE."""
    whose = MINE if in_turn(s, seat) else THEIRS
    step = COUNTERS_A_TURN + 1 if s.phase == FINISHED else s.laid
    count = tell(places, count, MOMENT + (whose * (COUNTERS_A_TURN + 2) + step) * 2 + s.covered)
    if s.reason != GOING_ON:
        count = tell(places, count, LAST + whose * MOST_SEATS + s.turns_left)
    return tell(places, count, TABLE + s.players)
