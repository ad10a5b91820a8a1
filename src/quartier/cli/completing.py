"""How words of the command line go on, for a shell's Tab."""

from __future__ import annotations

import quartier
from quartier.bots import LEVELS, own

_BOTS = ("random", "novice", "greedy", "learned", "priority", "mcts:400", "mcts:1s", "learned:1s")
"""Those by name or, of some families, by an example."""


def title(begun: str) -> list[str]:
    """The titles that begin so."""
    return [name for name in quartier.titles() if name.startswith(begun)]


def bot(begun: str) -> list[str]:
    """The bots that begin so."""
    return [name for name in (*LEVELS, *_BOTS, *own.names()) if name.startswith(begun)]
