"""Counters: where a line may begin and continue (MM-10 to MM-18)."""

from quartier.core.engine.bits import lowest

from .dealing import OF_TYPE, markers_off_board
from .geometry import (
    BACK,
    BEND,
    BENDS,
    CORNERS,
    DIRECTIONS,
    DOUBLED,
    EDGE,
    EDGE_TRIANGLES,
    FRAME_END,
    INSIDE,
    INWARD,
    PLACE_BIT,
    SHARP,
    STEP,
    TRIANGLES,
    neighbours,
)
from .lines import FAR_FRAMES, build, growing, has_begun, left_behind, lines_met, start_edge, tip
from .state import NONE, Record


def open_starts(s: Record, line: int) -> int:
    """MM-10, MM-11: return the frame triangles where a line of a player may begin."""
    free, other = s.white_left, line ^ 1
    if not has_begun(s, other):
        return free
    far = free & FAR_FRAMES[start_edge(s, other)]
    return far if far else free


def begin_line(s: Record, seat: int, line: int, frame: int, side: int) -> None:
    """MM-10: lay the first counter on a frame triangle; it leads to the rim."""
    vertex = FRAME_END[frame, side]
    s.start[line] = frame
    s.white_left &= ~(1 << frame)
    arrive(s, seat, line, TRIANGLES + frame, vertex, INWARD[frame, side], NONE)


def may_bend(s: Record, vertex: int, heading: int, direction: int) -> bool:
    """MM-13: return whether a line may bend so: no sharp angle except at a station, and never back."""
    bend = BEND[heading, direction]
    return bool(bend != BACK and (bend != SHARP or s.station[vertex]))


def directions_from(s: Record, line: int) -> int:
    """MM-13, MM-14: return the directions in which the end of a line may continue, as bits, ignoring what is beside them."""
    return s.ahead[line] & int(BENDS[s.station[tip(s, line)], s.heading[line]])


def ways_along(directions: int, triangles: int) -> int:
    """Return the ways (2 * direction + side, as bits) in these directions whose counter is on one of these triangles."""
    return int(DOUBLED[directions & triangles] | DOUBLED[directions & rotate_left(triangles)] << 1)


def rotate_left(triangles: int) -> int:
    """Rotate the places of triangles around a vertex by one: bit d is the one to the left of direction d."""
    return (triangles << 1 | triangles >> DIRECTIONS - 1) & (1 << DIRECTIONS) - 1


def fitting_markers(s: Record, seat: int, triangle: int) -> int:
    """MM-16, MM-18: return the seat's markers that may lie on a destination triangle."""
    return filter_fitting(s, s.hand[seat], triangle)


def filter_fitting(s: Record, markers: int, triangle: int) -> int:
    """MM-16, MM-18: return those of some markers that may lie on a destination triangle."""
    candidates = markers & OF_TYPE[s.kind[triangle]]
    result = 0
    while candidates:
        marker = lowest(candidates)
        candidates &= candidates - 1
        if not beside_its_letter(s, marker, triangle):
            result |= 1 << marker
    return result


def beside_its_letter(s: Record, marker: int, triangle: int) -> bool:
    """MM-18: return whether the other marker of the same letter lies on a neighbouring destination."""
    other = s.place[marker ^ 1]
    return bool(other != NONE and neighbours(other, triangle))


def reach_markers(s: Record, seat: int) -> int:
    """MM-21, MM-26: return the markers that count for a seat's reach: its hand.

    Reach is public, so with hidden markers a hand counts as if it had every marker that isn't on the board.
    """
    if not s.hidden_markers:
        return s.hand[seat]
    return markers_off_board(s) if s.hand[seat] else 0


