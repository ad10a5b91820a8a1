"""The rules of Metromania: what the engine and everybody else asks of a title.

The lattice is in `geometry`; counters are laid by `digging` and `endings`, stations by `stations`, markers are dealt by
`dealing`, and `trips` runs the test trips.
"""

from .board import read_board
from .chance import draw, outcomes
from .derived import DERIVED_SIZE, derive
from .hidden import conceal, determinize, observes_draw
from .moves import ACTIONS, legal, sample
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import count_stats
from .turn import play, to_act
from .violations import explain_illegal

NAME = "Metromania"
PREFIX = "MM"
RULES = 34
VERSION = 2
SEATS = (2, MOST_SEATS)

__all__ = [
    "ACTIONS",
    "DERIVED_SIZE",
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
    "count_stats",
    "derive",
    "determinize",
    "draw",
    "explain_illegal",
    "legal",
    "observes_draw",
    "outcomes",
    "play",
    "read_board",
    "sample",
    "score",
    "to_act",
    "winners",
]
