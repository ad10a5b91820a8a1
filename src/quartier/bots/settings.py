"""What a search can be told: how long it may take, and what a title's hints recommend for it."""

from __future__ import annotations

import os
import re
from dataclasses import astuple, dataclass

from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

MAX_SIMULATIONS = 10**9 - 1
"""No search takes more."""
MAX_THREADS = 8
"""More trees than this add little: each learns the beginning again."""


@dataclass(frozen=True)
class Settings:
    """How a search goes about a title. A title's `hints` give its own as `SEARCH = {"explore": 0.8, ...}`."""

    explore: float = 1.0
    """How much a seldom tried move is worth another look (the constant of PUCT)."""
    untried: float = 0.1
    """How much worse than its parent an untried move is thought to be (first-play urgency)."""
    prior_scale: float = 0.0
    """Evaluation points by which a move must be worse to have a quarter of the prior; 0: all moves are alike."""
    width: float = 0.0
    """How many moves a fresh node tries, the likeliest first; 0: all."""
    widening: float = 0.5
    """The power of its visits with which that number grows."""
    ripe: float = 1.0
    """Visits after which a node gets children: more where priors are dear."""
    horizon: float = -1.0
    """Moves of a playout before the title's evaluation says what the position is worth; -1: to the end of the game."""
    greedy: float = 0.0
    """The part of a playout's moves that are the best by the evaluation; the others are as the title may choose them."""
    lead: float = 10.0
    """Points of evaluation, or of score, by which a lead is worth 85 % of the game."""
    margin: float = 0.1
    """The part of a finished game's value that goes by the points instead of the win."""
    doubt: float = 0.0
    """The part of the simulations in which rivals learn that they do not know the searching seat's secrets."""

    @classmethod
    def of(cls, game: Ruleset, learned: bool = False) -> Settings:
        """Those that the title's hints recommend, `learned` for a search with its network; TypeError for an unknown name."""
        return cls(**getattr(game.spec.bots, "LEARNED" if learned else "SEARCH", {}))

    def reals(self) -> list[float]:
        """In the order of the columns of `quartier.bots.mcts.tree`."""
        return [float(value) for value in astuple(self)]


@dataclass(frozen=True)
class Budget:
    """How long a search may take: simulations in each of `threads` trees, or seconds."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    learned: bool = False
    """Whether positions are judged by the title's network, where it has one for such games."""
    noise: float = 0.0
    """Points by which it is wrong about each move before it has looked at it: the fewer simulations, the more it matters."""

    def __str__(self) -> str:
        name, wrong = "learned" if self.learned else "mcts", f"~{self.noise:g}" if self.noise else ""
        if self.seconds is not None:
            return f"{name}:{self.seconds:g}s{wrong}"
        return f"{name}:{self.simulations}" + (f"x{self.threads}" if self.threads > 1 else "") + wrong


def budget(text: str) -> Budget | None:
    """The budget that `mcts:400`, `mcts:400x2` (two trees) or `mcts:0.5s` stands for, or `learned:400`; else None.

    `mcts:2~1.5` is wrong by about 1.5 points about each move before it has looked at it.
    """
    match = _BUDGET.fullmatch(text)
    if not match:
        return None
    learned, wrong = match["name"] == "learned", float(match["points"] or 0.0)
    if match["seconds"]:
        threads = min(MAX_THREADS, os.cpu_count() or 1)
        return Budget(None, float(match["seconds"]), threads, learned, wrong)
    return Budget(int(match["simulations"]), None, int(match["threads"] or 1), learned, wrong)


def noise(text: str) -> float:
    """The points by which `learned~2.5` or `greedy~2.5` is wrong about a move; 0 for any other name."""
    match = _NOISE.fullmatch(text)
    return float(match["points"]) if match else 0.0


def parse_budget(given: str | Budget) -> Budget:
    """A budget, or what its text stands for; BadOption if it stands for none."""
    result = given if isinstance(given, Budget) else budget(given)
    if result is None:
        raise BadOption(_NO_BUDGET, budget=given)
    return result


SEARCHES = ("mcts", "learned")
"""What the names of searches begin with, before a colon."""
_WRONG = r"~(?P<points>\d{1,3}(?:\.\d{1,2})?)"
_BUDGET = re.compile(
    rf"(?P<name>{'|'.join(SEARCHES)}):"
    r"(?:(?P<simulations>[1-9]\d{0,8})(?:x(?P<threads>[1-8]))?|(?P<seconds>\d{1,4}(?:\.\d{1,3})?)s)"
    rf"(?:{_WRONG})?"
)
_NOISE = re.compile(rf"(?:learned|greedy){_WRONG}")
_NO_BUDGET = N_("Invalid search budget “{budget}”. Write mcts:400 (simulations) or mcts:0.5s (seconds).")
