"""The rules of Skeleton: the position, the moves and the result. Replace them by those of your game.

These functions are compiled: numbers and loops only, no lists, no strings.
"""

from typing import Annotated, Any

import numpy as np
from quartier.core.engine.records import RecordBase

NAME = "Skeleton"
PREFIX = "R"  # Rules are called, ... in data/rulebook.en.md.
RULES = 3
SEATS = (2, 2)  # fewest and most players
OPTIONS: dict[str, Any] = {}

STONES = 12
ACTIONS = 2  # Moves are the numbers 0 to ACTIONS - 1: action 0 takes one stone, action 1 takes two.
MAX_EVENTS = STONES  # No game has more moves.


class Record(RecordBase):
    """A position: what lies on the table, and whose turn it is."""

    stones: Annotated[int, np.int8, (), "number of stones left"]
    turn: Annotated[int, np.int8, (), "seat to move; after the game, the seat that took the last stone"]


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """R-1: set up the game. All fields are 0 before."""
    s.stones = STONES


def to_act(s: Record) -> int:
    """R-1: the seats to move, as bits; 0 when the game is over."""
    return 1 << s.turn if s.stones else 0


def legal(s: Record, actor: int, out: Any) -> int:
    """R-2: write the legal actions into `out`; return how many there are."""
    count = 0
    for action in range(ACTIONS):
        if explain_illegal(s, actor, action) == 0:
            out[count] = action
            count += 1
    return count


# Why a move is illegal: 10 * rule number + variant. Each has its sentence in text.py.
NOT_YOUR_TURN, TOO_MANY, GAME_OVER = 10, 20, 30


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """0 if the action is legal, else the reason why it is not."""
    if s.stones == 0:
        return GAME_OVER
    if actor != s.turn:
        return NOT_YOUR_TURN
    return TOO_MANY if action + 1 > s.stones else 0


def play(s: Record, actor: int, action: int) -> None:
    """R-2, R-3: take the stones; the turn passes unless the game is over."""
    s.stones -= action + 1
    if s.stones:
        s.turn = 1 - actor


def score(s: Record, seat: int) -> int:
    """R-3: the points of a seat."""
    return 1 if s.stones == 0 and s.turn == seat else 0


def winners(s: Record) -> int:
    """R-3: the winning seats as bits."""
    return 1 << s.turn
