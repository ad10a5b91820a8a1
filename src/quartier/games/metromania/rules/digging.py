"""Counters: where a line may begin, go on and end (MM-10 to MM-18, MM-20, MM-21, MM-26)."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, scratch
from quartier.games.metromania.rules.dealing import OF_TYPE
from quartier.games.metromania.rules.geometry import (
    APART,
    BACK,
    BEND,
    BESIDE,
    CITY_EDGES,
    DIRECTIONS,
    EDGE,
    EXIT,
    FRAME_END,
    FRAMES,
    INWARD,
    SHARP,
    SIDE,
    STEP,
    TRIANGLES,
    VERTICES,
    neighbours,
)
from quartier.games.metromania.rules.state import NONE, TYPES
from quartier.games.metromania.rules.stations import build, left_behind, met


def _far_frames(edge: int) -> int:
    return sum(1 << frame for frame in range(FRAMES) if APART[edge, frame // SIDE] >= 2)


FAR = np.array([_far_frames(edge) for edge in range(CITY_EDGES)], np.int64)
"""(6,): the frame triangles on the three city edges that do not touch a city edge (MM-11, MM-21)."""


def _steps_to_far_rim(edge: int) -> list[int]:
    """By vertex: the fewest steps to the rim of the three city edges that do not touch an edge."""
    rims = {int(vertex) for frame in range(FRAMES) if FAR[edge] >> frame & 1 for vertex in FRAME_END[frame]}
    steps, fresh = dict.fromkeys(rims, 0), rims
    while fresh:
        fresh = {int(other) for vertex in fresh for other in STEP[vertex] if other >= 0} - set(steps)
        steps.update(dict.fromkeys(fresh, max(steps.values()) + 1))
    return [steps[vertex] for vertex in range(VERTICES)]


TO_FAR_RIM = np.array([_steps_to_far_rim(edge) for edge in range(CITY_EDGES)], np.int64)
"""(6, 91): the fewest steps to where a line that began on an edge may end (MM-21)."""
WAYS = VERTICES * DIRECTIONS
"""Ways of standing on a vertex: by the direction from which one came."""


# ----- lines -----


def begun(s: Any, line: int) -> bool:
    """Whether a line has begun."""
    return bool(s.length[line] > 0)


def finished(s: Any, line: int) -> bool:
    """Whether a line has its end marker."""
    return bool(s.end[line] != NONE)


def growing(s: Any, line: int) -> bool:
    """Whether a line is begun, unfinished and has counters left."""
    return bool(s.length[line] > 0 and s.end[line] == NONE and s.length[line] < s.tunnels)


def tip(s: Any, line: int) -> int:
    """The vertex where an unfinished line ends."""
    return s.vertex[line, s.length[line] - 1]


def start_edge(s: Any, line: int) -> int:
    """The city edge on which a line began."""
    return s.start[line] // SIDE


# ----- begin (MM-10, MM-11) -----


def free_white(s: Any) -> int:
    """The white arrows without a counter."""
    free = s.white
    for line in range(2 * s.players):
        if s.start[line] != NONE:
            free &= ~(1 << s.start[line])
    return free


def open_starts(s: Any, line: int) -> int:
    """MM-10, MM-11: the frame triangles where a line of a player may begin."""
    free, other = free_white(s), line ^ 1
    if not begun(s, other):
        return free
    far = free & FAR[start_edge(s, other)]
    return far if far else free


def begin_line(s: Any, seat: int, line: int, frame: int, side: int) -> None:
    """MM-10: the first counter lies on a frame triangle and leads to the rim."""
    vertex = FRAME_END[frame, side]
    s.start[line] = frame
    arrive(s, seat, line, TRIANGLES + frame, vertex, INWARD[frame, side], NONE)


# ----- going on (MM-13 to MM-18) -----


def may_bend(s: Any, vertex: int, heading: int, direction: int) -> bool:
    """MM-13: no sharp angle but at a station, and never back."""
    bend = BEND[heading, direction]
    return bool(bend != BACK and (bend != SHARP or s.station[vertex]))


def next_vertex(s: Any, line: int, vertex: int, heading: int, direction: int) -> int:
    """MM-13, MM-14: where a line on a vertex would come in a direction, NONE if it may not go there."""
    if not may_bend(s, vertex, heading, direction):
        return NONE
    following = STEP[vertex, direction]
    if following < 0 or s.lines[following] >> line & 1:
        return NONE
    return following


def diggable(s: Any, triangle: int) -> bool:
    """MM-15: in the city, without a counter, neither lake nor park."""
    return bool(triangle >= 0 and s.counter[triangle] == NONE and s.kind[triangle] < TYPES)


def fitting_markers(s: Any, seat: int, triangle: int) -> int:
    """MM-16, MM-18: the own markers that may lie on a destination triangle."""
    wanted = s.hand[seat] & OF_TYPE[s.kind[triangle]]
    found = 0
    while wanted:
        marker = lowest(wanted)
        wanted &= wanted - 1
        if not beside_its_letter(s, marker, triangle):
            found |= 1 << marker
    return found


def beside_its_letter(s: Any, marker: int, triangle: int) -> bool:
    """MM-18: whether the other marker of the same letter lies on a neighbouring destination."""
    other = s.place[marker ^ 1]
    return bool(other != NONE and neighbours(other, triangle))


def can_cover(s: Any, seat: int, triangle: int, covered: int) -> bool:
    """MM-15 to MM-18: whether a counter may lie on a triangle; `covered`: a destination was covered in this turn."""
    if not diggable(s, triangle):
        return False
    return s.kind[triangle] < 0 or (not covered and fitting_markers(s, seat, triangle) != 0)


def passable(s: Any, line: int, vertex: int, direction: int, covered: int) -> bool:
    """Whether a counter may carry a line along an edge, on either side."""
    seat = line // 2
    return can_cover(s, seat, BESIDE[vertex, direction, 0], covered) or can_cover(
        s, seat, BESIDE[vertex, direction, 1], covered
    )


def can_dig(s: Any, line: int, covered: int) -> bool:
    """Whether any counter may be laid at the end of a line."""
    if not growing(s, line):
        return False
    vertex, heading = tip(s, line), s.heading[line]
    for direction in range(DIRECTIONS):
        if next_vertex(s, line, vertex, heading, direction) != NONE and passable(
            s, line, vertex, direction, covered
        ):
            return True
    return False


def extend(s: Any, seat: int, line: int, direction: int, side: int) -> None:
    """A counter on one side of the next edge."""
    vertex = tip(s, line)
    triangle, edge = BESIDE[vertex, direction, side], EDGE[vertex, direction]
    if left_behind(s, line, vertex, edge):
        build(s, seat, vertex)
    arrive(s, seat, line, triangle, STEP[vertex, direction], direction, edge)
    s.shared[edge] |= 1 << line


def arrive(s: Any, seat: int, line: int, triangle: int, vertex: int, heading: int, edge: int) -> None:
    """A counter leads a line to a city vertex; MM-23: it may meet others there."""
    if met(s, line, vertex, edge):
        build(s, seat, vertex)
    lay(s, line, triangle, vertex)
    s.heading[line] = heading
    s.lines[vertex] |= 1 << line


def lay(s: Any, line: int, triangle: int, vertex: int) -> None:
    """The next counter of a line; it leads to a city vertex, or to NONE."""
    s.counter[triangle] = line
    s.triangle[line, s.length[line]] = triangle
    s.vertex[line, s.length[line]] = vertex
    s.length[line] += 1


def put_marker(s: Any, seat: int, marker: int, triangle: int) -> None:
    """MM-16, MM-17: a marker lies on the counter on its destination."""
    s.hand[seat] &= ~(1 << marker)
    s.place[marker] = triangle
    s.covered = 1


# ----- the end of a line (MM-20, MM-21, MM-26) -----


def free_black(s: Any) -> int:
    """The black arrows without a counter."""
    free = s.black
    for line in range(2 * s.players):
        if s.end[line] != NONE:
            free &= ~(1 << s.end[line])
    return free


def outward(frame: int, side: int) -> int:
    """The direction from the rim along a side of a frame triangle to its apex."""
    return (INWARD[frame, side] + 3) % DIRECTIONS


def on_rim(vertex: int) -> bool:
    """Whether a vertex touches a frame triangle."""
    return bool(EXIT[vertex, 0] >= 0 or EXIT[vertex, 1] >= 0)


def exits(s: Any, vertex: int, heading: int, arrows: int) -> int:
    """MM-13, MM-20: those of the arrows to which a line can go from a vertex."""
    found = 0
    for side in range(2):
        frame = EXIT[vertex, side]
        if frame >= 0 and arrows >> frame & 1 and may_bend(s, vertex, heading, outward(frame, side)):
            found |= 1 << frame
    return found


def open_ends(s: Any, line: int) -> int:
    """MM-20, MM-21: the frame triangles on which a line may be finished now."""
    if not growing(s, line) or not on_rim(tip(s, line)):
        return 0
    arrows, far = free_black(s), FAR[start_edge(s, line)]
    found = exits(s, tip(s, line), s.heading[line], arrows)
    if found & ~far and in_reach(s, line, arrows & far):
        return found & far
    return found


def in_reach(s: Any, line: int, arrows: int) -> bool:
    """MM-21: whether a chain of steps, each legal on the present board, leads from the line's end to one of the arrows.

    `arrows` are free ones on the far edges. Mostly the straight way leads there, and a search is not needed.
    """
    left = s.tunnels - s.length[line]
    if arrows == 0 or TO_FAR_RIM[start_edge(s, line), tip(s, line)] >= left:
        return False
    return straight_on(s, line, arrows, left) or searched(s, line, arrows, left)


def straight_on(s: Any, line: int, arrows: int, left: int) -> bool:
    """Whether one of the arrows is met by always taking the legal step that comes nearest to the far rim."""
    edge = start_edge(s, line)
    vertex, heading = tip(s, line), s.heading[line]
    for _ in range(left):
        if exits(s, vertex, heading, arrows):
            return True
        nearest = TO_FAR_RIM[edge, vertex]
        chosen = NONE
        for direction in range(DIRECTIONS):
            following = next_vertex(s, line, vertex, heading, direction)
            if following == NONE or TO_FAR_RIM[edge, following] >= nearest:
                continue
            if passable(s, line, vertex, direction, 0):
                nearest, chosen = TO_FAR_RIM[edge, following], direction
        if chosen == NONE:
            return False
        vertex, heading = STEP[vertex, chosen], chosen
    return False


def searched(s: Any, line: int, arrows: int, left: int) -> bool:
    """Breadth first over (vertex, heading), at most as many steps as the line has counters left, the last on the arrow."""
    queue, seen = scratch(WAYS), scratch(VERTICES)
    queue[0] = tip(s, line) * DIRECTIONS + s.heading[line]
    first, behind = 0, 1
    while left > 0 and first < behind:
        last = behind
        for i in range(first, last):
            vertex, heading = queue[i] // DIRECTIONS, queue[i] % DIRECTIONS
            if exits(s, vertex, heading, arrows):
                return True
            if TO_FAR_RIM[start_edge(s, line), vertex] < left:
                behind = spread(s, line, vertex, heading, queue, seen, behind)
        first = last
        left -= 1
    return False


def spread(s: Any, line: int, vertex: int, heading: int, queue: Any, seen: Any, behind: int) -> int:
    """Put the ways that lead on from a vertex at the end of the queue; MM-17 does not count here."""
    for direction in range(DIRECTIONS):
        following = next_vertex(s, line, vertex, heading, direction)
        if (
            following == NONE
            or seen[following] >> direction & 1
            or not passable(s, line, vertex, direction, 0)
        ):
            continue
        seen[following] |= 1 << direction
        queue[behind] = following * DIRECTIONS + direction
        behind += 1
    return behind


def finish_line(s: Any, seat: int, line: int, frame: int) -> None:
    """MM-20: the last counter lies on the frame; leaving another line makes a station at the rim (MM-23)."""
    vertex = tip(s, line)
    if left_behind(s, line, vertex, NONE):
        build(s, seat, vertex)
    lay(s, line, TRIANGLES + frame, NONE)
    s.end[line] = frame


def blocked(s: Any, line: int) -> bool:
    """MM-26: begun, unfinished, and it could neither be dug on nor finished if it were its owner's turn."""
    if not begun(s, line) or finished(s, line):
        return False
    return not can_dig(s, line, 0) and open_ends(s, line) == 0
