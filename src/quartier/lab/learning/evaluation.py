"""What a network has to show before it is shipped: duplicate games against the champion, or the top level, and baselines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from quartier.bots import LEVELS, priority
from quartier.bots.player import Picker
from quartier.bots.registry import Learned, Searcher
from quartier.bots.weights import Weights, learned
from quartier.core.game.ruleset import Ruleset
from quartier.lab.arena import Progress, arena
from quartier.lab.executors import Workers
from quartier.lab.learning.training_config import Course, Kind
from quartier.lab.matches import Contestant

CHAMPION = "champion"
"""In trials: the network that the title has for such games."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """Makes a bot of weights that no title ships yet: it looks one move ahead, or searches with so many simulations."""

    weights: Weights
    simulations: int = 0

    def __call__(self, game: Ruleset) -> Picker:
        if self.simulations:
            return Searcher(game, "candidate", f"learned:{self.simulations}", self.weights)
        return Learned(game, "candidate", self.weights)


@dataclass(frozen=True)
class Trial:
    """Games of a network against a rival in all other seats; the share and its 95 % interval."""

    bot: str
    """What it is made of: "learned" looks one move ahead."""
    against: str
    seats: int
    games: int
    seed: int
    share: float
    low: float
    high: float
    options: dict[str, Any] = field(default_factory=dict)
    """Of its games, as far as they are not as usual."""

    @property
    def won(self) -> bool:
        """Whether it is surely the stronger one."""
        return self.low > 1.0 / self.seats

    def worse_than(self, other: Trial) -> bool:
        """Whether it surely won less than another network did in the same games against the same baseline."""
        mine, its = ((each.bot, each.against, each.seats, each.options) for each in (self, other))
        return mine == its and self.against != CHAMPION and self.high < other.low

    def as_dict(self) -> dict[str, Any]:
        """Plain data for a card."""
        return asdict(self)


def kinds(course: Course) -> list[Kind]:
    """The games in which a network has to show what it can: those of its course, but nobody plays alone."""
    result: list[Kind] = []
    for kind in course.kinds:
        tried = replace(kind, seats=max(2, kind.seats))
        result += [tried] if tried not in result else []
    return result


def rivals(
    course: Course, kind: Kind, simulations: int = 0, against: str = LEVELS[-1]
) -> dict[str, Contestant]:
    """Whom it plays: first whom it has to beat, the title's network for such games or else `against`; then baselines.

    The network that the title has looks as far ahead as the new one.
    """
    champion = learned(kind.start(course.game))
    first: dict[str, Contestant] = (
        {CHAMPION: Candidate(champion, simulations)} if champion else {against: against}
    )
    blind = ["priority"] if (course.game.declared.data / priority.FILE).is_file() else []
    return {**first, **{name: name for name in ("greedy", *blind)}}


def trial(
    course: Course,
    candidate: Candidate,
    name: str,
    rival: Contestant,
    kind: Kind,
    games: int,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Trial:
    """Play one trial."""
    line_up = [candidate, *[rival] * (kind.seats - 1)]
    result = arena(
        course.title,
        line_up,
        games,
        course.seed,
        duplicate=True,
        workers=workers,
        progress=progress,
        **kind.options,
    )
    found = result.standings[0]
    bot = f"learned:{candidate.simulations}" if candidate.simulations else "learned"
    shares = found.share, found.share_low, found.share_high
    return Trial(bot, name, kind.seats, games, course.seed, *shares, kind.options)


def shown(course: Course) -> list[Trial]:
    """What the networks that the title has for such games won when they were tried themselves."""
    having = [learned(kind.start(course.game)) for kind in kinds(course)]
    cards = {each.name: each.card for each in having if each}
    return [Trial(**row) for card in cards.values() for row in card["strength"]]


def passed(trials: list[Trial], before: Sequence[Trial] = ()) -> bool:
    """Whether the network may be shipped: in games of each kind it surely beats the first of its rivals.

    And against no baseline is it surely worse than those were that the title has, by what they had `shown` before.
    """
    first = {repr((trial.seats, trial.options)): trial for trial in reversed(trials)}
    worse = any(trial.worse_than(other) for trial in trials for other in before)
    return all(each.won for each in first.values()) and not worse
