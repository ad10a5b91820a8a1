"""What a network has to show before it is shipped: duplicate games against the champion and against the top level."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from quartier.bots import LEVELS, priority
from quartier.bots.ladder import Learned
from quartier.bots.weights import Weights, learned
from quartier.core.play.ruleset import Ruleset
from quartier.lab.arena import Progress, arena
from quartier.lab.learning.course import Course
from quartier.lab.matches import Contestant


@dataclass(frozen=True, eq=False)
class Candidate:
    """Makes a bot of weights that no title ships yet: it looks one move ahead."""

    weights: Weights

    def __call__(self, game: Ruleset) -> Learned:
        return Learned(game, "candidate", self.weights)


@dataclass(frozen=True)
class Trial:
    """Games of a network, one move ahead, against a rival in all other seats; the share and its 95 % interval."""

    against: str
    seats: int
    games: int
    seed: int
    share: float
    low: float
    high: float

    @property
    def won(self) -> bool:
        """Whether it is surely the stronger one."""
        return self.low > 1.0 / self.seats

    def as_dict(self) -> dict[str, Any]:
        """Plain data for a card."""
        return asdict(self)


def rivals(course: Course) -> dict[str, Contestant]:
    """Whom it plays: first whom it has to beat, the title's network for such games or else the top level; then baselines."""
    champion = learned(course.start())
    first: dict[str, Contestant] = {"champion": Candidate(champion)} if champion else {LEVELS[-1]: LEVELS[-1]}
    blind = ["priority"] if (course.game.declared.data / priority.FILE).is_file() else []
    return {**first, **{name: name for name in ("greedy", *blind)}}


def trial(
    course: Course,
    weights: Weights,
    name: str,
    rival: Contestant,
    games: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Trial:
    """Play one trial, with as many seats as the course begins with, but at least two."""
    seats = max(2, course.seats[0])
    line_up = [Candidate(weights), *[rival] * (seats - 1)]
    result = arena(
        course.title,
        line_up,
        games,
        course.seed,
        duplicate=True,
        workers=workers,
        progress=progress,
        **course.options,
    )
    found = result.standings[0]
    return Trial(name, seats, games, course.seed, found.share, found.share_low, found.share_high)


def passed(trials: list[Trial]) -> bool:
    """Whether the network may be shipped: it surely beats the first of its rivals."""
    return trials[0].won
