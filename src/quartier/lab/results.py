"""Arena results: standings with confidence intervals, game lengths and speed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log10, sqrt
from typing import Any

import numpy as np

from quartier.lab.matches import Forfeit
from quartier.lab.plan import Plan


@dataclass(frozen=True)
class Standing:
    """The games of one contestant. All intervals are 95% confidence intervals."""

    name: str
    """The name of the bot."""
    games: int
    """The number of games."""
    wins: int
    """Games that it won alone."""
    shared: int
    """Games whose win it shared."""
    losses: int
    """Games that it didn't win."""
    share: float
    """Its share of the wins, 0 to 1: a win counts 1, a win shared by n seats 1/n."""
    share_low: float
    """The lower bound of the share."""
    share_high: float
    """The upper bound of the share."""
    elo: float | None
    """The difference from the other contestants in Elo points; None if unbounded."""
    elo_low: float | None
    """The lower bound of the difference; None if unbounded."""
    elo_high: float | None
    """The upper bound of the difference; None if unbounded."""
    share_by_seat: list[float | None]
    """By seat, its share of the wins there; None for a seat that it never took."""
    score_mean: float
    """Its mean score, in the game's points."""
    score_deviation: float
    """The standard deviation of its scores."""
    forfeits: int
    """Games that it lost because it failed or played an illegal move; they count as losses."""


@dataclass(frozen=True)
class Result:
    """The result of an arena. For the same arguments all but `seconds` and `workers` is the same."""

    title: str
    """The name of the title."""
    options: dict[str, bool | int | str]
    """All options with their values."""
    board: str
    """The name of the board; "" where the title has none."""
    seed: int
    """The seed of all random numbers."""
    duplicate: bool
    """Whether all seatings of a deal got the same chance stream."""
    games: int
    """The number of games that were played."""
    planned: int
    """The number of games that were to be played; more than `games` if the arena was stopped."""
    standings: list[Standing]
    """The standing of each contestant, in the order of the arguments."""
    seat_share: list[float]
    """By seat, the share of the wins, 0 to 1."""
    moves: int
    """The number of moves in all games."""
    moves_shortest: int
    """The number of moves in the shortest game."""
    moves_mean: float
    """The mean number of moves in a game."""
    moves_longest: int
    """The number of moves in the longest game."""
    seconds: float
    """The wall-clock time of the arena."""
    workers: int
    """The number of processes that played."""
    forfeits: list[Forfeit]
    """The first forfeits, at most 20, with their records."""

    def as_dict(self) -> dict[str, Any]:
        """Return the result for JSON, with games and moves per second."""
        return {
            **asdict(self),
            "games_per_second": self.per_second(self.games),
            "moves_per_second": self.per_second(self.moves),
        }

    def per_second(self, count: int) -> float:
        """Return a count divided by the seconds of the arena; 0 if no time was measured.

        Args:
            count: A number of games or moves.
        """
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
    """Return half the width of the 95% confidence interval of a mean, by Student's t.

    Args:
        spread: The standard deviation of the values.
        values: The number of independent values.

    Returns:
        Half the width, exact to three figures; 0 for fewer than two values.
    """
    if values < 2:
        return 0.0
    free = values - 1
    quantile = _T[free - 1] if free <= len(_T) else 1.96 + 2.38 / free + 2.8 / free**2
    return quantile * spread / sqrt(values)


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927. Unlike the simple interval
    it stays within 0 and 1 and is right for shares near them.

    Args:
        successes: The number of successes; a shared win is a fraction of one.
        trials: The number of trials.
        z: The quantile of the normal distribution; 1.96 for a 95% interval.

    Returns:
        The lower and the upper bound; 0 and 1 without trials.
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
    """Convert a share of the wins into a difference in Elo points.

    It is Bradley and Terry's model with equal opponents: each opponent wins with weight 1, the contestant with weight
    10 ** (points / 400). With two seats it is Elo's formula.

    Args:
        share: The contestant's share of the wins, 0 to 1.
        seats: The number of seats.

    Returns:
        How far the contestant is above the others; None if unbounded.
    """
    if seats < 2 or not 0 < share < 1:
        return None
    return 400 * log10(share * (seats - 1) / (1 - share))


@dataclass(frozen=True)
class Games:
    """Finished games: their numbers in the plan, and their results."""

    plan: Plan
    numbers: Any
    """The numbers of the games in the plan: int64 of shape (games,)."""
    table: Any
    """The rows of `quartier.lab.loops.contests`: int64 of shape (games, seats + 2)."""
    forfeits: list[Forfeit]

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.numbers)

    @property
    def moves(self) -> Any:
        """The number of moves of each game: int64 of shape (games,)."""
        return self.table[:, self.plan.seats + 1]

    def shares(self) -> Any:
        """Return each seat's share of the win of each game: float64 of shape (games, seats)."""
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
