"""The buffer to which kernels write events, so that a move with all that follows it is one call."""

from __future__ import annotations

from threading import local
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.kernels import WORD, Notes
from quartier.core.game.ruleset import Ruleset

EVENTS = 64
"""Capacity in events; a longer chain of draws takes several calls."""


class EventBuffer(NamedTuple):
    """The scratch space of kernels that play events."""

    columns: Notes
    """The arguments of `advance` and `draw_due`: the columns of `notes`, and the scratch space."""
    notes: Any
    """Each event as a record: actor, action, position before it as bytes, RNG state; shape (EVENTS,).

    So a run of events is stored, and later converted to tuples, in one step.
    """
    actions: Any
    """The scratch space for actions."""
    weights: Any
    """The scratch space for weights."""
    words: Any
    """int64: space for a set of all actions."""


class _Buffers(local):
    """Thread-local buffers: another thread may run between a call and the reading of its results."""

    def __init__(self) -> None:
        self.by_title: dict[int, tuple[Ruleset, EventBuffer]] = {}


_BUFFERS = _Buffers()


def buffer_for(game: Ruleset) -> EventBuffer:
    """Return this thread's buffer for a game; its content is valid until the next call."""
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
