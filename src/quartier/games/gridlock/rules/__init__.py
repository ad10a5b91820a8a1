"""The rules of Gridlock as `quartier.core.engine.contract` asks for them; each subject has its own module."""

from .board import read_board
from .chance import draw, outcomes
from .derived import DERIVED_SIZE, derive
from .hidden import conceal, determinize, observes_draw
from .moves import ACTIONS, legal
from .sampling import decides, sample
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import count_stats
from .turn import play, to_act
from .violations import explain_illegal

NAME = "Gridlock: Boston"
PREFIX = "GL"
RULES = 28
SEATS = (2, MOST_SEATS)
ENDING = {"turn_limit": 5}
"""Options with which every game ends soon, whatever is played; without a limit random games take very long."""

__all__ = [
    "ACTIONS",
    "DERIVED_SIZE",
    "ENDING",
    "LONGEST",
    "NAME",
    "OPTIONS",
    "PARAMETERS",
    "PREFIX",
    "RULES",
    "SEATS",
    "State",
    "begin",
    "check_setup",
    "conceal",
    "count_stats",
    "decides",
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
