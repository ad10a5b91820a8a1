"""What an arena found: standings with confidence intervals, lengths and speed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from quartier.lab.plan import Plan


@dataclass(frozen=True)
class Standing:
    """One contestant's games. `share` counts a win as 1 and a win shared by n as 1/n."""

    name: str
    games: int
    wins: int
    shared: int
    losses: int
    share: float
    share_low: float
    share_high: float
    share_by_seat: list[float | None]
    score_mean: float
    score_deviation: float


@dataclass(frozen=True)
class Result:
    """The result of an arena. Everything but the time is the same for the same seed."""

    title: str
    options: dict[str, bool | int | str]
    board: str
    seed: int
    duplicate: bool
    games: int
    standings: list[Standing]
    seat_share: list[float]
    moves: int
    moves_shortest: int
    moves_mean: float
    moves_longest: int
    seconds: float
    workers: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON, with games and moves per second."""
        return {
            **asdict(self),
            "games_per_second": self.per_second(self.games),
            "moves_per_second": self.per_second(self.moves),
        }

    def per_second(self, count: int) -> float:
        """A count divided by the time that the games took."""
        return count / self.seconds if self.seconds > 0 else 0.0


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a proportion (95 % by default); (0, 1) without trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927. Unlike the
    simple interval it stays within 0 and 1 and is right for shares near them.
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def standing(name: str, contestant: int, plan: Plan, table: Any) -> Standing:
    """The standing of one contestant from the table of results (see `quartier.core.kernels.contests`)."""
    seating = plan.seating(0, plan.games)
    at = np.argmax(seating == contestant, axis=1)
    shares = won_shares(plan, table)[np.arange(plan.games), at]
    scores = table[np.arange(plan.games), at]
    low, high = wilson(float(shares.sum()), plan.games)
    return Standing(
        name=name,
        games=plan.games,
        wins=int((shares == 1).sum()),
        shared=int(((shares > 0) & (shares < 1)).sum()),
        losses=int((shares == 0).sum()),
        share=float(shares.mean()),
        share_low=low,
        share_high=high,
        share_by_seat=[_mean_or_none(shares[at == seat]) for seat in range(plan.seats)],
        score_mean=float(scores.mean()),
        score_deviation=float(scores.std()),
    )


def won_shares(plan: Plan, table: Any) -> Any:
    """Each seat's share of each game: float64, shape (games, seats)."""
    won = table[:, plan.seats, None] >> np.arange(plan.seats) & 1
    return won / won.sum(axis=1, keepdims=True)


def _mean_or_none(values: Any) -> float | None:
    return float(values.mean()) if len(values) else None
