"""Usage statistics: how often each action, tile or street was used, and the regression of results on use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.core.text.stat_labels import Tally
from quartier.lab.balance.figures import Figure, mean, ratio
from quartier.lab.balance.replay_kernels import AT_ONCE, CHOSEN, OFFERED

MIN_GAMES = 20
"""Minimum number of games in which the seats used something unequally; below it no value is estimated."""


@dataclass(frozen=True)
class Use:
    """Usage statistics of one thing that moves use."""

    tally: str
    name: str
    used: Figure
    """Mean uses per game and seat."""
    taken: Figure | None
    """Share of the decisions in which it could be used; None if it never could."""
    at_once: Figure | None
    """The immediate change of the seat's lead per use, in points; None if it was never used."""
    points: Figure | None
    """With two seats, the final lead in points for each use more than the other seat's."""
    share: Figure | None
    """The same for the share of the win."""


def uses_of(tallies: list[Tally], counts: Any, scores: Any, shares: Any) -> list[Use]:
    """Return the usage statistics of some games, by tally and member.

    `counts`: int64, (games, uses, seats, COUNTS); `scores` and `shares` of the win: (games, seats).
    """
    names = [(tally.name, member) for tally in tallies for member in tally.members]
    return [
        _use(tally, name, counts[:, number], scores, shares) for number, (tally, name) in enumerate(names)
    ]


def _use(tally: str, name: str, counts: Any, scores: Any, shares: Any) -> Use:
    offered, chosen, gains = (counts[:, :, what].sum(axis=1) for what in (OFFERED, CHOSEN, AT_ONCE))
    used = counts[:, :, CHOSEN]
    return Use(
        tally,
        name,
        mean(used.mean(axis=1)) or Figure(0.0, 0.0, 0.0),
        ratio(chosen, offered),
        ratio(gains, chosen),
        worth(used, scores),
        worth(used, shares) if scores.shape[1] > 1 else None,
    )


def worth(used: Any, ends: Any) -> Figure | None:
    """Return the slope of `ends` over `used` within games, both (games, seats): the gain per additional use.

    So factors common to a whole game, such as deal and length, cancel out. For solo games it is the slope
    between games. None if too few games are informative.
    """
    within = 1 if used.shape[1] > 1 else 0
    more = used - used.mean(axis=within, keepdims=True)
    better = ends - ends.mean(axis=within, keepdims=True)
    squares = (more**2).sum(axis=1)
    if np.count_nonzero(squares) < MIN_GAMES:
        return None
    return ratio((more * better).sum(axis=1), squares)
