"""The setup: empty sheets (BC-1 to BC-3)."""

from typing import Any

from .state import OPTIONS, PARK_POINTS, Record

PARAMETERS_AT = len(OPTIONS) + 1
"""Index of the parameters: after the options and the rules version."""


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """Set up empty sheets; every seat writes a first number."""
    s.players, s.waiting = seats, (1 << seats) - 1
    s.reading, s.passive_miss, s.miss_spoils = options[0], options[1], options[2]
    s.buildings = board[0]
    for kind in range(len(s.kinds)):
        s.kinds[kind] = board[1 + kind]
    for building in range(s.buildings):
        s.around[building] = board[1 + len(s.kinds) + building]
    for seat in range(seats):
        s.empty[seat] = (1 << s.buildings) - 1
    read_parameters(s, options)


def read_parameters(s: Record, options: Any) -> None:
    """The figures that parameters may change, in the order of PARAMETERS."""
    s.full_points, s.store_points = options[PARAMETERS_AT], options[PARAMETERS_AT + 1]
    s.set_points, s.most_sets = options[PARAMETERS_AT + 2], options[PARAMETERS_AT + 3]
    s.miss_points = options[PARAMETERS_AT + 4]
    for size in range(1, len(PARK_POINTS) + 1):
        s.park_points[size] = options[PARAMETERS_AT + 4 + size]
