"""Daily deals: chance that is the same for everyone, that no one can foresee, and that anyone can verify afterwards.

A server has a secret. The day's key is derived from it and the date; the random numbers of a draw are derived
from that key, the title and the number of the draw. With the key of a day anyone can repeat its draws, but
learns nothing about other days.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from quartier.core.engine.dice import Dice
from quartier.core.fairness import verifiable_rng
from quartier.core.game.base_state import BaseState
from quartier.core.game.state import State


def day_key(secret: str, day: str) -> str:
    """Return the key of a day ("2026-11-23"): 64 hex digits."""
    return hmac.new(secret.encode(), day.encode(), sha256).hexdigest()


def dice_for(key: str, position: BaseState) -> Dice:
    """Return the random numbers of the pending draw, by the key, the title, and the number of draws before."""
    return verifiable_rng.dice_from(key, f"{position.game.name}:{verifiable_rng.drawn_before(position)}")


def first_departure(state: State, key: str) -> int | None:
    """Return the index of the first event of a game that contradicts the key of the day; None if all draws match."""
    return verifiable_rng.first_departure(state, lambda before: dice_for(key, before))
