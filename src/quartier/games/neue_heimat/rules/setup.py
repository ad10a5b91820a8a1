"""The setup: an empty town, twelve cheques each, 24 cubes on display (NH-1 to NH-8)."""

from pathlib import Path
from typing import Any

from quartier.core.game.boards import Board
from quartier.core.game.parameters import AS_THE_BOARD
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

from .board import LIMIT, MONEY, ON_DISPLAY, ROOFS, SET, SPECIAL
from .state import (
    ALL_CUBES,
    ALL_SPECIALS,
    AVAILABLE,
    BLANK,
    CHEQUES,
    CHOOSING_FIRST,
    COLOURS,
    CUBES,
    DISPLAY,
    DISPLAYED,
    FIRST_LIMIT,
    MAYOR,
    NO_PIECE,
    NO_SEAT,
    OPTIONS,
    OUT,
    PERMIT,
    PERMITS,
    ROOF_COUNTS,
    ROWS,
    VALUES,
    Record,
)

PARAMETERS_AT = len(OPTIONS) + 1
"""Index of the parameters: after the options and the rules version."""


def check_setup(board: Board, seats: int, options: dict[str, Any]) -> None:
    """NH-7: reject a display larger than the town's cubes."""
    cubes = len(board.data["cubes"]) if len(board.numbers) else CUBES
    if options.get("shown", 0) > cubes:
        raise BadOption(_TOO_FEW, Path(__file__).parents[1], shown=options["shown"], cubes=cubes)


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """Set up empty rows, twelve cheques each, all roofs face down."""
    s.players, s.show_money = seats, options[0]
    s.unseen, s.shown, s.cheques, limit = ALL_CUBES, DISPLAYED, CHEQUES, FIRST_LIMIT
    s.box_points, s.rows_to_end = options[PARAMETERS_AT + 4], options[PARAMETERS_AT + 5]
    s.mayor_factor, s.least_bid = options[PARAMETERS_AT + 6], options[PARAMETERS_AT + 7]
    s.piece = NO_PIECE
    leave_out(s, board[SPECIAL] if len(board) else ALL_SPECIALS)
    if len(board):
        s.unseen, s.shown, s.cheques, limit = board[SET], board[ON_DISPLAY], board[MONEY], board[LIMIT]
    s.cheques = parameter_value(options, 0, s.cheques)
    limit = parameter_value(options, 1, limit)
    s.shown = parameter_value(options, 2, s.shown)
    for row in range(ROWS):
        s.limit[row], s.right[row] = limit, max(0, min(DISPLAY, s.shown - row * DISPLAY))
    for value in range(VALUES + 1):
        s.roofs[value] = board[ROOFS + value] if len(board) else ROOF_COUNTS[value]
    s.blanks = s.roofs[0] = parameter_value(options, 3, s.roofs[0])
    for colour in range(COLOURS):
        s.owner[colour] = NO_SEAT
    for seat in range(seats):
        s.hand[seat] = s.cheques


def parameter_value(options: Any, index: int, boards: int) -> int:
    """Return a parameter's value, or else the board's."""
    return boards if options[PARAMETERS_AT + index] == AS_THE_BOARD else options[PARAMETERS_AT + index]


def leave_out(s: Record, there: int) -> None:
    """NH-5: remove the permits, blank cube and mayor that a small town lacks."""
    for permit in range(PERMITS):
        s.permit[permit] = AVAILABLE if there >> PERMIT + permit & 1 else OUT
    s.blank = AVAILABLE if there >> BLANK & 1 else OUT
    s.mayor = AVAILABLE if there >> MAYOR & 1 else OUT


def lay_cube(s: Record, cube: int) -> None:
    """NH-7: fill the next place of the display."""
    s.unseen &= ~(1 << cube)
    s.display[s.laid] = cube
    s.laid += 1
    if s.laid == s.shown:
        s.phase = CHOOSING_FIRST


_TOO_FEW = N_("Can’t lay out {shown} cubes: there are only {cubes}.")
