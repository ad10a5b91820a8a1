"""Where the kernels write what has happened, so that a move with all that follows it is one call."""

from __future__ import annotations

from threading import local
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.kernels import WORD, Notes
from quartier.core.game.ruleset import Ruleset

EVENTS = 64
"""Events that are noted at once; a longer chain of draws is gone through in several steps."""


class EventBuffer(NamedTuple):
    """The working space of kernels that play events."""

    columns: Notes
    """What `advance` and `draw_due` take: the fields of `notes`, and the scratch space."""
    notes: Any
    """Each event as a record of its actor, its action, the position before it as bytes, and the state of the dice; shape
    (EVENTS,). So a run of them is kept, and later becomes tuples, in one step."""
    actions: Any
    """The scratch space for actions."""
    weights: Any
    """The scratch space for weights."""
    words: Any
    """int64: room for a set of all actions."""


class _Buffers(local):
    """Each thread has its own: another one may come between the call and the reading of what it wrote."""

    def __init__(self) -> None:
        self.by_title: dict[int, tuple[Ruleset, EventBuffer]] = {}


_BUFFERS = _Buffers()


def buffer_for(game: Ruleset) -> EventBuffer:
    """The room of this thread for a game; what it holds is good until the next call."""
    return (_BUFFERS.by_title.get(id(game)) or _new_buffer(game))[1]


def _new_buffer(game: Ruleset) -> tuple[Ruleset, EventBuffer]:
    record = game.spec.record_class.dtype
    number, bytes_ = np.dtype(np.int64), np.dtype(f"V{record.itemsize}")
    fields = [("actor", number), ("action", number), ("before", bytes_), ("dice", np.uint64)]
    notes = np.zeros(EVENTS, np.dtype(fields, align=True))
    events = np.ndarray((EVENTS, 2), number, notes, strides=(notes.itemsize, number.itemsize))
    actions, weights = np.empty(game.actions, np.int64), np.empty(game.actions, np.int64)
    words = np.empty(game.actions // WORD + 1, np.int64)
    columns = Notes(notes["before"].view(record), events, notes["dice"], actions, weights)
    result = _BUFFERS.by_title[id(game)] = game, EventBuffer(columns, notes, actions, weights, words)
    return result
