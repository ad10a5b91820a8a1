"""Use and worth: how often each action, tile or street was used, and how those ended who used it more than the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.core.text.stat_labels import Tally
from quartier.lab.balance.figures import Figure, mean, ratio
from quartier.lab.balance.survey import AT_ONCE, CHOSEN, OFFERED

ENOUGH = 20
"""Games in which the seats used something differently often: with fewer nothing is said about its worth."""


@dataclass(frozen=True)
class Use:
    """What was counted of one thing that moves use."""

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
    """What was used in some games, by tally and member.

    `counts`: int64, (games, uses, seats, COUNTS); `scores` and `shares` of the win: (games, seats).
    """
    names = [(each.name, member) for each in tallies for member in each.members]
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
    """How much better a seat ended for each use more: the slope of `ends` over `used`, both (games, seats), within games.

    What a whole game has in common, its deal and its length, so has no part in it. Of solo games it is the slope between
    games. None where too few games tell anything.
    """
    within = 1 if used.shape[1] > 1 else 0
    more = used - used.mean(axis=within, keepdims=True)
    better = ends - ends.mean(axis=within, keepdims=True)
    squares = (more**2).sum(axis=1)
    if np.count_nonzero(squares) < ENOUGH:
        return None
    return ratio((more * better).sum(axis=1), squares)
