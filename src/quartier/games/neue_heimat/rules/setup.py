"""The setup: an empty town, twelve cheques each, 24 cubes on display (NH-1 to NH-8)."""

from typing import Any

from .board import LIMIT, MONEY, ROOFS, SET, SHOWN, SPECIAL
from .state import (
    ALL_CUBES,
    ALL_SPECIALS,
    AVAILABLE,
    BLANK,
    CHEQUES,
    CHOOSING_FIRST,
    COLOURS,
    DISPLAY,
    DISPLAYED,
    FIRST_LIMIT,
    MAYOR,
    NO_PIECE,
    NO_SEAT,
    OUT,
    PERMIT,
    PERMITS,
    ROOF_COUNTS,
    ROWS,
    VALUES,
    State,
)


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """Empty rows, twelve cheques each, all roofs face down."""
    s.players, s.show_money = seats, options[0]
    s.unseen, s.shown, s.cheques, limit = ALL_CUBES, DISPLAYED, CHEQUES, FIRST_LIMIT
    s.piece = NO_PIECE
    leave_out(s, board[SPECIAL] if len(board) else ALL_SPECIALS)
    if len(board):
        s.unseen, s.shown, s.cheques, limit = board[SET], board[SHOWN], board[MONEY], board[LIMIT]
    for row in range(ROWS):
        s.limit[row], s.right[row] = limit, max(0, min(DISPLAY, s.shown - row * DISPLAY))
    for value in range(VALUES + 1):
        s.roofs[value] = board[ROOFS + value] if len(board) else ROOF_COUNTS[value]
    for colour in range(COLOURS):
        s.owner[colour] = NO_SEAT
    for seat in range(seats):
        s.hand[seat] = s.cheques


def leave_out(s: State, there: int) -> None:
    """NH-5: what a small town does not have of the permits, the blank cube and the mayor."""
    for permit in range(PERMITS):
        s.permit[permit] = AVAILABLE if there >> PERMIT + permit & 1 else OUT
    s.blank = AVAILABLE if there >> BLANK & 1 else OUT
    s.mayor = AVAILABLE if there >> MAYOR & 1 else OUT


def lay_cube(s: State, cube: int) -> None:
    """NH-7: the next place of the display."""
    s.unseen &= ~(1 << cube)
    s.display[s.laid] = cube
    s.laid += 1
    if s.laid == s.shown:
        s.phase = CHOOSING_FIRST
