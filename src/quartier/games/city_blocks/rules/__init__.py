"""The rules of City Blocks: what the engine and everybody else asks of a title."""

from .board import read_board
from .chance import draw, outcomes
from .derived import FACTS, facts
from .hidden import conceal, imagine, sees
from .moves import ACTIONS, legal, sample
from .scoring import score, winners
from .setup import begin
from .state import LONGEST, MOST_SEATS, OPTIONS, PARAMETERS, State
from .stats import uses
from .turn import play, to_act
from .violations import forbid

NAME = "City Blocks"
PREFIX = "CB"
RULES = 23
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
