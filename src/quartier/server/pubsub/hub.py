"""Pub/sub hub: who watches which table, and waking them.

A notification carries no event, only "look again", so that losing one costs time and never truth, and a client's
queue is a flag for each table: however slow the client, notifications pile up to nothing, and its next look at the database
brings everything since its last event at once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from quartier.server.clock import Clock
from quartier.server.models import Presence
from quartier.server.pubsub.presence import MAX_TRACKED_SEATS, LastSeen

MAX_SEATS = 16
"""More than any table has."""


def allow_all() -> bool:
    """Allow everyone to watch."""
    return True


class OpenStream:
    """One connection, and the flag that wakes it. It may watch several tables."""

    def __init__(self) -> None:
        self.closed = False
        self._woken = False
        self._sleep: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Wake it: one of its tables has changed, or only the presence there, or the server ends."""
        self._woken = True
        self._wake_sleeper()

    async def wait(self, timeout: float) -> bool:
        """Wait to be woken; False when nobody did so in `timeout` seconds."""
        # A timer and a future: asyncio.wait_for makes a task for each wait, and there is one for each move and stream.
        if not self._woken:
            loop = asyncio.get_running_loop()
            self._sleep = loop.create_future()
            alarm = loop.call_later(timeout, self._wake_sleeper)
            try:
                await self._sleep
            finally:
                alarm.cancel()
        woken, self._woken = self._woken, False
        return woken

    def _wake_sleeper(self) -> None:
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)


class Watcher:
    """One table that an open stream watches, and the client's seats there."""

    def __init__(
        self,
        stream: OpenStream,
        seats: frozenset[int],
        may_watch: Callable[[], bool] = allow_all,
        is_page: bool = False,
    ) -> None:
        self.stream = stream
        self.seats = seats
        self.is_page = is_page
        """A page of ours, which may be open unseen: it says by itself when its person is there."""
        self.may_watch = may_watch
        """Whether the client may still watch, as far as known without the database."""
        self.acked_version = -1
        """The version of the table that its client was sent; the stream sets it."""
        self.closed = False
        self.woken = True
        """It was woken since the stream last looked; the stream clears the flag itself."""
        self.changed = True
        """The table may have changed since then, too."""

    def wake(self, changed: bool = False) -> None:
        """Wake its stream: the table has changed, or only its presence, or the client may not watch any more."""
        self.changed = self.changed or changed
        self.woken = True
        self.stream.wake()


