"""Deals of a day: chance that is the same for everybody, that nobody can foresee, and that everybody can check afterwards.

A server has a secret. From it and the date comes the key of the day, from that key, the title and the number of a draw the
random numbers of that draw. Whoever knows the key of a day can repeat its draws, and learns nothing about any other day.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from quartier.core.engine.dice import Dice
from quartier.core.fairness import verifiable_rng
from quartier.core.game.position import Position
from quartier.core.game.state import State


def day_key(secret: str, day: str) -> str:
    """The key of a day ("2026-11-23"): 64 hex digits."""
    return hmac.new(secret.encode(), day.encode(), sha256).hexdigest()


def dice_for(key: str, position: Position) -> Dice:
    """The random numbers of the chance event now due: they depend on the key, the title, and how much was drawn before."""
    return verifiable_rng.dice_from(key, f"{position.game.name}:{verifiable_rng.drawn_before(position)}")


def first_departure(state: State, key: str) -> int | None:
    """The number of the first event of a game that is not what the key of a day says; None if all chance is."""
    return verifiable_rng.first_departure(state, lambda before: dice_for(key, before))
