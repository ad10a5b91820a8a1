"""Tournament results of a table: for each seat two for each opponent beaten, one for each tie."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

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


def adjudicate(came: Sequence[bool]) -> list[int]:
    """Return the half points of a game that was not finished in time: all who came are equal, and ahead of no-shows."""
    return [halves if there else 0 for halves, there in zip(rank_scores(came), came, strict=True)]
