"""The rules of BlockCity: what the engine and everybody else asks of a title."""

from .board import read_board
from .chance import draw, outcomes
from .derived import DERIVED_SIZE, derive
from .hidden import conceal, determinize, observes_draw
from .moves import ACTIONS, legal, sample
from .scoring import score, winners
from .setup import begin
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import count_stats
from .turn import play, to_act
from .violations import explain_illegal

NAME = "BlockCity"
PREFIX = "BC"
RULES = 20
SEATS = (1, MOST_SEATS)

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
