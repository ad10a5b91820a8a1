"""The setup: an empty town, twelve cheques each, 24 cubes on display (NH-1 to NH-8)."""

from typing import Any

from .state import (
    ALL_CUBES,
    AVAILABLE,
    CHEQUES,
    CHOOSING_FIRST,
    COLOURS,
    DISPLAY,
    DISPLAYED,
    FIRST_LIMIT,
    NO_PIECE,
    NO_SEAT,
    ROOF_COUNTS,
    ROWS,
    VALUES,
    State,
)


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """Empty rows, twelve cheques each, all roofs face down."""
    s.players, s.show_money = seats, options[0]
    s.unseen, s.piece, s.blank, s.mayor = ALL_CUBES, NO_PIECE, AVAILABLE, AVAILABLE
    for row in range(ROWS):
        s.limit[row], s.right[row], s.permit[row] = FIRST_LIMIT, DISPLAY, AVAILABLE
    for value in range(VALUES + 1):
        s.roofs[value] = ROOF_COUNTS[value]
    for colour in range(COLOURS):
        s.owner[colour] = NO_SEAT
    for seat in range(seats):
        s.hand[seat] = CHEQUES


def lay_cube(s: State, cube: int) -> None:
    """NH-7: the next place of the display."""
    s.unseen &= ~(1 << cube)
    s.display[s.laid] = cube
    s.laid += 1
    if s.laid == DISPLAYED:
        s.phase = CHOOSING_FIRST
