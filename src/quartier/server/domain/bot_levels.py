"""The bot levels that a seat may have; their display names are in `views.bot_levels`."""

from __future__ import annotations

from typing import Final

import quartier
from quartier import bots
from quartier.server import custom_networks

DEFAULT_LEVEL: Final = "3"
"""The default: it plays sensibly, answers quickly, and can be beaten."""
LEGACY_LEVELS: Final = ("random", "greedy")
"""The two names of bots at tables from before there were levels."""


def level_names(title: str) -> tuple[str, ...]:
    """Return the bot levels of a title, weakest first, then the legacy names and the host's networks."""
    own = (character.name for character in bots.characters(quartier.load(title)))
    return (*own, *LEGACY_LEVELS, *custom_networks.levels(title))
