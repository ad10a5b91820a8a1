"""How often Python looks for garbage in circles: what a server has loaded for good need not be looked at again and again.

Libraries, boards and compiled rules are a million objects. A look at all of them stops everybody for a third of a second,
and with Python's own thresholds the looks took a fifth of the time in which views are made.
"""

import gc

YOUNG = 50_000
"""New objects between two looks at the youngest: a few dozen megabytes of circles at most."""
OLDER = 20
"""Looks at the youngest between two at the middle ones, and of those between two at all that is not spared."""


def look_seldom() -> None:
    """For a process that serves."""
    gc.set_threshold(YOUNG, OLDER, OLDER)
    spare()


def spare() -> None:
    """All that is here now stays: do not look at it any more."""
    gc.freeze()
