"""The one cache of the server."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The last used values by key, at most `most` of them. Thread-safe; values are never changed after they are made."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value for `key`, if it is still there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V, beats: Callable[[V], bool] = lambda held: True) -> None:
        """Keep the value, unless there is one already that it does not beat."""
        with self._lock:
            if key not in self._values or beats(self._values[key]):
                self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def items(self) -> list[tuple[K, V]]:
        """All that is there now."""
        with self._lock:
            return list(self._values.items())

    def drop(self, key: K) -> None:
        """Forget the value for `key`, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def made(self, key: K, make: Callable[[], V]) -> V:
        """The value for `key`, made if need be (by two threads at once, perhaps: both make the same); never None."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
