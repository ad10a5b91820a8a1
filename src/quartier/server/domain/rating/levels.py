"""How strong a title's bots are, as it was measured: the fixed points of the scale."""

from __future__ import annotations

import quartier
from quartier import bots
from quartier.server.domain.rating.method import CONFIDENCE, Rating

UNSURE = 50.0
"""The deviation of a level whose interval nobody has written down."""


def measured(title: str, level: str, seats: int) -> Rating | None:
    """The strength of a level where so many play; None if nobody has measured it."""
    for character in bots.characters(quartier.load(title), seats):
        if character.name == level and character.rating is not None:
            sure = character.low is not None and character.high is not None
            reach = ((character.high or 0.0) - (character.low or 0.0)) / 2 if sure else UNSURE * CONFIDENCE
            return Rating(character.rating, reach / CONFIDENCE, fixed=True)
    return None