class Hub:
    """The watchers of this process. They come, go and are woken in the event loop; any thread may publish and look."""

    def __init__(self, clock: Clock) -> None:
        self.last_seen = LastSeen(clock)
        self._clock = clock
        self._requests: set[tuple[str, int]] = set()
        """Tables and seats from which a request has come since `take_requests`."""
        self._streams: set[OpenStream] = set()
        self.closed_streams = 0
        """How many streams have closed so far."""
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._listeners: list[Callable[[str], None]] = []
        self._change_listeners: list[Callable[[str], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False

    def attach(self) -> None:
        """Begin to deliver, in the running event loop."""
        self._loop = asyncio.get_running_loop()

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener(table id)` whenever a table has changed, in the publishing thread; it must return at once."""
        self._listeners.append(listener)

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call `listener(table id)` whenever watchers are woken: by a change, here or elsewhere, or by presence.

        In the event loop; it must return at once.
        """
        self._change_listeners.append(listener)

    def publish(self, *table_ids: str) -> None:
        """Announce that tables have changed. From any thread, after the commit."""
        for table_id in table_ids:
            for listener in self._listeners:
                listener(table_id)
        self.changed_elsewhere(*table_ids)

    def changed_elsewhere(self, *table_ids: str) -> None:
        """Announce changes by another process."""
        if table_ids and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all, table_ids)

    def _wake_all(self, table_ids: tuple[str, ...]) -> None:
        for table_id in table_ids:
            self.wake(table_id, True)

    def wake(self, table_id: str, changed: bool) -> None:
        """Wake the watchers of a table, in the event loop."""
        for listener in self._change_listeners:
            listener(table_id)
        for watcher in self._watchers.get(table_id, ()):
            watcher.wake(changed)

    @contextmanager
    def streaming(self) -> Iterator[OpenStream]:
        """Count a stream, and end it with the server."""
        stream = OpenStream()
        stream.closed = self._closing
        self._streams.add(stream)
        try:
            yield stream
        finally:
            self._streams.discard(stream)
            self.closed_streams += 1

    @contextmanager
    def watching(
        self,
        table_id: str,
        stream: OpenStream,
        seats: frozenset[int],
        may_watch: Callable[[], bool] = allow_all,
        is_page: bool = False,
    ) -> Iterator[Watcher]:
        """Watch a table in a stream; it also changes the others' presence."""
        watcher = Watcher(stream, seats, may_watch, is_page)
        self._watchers[table_id].add(watcher)
        self.last_seen.note(table_id, seats)
        self.wake(table_id, False)
        try:
            yield watcher
        finally:
            self._leave(table_id, watcher)

    def _leave(self, table_id: str, watcher: Watcher) -> None:
        self._watchers[table_id].discard(watcher)
        self.last_seen.note(table_id, watcher.seats)
        if not self._watchers[table_id]:
            del self._watchers[table_id]
        self.wake(table_id, False)

    def seats_online(self, table_id: str) -> set[int]:
        """Return the seats with an open stream in this process."""
        watchers = list(self._watchers.get(table_id, ()))
        return {seat for watcher in watchers for seat in watcher.seats}

    def seats_attended(self, table_id: str) -> set[int]:
        """Return the seats with an open stream of another client than a page, in this process."""
        watchers = list(self._watchers.get(table_id, ()))
        return {seat for watcher in watchers if not watcher.is_page for seat in watcher.seats}

    def last_seen_at(self, table_id: str) -> float:
        """Return when any seat of a table was last seen by this process, in seconds since 1970; 0 if never."""
        if self.seats_online(table_id):
            return self._clock.now()
        return self.last_seen.latest(table_id, range(MAX_SEATS))

    def note_request(self, table_id: str, seats: Iterable[int]) -> None:
        """Note a request by the holder of seats: a sign of life, even without an open stream. From any thread."""
        self.last_seen.note(table_id, seats)
        if len(self._requests) < MAX_TRACKED_SEATS:
            self._requests.update((table_id, seat) for seat in seats)

    def take_requests(self) -> list[tuple[str, int]]:
        """Return the tables and seats from which a request has come since the last call."""
        result = []
        with suppress(KeyError):
            while True:
                result.append(self._requests.pop())
        return result

    def note_online(self) -> None:
        """Note that everyone with an open stream is there now."""
        for table_id in self.watched_tables():
            self.last_seen.note(table_id, self.seats_online(table_id))

    def presence(self, table_id: str) -> Presence:
        """Return the seats with an open stream in this process, and the number of spectators."""
        watchers = list(self._watchers.get(table_id, ()))
        online = sorted(self.seats_online(table_id))
        return {"online": online, "spectators": sum(not watcher.seats for watcher in watchers)}

    def watched_tables(self) -> list[str]:
        """Return the tables with watchers."""
        return list(self._watchers)

    def acked_versions(self) -> dict[str, int]:
        """Return the oldest acknowledged version by watched table. In the event loop."""
        return {
            table_id: min(watcher.acked_version for watcher in watchers)
            for table_id, watchers in self._watchers.items()
        }

    @property
    def streams(self) -> int:
        """The number of open streams: a browser has one for all its tables."""
        return len(self._streams)

    def disconnect_banned(self) -> None:
        """End the watching of clients who may not watch any more. From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_banned)

    def _end_banned(self) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                if not watcher.may_watch():
                    watcher.closed = True
                    watcher.wake()

    def close(self) -> None:
        """End all streams: an open one would hold up the end of the server."""
        self._closing = True
        for stream in self._streams:
            stream.closed = True
            stream.wake()
