"""Stream slots: how many streams may be open per address, and spectators per table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from quartier.core.text.languages import N_
from quartier.server.errors import TooManyRequests
from quartier.server.limits import Limits

RETRY_AFTER = 15
"""Seconds after which it is worth asking again whether a place is free."""


class StreamSlot(NamedTuple):
    """The address of a stream and a table that it follows; `spectator`: its client has no seat there."""

    address: str
    table_id: str
    spectator: bool


class StreamSlots:
    """The open streams of this process. In the event loop only."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[tuple[str, ...]] = Counter()
        """Streams by address, and those of spectators by table, and by table and address.

        Players always have a place at their tables.
        """

    @contextmanager
    def hold(self, slot: StreamSlot) -> Iterator[None]:
        """Occupy a slot in the context. Raises TooManyRequests where none is free."""
        self._check(slot)
        self._count(slot, 1)
        try:
            yield
        finally:
            self._count(slot, -1)

    def _check(self, slot: StreamSlot) -> None:
        if self._open["address", slot.address] >= self._limits.streams.per_address:
            text = N_("Too many open tabs from your network. Close one to continue here.")
            raise TooManyRequests("too_many_streams", text, RETRY_AFTER)
        if not slot.spectator:
            return
        if self._open["table", slot.table_id, slot.address] >= self._limits.spectators.per_address:
            text = N_("Too many people on your network are watching this table. Close a tab to watch here.")
            raise TooManyRequests("too_many_spectators", text, RETRY_AFTER)
        if self._open["table", slot.table_id] >= self._limits.spectators.in_total:
            text = N_("Too many people are watching this table. Try again in a moment.")
            raise TooManyRequests("too_many_spectators", text, RETRY_AFTER)

    def _count(self, slot: StreamSlot, by: int) -> None:
        keys: list[tuple[str, ...]] = [("address", slot.address)]
        if slot.spectator:
            keys += [("table", slot.table_id), ("table", slot.table_id, slot.address)]
        for key in keys:
            self._open[key] += by
            if not self._open[key]:
                del self._open[key]
