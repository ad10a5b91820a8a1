"""Usage statistics: how often each action, tile or street was used, and the regression of results on use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.core.text.stat_labels import Tally
from quartier.lab.balance.figures import Figure, mean, ratio
from quartier.lab.balance.replay_kernels import AT_ONCE, CHOSEN, OFFERED

MIN_GAMES = 20
"""Games in which the seats used something differently often: with fewer nothing is said about its worth."""


@dataclass(frozen=True)
class Use:
    """Usage statistics of one thing that moves use."""

    tally: str
    name: str
    used: Figure
    """Times a game and seat."""
    taken: Figure | None
    """Share of the decisions in which it could be used; None if that was never so."""
    at_once: Figure | None
    """By how much a use moved the lead of the seat at once, in points; None if it was never used."""
    points: Figure | None
    """Of two seats of a game, so many points a seat is ahead at the end for each use more than the other one's."""
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
    """Return the slope of `ends` over `used` within games, both (games, seats): the gain for each use more.

    What a whole game has in common, its deal and its length, so has no part in it. Of solo games it is the slope between
    games. None where too few games tell anything.
    """
    within = 1 if used.shape[1] > 1 else 0
    more = used - used.mean(axis=within, keepdims=True)
    better = ends - ends.mean(axis=within, keepdims=True)
    squares = (more**2).sum(axis=1)
    if np.count_nonzero(squares) < MIN_GAMES:
        return None
    return ratio((more * better).sum(axis=1), squares)
