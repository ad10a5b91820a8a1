"""Tournament results of a table: for each seat two for each opponent beaten, one for each tie."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from quartier.server.domain.table import Table


def rank_scores(scores: Sequence[Any]) -> list[int]:
    """Return for each score two for every lower one and one for every equal one."""
    return [
        sum((key > other) + (key >= other) for index, other in enumerate(scores) if index != own)
        for own, key in enumerate(scores)
    ]


def of_game(table: Table, players: AbstractSet[int]) -> list[int]:
    """Return the half points of a finished game: winners first, then by points.

    Seats in `players` that have resigned, or left the game to a bot, come last.
    """
    scores = table.state.scores() if table.resigned is None else [0] * table.seats
    left = {seat for seat in players if table.bot(seat) is not None} | {table.resigned}
    winners = set(table.winners())
    return rank_scores([(seat not in left, seat in winners, scores[seat]) for seat in range(table.seats)])


MARGIN: Final = 40
"""Percentage points of the win, divided by the seats, by which a seat must be ahead of another: 20 at a table for two."""


class Verdict(NamedTuple):
    """The bots' evaluation of a position: each seat's share of the win; None: it could not be computed."""

    shares: Sequence[float] | None


@dataclass(frozen=True)
class Judgement:
    """Who came to a match, by seat, and the percentages of the win that the bots give the seats; None: not evaluated."""

    came: tuple[bool, ...]
    chances: tuple[int, ...] | None = None


def adjudicate(came: Sequence[bool], chances: Sequence[int] | None = None) -> list[int]:
    """Return the half points of a game that was not finished in time.

    All who came are ahead of no-shows. Between them the percentages of the win decide; they tie within the margin, or
    without percentages.
    """
    margin = MARGIN / len(came)

    def against(own: int, other: int) -> int:
        if not came[own] or not came[other]:
            return 2 * came[own]
        lead = 0 if chances is None else chances[own] - chances[other]
        return 1 + (lead >= margin) - (lead <= -margin)

    seats = range(len(came))
    return [sum(against(own, other) for other in seats if other != own) for own in seats]
