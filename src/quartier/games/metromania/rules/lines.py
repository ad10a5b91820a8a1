"""Lines: what is begun, growing and finished, and where they end now."""

import numpy as np

from .geometry import APART, CITY_EDGES, FRAMES, SIDE
from .state import NONE, State


def _far_frames(edge: int) -> int:
    return sum(1 << frame for frame in range(FRAMES) if APART[edge, frame // SIDE] >= 2)


FAR = np.array([_far_frames(edge) for edge in range(CITY_EDGES)], np.int64)
"""(6,): the frame triangles on the three city edges that do not touch a city edge (MM-11, MM-21)."""


def begun(s: State, line: int) -> bool:
    """Whether a line has begun."""
    return bool(s.length[line] > 0)


def finished(s: State, line: int) -> bool:
    """Whether a line has its end marker."""
    return bool(s.end[line] != NONE)


def growing(s: State, line: int) -> bool:
    """Whether a line is begun, unfinished and has counters left."""
    return bool(s.length[line] > 0 and s.end[line] == NONE and s.length[line] < s.tunnels)


def tip(s: State, line: int) -> int:
    """The vertex where an unfinished line ends."""
    return s.vertex[line, s.length[line] - 1]


def start_edge(s: State, line: int) -> int:
    """The city edge on which a line began."""
    return s.start[line] // SIDE


def finished_lines(s: State, seat: int) -> int:
    """How many lines a seat has finished."""
    return (1 if finished(s, 2 * seat) else 0) + (1 if finished(s, 2 * seat + 1) else 0)
