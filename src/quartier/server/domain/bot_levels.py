"""The bot levels that a seat may have; their names for people are in `views.bot_levels`."""

from __future__ import annotations

from typing import Final

import quartier
from quartier import bots

DEFAULT_LEVEL: Final = "3"
"""The default: it plays sensibly, answers soon, and can be beaten."""
LEGACY_LEVELS: Final = ("random", "greedy")
"""The two names by which tables had bots before there were levels."""


def level_names(title: str) -> tuple[str, ...]:
    """Return the bot levels of a title, weakest first, then the legacy names."""
    return (*(character.name for character in bots.characters(quartier.load(title))), *LEGACY_LEVELS)
