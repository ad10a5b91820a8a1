"""The levels of bots that a seat may be given; what people call them stands in `show.bot_levels`."""

from __future__ import annotations

from typing import Final

import quartier
from quartier import bots

DEFAULT_LEVEL: Final = "3"
"""For whoever does not choose: it plays sensibly, answers soon, and can be beaten."""
LEGACY_LEVELS: Final = ("random", "greedy")
"""The two names by which tables had bots before there were levels."""


def level_names(title: str) -> tuple[str, ...]:
    """Return the bot levels of a title, weakest first, then the legacy names."""
    return (*(character.name for character in bots.characters(quartier.load(title))), *LEGACY_LEVELS)
