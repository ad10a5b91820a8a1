"""The results of all legal moves of a seat, tried in one call: a call per move would cost more than the moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.base_state import BaseState

UNCACHED = -1
"""For a title's `preview_keys` and `shared_fragments`: its content depends on more than a number, so it is not cached."""
NOTHING_SHARED = -2
"""For a title's `shared_fragments`: there is no such part."""


@dataclass(frozen=True)
class Previews:
    """Legal actions of a seat, the points of each, and the position after it; axis 0 of every array is the action."""

    state: BaseState
    """The position before them, concealed for the seat."""
    actions: NDArray[np.int64]
    points: NDArray[np.int64]
    free: NDArray[np.int64]
    """1 if the seat can undo it freely, because the turn is still its own.

    If nothing is left to decide the turn ends automatically, so that is not free.
    """
    endings: NDArray[np.int64]
    """What it means for the end: `kernels.NO_END`, `ENDS_GAME` or `TRIGGERS_END`."""
    derived: NDArray[np.int64]
    """The title's derived values of the positions after them, shape (actions, DERIVED_SIZE)."""
    positions: NDArray[Any]

    def open_record(self, index: int) -> Any:
        """Return the opened record after the action at `index`, with its derived values."""
        after = self._open(index, list)
        after.derived = self._derived_lists[index]  # they are there, so no callback is needed
        return after

    @cached_property
    def _open(self) -> Any:
        return self.state.game.spec.record_class.opener(self.positions, self.state.board)

    @cached_property
    def _derived_lists(self) -> list[list[int]]:
        result: list[list[int]] = self.derived.tolist()
        return result


def previews(state: BaseState, seat: int, actions: NDArray[np.int64]) -> Previews:
    """Try some legal actions of a seat, as far as the seat can know (`state` is concealed for it)."""
    spec = state.game.spec
    after = spec.record_class.new(len(actions))
    results = np.zeros((len(actions), 3), np.int64)
    derived = np.zeros((len(actions), spec.derived_size), np.int64)
    state.game.kernels.previews(state.array, seat, actions, after, results, derived, state.buffers()[0])
    points, free, endings = results.T
    return Previews(state, actions, points, free, endings, derived, after)
