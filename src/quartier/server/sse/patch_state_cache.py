"""The streams that were told something last. Only they remember what they sent: that takes 100 to 200 kB each, and most
streams of a large server are tabs that lie open.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

MOST = 1024
"""Streams that remember: four times as many as a processor can tell something in a second."""


class Forgetful(Protocol):
    """What can begin anew."""

    def forget(self) -> None:
        """Free what it remembers."""
        ...


class PatchStateCache:
    """Whoever remembers, the one that was told something longest ago first. In the event loop alone."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._streams: OrderedDict[int, Forgetful] = OrderedDict()

    @property
    def count(self) -> int:
        """How many remember."""
        return len(self._streams)

    @contextmanager
    def telling(self, stream: Forgetful) -> Iterator[None]:
        """While it is told something, perhaps in a thread, it forgets nothing; afterwards others do, if need be."""
        self.leave(stream)
        yield
        self._streams[id(stream)] = stream
        while len(self._streams) > self.most:
            self._streams.popitem(last=False)[1].forget()

    def leave(self, stream: Forgetful) -> None:
        """It has ended."""
        self._streams.pop(id(stream), None)
