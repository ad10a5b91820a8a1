"""Stations: where they arise, who may build them, what they bring (MM-19, MM-20, MM-23 to MM-25)."""

from .geometry import DIRECTIONS, EDGE
from .state import NONE, State


def city_vertices(s: State, line: int) -> int:
    """How many city vertices a line has: all of its counters but the last one of a finished line lead to one."""
    return s.length[line] - (1 if s.end[line] != NONE else 0)


def build(s: State, seat: int, vertex: int) -> None:
    """MM-24, MM-25: a new station brings its points; one that is there already is joined for nothing."""
    if s.station[vertex] or s.supply == 0:
        return
    s.station[vertex] = 1
    s.supply -= 1
    s.points[seat] += s.worth[vertex]


def last_stop(s: State, line: int) -> int:
    """How far along a line its last station lies, NONE without one."""
    for i in range(city_vertices(s, line) - 1, -1, -1):
        if s.station[s.vertex[line, i]]:
            return i
    return NONE


# ----- automatic stations (MM-23) -----


def previous_edge(s: State, line: int, vertex: int) -> int:
    """The edge on which a line came to its end, NONE for a frame edge."""
    return EDGE[vertex, (s.heading[line] + 3) % DIRECTIONS] if s.length[line] > 1 else NONE


def left_behind(s: State, line: int, vertex: int, edge: int) -> int:
    """MM-23: the lines beside the last edge of a line that are not beside its next one (NONE: a frame edge)."""
    before = previous_edge(s, line, vertex)
    if before == NONE:
        return 0
    along = s.shared[edge] if edge != NONE else 0
    return s.shared[before] & ~along & ~(1 << line)


def met(s: State, line: int, vertex: int, edge: int) -> int:
    """MM-23: the lines through a vertex that do not run along the edge by which a line comes (NONE: a frame edge)."""
    along = s.shared[edge] if edge != NONE else 0
    return s.lines[vertex] & ~along & ~(1 << line)
