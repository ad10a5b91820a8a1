"""The measured strength of a title's bots: the fixed points of the rating scale."""

from __future__ import annotations

import quartier
from quartier import bots
from quartier.server.domain.rating.method import CONFIDENCE, Rating

UNKNOWN_DEVIATION = 50.0
"""The deviation of a level without a stored interval."""


def bot_rating(title: str, level: str, seats: int) -> Rating | None:
    """Return the measured strength of a level at this number of seats; None if it was not measured."""
    for character in bots.characters(quartier.load(title), seats):
        if character.name == level and character.rating is not None:
            has_interval = character.low is not None and character.high is not None
            reach = (
                ((character.high or 0.0) - (character.low or 0.0)) / 2
                if has_interval
                else UNKNOWN_DEVIATION * CONFIDENCE
            )
            return Rating(character.rating, reach / CONFIDENCE, fixed=True)
    return None
