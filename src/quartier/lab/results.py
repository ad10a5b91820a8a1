"""Arena results: standings with confidence intervals, lengths and speed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log10, sqrt
from typing import Any

import numpy as np

from quartier.lab.matches import Forfeit
from quartier.lab.plan import Plan


@dataclass(frozen=True)
class Standing:
    """One contestant's games. `share` counts a win as 1 and a win shared by n as 1/n.

    `elo` is the difference to the others in Elo points. Intervals hold with 95 %; None means without bound.
    """

    name: str
    games: int
    wins: int
    shared: int
    losses: int
    share: float
    share_low: float
    share_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    share_by_seat: list[float | None]
    score_mean: float
    score_deviation: float
    forfeits: int
    """Games that it lost because it failed or because its move was illegal; among its losses."""


@dataclass(frozen=True)
class Result:
    """The result of an arena. Everything but the time is the same for the same seed.

    `games` were played of the `planned`; they differ when somebody stopped the arena.
    """

    title: str
    options: dict[str, bool | int | str]
    board: str
    seed: int
    duplicate: bool
    games: int
    planned: int
    standings: list[Standing]
    seat_share: list[float]
    moves: int
    moves_shortest: int
    moves_mean: float
    moves_longest: int
    seconds: float
    workers: int
    forfeits: list[Forfeit]
    """The first games that somebody lost so, with their records."""

    def as_dict(self) -> dict[str, Any]:
        """Return the result for JSON, with games and moves per second."""
        return {
            **asdict(self),
            "games_per_second": self.per_second(self.games),
            "moves_per_second": self.per_second(self.moves),
        }

    def per_second(self, count: int) -> float:
        """Divide a count by the time that the games took."""
        return count / self.seconds if self.seconds > 0 else 0.0


_T = (
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
    2.228,
    2.201,
    2.179,
    2.160,
    2.145,
    2.131,
)
"""Student's t at 97.5 %, by degrees of freedom from 1."""


def interval_half_width(spread: float, values: int) -> float:
    """Return half the width of the 95 % interval of a mean of so many independent values with that standard deviation.

    By Student's t, since few values say little about how far they scatter (beyond the table by the first terms of its
    expansion, to three figures); 0 for a single one.
    """
    if values < 2:
        return 0.0
    free = values - 1
    quantile = _T[free - 1] if free <= len(_T) else 1.96 + 2.38 / free + 2.8 / free**2
    return quantile * spread / sqrt(values)


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion (95 % by default); (0, 1) without trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927. Unlike the
    simple interval it stays within 0 and 1 and is right for shares near them.
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # Exactly 0 and 1 where the formula gives them, not the nearest float.
    low = 0.0 if successes == 0 else (middle - reach) / scale
    high = 1.0 if successes == trials else (middle + reach) / scale
    return low, high


def elo(share: float, seats: int) -> float | None:
    """Return how many Elo points a contestant with that share of the wins is above the others; None if unbounded.

    Bradley and Terry's model with equal others: a win is theirs with weight 1 each, the contestant's with weight
    10 ** (points / 400). With two seats it is Elo's formula.
    """
    if seats < 2 or not 0 < share < 1:
        return None
    return 400 * log10(share * (seats - 1) / (1 - share))


@dataclass(frozen=True)
class Games:
    """Games that have been played: their numbers in the plan, and what came of each."""

    plan: Plan
    numbers: Any
    """int64, shape (games,)"""
    table: Any
    """The rows of `quartier.lab.loops.contests`: int64, shape (games, seats + 2)."""
    forfeits: list[Forfeit]

    @property
    def count(self) -> int:
        """How many."""
        return len(self.numbers)

    @property
    def moves(self) -> Any:
        """Moves by game."""
        return self.table[:, self.plan.seats + 1]

    def shares(self) -> Any:
        """Each seat's share of each game: float64, shape (games, seats)."""
        won = self.table[:, self.plan.seats, None] >> np.arange(self.plan.seats) & 1
        return won / np.maximum(1, won.sum(axis=1, keepdims=True))  # alone, a forfeit has no winner

    def standing(self, name: str, contestant: int) -> Standing:
        """Return the standing of one contestant."""
        at = np.argmax(self.plan.seating_of(self.numbers) == contestant, axis=1)
        shares = self.shares()[np.arange(self.count), at]
        scores = self.table[np.arange(self.count), at]
        low, high = wilson(float(shares.sum()), self.count)
        share, seats = float(shares.mean()), self.plan.seats
        return Standing(
            name=name,
            games=self.count,
            wins=int((shares == 1).sum()),
            shared=int(((shares > 0) & (shares < 1)).sum()),
            losses=int((shares == 0).sum()),
            share=share,
            share_low=low,
            share_high=high,
            elo=elo(share, seats),
            elo_low=elo(low, seats),
            elo_high=elo(high, seats),
            share_by_seat=[_mean_or_none(shares[at == seat]) for seat in range(seats)],
            score_mean=float(scores.mean()),
            score_deviation=float(scores.std()),
            forfeits=sum(forfeit.contestant == contestant for forfeit in self.forfeits),
        )


def _mean_or_none(values: Any) -> float | None:
    return float(values.mean()) if len(values) else None
