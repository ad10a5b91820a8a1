"""The notation of a title's actions in text order, so that a list of moves is written and sorted by numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.engine.contract import CHANCE
from quartier.core.game.boards import Board
from quartier.core.game.move import Move
from quartier.core.game.title_spec import TitleSpec
from quartier.core.text.notation import CHANCE_ACTOR


@lru_cache
def text_ranks(title: TitleSpec, board: Board) -> NDArray[np.int64]:
    """Return the rank of each action's notation among all of them: int64, (ACTIONS,)."""
    texts = [title.text.write(action, board) for action in range(title.rules.ACTIONS)]
    ranks = np.empty(len(texts), np.int64)
    ranks[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(texts))
    return ranks


@lru_cache
def sorted_moves(title: TitleSpec, board: Board, actor: int) -> NDArray[Any]:
    """Return all moves of an actor in the order of their notation, made once: objects, (ACTIONS,)."""
    who = CHANCE_ACTOR if actor == CHANCE else actor
    actions = np.argsort(text_ranks(title, board)).tolist()
    moves = np.empty(len(actions), object)
    moves[:] = [Move(title.text.write(action, board), who, action) for action in actions]
    return moves


@lru_cache(256)
def seats_among(actors: int) -> frozenset[int]:
    """Return the seats of a set that is given as bits."""
    return frozenset(seat for seat in range(actors.bit_length()) if actors >> seat & 1)
