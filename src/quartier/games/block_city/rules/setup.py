"""The setup: empty sheets (BC-1 to BC-3)."""

from typing import Any

from .state import State


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """Empty sheets; everybody writes a first number."""
    s.players, s.reading, s.waiting = seats, options[0], (1 << seats) - 1
    s.buildings = board[0]
    for kind in range(len(s.kinds)):
        s.kinds[kind] = board[1 + kind]
    for building in range(s.buildings):
        s.around[building] = board[1 + len(s.kinds) + building]
    for seat in range(seats):
        s.empty[seat] = (1 << s.buildings) - 1
