"""Counters: where a line may begin and go on (MM-10 to MM-18)."""

from quartier.core.engine.bits import lowest

from .dealing import OF_TYPE
from .geometry import (
    BACK,
    BEND,
    BESIDE,
    DIRECTIONS,
    EDGE,
    FRAME_END,
    INWARD,
    SHARP,
    STEP,
    TRIANGLES,
    neighbours,
)
from .lines import FAR, begun, growing, start_edge, tip
from .state import NONE, TYPES, State
from .stations import build, left_behind, met

# ----- begin (MM-10, MM-11) -----


def free_white(s: State) -> int:
    """The white arrows without a counter."""
    free = s.white
    for line in range(2 * s.players):
        if s.start[line] != NONE:
            free &= ~(1 << s.start[line])
    return free


def open_starts(s: State, line: int) -> int:
    """MM-10, MM-11: the frame triangles where a line of a player may begin."""
    free, other = free_white(s), line ^ 1
    if not begun(s, other):
        return free
    far = free & FAR[start_edge(s, other)]
    return far if far else free


def begin_line(s: State, seat: int, line: int, frame: int, side: int) -> None:
    """MM-10: the first counter lies on a frame triangle and leads to the rim."""
    vertex = FRAME_END[frame, side]
    s.start[line] = frame
    arrive(s, seat, line, TRIANGLES + frame, vertex, INWARD[frame, side], NONE)


# ----- going on (MM-13 to MM-18) -----


def may_bend(s: State, vertex: int, heading: int, direction: int) -> bool:
    """MM-13: no sharp angle but at a station, and never back."""
    bend = BEND[heading, direction]
    return bool(bend != BACK and (bend != SHARP or s.station[vertex]))


def next_vertex(s: State, line: int, vertex: int, heading: int, direction: int) -> int:
    """MM-13, MM-14: where a line on a vertex would come in a direction, NONE if it may not go there."""
    if not may_bend(s, vertex, heading, direction):
        return NONE
    following = STEP[vertex, direction]
    if following < 0 or s.lines[following] >> line & 1:
        return NONE
    return int(following)


def diggable(s: State, triangle: int) -> bool:
    """MM-15: in the city, without a counter, neither lake nor park."""
    return bool(triangle >= 0 and s.counter[triangle] == NONE and s.kind[triangle] < TYPES)


def fitting_markers(s: State, seat: int, triangle: int) -> int:
    """MM-16, MM-18: the seat's markers that may lie on a destination triangle."""
    wanted = s.hand[seat] & OF_TYPE[s.kind[triangle]]
    found = 0
    while wanted:
        marker = lowest(wanted)
        wanted &= wanted - 1
        if not beside_its_letter(s, marker, triangle):
            found |= 1 << marker
    return found


def beside_its_letter(s: State, marker: int, triangle: int) -> bool:
    """MM-18: whether the other marker of the same letter lies on a neighbouring destination."""
    other = s.place[marker ^ 1]
    return bool(other != NONE and neighbours(other, triangle))


def can_cover(s: State, seat: int, triangle: int, covered: int) -> bool:
    """MM-15 to MM-18: whether a counter may lie on a triangle; `covered`: a destination was covered in this turn."""
    if not diggable(s, triangle):
        return False
    return s.kind[triangle] < 0 or (not covered and fitting_markers(s, seat, triangle) != 0)


def passable(s: State, line: int, vertex: int, direction: int, covered: int) -> bool:
    """Whether a counter may carry a line along an edge, on either side."""
    seat = line // 2
    return can_cover(s, seat, BESIDE[vertex, direction, 0], covered) or can_cover(
        s, seat, BESIDE[vertex, direction, 1], covered
    )


def can_dig(s: State, line: int, covered: int) -> bool:
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


def extend(s: State, seat: int, line: int, direction: int, side: int) -> None:
    """A counter on one side of the next edge."""
    vertex = tip(s, line)
    triangle, edge = BESIDE[vertex, direction, side], EDGE[vertex, direction]
    if left_behind(s, line, vertex, edge):
        build(s, seat, vertex)
    arrive(s, seat, line, triangle, STEP[vertex, direction], direction, edge)
    s.shared[edge] |= 1 << line


def arrive(s: State, seat: int, line: int, triangle: int, vertex: int, heading: int, edge: int) -> None:
    """A counter leads a line to a city vertex; MM-23: it may meet others there."""
    if met(s, line, vertex, edge):
        build(s, seat, vertex)
    lay(s, line, triangle, vertex)
    s.heading[line] = heading
    s.lines[vertex] |= 1 << line


def lay(s: State, line: int, triangle: int, vertex: int) -> None:
    """The next counter of a line; it leads to a city vertex, or to NONE."""
    s.counter[triangle] = line
    s.triangle[line, s.length[line]] = triangle
    s.vertex[line, s.length[line]] = vertex
    s.length[line] += 1


def put_marker(s: State, seat: int, marker: int, triangle: int) -> None:
    """MM-16, MM-17: a marker lies on the counter on its destination."""
    s.hand[seat] &= ~(1 << marker)
    s.place[marker] = triangle
    s.covered = 1
