"""The goal of a game, how far it has come, and whether its end is near, in words."""

from typing import NamedTuple

from quartier.core.text.languages import N_

DEFAULT_AIM = N_("Most points wins.")
"""The default for a title without `aim`: the highest score wins."""
ENDS = N_("Ends the game.")
"""Starts the effect of a move that ends the game."""
TRIGGERS_END = N_("Triggers the end of the game.")
"""Starts the effect of a move after which the end is certain (the rules’ `end_triggered`)."""


class Goal(NamedTuple):
    """The same for all viewers, because it is based on public information."""

    aim: str
    """The goal."""
    progress: str
    """The progress; may be empty."""
    warning: str
    """The warning that the end is near, and why; empty otherwise."""
