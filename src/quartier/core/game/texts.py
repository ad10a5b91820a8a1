"""The texts of a title's actions in the order of texts, so that a list of moves is written and sorted by numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from quartier.core.game.boards import Board
from quartier.core.game.title_spec import Title


class Texts(NamedTuple):
    """All actions of a title on a board."""

    sorted: Any
    """Their notation in the order of texts: objects, (ACTIONS,)."""
    ranks: Any
    """By action, the place of its text there: int64, (ACTIONS,)."""


@lru_cache
def texts_of(title: Title, board: Board) -> Texts:
    """The texts of a title's actions on a board; written once."""
    texts = [title.words.write(action, board) for action in range(title.rules.ACTIONS)]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    ranks = np.empty(len(texts), np.int64)
    ranks[order] = np.arange(len(texts))
    return Texts(np.array([texts[action] for action in order], object), ranks)


@lru_cache(256)
def seats_among(actors: int) -> frozenset[int]:
    """The seats of a set that is given as bits."""
    return frozenset(seat for seat in range(actors.bit_length()) if actors >> seat & 1)
