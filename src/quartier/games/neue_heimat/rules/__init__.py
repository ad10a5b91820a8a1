"""The rules of Neue Heimat as `quartier.core.engine.contract` asks for them; each subject has its own module."""

from .board import read_board
from .chance import draw, outcomes
from .facts import FACTS, facts
from .moves import ACTIONS, legal
from .refusals import forbid
from .scoring import score, winners
from .secrets import conceal, imagine, reveals, sees
from .setup import begin, check_setup
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .turn import play, to_act
from .uses import uses

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
