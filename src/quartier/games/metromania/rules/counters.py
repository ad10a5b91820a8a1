"""Laying a counter of a turn as an action says (MM-10, MM-12, MM-16), and undoing one that was only tried."""

from typing import Any

from quartier.core.engine.bits import scratch

from .dealing import marker_of
from .digging import begin_line, extend, lift, put_marker
from .geometry import EDGE, EDGE_TRIANGLES, FRAME_END, FRAMES, STEP
from .lines import tip
from .moves import BEGIN, DIG, any_counter, dig_direction, dig_letter, dig_line, dig_side, list_counters
from .state import ACTING, BAR_WORDS, BEGINS, COUNTERS_A_TURN, DIGGING, DIGS, NONE, WORD, Record


def lay_counter(s: Record, seat: int, action: int) -> None:
    """Apply a begin or a dig: one more counter in this turn."""
    if action < DIG:
        play_begin(s, seat, action - BEGIN)
    else:
        play_dig(s, seat, action - DIG)
    s.laid += 1


def play_begin(s: Record, seat: int, code: int) -> None:
    """MM-10: `begin 1 0.3a`."""
    begin_line(s, seat, begun_line(seat, code), code // 2 % FRAMES, code % 2)


def play_dig(s: Record, seat: int, code: int) -> None:
    """MM-12, MM-16: `dig 1 SE+ =A`."""
    line, direction, side, letter = (
        dig_line(seat, code),
        dig_direction(code),
        dig_side(code),
        dig_letter(code),
    )
    triangle = EDGE_TRIANGLES[tip(s, line), direction, side]
    extend(s, seat, line, direction, side)
    if letter != NONE:
        put_marker(s, seat, marker_of(s, letter, s.kind[triangle]), triangle)


def begun_line(seat: int, code: int) -> int:
    """Return the line of a begin."""
    return 2 * seat + code // (2 * FRAMES)


SUPPLY, POINTS, COVERED, HAND, HEADING, AHEAD, STATION_HERE, STATION_THERE = range(8)
SNAPSHOT_SIZE = 8
"""Size of the snapshot taken before a counter is tried: the numbers above."""


def remember(s: Record, seat: int, action: int, snapshot: Any) -> None:
    """Save what `take_back` cannot read off the board."""
    line = laid_line(seat, action)
    snapshot[SUPPLY], snapshot[POINTS], snapshot[COVERED] = s.supply, s.points[seat], s.covered
    snapshot[HAND], snapshot[HEADING], snapshot[AHEAD] = s.hand[seat], s.heading[line], s.ahead[line]
    here, there = leaves_from(s, seat, action), leads_to(s, seat, action)
    snapshot[STATION_HERE] = s.station[here] if here != NONE else 0
    snapshot[STATION_THERE] = s.station[there]


def take_back(s: Record, seat: int, action: int, snapshot: Any) -> None:
    """Undo the last counter of the turn: the position is byte for byte the one that was remembered."""
    line = laid_line(seat, action)
    last = s.length[line] - 1
    there, triangle = s.vertex[line, last], s.triangle[line, last]
    if action < DIG:
        s.white_left |= 1 << s.start[line]
        s.start[line] = NONE
    else:
        lift(s, triangle)
        take_back_edge(s, line, s.vertex[line, last - 1], dig_direction(action - DIG), snapshot[STATION_HERE])
        take_back_marker(s, dig_letter(action - DIG), triangle)
    s.counter[triangle] = s.vertex[line, last] = s.triangle[line, last] = NONE
    s.length[line] = last
    s.lines[there] &= ~(1 << line)
    s.station[there] = snapshot[STATION_THERE]
    s.supply, s.points[seat], s.covered = snapshot[SUPPLY], snapshot[POINTS], snapshot[COVERED]
    s.hand[seat], s.heading[line], s.ahead[line] = snapshot[HAND], snapshot[HEADING], snapshot[AHEAD]
    s.laid -= 1


def take_back_edge(s: Record, line: int, vertex: int, direction: int, station: int) -> None:
    """Remove a line's edge from a vertex, and restore the station state there."""
    s.shared[EDGE[vertex, direction]] &= ~(1 << line)
    s.station[vertex] = station


def take_back_marker(s: Record, letter: int, triangle: int) -> None:
    """Take back the marker on a counter, if there is one."""
    if letter != NONE:
        s.place[marker_of(s, letter, s.kind[triangle])] = NONE


def laid_line(seat: int, action: int) -> int:
    """Return the line on which an action lays a counter."""
    return begun_line(seat, action - BEGIN) if action < DIG else dig_line(seat, action - DIG)


def leaves_from(s: Record, seat: int, action: int) -> int:
    """Return the vertex from which a counter continues its line, NONE for a begin."""
    return NONE if action < DIG else tip(s, dig_line(seat, action - DIG))


def leads_to(s: Record, seat: int, action: int) -> int:
    """Return the vertex to which a counter leads."""
    if action < DIG:
        return int(FRAME_END[(action - BEGIN) // 2 % FRAMES, action % 2])
    return int(STEP[tip(s, dig_line(seat, action - DIG)), dig_direction(action - DIG)])


LIST = BEGINS + DIGS


def bar_counters(s: Record) -> None:
    """Bar the counters after which fewer can follow than after others."""
    for i in range(BAR_WORDS):
        s.barred[i] = 0
    # No counter can follow the last one.
    if ACTING <= s.phase <= DIGGING and s.laid < COUNTERS_A_TURN - 1:
        bar(s, s.turn)


def bar(s: Record, seat: int) -> None:
    """Compare all counters that a seat can lay now."""
    counters, follow = scratch(LIST), scratch(LIST)
    count, most = list_counters(s, seat, counters), 0
    for i in range(count):
        follow[i] = followers(s, seat, counters[i])
        most = max(most, follow[i])
    for i in range(count):
        if follow[i] < most:
            s.barred[counters[i] // WORD] |= 1 << counters[i] % WORD


def followers(s: Record, seat: int, action: int) -> int:
    """Return how many more counters of the turn can follow a counter, at most."""
    snapshot = scratch(SNAPSHOT_SIZE)
    remember(s, seat, action, snapshot)
    lay_counter(s, seat, action)
    result = 0
    if any_counter(s, seat):
        result = 2 if s.laid < COUNTERS_A_TURN - 1 and two_follow(s, seat) else 1
    take_back(s, seat, action, snapshot)
    return result


def two_follow(s: Record, seat: int) -> bool:
    """Return whether two more counters can be laid."""
    counters = scratch(LIST)
    count = list_counters(s, seat, counters)
    for i in range(count):
        if is_followed(s, seat, counters[i]):
            return True
    return False


def is_followed(s: Record, seat: int, action: int) -> bool:
    """Return whether any counter can follow a counter."""
    snapshot = scratch(SNAPSHOT_SIZE)
    remember(s, seat, action, snapshot)
    lay_counter(s, seat, action)
    result = any_counter(s, seat)
    take_back(s, seat, action, snapshot)
    return result
