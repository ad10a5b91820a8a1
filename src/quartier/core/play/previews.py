"""What each move of a seat would lead to, tried all at once: a call for each move would cost more than the moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.records import Record
from quartier.core.play.boards import Board
from quartier.core.play.position import Position


class Preview(NamedTuple):
    """A legal action, what it brings, and where the position after it lies, with its facts."""

    action: int
    points: int
    free: int
    """1 if the seat may take it back as if nothing had happened, because the turn is still its own.

    Where nothing is left to decide the turn goes on by itself, so that is not free.
    """
    facts: list[int]
    place: int
    positions: Any
    """The position after each of the actions; this one's stands at `place`."""

    def opened(self, declared: type[Record], board: Board) -> Any:
        """The record after the action, with its facts."""
        found = declared.open(self.positions, self.place, board)
        found.facts = self.facts
        return found


def previews(known: Position, seat: int, actions: list[int]) -> Iterator[Preview]:
    """What each of some legal actions of a seat leads to, as far as the seat knows (`known` is concealed for it)."""
    declared = known.game.declared
    tried, after = np.array(actions, np.int64), declared.state.new(len(actions))
    told = np.zeros((len(actions), 2), np.int64)
    found = np.zeros((len(actions), declared.facts), np.int64)
    known.game.kernels.previews(known.position, seat, tried, after, told, found, known.buffers()[0])
    return map(Preview, actions, *told.T.tolist(), found.tolist(), count(), repeat(after))