def can_dig(s: Record, line: int, covered: int) -> bool:
    """Return whether a line can be continued; `covered`: a destination was covered this turn (MM-17)."""
    return can_dig_with(s, line, covered, s.hand[line // 2])


def can_dig_with(s: Record, line: int, covered: int, markers: int) -> bool:
    """Return the same as `can_dig`, as if the line's owner held these markers."""
    if not growing(s, line):
        return False
    vertex, directions = tip(s, line), directions_from(s, line)
    if directions & (s.blank[vertex] | rotate_left(s.blank[vertex])):
        return True
    return not covered and covers(s, markers, vertex, directions)


def covers(s: Record, markers: int, vertex: int, directions: int) -> bool:
    """MM-16, MM-18: return whether a counter in these directions can be on a destination with one of the markers."""
    ways = ways_along(directions, s.goals[vertex])
    while ways:
        way = lowest(ways)
        if filter_fitting(s, markers, EDGE_TRIANGLES[vertex, way // 2, way % 2]):
            return True
        ways &= ways - 1
    return False


def passable(s: Record, line: int, vertex: int, heading: int) -> int:
    """MM-13 to MM-16, MM-18: return the directions in which a counter may continue a line from any vertex, as bits."""
    directions = INSIDE[vertex] & BENDS[s.station[vertex], heading]
    result = directions & (s.blank[vertex] | rotate_left(s.blank[vertex]))
    rest = directions & ~result & (s.goals[vertex] | rotate_left(s.goals[vertex]))
    markers = reach_markers(s, line // 2) if rest else 0
    while rest:
        direction = rest & -rest
        if covers(s, markers, vertex, direction):
            result |= direction
        rest ^= direction
    return without_revisits(s, line, vertex, int(result))


def without_revisits(s: Record, line: int, vertex: int, directions: int) -> int:
    """MM-14: return those directions from a vertex that do not lead to a vertex of the line."""
    left = directions
    while left:
        direction = lowest(left)
        if s.lines[STEP[vertex, direction]] >> line & 1:
            directions &= ~(1 << direction)
        left &= left - 1
    return directions


def extend(s: Record, seat: int, line: int, direction: int, side: int) -> None:
    """Lay a counter on one side of the next edge."""
    vertex = tip(s, line)
    triangle, edge = EDGE_TRIANGLES[vertex, direction, side], EDGE[vertex, direction]
    if left_behind(s, line, vertex, edge):
        build(s, seat, vertex)
    arrive(s, seat, line, triangle, STEP[vertex, direction], direction, edge)
    s.shared[edge] |= 1 << line


def arrive(s: Record, seat: int, line: int, triangle: int, vertex: int, heading: int, edge: int) -> None:
    """Extend a line to a city vertex, where it may meet others (MM-23)."""
    if lines_met(s, line, vertex, edge):
        build(s, seat, vertex)
    lay(s, line, triangle, vertex)
    s.heading[line] = heading
    s.lines[vertex] |= 1 << line
    s.ahead[line] = without_revisits(s, line, vertex, INSIDE[vertex])


def lay(s: Record, line: int, triangle: int, vertex: int) -> None:
    """Append a counter to a line; it leads to a city vertex, or to NONE."""
    s.counter[triangle] = line
    if triangle < TRIANGLES:
        for i in range(3):
            s.blank[CORNERS[triangle, i]] &= ~PLACE_BIT[triangle, i]
            s.goals[CORNERS[triangle, i]] &= ~PLACE_BIT[triangle, i]
    s.triangle[line, s.length[line]] = triangle
    s.vertex[line, s.length[line]] = vertex
    s.length[line] += 1


def lift(s: Record, triangle: int) -> None:
    """Remove a counter from a city triangle, which is free again."""
    s.counter[triangle] = NONE
    for i in range(3):
        vertex, bit = CORNERS[triangle, i], PLACE_BIT[triangle, i]
        if s.kind[triangle] < 0:
            s.blank[vertex] |= bit
        else:
            s.goals[vertex] |= bit


def put_marker(s: Record, seat: int, marker: int, triangle: int) -> None:
    """MM-16, MM-17: place a marker on the counter on its destination."""
    s.hand[seat] &= ~(1 << marker)
    s.place[marker] = triangle
    s.covered = 1
