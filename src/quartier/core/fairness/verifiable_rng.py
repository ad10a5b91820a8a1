"""Chance that can be checked: random numbers of a draw that whoever has its key can make again.

Each comes by HMAC-SHA256, which leads one way only: from the draws nobody learns the key, nor other draws.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.position import Position
from quartier.core.game.state import State


def dice_from(key: str, text: str) -> Dice:
    """The random numbers that a key gives for a draw, which the text names."""
    return Dice(int.from_bytes(hmac.new(key.encode(), text.encode(), sha256).digest()[:8], "big"))


def drawn_before(position: Position) -> int:
    """How many chance events have led to a position."""
    return sum(past.actor == CHANCE for past in position.past)


def first_departure(state: State, dice_for: Callable[[Position], Dice]) -> int | None:
    """The number of the first event of a game that is not what the random numbers make of it; None if all chance is."""
    for number, past in enumerate(state.past):
        if past.actor == CHANCE:
            before = state.at(number)
            if before.draw(dice_for(before)) != state.event(number):
                return number
    return None
