"""The rules of Neue Heimat as `quartier.core.engine.contract` asks for them; each subject has its own module."""

from .board import read_board
from .chance import draw, outcomes
from .derived import FACTS, facts
from .hidden import (
    conceal,
    imagine,
    reveals,
    sees,
)
from .moves import ACTIONS, legal
from .scoring import score, winners
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import uses
from .turn import play, to_act
from .violations import forbid

NAME = "Neue Heimat"
PREFIX = "NH"
RULES = 32
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
    "reveals",
    "score",
    "sees",
    "to_act",
    "uses",
    "winners",
]
