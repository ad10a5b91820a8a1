"""The rules of Connect Four: the position, the drop, four in a row.

The board is a set of bits: cell (column, row) is bit column * 7 + row, rows counted from the bottom. Each column has a
seventh bit that stays empty, so that no line wraps from the top of a column to the bottom of the next.
"""

from typing import Annotated, Any

import numpy as np
from quartier.core.engine.bits import below, nth, popcount
from quartier.core.engine.records import Cells, Record

NAME = "Connect Four"
PREFIX = "C4"
RULES = 7
SEATS = (2, 2)
OPTIONS: dict[str, Any] = {}

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1
ACTIONS = COLUMNS
LONGEST = COLUMNS * ROWS

# C4-1: the lowest and the highest cell of every column.
BOTTOM = sum(1 << (column * HEIGHT) for column in range(COLUMNS))
TOP = BOTTOM << (ROWS - 1)

PLAYING, CONNECTED, FULL = range(3)


class State(Record):
    """A position of Connect Four."""

    discs: Annotated[Cells, np.int64, 2, "set of the cells that each seat has filled"]
    turn: Annotated[int, np.int8, (), "seat that drops now, or that dropped last when the game is over"]
    phase: Annotated[int, np.int8, (), "PLAYING, CONNECTED or FULL"]


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """C4-1, C4-2: the board is empty and seat 0 begins, which is the zeroed record."""
    s.phase = PLAYING


def to_act(s: State) -> int:
    """C4-2: the seat in turn. There is no chance in this game."""
    return 1 << s.turn if s.phase == PLAYING else 0


# ----- the board -----


def filled(s: State) -> int:
    """The set of filled cells."""
    return s.discs[0] | s.discs[1]


def open_columns(s: State) -> int:
    """C4-3: the columns that still have room, as the set of their highest cells."""
    return TOP & ~filled(s)


def landing(s: State, column: int) -> int:
    """C4-3: the lowest empty cell of a column, as a set of one; adding carries a bit over all discs below it."""
    cells = filled(s)
    return (cells + (1 << column * HEIGHT)) & ~cells


def line_along(cells: int, step: int) -> int:
    """The cells that begin a line of four whose cells are `step` bits apart; 0 if there is none."""
    pairs = cells & cells >> step
    return pairs & pairs >> 2 * step


def connected(cells: int) -> int:
    """C4-4: not 0 if four of the cells form a line: upright, level, or one of the two diagonals."""
    level, upright = line_along(cells, HEIGHT), line_along(cells, 1)
    return level | upright | line_along(cells, HEIGHT + 1) | line_along(cells, HEIGHT - 1)


# ----- playing -----


def play(s: State, actor: int, action: int) -> None:
    """C4-3 to C4-5: drop a disc into a column; the game ends, or the other seat is in turn."""
    s.discs[actor] |= landing(s, action)
    if connected(s.discs[actor]):
        s.phase = CONNECTED
    elif open_columns(s) == 0:
        s.phase = FULL
    else:
        s.turn = 1 - actor


# ----- what is legal -----


def legal(s: State, actor: int, out: Any) -> int:
    """C4-3: every column that has room."""
    if to_act(s) != 1 << actor:
        return 0
    count = 0
    for column in range(COLUMNS):
        if has_room(s, column):
            out[count] = column
            count += 1
    return count


def has_room(s: State, column: int) -> int:
    """1 if the column still has an empty cell."""
    return open_columns(s) >> (column * HEIGHT + ROWS - 1) & 1


def sample(s: State, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action, without a list."""
    room = open_columns(s)
    return nth(room, below(rng, popcount(room))) // HEIGHT


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """For the balance lab: a column."""
    out[0] = action
    return 1


# Refusals: 10 * rule number + variant; each has its sentence in words.py.
NOT_IN_TURN, COLUMN_FULL, NO_CHANCE = 20, 30, 60
GAME_WON, BOARD_FULL = 40, 50


def explain_illegal(s: State, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase != PLAYING:
        return GAME_WON if s.phase == CONNECTED else BOARD_FULL
    if actor < 0:
        return NO_CHANCE
    if actor != s.turn:
        return NOT_IN_TURN
    return 0 if has_room(s, action) else COLUMN_FULL


# ----- the result -----


def score(s: State, seat: int) -> int:
    """C4-7: 1 for the seat that has connected four, else 0."""
    return 1 if s.phase == CONNECTED and s.turn == seat else 0


def winners(s: State) -> int:
    """C4-4, C4-5: who connected four; both seats if the board is full."""
    return 1 << s.turn if s.phase == CONNECTED else 0b11
