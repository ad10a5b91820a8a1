"""What wins a game, how far it has come, and whether its end is near, in words."""

from typing import NamedTuple

from quartier.core.text.languages import N_

DEFAULT_AIM = N_("Most points wins.")
"""For a title that has no `aim`: in every game the top score wins."""
ENDS = N_("Ends the game.")
"""Begins what a move brings that ends the game."""
TRIGGERS_END = N_("Triggers the end of the game.")
"""Begins what a move brings after which the end is certain (a title's `end_triggered`)."""


class Goal(NamedTuple):
    """The same for all viewers, because it comes from public information."""

    aim: str
    """What wins."""
    progress: str
    """How far the game has come; may be empty."""
    warning: str
    """That the end is near, and by what it comes; empty while it isn't."""
