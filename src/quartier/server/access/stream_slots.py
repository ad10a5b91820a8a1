"""Places at streams: an open page of a table holds a connection and what it was sent for as long as it is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from quartier.core.text.languages import N_
from quartier.server.errors import TooManyRequests
from quartier.server.limits import Limits

AGAIN = 15
"""Seconds after which it is worth asking again whether a place is free."""


class Place(NamedTuple):
    """From where a stream is asked for, and what it shows; `spectator`: to somebody who has no seat there."""

    address: str
    table_id: str
    spectator: bool


class Places:
    """The open streams of this process. Used in the event loop only."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_address: Counter[str] = Counter()
        self._watching: Counter[str] = Counter()
        """Spectators by table; players always have a place at theirs."""

    def check(self, place: Place) -> None:
        """Raises TooManyRequests where no place is free."""
        if self._of_address[place.address] >= self._limits.streams.together:
            text = N_(
                "Too many pages of this server are open at your address. Close one, and this one goes on."
            )
            raise TooManyRequests("too_many_streams", text, AGAIN)
        if place.spectator and self._watching[place.table_id] >= self._limits.spectators.together:
            text = N_("Too many people are watching this table. You can try again in a moment.")
            raise TooManyRequests("too_many_spectators", text, AGAIN)

    @contextmanager
    def taken(self, place: Place) -> Iterator[None]:
        """Have a place for as long as the stream is open."""
        self._count(place, 1)
        try:
            yield
        finally:
            self._count(place, -1)

    def _count(self, place: Place, by: int) -> None:
        for counter, key in (
            (self._of_address, place.address),
            (self._watching, place.table_id if place.spectator else ""),
        ):
            counter[key] += by
            if not counter[key]:
                del counter[key]
