"""The rules of Neue Heimat as `quartier.core.engine.contract` asks for them; each subject has its own module."""

from .board import read_board
from .chance import draw, outcomes
from .derived import DERIVED_SIZE, derive
from .hidden import (
    conceal,
    determinize,
    observes_draw,
    reveals,
)
from .moves import ACTIONS, legal
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import count_stats
from .turn import play, to_act
from .violations import explain_illegal

NAME = "Neue Heimat"
PREFIX = "NH"
RULES = 32
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
    "reveals",
    "score",
    "to_act",
    "winners",
]
