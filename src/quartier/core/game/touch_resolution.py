"""Resolution of touches: which of several moves comes first, and which moves need no Confirm."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.base_state import BaseState
from quartier.core.game.boards import Board
from quartier.core.game.title_spec import TitleSpec

PASSING_PREFIX = "number-"
"""Prefix of touches that are passed over on the way to others: such a move always waits for Confirm."""


def ending(title: TitleSpec) -> tuple[int, ...]:
    """Return the moves of a title that only end a turn (its `ENDS`, if it has some)."""
    return tuple(getattr(title.text, "ENDS", ()))


@lru_cache
def all_paths(title: TitleSpec, board: Board) -> list[list[list[str]]]:
    """Return the ids to touch for each action of a title, by its number."""
    return [title.text.paths(action, board) for action in range(title.rules.ACTIONS)]


NOTHING = 0
"""The id of no path."""


class _Touches(NamedTuple):
    """The touches of each action, as arrays with the axis of actions first."""

    paths: NDArray[np.int64]
    """Its paths by id, equal for equal touches; padded with NOTHING."""
    passing: NDArray[np.bool_]
    """Whether one of its touches is passed over."""


@lru_cache
def _touches(title: TitleSpec, board: Board) -> _Touches:
    numbers: dict[tuple[str, ...], int] = {}
    numbers_by_action = [
        [numbers.setdefault(tuple(path), len(numbers) + 1) for path in paths]
        for paths in all_paths(title, board)
    ]
    most = max(map(len, numbers_by_action))
    padded = [[*paths, *[NOTHING] * (most - len(paths))] for paths in numbers_by_action]
    over = [any(path[-1].startswith(PASSING_PREFIX) for path in paths) for paths in all_paths(title, board)]
    return _Touches(np.array(padded, np.int64), np.array(over))


class TouchResolver:
    """The legal moves of a seat, in the order of preference for the same touches."""

    def __init__(self, title: TitleSpec, state: BaseState, opened: Any, seat: int, has_acted: bool) -> None:
        self._has_acted, self._ending = has_acted, ending(title)
        self.actions, first = np.array(state.legal(seat), np.int64), np.False_
        if ranked := getattr(title.text, "rank", None):
            ranks = np.array(ranked(opened, seat, self.actions))
            order = np.argsort(ranks, kind="stable")
            self.actions, first = self.actions[order], ranks[order] == 0
        touches = _touches(title, state.board)
        shared = _is_shared(touches.paths[self.actions])
        self._clear = (first | ~shared) & ~touches.passing[self.actions]

    def at_once(self, free: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return by action whether it needs no Confirm: undoable and the default, or ending a turn that has begun."""
        result: NDArray[np.bool_] = (free == 1) & self._clear
        for action in self._ending:
            result[self.actions == action] = self._has_acted
        return result


def _is_shared(paths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return by row of paths whether one of them is in another row, too."""
    counts = np.bincount(paths.ravel(), minlength=1)
    counts[NOTHING] = 0
    result: NDArray[np.bool_] = np.any(counts[paths] > 1, axis=1)
    return result
