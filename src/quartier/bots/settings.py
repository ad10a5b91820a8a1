"""Search settings: the budget, and the parameters that a title recommends."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

MAX_SIMULATIONS = 10**9 - 1
"""Maximum budget of a search."""
MAX_THREADS = 8
"""More trees than this add little: each repeats the beginning."""


@dataclass(frozen=True)
class Settings:
    """Search parameters. A title's `bots` give their own as `SEARCH = {"explore": 0.8, ...}`."""

    explore: float = 1.0
    """The exploration constant of PUCT."""
    untried: float = 0.1
    """How much lower than its parent an untried move is valued (first-play urgency)."""
    prior_scale: float = 0.0
    """Evaluation points below the best move at which a move gets a quarter of its prior; 0: all are equal."""
    width: float = 0.0
    """How many moves a new node tries, the likeliest first; 0: all."""
    widening: float = 0.5
    """The exponent of its visits by which that number grows."""
    ripe: float = 1.0
    """Visits after which a node gets children: more if priors are expensive."""
    horizon: float = -1.0
    """Moves of a rollout before the title's evaluation is used; -1: to the end of the game."""
    greedy: float = 0.0
    """The fraction of rollout moves that have the best evaluation; the others are from the title's `choose`."""
    lead: float = 10.0
    """The lead, in points of evaluation or score, that is worth 85 % of the game."""
    margin: float = 0.1
    """The fraction of a finished game's value that depends on points instead of the win."""
    doubt: float = 0.0
    """The fraction of simulations that teach rivals that they do not know the searching seat's secrets."""

    @classmethod
    def of(cls, game: Ruleset, learned: bool = False) -> Settings:
        """Return the title's settings, `learned` for a search with its network; TypeError for an unknown name."""
        return cls(**getattr(game.spec.bots, "LEARNED" if learned else "SEARCH", {}))

    def reals(self) -> list[float]:
        """Return the values in the order of the columns of `quartier.bots.mcts.tree`."""
        return [float(value) for value in vars(self).values()]


@dataclass(frozen=True)
class Budget:
    """The budget of a search: simulations in each of `threads` trees, or seconds."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    learned: bool = False
    """Whether positions are evaluated by the title's network, if it has one for such games."""
    noise: float = 0.0
    """Error in points of each move's prior: the fewer simulations, the more it matters."""

    def __str__(self) -> str:
        name, wrong = "learned" if self.learned else "mcts", f"~{self.noise:g}" if self.noise else ""
        if self.seconds is not None:
            return f"{name}:{self.seconds:g}s{wrong}"
        return f"{name}:{self.simulations}" + (f"x{self.threads}" if self.threads > 1 else "") + wrong


def budget(text: str) -> Budget | None:
    """Parse `mcts:400`, `mcts:400x2` (two trees), `mcts:0.5s`, or `learned:400`; None for other names.

    `mcts:2~1.5` has an error of about 1.5 points in each move's prior. `learned@PATH:400` is your own network.
    """
    match = _SEARCH.fullmatch(text)
    if not match:
        return None
    learned, wrong = match["name"] != "mcts", float(match["points"] or 0.0)
    if match["seconds"]:
        threads = min(MAX_THREADS, os.cpu_count() or 1)
        return Budget(None, float(match["seconds"]), threads, learned, wrong)
    return Budget(int(match["simulations"]), None, int(match["threads"] or 1), learned, wrong)


def noise(text: str) -> float:
    """Return the error in points of `learned~2.5` or `greedy~2.5`; 0 for any other name."""
    match = _ONE_AHEAD.fullmatch(text)
    return float(match["points"] or 0.0) if match and not _SEARCH.fullmatch(text) else 0.0


def looks_one_ahead(text: str) -> bool:
    """Return whether a name is `greedy` or `learned`, perhaps with noise or with your own network."""
    return bool(_ONE_AHEAD.fullmatch(text)) and not _SEARCH.fullmatch(text)


def network_path(text: str) -> str:
    """Return the path in `learned@PATH`, `learned@PATH:400` or `learned@PATH~2.5`; "" for any other name."""
    match = _SEARCH.fullmatch(text) or _ONE_AHEAD.fullmatch(text)
    return match["path"] or "" if match else ""


def parse_budget(given: str | Budget) -> Budget:
    """Return a budget, parsing a text; BadOption if it is malformed."""
    result = given if isinstance(given, Budget) else budget(given)
    if result is None:
        raise BadOption(_NO_BUDGET, budget=given)
    return result


SEARCHES = ("mcts", "learned")
"""Prefixes of the names of searches, before a colon."""
FILE_SIGN = "@"
"""Between the name of a bot and the path of your own file."""
_LEARNED = r"learned(?:@(?P<path>.+?))?"
_WRONG = r"(?:~(?P<points>\d{1,3}(?:\.\d{1,2})?))?"
_SEARCH = re.compile(
    rf"(?P<name>mcts|{_LEARNED}):"
    r"(?:(?P<simulations>[1-9]\d{0,8})(?:x(?P<threads>[1-8]))?|(?P<seconds>\d{1,4}(?:\.\d{1,3})?)s)"
    rf"{_WRONG}"
)
_ONE_AHEAD = re.compile(rf"(?:greedy|{_LEARNED}){_WRONG}")
_NO_BUDGET = N_("Invalid search budget “{budget}”. Write mcts:400 (simulations) or mcts:0.5s (seconds).")
