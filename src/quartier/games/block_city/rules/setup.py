"""The setup: empty sheets (BC-1 to BC-3)."""

from typing import Any

from .state import State


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """Empty sheets; everybody writes a first number."""
    s.players, s.waiting = seats, (1 << seats) - 1
    s.reading, s.passive_miss, s.miss_spoils = options[0], options[1], options[2]
    s.buildings = board[0]
    for kind in range(len(s.kinds)):
        s.kinds[kind] = board[1 + kind]
    for building in range(s.buildings):
        s.around[building] = board[1 + len(s.kinds) + building]
    for seat in range(seats):
        s.empty[seat] = (1 << s.buildings) - 1
