"""The rules of BlockCity: what the engine and everybody else asks of a title."""

from .board import read_board
from .chance import draw, outcomes
from .facts import FACTS, facts
from .moves import ACTIONS, legal, sample
from .refusals import forbid
from .scoring import score, winners
from .secrets import conceal, imagine, sees
from .setup import begin
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .turn import play, to_act
from .uses import uses

NAME = "BlockCity"
PREFIX = "BC"
RULES = 20
SEATS = (1, MOST_SEATS)

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
