"""Streams of server-sent events: with one table, or with all tables that a browser shows.

    event: stream                {id}: first in a shared stream; tables are added to it by this id
    table: ID                    before each message of a shared stream: the table that it is about
    event: end                   a table of a shared stream has ended: its client adds it again, as who it is now
    event: build                 {build}: first of a table's messages to a page: an older page reloads
    : still here                 a comment after 2.5 s of silence

What a table sends is in `session`. A plain StreamingResponse is enough: we write a few kinds of lines. sse-starlette (and
FastAPI's own EventSourceResponse) would add ping tasks and signal hooks of their own beside our hub, which already knows
when to speak and when the server stops.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress

import anyio.to_thread
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from quartier.server.errors import DomainError, no_stream
from quartier.server.models import Presence
from quartier.server.pubsub.hub import Hub, OpenStream, Watcher
from quartier.server.sse.gzip_stream import GzipStream, PlainStream
from quartier.server.sse.patch_state_cache import PatchStateCache
from quartier.server.sse.session import StreamSession, frame_event
from quartier.server.storage.secrets import new_secret

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
PIECE_SIZE = 64 * 1024
"""Bytes that are handed to the connection at once."""
RETRY_MS = 1000
"""How long a browser waits before it connects again."""


class FollowedTable:
    """A table in a stream: its session and its watcher, until `close`."""

    def __init__(self, stream: EventStream, session: StreamSession, watcher: Watcher, end: ExitStack) -> None:
        self.stream = stream
        self.session = session
        self.watcher = watcher
        self.presence: Presence | None = None
        """The presence that the client was sent last."""
        self.close = end.close

    def forget(self) -> None:
        """Free the memory of what was sent."""
        self.session.forget()
        self.stream.forget(self)


class EventStream:
    """One stream, in the event loop only.

    Attributes:
        shared_id: The id by which tables are added; "" where the stream has one table, and ends with it.
        headers: The headers of the response.
    """

    def __init__(self, hub: Hub, patch_cache: PatchStateCache, compress: bool) -> None:
        self.shared_id = ""
        self.headers = HEADERS | (PACKED if compress else {})
        self._hub = hub
        self._patch_cache = patch_cache
        self._pack = GzipStream() if compress else PlainStream()
        self._open: OpenStream
        self._tables: dict[str, FollowedTable] = {}
        self._remembering: set[FollowedTable] = set()
        """Tables with patch state; without any, the compression forgets, too."""

    @contextmanager
    def open(self) -> Iterator[None]:
        """Open the stream; afterwards nothing of it is left."""
        with self._hub.streaming() as self._open:
            try:
                yield
            finally:
                for table_id, followed in list(self._tables.items()):
                    self.remove(table_id)
                    followed.forget()  # the garbage collector may find the rest much later

    def add(self, session: StreamSession) -> None:
        """Follow a table, as this session does. Raises TooManyRequests."""
        table_id, client = session.request.table_id, session.client
        with ExitStack() as stack:
            watcher = stack.enter_context(
                self._hub.watching(table_id, self._open, session.seats, client.may_watch, session.is_page)
            )
            self.remove(table_id)  # only now: else the seat would be absent for a moment
            stack.enter_context(client.hold_slot())
            self._tables[table_id] = FollowedTable(self, session, watcher, stack.pop_all())
        watcher.wake()

    def remove(self, table_id: str) -> None:
        """Follow a table no longer, if it was followed."""
        followed = self._tables.pop(table_id, None)
        if followed is not None:
            self._leave_cache(followed)
            followed.close()

    def _leave_cache(self, followed: FollowedTable) -> None:
        if self._patch_cache.leave(followed):  # else it is being sent
            followed.forget()

    def forget(self, followed: FollowedTable) -> None:
        """Note that a table has no patch state any more."""
        self._remembering.discard(followed)
        if not self._remembering:
            self._pack.forget()

    async def chunks(self, keep_alive: float) -> AsyncIterator[bytes]:
        """Yield the chunks of the response; a comment after so many seconds of silence."""
        yield self._pack(f"retry: {RETRY_MS}\n\n".encode())
        if self.shared_id:
            yield self._pack(frame_event("stream", {"id": self.shared_id}))
        while not self._open.closed:
            for table_id, followed in list(self._tables.items()):
                if followed.watcher.woken and self._tables.get(table_id) is followed:
                    news = await self._news(table_id, followed)
                    while news:  # nothing that was sent stays in memory while the stream waits
                        for piece in pieces(news.pop(0)):
                            yield piece
            if not self.shared_id and not self._tables:
                return
            while not self._open.closed and not await self._open.wait(keep_alive):
                yield self._pack(b": still here\n\n")

    async def _news(self, table_id: str, followed: FollowedTable) -> list[bytes]:
        """Return what the client has not been sent of a table, packed."""
        session, watcher = followed.session, followed.watcher
        now, watcher.woken = self._hub.presence(table_id), False
        chunks, has_ended = self._announce_build(table_id, session), True
        with suppress(DomainError):  # the database is away, or the table: the client asks again
            if watcher.changed and not watcher.closed:
                watcher.changed = False
                chunks += await self._poll(table_id, followed, now)
            has_ended = watcher.closed or session.has_lost_seats
        if self._tables.get(table_id) is not followed:  # removed meanwhile
            self._leave_cache(followed)
            return chunks
        if has_ended:
            self.remove(table_id)
            if self.shared_id:
                chunks.append(self._pack(self._address(table_id, frame_event("end", {}))))
            return chunks
        if now != followed.presence and session.sends_presence:
            followed.presence = now
            chunks.append(self._pack(self._address(table_id, frame_event("presence", now))))
        return chunks

    def _announce_build(self, table_id: str, session: StreamSession) -> list[bytes]:
        build, session.build = session.build, None
        return (
            []
            if build is None
            else [self._pack(self._address(table_id, frame_event("build", {"build": build})))]
        )

    async def _poll(self, table_id: str, followed: FollowedTable, now: Presence) -> list[bytes]:
        session = followed.session

        def pack(chunk: bytes) -> bytes:
            return self._pack(self._address(table_id, chunk))

        with self._patch_cache.sending(followed):
            self._remembering.add(followed)
            chunks = (
                await anyio.to_thread.run_sync(session.timed_poll, now, pack)
                if session.needs_thread()
                else session.timed_poll(now, pack)
            )
        followed.watcher.acked_version = session.acked_version
        return chunks

    def _address(self, table_id: str, chunk: bytes) -> bytes:
        return f"table: {table_id}\n".encode() + chunk if self.shared_id else chunk


def pieces(chunk: bytes) -> Iterator[bytes]:
    """Yield a chunk in pieces: of what a client does not read, the connection buffers one piece and no whole View."""
    for start in range(0, len(chunk), PIECE_SIZE):
        yield chunk[start : start + PIECE_SIZE]


class SharedStreams:
    """The shared streams of this process, by their ids. In the event loop only."""

    def __init__(self) -> None:
        self._streams: dict[str, EventStream] = {}

    @contextmanager
    def register(self, stream: EventStream) -> Iterator[None]:
        """Give a stream an id while it is open."""
        stream.shared_id = new_secret()
        self._streams[stream.shared_id] = stream
        try:
            yield
        finally:
            del self._streams[stream.shared_id]

    def get(self, shared_id: str) -> EventStream:
        """Return an open stream. Raises DomainError where there is none."""
        if shared_id not in self._streams:
            raise no_stream()
        return self._streams[shared_id]


class EventStreamResponse(StreamingResponse):
    """A stream as a response, which is open only while it is sent.

    Args:
        stream: The stream.
        context: Return what to enter while it is open. May raise DomainError, which is then the response.
        keep_alive: Seconds of silence after which a comment is sent.
    """

    def __init__(
        self, stream: EventStream, context: Callable[[], AbstractContextManager[None]], keep_alive: float
    ) -> None:
        super().__init__(stream.chunks(keep_alive), headers=stream.headers, media_type="text/event-stream")
        self._stream = stream
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._stream.open(), self._context():
            await super().__call__(scope, receive, send)
