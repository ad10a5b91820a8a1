"""What each move of a seat would lead to, tried all at once: a call for each move would cost more than the moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.base_state import BaseState

UNCACHED = -1
"""For a title's `preview_keys` and `shared_fragments`: it depends on more than a number says, so it is not cached."""
NOTHING_SHARED = -2
"""For a title's `shared_fragments`: there is no such piece."""


@dataclass(frozen=True)
class Previews:
    """Legal actions of a seat, what each brings, and the position after it; every array begins with the axis of actions."""

    state: BaseState
    """The position before them, concealed for the seat."""
    actions: NDArray[np.int64]
    points: NDArray[np.int64]
    free: NDArray[np.int64]
    """1 if the seat may take it back as if nothing had happened, because the turn is still its own.

    Where nothing is left to decide the turn goes on by itself, so that is not free.
    """
    derived: NDArray[np.int64]
    """What the title's `derive` works out of the positions after them, shape (actions, DERIVED_SIZE)."""
    positions: NDArray[Any]

    def open_record(self, index: int) -> Any:
        """The record after the action at `index`, with its derived values."""
        after = self._open(index, list)
        after.derived = self._derived_lists[index]  # they are there: no need to ask for them
        return after

    def open_plain(self, index: int) -> Any:
        """The same without its derived values."""
        return self._open(index, list)

    @cached_property
    def _open(self) -> Any:
        return self.state.game.spec.record_class.opener(self.positions, self.state.board)

    @cached_property
    def _derived_lists(self) -> list[list[int]]:
        result: list[list[int]] = self.derived.tolist()
        return result


def previews(state: BaseState, seat: int, actions: NDArray[np.int64]) -> Previews:
    """What each of some legal actions of a seat leads to, as far as the seat knows (`state` is concealed for it)."""
    spec = state.game.spec
    after = spec.record_class.new(len(actions))
    points_and_free = np.zeros((len(actions), 2), np.int64)
    derived = np.zeros((len(actions), spec.derived_size), np.int64)
    state.game.kernels.previews(
        state.array, seat, actions, after, points_and_free, derived, state.buffers()[0]
    )
    return Previews(state, actions, points_and_free[:, 0], points_and_free[:, 1], derived, after)
