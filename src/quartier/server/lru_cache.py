"""An LRU cache, the only one of the server."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The `most` last used values by key. Thread-safe; values must not be changed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return the value for `key`, if it is cached."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V, beats: Callable[[V], bool] | None = None) -> None:
        """Cache the value, unless there is one that it does not beat."""
        with self._lock:
            current = None if beats is None else self._values.get(key)
            if beats is None or current is None or beats(current):
                self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def items(self) -> list[tuple[K, V]]:
        """Return all cached values."""
        with self._lock:
            return list(self._values.items())

    def drop(self, key: K) -> None:
        """Remove the value for `key`."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    def get_or_create(self, key: K, make: Callable[[], V]) -> V:
        """Return the value for `key`, created if need be (perhaps by two threads at once: both equal); never None."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
