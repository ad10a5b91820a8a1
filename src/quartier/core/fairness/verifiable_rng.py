"""Verifiable chance: random numbers of a draw that anyone with its key can reproduce.

They are derived with HMAC-SHA256, a one-way function: draws reveal neither the key nor other draws.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.base_state import BaseState
from quartier.core.game.state import State


def dice_from(key: str, text: str) -> Dice:
    """Return the random numbers that a key gives for the draw named by the text."""
    return Dice(int.from_bytes(hmac.new(key.encode(), text.encode(), sha256).digest()[:8], "big"))


def drawn_before(position: BaseState) -> int:
    """Return how many chance events have led to a position."""
    return sum(past.actor == CHANCE for past in position.past)


def first_departure(state: State, dice_for: Callable[[BaseState], Dice]) -> int | None:
    """Return the index of the first event of a game that contradicts the random numbers; None if all draws match."""
    for number, past in enumerate(state.past):
        if past.actor == CHANCE:
            before = state.at(number)
            if before.draw(dice_for(before)) != state.event(number):
                return number
    return None
