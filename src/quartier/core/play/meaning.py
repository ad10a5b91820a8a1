"""What touches mean: which of several moves first, and which moves need no Confirm."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from quartier.core.play.boards import Board
from quartier.core.play.position import Position
from quartier.core.play.title import Title

PASSED_OVER = "number-"
"""How touches begin that are passed over on the way to others: such a move always waits for Confirm."""


def ending(title: Title) -> tuple[int, ...]:
    """The moves of a title that only end a turn (its `ENDS`, if it has some)."""
    return tuple(getattr(title.words, "ENDS", ()))


@lru_cache
def all_paths(title: Title, board: Board) -> list[list[list[str]]]:
    """The ids to touch for each action of a title, by its number."""
    return [title.words.paths(action, board) for action in range(title.rules.ACTIONS)]


class _Touches(NamedTuple):
    """The paths of each action as numbers, the same for the same touches; the actions with a touch that is passed over."""

    paths: list[list[int]]
    passing: frozenset[int]


@lru_cache
def _touches(title: Title, board: Board) -> _Touches:
    numbers: dict[tuple[str, ...], int] = {}
    paths = [
        [numbers.setdefault(tuple(path), len(numbers)) for path in each] for each in all_paths(title, board)
    ]
    over = [
        action
        for action, each in enumerate(all_paths(title, board))
        if any(path[-1].startswith(PASSED_OVER) for path in each)
    ]
    return _Touches(paths, frozenset(over))


class Meant:
    """The legal moves of a seat in the order in which the same touches mean them."""

    def __init__(self, title: Title, known: Position, opened: Any, seat: int, begun: bool) -> None:
        self._begun, self._ending = begun, ending(title)
        self._paths, self._passing = _touches(title, known.board)
        ranked = getattr(title.words, "rank", None)
        actions = known.legal(seat)
        self._ranks = {action: int(ranked(opened, seat, action)) if ranked else 1 for action in actions}
        self.actions = sorted(actions, key=self._ranks.__getitem__)
        touched = Counter(path for action in actions for path in self._paths[action])
        self._shared = {path for path, count in touched.items() if count > 1}

    def at_once(self, action: int, free: bool) -> bool:
        """Whether a move needs no Confirm: it is free and what its touches mean first, or it ends a turn that has begun."""
        if action in self._ending:
            return self._begun
        return free and self._is_clear(action)

    def _is_clear(self, action: int) -> bool:
        if action in self._passing:
            return False
        return self._ranks[action] == 0 or self._shared.isdisjoint(self._paths[action])
