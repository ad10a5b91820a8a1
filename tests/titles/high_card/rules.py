"""The rules of High Card."""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.bits import below
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import Cells, RecordBase

NAME = "High Card"
PREFIX = "HC"
RULES = 3
SEATS = (2, 2)
OPTIONS: dict[str, Any] = {}

CARDS = 6
FOLD, STAY, SHOW = range(3)
FIRST_CARD = SHOW  # the action of a dealt card is this plus its number
ACTIONS = FIRST_CARD + CARDS + 1
MAX_EVENTS = 4
NOT_DEALT, NOT_IN_TURN = 10, 20


class Record(RecordBase):
    """A position of High Card."""

    card: Annotated[Cells, np.int8, 2, "card of each seat, 0 if there is none or it is unknown"]
    dealt: Annotated[int, np.int8, (), "number of cards dealt"]
    turn: Annotated[int, np.int8, (), "seat in turn; 2 at the end"]
    folded: Annotated[int, np.int8, (), "set of seats that have folded"]
    shown: Annotated[int, np.int8, (), "set of seats whose card everyone knows"]


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    pass


def to_act(s: Record) -> int:
    if s.dealt < SEATS[1]:
        return CHANCE
    return 1 << s.turn if s.turn < SEATS[1] else 0


def legal(s: Record, actor: int, out: Any) -> int:
    if to_act(s) != 1 << max(actor, 0):
        return 0
    for action in range(FIRST_CARD + 1):
        out[action] = action
    return FIRST_CARD + 1


def outcomes(s: Record, out: Any, weights: Any) -> int:
    count = 0
    for card in range(1, CARDS + 1):
        if card not in (s.card[0], s.card[1]):
            out[count], weights[count] = FIRST_CARD + card, 1
            count += 1
    return count


def explain_illegal(s: Record, actor: int, action: int) -> int:
    if actor == CHANCE:
        card = action - FIRST_CARD
        return 0 if s.dealt < SEATS[1] and card > 0 and card not in (s.card[0], s.card[1]) else NOT_DEALT
    return 0 if to_act(s) == 1 << actor and action <= SHOW else NOT_IN_TURN


def play(s: Record, actor: int, action: int) -> None:
    if actor == CHANCE:
        s.card[s.dealt] = action - FIRST_CARD
        s.dealt += 1
        return
    if action == FOLD:
        s.folded |= 1 << actor
    elif action == SHOW:
        s.shown |= 1 << actor
    s.turn += 1
    if s.turn == SEATS[1]:
        s.shown |= 0b11 & ~s.folded


def score(s: Record, seat: int) -> int:
    """HC-3: no one has a point before everyone knows who has it."""
    own, other = s.card[seat], s.card[1 - seat]
    if s.turn < SEATS[1] or s.folded >> seat & 1:
        return 0
    return 1 if s.folded >> 1 - seat & 1 or (own > other > 0) else 0


def winners(s: Record) -> int:
    return score(s, 0) | score(s, 1) << 1 or 0b11


def reveals(s: Record, seat: int, action: int) -> int:
    """HC-2, HC-3: the player who shows a card, and the one who plays last."""
    return 1 if action == SHOW or s.turn == 1 else 0


def observes_draw(s: Record, seat: int) -> int:
    return 1 if s.dealt == seat else 0


def conceal(s: Record, seat: int) -> None:
    for other in range(SEATS[1]):
        if other != seat and not s.shown >> other & 1:
            s.card[other] = 0


def determinize(s: Record, seat: int, rng: Any) -> None:
    for other in range(s.dealt):
        while s.card[other] == 0:
            card = 1 + below(rng, CARDS)
            if card != s.card[1 - other]:
                s.card[other] = card
