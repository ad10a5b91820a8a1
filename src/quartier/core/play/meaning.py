"""What touches mean: which of several moves first, and which moves need no Confirm."""

from __future__ import annotations

from collections import Counter

from quartier.core.play.position import Position
from quartier.core.play.title import Title

PASSED_OVER = "number-"
"""How touches begin that are passed over on the way to others: such a move always waits for Confirm."""


def ending(title: Title) -> tuple[int, ...]:
    """The moves of a title that only end a turn (its `ENDS`, if it has some)."""
    return tuple(getattr(title.words, "ENDS", ()))


class Meant:
    """The legal moves of a seat in the order in which the same touches mean them."""

    def __init__(self, title: Title, known: Position, seat: int, begun: bool) -> None:
        self._title, self._begun, self._board = title, begun, known.board
        ranked = getattr(title.words, "rank", None)
        actions, opened = known.legal(seat), known.opened()
        self._ranks = {action: int(ranked(opened, seat, action)) if ranked else 1 for action in actions}
        self.actions = sorted(actions, key=self._ranks.__getitem__)
        self._touched = Counter(path for action in actions for path in self._paths(action))

    def _paths(self, action: int) -> list[tuple[str, ...]]:
        return [tuple(path) for path in self._title.words.paths(action, self._board)]

    def at_once(self, action: int, free: bool) -> bool:
        """Whether a move needs no Confirm: it is free and what its touches mean first, or it ends a turn that has begun."""
        if action in ending(self._title):
            return self._begun
        return free and self._is_clear(action)

    def _is_clear(self, action: int) -> bool:
        paths = self._paths(action)
        if any(path[-1].startswith(PASSED_OVER) for path in paths):
            return False
        return self._ranks[action] == 0 or all(self._touched[path] == 1 for path in paths)
