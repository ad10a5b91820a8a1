"""Rating updates: Weng and Lin's Bayesian approximation for Bradley and Terry's model, comparing each pair of players.

R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011: Algorithm 1. The
scale is Elo's, the one on which the bots were measured (`quartier.lab.ratings`): between two players of known
strength, a lead of 400 points wins ten games of eleven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

POINTS: Final = 400 / log(10)
"""The randomness of a single game, in points; the paper's β times the square root of two."""
DRIFT: Final = 6.0
"""The change of players' strength from one game to the next, in points, so that ratings never freeze.

The paper has none, its authors' later implementations do.
"""
MIN_VARIANCE_SHARE: Final = 1e-4
"""The minimum share of the variance that remains after a game.

A game of more than two players contributes the mean of its comparisons (the paper's γ, here 1 / (players −
1)), because they are not independent of each other.
"""
MAX_CERTAIN_DEVIATION: Final = 110.0
"""The deviation up to which a rating is not provisional."""
CONFIDENCE: Final = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True)
class Rating:
    """The estimate of a player's strength. `fixed`: it was measured beforehand, and no game changes it."""

    value: float = 1000.0
    deviation: float = 350.0
    fixed: bool = False

    @property
    def variance(self) -> float:
        """Return the variance before the next game."""
        return self.deviation**2 + (0.0 if self.fixed else DRIFT**2)

    @property
    def reach(self) -> int:
        """Return half the width of the 95 % interval, in points."""
        return round(CONFIDENCE * self.deviation)


NEWCOMER: Final = Rating()
"""The rating of a new player: the greedy bot's strength, with a large deviation."""


PairWeight = Callable[[int, int], float]
"""How much the comparison of two players counts, by their indices: from 0 to 1, the same both ways."""


def update_ratings(
    players: Sequence[Rating], ranks: Sequence[int], weight: PairWeight = lambda own, other: 1.0
) -> list[Rating]:
    """Return the ratings after a game.

    Args:
        players: The ratings before it.
        ranks: The rank of each player, the first being 1; equal ranks are a tie.
        weight: How much each comparison counts. A player none of whose comparisons counts keeps the rating.
    """
    return [
        player
        if player.fixed or not _counts(index, len(players), weight)
        else _after(index, players, ranks, weight)
        for index, player in enumerate(players)
    ]


def _counts(own: int, players: int, weight: PairWeight) -> bool:
    return any(weight(own, other) > 0 for other in range(players) if other != own)


def _after(own: int, players: Sequence[Rating], ranks: Sequence[int], weight: PairWeight) -> Rating:
    player, gain, learned = players[own], 0.0, 0.0
    for other, rival in enumerate(players):
        if other == own:
            continue
        spread = sqrt(player.variance + rival.variance + POINTS**2)
        expected = 1 / (1 + exp((rival.value - player.value) / spread))
        share = weight(own, other) * player.variance / spread
        gain += share * (_pair_score(ranks[own], ranks[other]) - expected)
        learned += share / spread * expected * (1 - expected)
    variance = player.variance * max(1 - learned / (len(players) - 1), MIN_VARIANCE_SHARE)
    return Rating(player.value + gain, min(sqrt(variance), NEWCOMER.deviation))


def _pair_score(own: int, other: int) -> float:
    """Return the score of one pair: 1, 0.5 or 0."""
    return 0.5 if own == other else float(own < other)
