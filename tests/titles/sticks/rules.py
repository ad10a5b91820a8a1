"""The rules of Sticks, in two versions."""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.records import DERIVED, RecordBase

NAME = "Sticks"
PREFIX = "ST"
RULES = 2
VERSION = 2
SEATS = (2, 2)
OPTIONS: dict[str, Any] = {}

STICKS, MAX_STICKS = 10, 3
ACTIONS = MAX_STICKS
MAX_EVENTS = STICKS
TOO_MANY, NOT_IN_TURN = 11, 12


class Record(RecordBase):
    """A position of Sticks."""

    left: Annotated[int, np.int8, (), "sticks on the table"]
    turn: Annotated[int, np.int8, (), "seat in turn, or that took the last stick"]
    version: Annotated[int, np.int8, (), "version of the rules", DERIVED]


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    s.left, s.version = STICKS, options[0]


def to_act(s: Record) -> int:
    return 1 << s.turn if s.left else 0


def legal(s: Record, actor: int, out: Any) -> int:
    count = 0
    for action in range(MAX_STICKS):
        if explain_illegal(s, actor, action) == 0:
            out[count] = action
            count += 1
    return count


def outcomes(s: Record, out: Any, weights: Any) -> int:
    return 0


def explain_illegal(s: Record, actor: int, action: int) -> int:
    if to_act(s) != 1 << max(actor, 0):
        return NOT_IN_TURN
    return TOO_MANY if action + 1 > s.left else 0


def play(s: Record, actor: int, action: int) -> None:
    s.left -= action + 1
    if s.left:
        s.turn = 1 - actor


def score(s: Record, seat: int) -> int:
    """ST-2: the last stick wins; since version 2 it loses."""
    took_last = s.left == 0 and s.turn == seat
    return int(s.left == 0 and took_last == (s.version == 1))


def winners(s: Record) -> int:
    return 1 if score(s, 0) else 2


def observes_draw(s: Record, seat: int) -> int:
    return 1


def conceal(s: Record, seat: int) -> None:
    pass


def determinize(s: Record, seat: int, rng: Any) -> None:
    pass
