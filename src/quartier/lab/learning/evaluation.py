"""Evaluation matches of a network before it is shipped: duplicate games against the champion and baselines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from quartier.bots import LEVELS, priority
from quartier.bots.player import Picker
from quartier.bots.registry import Learned, Searcher
from quartier.bots.weights import Weights, find_weights
from quartier.core.game.ruleset import Ruleset
from quartier.lab.arena import Progress, arena
from quartier.lab.executors import Workers
from quartier.lab.learning.training_config import Kind, TrainingConfig
from quartier.lab.matches import Contestant

CHAMPION = "champion"
"""The name, in evaluation matches, of the title's present network for such games."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """Bot factory for unpublished weights: one step ahead, or a search of this many simulations."""

    weights: Weights
    simulations: int = 0

    def __call__(self, game: Ruleset) -> Picker:
        if self.simulations:
            return Searcher(game, "candidate", f"learned:{self.simulations}", self.weights)
        return Learned(game, "candidate", self.weights)


@dataclass(frozen=True)
class EvaluationMatch:
    """Games of a network against a rival in all other seats; the share and its 95 % interval."""

    bot: str
    """The bot made from it: "learned" looks one step ahead."""
    against: str
    seats: int
    games: int
    seed: int
    share: float
    low: float
    high: float
    options: dict[str, Any] = field(default_factory=dict)
    """The non-default options of its games."""

    @property
    def is_stronger(self) -> bool:
        """Whether it is significantly stronger than the rival."""
        return self.low > 1.0 / self.seats

    def worse_than(self, other: EvaluationMatch) -> bool:
        """Return whether it won significantly less than another network in the same games against the same baseline."""
        mine, its = ((match.bot, match.against, match.seats, match.options) for match in (self, other))
        return mine == its and self.against != CHAMPION and self.high < other.low

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for a model card."""
        return asdict(self)


def kinds(config: TrainingConfig) -> list[Kind]:
    """Return the kinds of games of an evaluation: those of the training, with at least two seats."""
    result: list[Kind] = []
    for kind in config.kinds:
        tried = replace(kind, seats=max(2, kind.seats))
        result += [tried] if tried not in result else []
    return result


def rivals(
    config: TrainingConfig, kind: Kind, simulations: int = 0, against: str = LEVELS[-1]
) -> dict[str, Contestant]:
    """Return the opponents by name: the champion or else `against`, which must be beaten, then baselines.

    The title's present network looks as far ahead as the new one.
    """
    champion = find_weights(kind.start(config.game))
    first: dict[str, Contestant] = (
        {CHAMPION: Candidate(champion, simulations)} if champion else {against: against}
    )
    blind = ["priority"] if (config.game.spec.data / priority.FILE).is_file() else []
    return {**first, **{name: name for name in ("greedy", *blind)}}


def trial(
    config: TrainingConfig,
    candidate: Candidate,
    name: str,
    rival: Contestant,
    kind: Kind,
    games: int,
    workers: Workers = None,
    progress: Progress | None = None,
) -> EvaluationMatch:
    """Play one evaluation match."""
    line_up = [candidate, *[rival] * (kind.seats - 1)]
    result = arena(
        config.title,
        line_up,
        games,
        config.seed,
        duplicate=True,
        workers=workers,
        progress=progress,
        **kind.options,
    )
    standing = result.standings[0]
    bot = f"learned:{candidate.simulations}" if candidate.simulations else "learned"
    shares = standing.share, standing.share_low, standing.share_high
    return EvaluationMatch(bot, name, kind.seats, games, config.seed, *shares, kind.options)


def champion_trials(config: TrainingConfig) -> list[EvaluationMatch]:
    """Return the evaluation matches on the cards of the title's present networks."""
    champions = [find_weights(kind.start(config.game)) for kind in kinds(config)]
    cards = {champion.name: champion.card for champion in champions if champion}
    return [EvaluationMatch(**row) for card in cards.values() for row in card["strength"]]


def passes_gate(trials: list[EvaluationMatch], before: Sequence[EvaluationMatch] = ()) -> bool:
    """Return whether the network may be shipped: it significantly beats the first rival in games of each kind.

    It must not be significantly worse against any baseline than the present networks were (`champion_trials`).
    """
    first = {repr((trial.seats, trial.options)): trial for trial in reversed(trials)}
    worse = any(trial.worse_than(other) for trial in trials for other in before)
    return all(match.is_stronger for match in first.values()) and not worse
