"""How a game changes ratings: Weng and Lin's Bayesian approximation for Bradley and Terry's model, each pair of players
compared (R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011: Algorithm 1).

The scale is Elo's, the one on which the bots were measured (`quartier.lab.ratings`): between two whose strength is known, a
lead of 400 points wins ten games of eleven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

POINTS: Final = 400 / log(10)
"""How much chance a single game holds, in points; the paper's β times the square root of two."""
DRIFT: Final = 6.0
"""Points by which people change from one game to the next, so that a rating never stands still; the paper has none, its
authors' later implementations do.
"""
MIN_VARIANCE_SHARE: Final = 1e-4
"""The share of the variance that a game leaves at least. What a game of more than two teaches is the mean of its comparisons
(the paper's γ, here 1 / (players − 1)): they are not independent of each other.
"""
CONFIDENCE: Final = 1.96
"""Standard deviations that contain a player's strength with 95 %."""


@dataclass(frozen=True)
class Rating:
    """What is known of a player's strength. `fixed`: it was measured beforehand, and no game changes it."""

    value: float = 1000.0
    deviation: float = 350.0
    fixed: bool = False

    @property
    def variance(self) -> float:
        """Before the next game."""
        return self.deviation**2 + (0.0 if self.fixed else DRIFT**2)

    @property
    def reach(self) -> int:
        """So many points up or down it may be wrong, with 95 %."""
        return round(CONFIDENCE * self.deviation)


NEWCOMER: Final = Rating()
"""The rating of a new player: the greedy bot's strength, with a large deviation."""


def update_ratings(players: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game.

    Args:
        players: The ratings before it.
        ranks: The rank of each player, the first being 1; equal ranks are a tie.
    """
    return [player if player.fixed else _after(index, players, ranks) for index, player in enumerate(players)]


def _after(own: int, players: Sequence[Rating], ranks: Sequence[int]) -> Rating:
    player, gain, learned = players[own], 0.0, 0.0
    for other, rival in enumerate(players):
        if other == own:
            continue
        spread = sqrt(player.variance + rival.variance + POINTS**2)
        expected = 1 / (1 + exp((rival.value - player.value) / spread))
        share = player.variance / spread
        gain += share * (_pair_score(ranks[own], ranks[other]) - expected)
        learned += share / spread * expected * (1 - expected)
    variance = player.variance * max(1 - learned / (len(players) - 1), MIN_VARIANCE_SHARE)
    return Rating(player.value + gain, min(sqrt(variance), NEWCOMER.deviation))


def _pair_score(own: int, other: int) -> float:
    """Return the score of one pair: 1, 0.5 or 0."""
    return 0.5 if own == other else float(own < other)
