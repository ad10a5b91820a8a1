"""Cache of patch state: only the most recent streams remember what they sent.

That takes 100 to 200 kB each, and most streams of a large server are idle tabs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

MAX_STREAMS = 512
"""Streams that remember: about twice as many as a processor can send something in a second."""


class Forgettable(Protocol):
    """State that can be dropped."""

    def forget(self) -> None:
        """Free what it remembers."""
        ...


class PatchStateCache:
    """Streams with state, least recent first. In the event loop only."""

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self.most = most
        self._streams: OrderedDict[int, Forgettable] = OrderedDict()

    @property
    def count(self) -> int:
        """How many remember."""
        return len(self._streams)

    @contextmanager
    def sending(self, stream: Forgettable) -> Iterator[None]:
        """Keep the state of a stream while something is sent; afterwards the least recent ones are dropped."""
        self.leave(stream)
        yield
        self._streams[id(stream)] = stream
        while len(self._streams) > self.most:
            self._streams.popitem(last=False)[1].forget()

    def leave(self, stream: Forgettable) -> bool:
        """Remove a stream that has ended. Returns whether it was there: not while something is sent."""
        return self._streams.pop(id(stream), None) is not None
