"""Where the kernels write what has happened, so that a move with all that follows it is one call."""

from __future__ import annotations

from threading import local
from typing import Any, NamedTuple

import numpy as np

from quartier.core.play.ruleset import Ruleset

EVENTS = 64
"""Events that are noted at once; a longer chain of draws is gone through in several steps."""


class Room(NamedTuple):
    """As `advance` and `draw_due` of the kernels take it."""

    given: tuple[Any, ...]
    """What the kernels get: records, the arrays below, and scratch space for actions and weights, int64, (ACTIONS,)."""
    raw: Any
    """The records before the events as so many bytes: shape (EVENTS,)."""
    events: Any
    """int64, (EVENTS, 2): actor and action."""
    dice: Any
    """uint64, (EVENTS,)."""


class _Rooms(local):
    """Each thread has its own: another one may come between the call and the reading of what it wrote."""

    def __init__(self) -> None:
        self.by_title: dict[int, tuple[Ruleset, Room]] = {}


_ROOMS = _Rooms()


def room_of(game: Ruleset) -> Room:
    """The room of this thread for a game; what it holds is good until the next call."""
    return (_ROOMS.by_title.get(id(game)) or _made(game))[1]


def _made(game: Ruleset) -> tuple[Ruleset, Room]:
    actions, weights = np.empty(game.actions, np.int64), np.empty(game.actions, np.int64)
    before = game.declared.state.new(EVENTS)
    events, dice = np.zeros((EVENTS, 2), np.int64), np.zeros(EVENTS, np.uint64)
    raw = before.view(f"V{before.itemsize}")
    room = Room((before, events, dice, actions, weights), raw, events, dice)
    found = _ROOMS.by_title[id(game)] = game, room
    return found
