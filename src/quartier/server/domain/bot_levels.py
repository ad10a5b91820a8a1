"""The levels of bots that a seat may be given; what people call them stands in `show.bot_levels`."""

from __future__ import annotations

from typing import Final

import quartier
from quartier import bots

USUAL: Final = "3"
"""For whoever does not choose: it plays sensibly, answers soon, and can be beaten."""
OLD: Final = ("random", "greedy")
"""The two names by which tables had bots before there were levels."""


def known(title: str) -> tuple[str, ...]:
    """The bots of a title, weakest first, and the old names."""
    return (*(character.name for character in bots.characters(quartier.load(title))), *OLD)
