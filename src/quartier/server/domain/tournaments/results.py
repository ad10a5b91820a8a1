"""What a table's end means for a tournament: for each seat two for each rival left behind, one for each equal one."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from quartier.server.domain.table import Table


def ranked(keys: Sequence[Any]) -> list[int]:
    """By what somebody is better than others, the higher the better."""
    return [
        sum((key > other) + (key >= other) for index, other in enumerate(keys) if index != own)
        for own, key in enumerate(keys)
    ]


def of_game(table: Table, players: AbstractSet[int]) -> list[int]:
    """Of a game that is over: who has won, then the points. Whoever of the `players` (seats) has given up, or left the game
    to a bot, comes after all who have not.
    """
    scores = table.state.scores() if table.resigned is None else [0] * table.seats
    left = {seat for seat in players if table.bot(seat) is not None} | {table.resigned}
    winners = set(table.winners())
    return ranked([(seat not in left, seat in winners, scores[seat]) for seat in range(table.seats)])


def adjudged(came: Sequence[bool]) -> list[int]:
    """Of a game that was not finished in time: who came is equal with all who came, and better than who did not; these get
    nothing.
    """
    return [halves if there else 0 for halves, there in zip(ranked(came), came, strict=True)]
