"""What each move of a seat would lead to, tried all at once: a call for each move would cost more than the moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from quartier.core.play.position import Position


class Preview(NamedTuple):
    """A legal action, the opened record after it with its facts, and what it brings."""

    action: int
    after: Any
    points: int
    free: bool
    """The seat may take it back as if nothing had happened, because the turn is still its own.

    Where nothing is left to decide the turn goes on by itself, so that is not free.
    """


def previews(known: Position, seat: int, actions: list[int]) -> Iterator[Preview]:
    """What each of some legal actions of a seat leads to, as far as the seat knows (`known` is concealed for it)."""
    declared, board = known.game.declared, known.board
    record, tried = declared.state, np.array(actions, np.int64)
    after, told = record.new(len(actions)), np.zeros((len(actions), 2), np.int64)
    found = np.zeros((len(actions), declared.facts), np.int64)
    known.game.kernels.previews(known.position, seat, tried, after, told, found, known.buffers()[0])
    for index, (action, (points, free), facts) in enumerate(
        zip(actions, told.tolist(), found.tolist(), strict=True)
    ):
        opened = record.open(after, index, board)
        opened.facts = facts
        yield Preview(action, opened, points, bool(free))
