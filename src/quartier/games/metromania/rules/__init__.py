"""The rules of Metromania: what the engine and everybody else asks of a title.

The lattice is in `geometry`; counters are laid by `digging` and `endings`, stations by `stations`, markers are dealt by
`dealing`, and `trips` runs the test trips.
"""

from .board import read_board
from .chance import draw, outcomes
from .derived import FACTS, facts
from .hidden import conceal, imagine, sees
from .moves import ACTIONS, legal, sample
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import uses
from .turn import play, to_act
from .violations import forbid

NAME = "Metromania"
PREFIX = "MM"
RULES = 34
VERSION = 2
SEATS = (2, MOST_SEATS)

__all__ = [
    "ACTIONS",
    "FACTS",
    "LONGEST",
    "NAME",
    "OPTIONS",
    "PARAMETERS",
    "PREFIX",
    "RULES",
    "SEATS",
    "VERSION",
    "State",
    "begin",
    "check_setup",
    "conceal",
    "draw",
    "facts",
    "forbid",
    "imagine",
    "legal",
    "outcomes",
    "play",
    "read_board",
    "sample",
    "score",
    "sees",
    "to_act",
    "uses",
    "winners",
]
