"""The levels of bots that a seat may be given; what people call them stands in `show.bot_levels`."""

from __future__ import annotations

from typing import Final

from quartier import bots

USUAL: Final = "3"
"""For whoever does not choose: it plays sensibly, answers soon, and can be beaten."""
KNOWN: Final = (*bots.LEVELS, "random", "greedy")
"""The levels, weakest first, and the two names by which tables had bots before there were levels."""
