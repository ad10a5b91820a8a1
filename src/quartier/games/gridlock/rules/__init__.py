"""The rules of Gridlock as `quartier.core.engine.contract` asks for them; each subject has its own module."""

from .board import read_board
from .chance import draw, outcomes
from .derived import FACTS, facts
from .hidden import conceal, imagine, sees
from .moves import ACTIONS, legal
from .sampling import decides, sample
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import uses
from .turn import play, to_act
from .violations import forbid

NAME = "Gridlock: Boston"
PREFIX = "GL"
RULES = 28
SEATS = (2, MOST_SEATS)
ENDING = {"turn_limit": 5}
"""Options with which every game ends soon, whatever is played; without a limit random games take very long."""

__all__ = [
    "ACTIONS",
    "ENDING",
    "FACTS",
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
    "decides",
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
