"""Lines: whether they have begun, can grow or are finished, and where they end now."""

import numpy as np

from .geometry import APART, CITY_EDGES, DIRECTIONS, EDGE, FRAMES, SIDE
from .state import NONE, Record


def _far_frames(edge: int) -> int:
    return sum(1 << frame for frame in range(FRAMES) if APART[edge, frame // SIDE] >= 2)


FAR_FRAMES = np.array([_far_frames(edge) for edge in range(CITY_EDGES)], np.int64)
"""(6,): the frame triangles on the three city edges that do not touch a city edge (MM-11, MM-21)."""


def has_begun(s: Record, line: int) -> bool:
    """Return whether a line has begun."""
    return bool(s.length[line] > 0)


def is_finished(s: Record, line: int) -> bool:
    """Return whether a line has its end marker."""
    return bool(s.end[line] != NONE)


def growing(s: Record, line: int) -> bool:
    """Return whether a line is begun, unfinished and has counters left."""
    return bool(s.length[line] > 0 and s.end[line] == NONE and s.length[line] < s.tunnels)


def tip(s: Record, line: int) -> int:
    """Return the vertex where an unfinished line ends."""
    return s.vertex[line, s.length[line] - 1]


def start_edge(s: Record, line: int) -> int:
    """Return the city edge on which a line began."""
    return s.start[line] // SIDE


def finished_lines(s: Record, seat: int) -> int:
    """Return how many lines a seat has finished."""
    return (1 if is_finished(s, 2 * seat) else 0) + (1 if is_finished(s, 2 * seat + 1) else 0)


def city_vertices(s: Record, line: int) -> int:
    """Return how many city vertices a line has: one per counter, except for the last one of a finished line."""
    return s.length[line] - (1 if s.end[line] != NONE else 0)


def build(s: Record, seat: int, vertex: int) -> None:
    """MM-24, MM-25: build a new station and score it; joining an existing one scores nothing."""
    if s.station[vertex] or s.supply == 0:
        return
    s.station[vertex] = 1
    s.supply -= 1
    s.points[seat] += s.worth[vertex]


def last_stop(s: Record, line: int) -> int:
    """Return the index of a line's last station, NONE without one."""
    for i in range(city_vertices(s, line) - 1, -1, -1):
        if s.station[s.vertex[line, i]]:
            return i
    return NONE


def previous_edge(s: Record, line: int, vertex: int) -> int:
    """Return the edge by which a line reached its end, NONE for a frame edge."""
    return EDGE[vertex, (s.heading[line] + 3) % DIRECTIONS] if s.length[line] > 1 else NONE


def left_behind(s: Record, line: int, vertex: int, edge: int) -> int:
    """MM-23: return the lines along the last edge of a line that do not follow its next one (NONE: a frame edge)."""
    before = previous_edge(s, line, vertex)
    if before == NONE:
        return 0
    along = s.shared[edge] if edge != NONE else 0
    return s.shared[before] & ~along & ~(1 << line)


def lines_met(s: Record, line: int, vertex: int, edge: int) -> int:
    """MM-23: return the lines through a vertex that do not use the edge by which a line arrives (NONE: a frame edge)."""
    along = s.shared[edge] if edge != NONE else 0
    return s.lines[vertex] & ~along & ~(1 << line)
