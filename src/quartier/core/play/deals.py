"""Deals of a day: chance that is the same for everybody, that nobody can foresee, and that everybody can check afterwards.

A server has a secret. From it and the date comes the key of the day, from that key, the title and the number of a draw the
random numbers of that draw: each by HMAC-SHA256, which leads one way only. Whoever knows the key of a day can repeat its
draws, and learns nothing about any other day.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.play.position import Position
from quartier.core.play.state import State


def day_key(secret: str, day: str) -> str:
    """The key of a day ("2026-11-23"): 64 hex digits."""
    return hmac.new(secret.encode(), day.encode(), sha256).hexdigest()


def dice_for(key: str, position: Position) -> Dice:
    """The random numbers of the chance event now due: they depend on the key, the title, and how much was drawn before."""
    drawn = sum(past.actor == CHANCE for past in position.past)
    text = f"{position.game.name}:{drawn}"
    return Dice(int.from_bytes(hmac.new(key.encode(), text.encode(), sha256).digest()[:8], "big"))


def first_departure(state: State, key: str) -> int | None:
    """The number of the first event of a game that is not what the key says; None if all chance is that of the day."""
    for number, past in enumerate(state.past):
        if past.actor == CHANCE:
            before = state.at(number)
            if before.draw(dice_for(key, before)) != state.event(number):
                return number
    return None
