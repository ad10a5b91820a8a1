"""The stream of a table: server-sent events, one stream per tab, resumable.

    event: event      id: SEQ    {seq, actor, text, line}     every event after Last-Event-ID, in order, each once
    event: view                  the View after them
    event: patch      id: SEQ    instead of both, for `form=fragments`: what is new in the View, each text once
    event: presence              {online, spectators}
    event: position  id: VERSION  instead of all of these, for programs (`position_session`)
    event: talk                  {words}: new chat messages that the client may see
    : still here                 a comment after 15 s of silence

A plain StreamingResponse is enough: we write four kinds of lines. sse-starlette (and FastAPI's own
EventSourceResponse) would add ping tasks and signal hooks of their own beside our hub, which already knows when
to speak and when the server stops. What is sent is read from the database at that moment, so there is no queue
that could overflow: a slow client is sent, when it is ready again, all that it missed and one present View.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio.to_thread
from starlette.responses import StreamingResponse

from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.models import Presence
from quartier.server.pubsub.hub import Hub, Watcher, allow_all
from quartier.server.sse.gzip_stream import GzipStream, PlainStream
from quartier.server.sse.patch_state_cache import PatchStateCache
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views.api_v1.models import Position
from quartier.server.views.encoding import as_json
from quartier.server.views.lobby import chat
from quartier.server.views.lobby.chat_models import ChatHistory
from quartier.server.views.models import Patch, TableEvent, View
from quartier.server.views.patches import Patches
from quartier.server.views.table_view import (
    Viewer,
    ViewFragments,
    Views,
    join_fragments,
)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
FAST_SECONDS = 0.005
"""A poll that took less processor time than this may run in the event loop the next time."""
PIECE_SIZE = 64 * 1024
"""Bytes that are handed to the connection at once."""
RETRY_MS = 1000
"""How long a browser waits before it connects again."""


@dataclass(frozen=True)
class StreamRequest:
    """What a client asks a stream for.

    Attributes:
        table_id: The table to follow.
        seat: The seat whose view is wanted; None: the caller's own seat to act, else none.
        lang: The language of all texts, for example "en".
        base_url: The address that links to this server begin with.
        last_seq: The last event that the client has; None: it has nothing yet.
    """

    table_id: str
    seat: int | None
    lang: str
    base_url: str
    last_seq: int | None


@dataclass(frozen=True)
class StreamClient:
    """The client at the other end of a stream, checked again before each message.

    Attributes:
        credentials: Return the client's credentials now; a login may have ended meanwhile.
        is_cached: Return whether `credentials` can answer without the database.
        may_watch: Return whether the client is not banned (`hub.Watcher`).
        person: Who the client is to others (`SeatRow.person`); None: unknown. Messages of blocked people aren't sent.
        hold_slot: Open a context that counts the stream against the limits while it is open.
    """

    credentials: Callable[[], Credentials]
    is_cached: Callable[[], bool]
    may_watch: Callable[[], bool] = allow_all
    person: str | None = None
    hold_slot: Callable[[], AbstractContextManager[None]] = nullcontext


@dataclass(frozen=True)
class StreamSources:
    """The parts of the server that a stream reads from."""

    tables: TableStore
    views: Views
    hub: Hub
    patch_cache: PatchStateCache


@dataclass
class StreamSession:
    """One open stream: how far its client has got, and what to send next."""

    sources: StreamSources
    request: StreamRequest
    client: StreamClient
    patches: Patches | None = None
    """What the client has of the View, for `form=fragments`."""
    pack: GzipStream | PlainStream = field(default_factory=PlainStream)
    sends_presence: bool = True
    """Whether to send who comes and goes."""
    sent_seq: int | None = field(init=False)
    """The last event that the client has; None: it has nothing yet."""
    seats: frozenset[int] = frozenset()
    """The client's seats at the last poll."""
    has_lost_seats: bool = False
    """A login or a link has ended: the stream ends, and the client reconnects as who it is now."""
    view_key: tuple[Any, ...] = ()
    """What the last View depended on; presence has its own event."""
    acked_version: int = -1
    """The version of the last View."""
    chat_seq: int | None = None
    """The last chat message that was sent to this client or withheld from it; None: none was yet."""
    chat_after_end: bool = False
    """Whether the game was over then: players see spectators' messages only after the end."""
    is_fast: bool = False
    """Whether the last poll took less than `FAST_SECONDS`."""

    def __post_init__(self) -> None:
        self.sent_seq = self.request.last_seq

    def timed_poll(self, presence: Presence) -> list[bytes]:
        """Poll, and note whether it was fast: in processor time, because a thread also waits for others."""
        began = time.thread_time()
        chunks = self.poll(presence)
        self.is_fast = time.thread_time() - began < FAST_SECONDS
        return chunks

    def poll(self, presence: Presence) -> list[bytes]:
        """Return what the client has not been sent yet, as chunks of the stream.

        It may read the database: call it in a thread.
        """
        request = self.request
        row, table, caller = self.load_current()
        seat = caller.seat(request.seat, table.to_act())
        chunks = [] if self.patches else self._missed_events(table, seat)
        key = (
            table.version,
            seat,
            caller,
            row.seats,
            row.code,
            row.chat_disabled,
            row.clocks,
            row.edition,
        )
        if self.view_key != key:
            self.view_key, self.acked_version = key, table.version
            viewer = Viewer(caller, seat, request.lang, request.base_url)
            chunks.append(
                self._frame_view(self.sources.views.fragments(row, table, viewer, presence), table.version)
            )
        chunks += self._new_messages(row, table, caller)
        return [self.pack(chunk) for chunk in chunks]

    def load_current(self) -> tuple[TableRow, Table, Caller]:
        """Return the table and what the client may do there. Raises DomainError if it may not watch."""
        row, table = self.sources.tables.get_current(self.request.table_id)
        caller = authenticate(row, self.client.credentials())
        self.has_lost_seats, self.seats = bool(self.seats - caller.seats), caller.seats
        authorize_viewing(row, table, caller)
        return row, table, caller

    def forget(self) -> None:
        """Free the memory of what was sent: the next patch and the compression start from nothing."""
        self.pack.forget()
        if self.patches is not None:
            self.patches.forget()

    def is_behind(self) -> bool:
        """Return whether there are chat messages that the client has not been sent."""
        cached = self.sources.tables.cache.get(self.request.table_id)
        return (
            cached is None
            or cached.row.chat_seq > (self.chat_seq or 0)
            or cached.table.over != self.chat_after_end
        )

    def _new_messages(self, row: TableRow, table: Table, caller: Caller) -> list[bytes]:
        past = self.chat_seq is None
        after = (self.chat_seq or 0) if table.over == self.chat_after_end else 0
        self.chat_seq, self.chat_after_end = row.chat_seq, table.over
        if row.chat_seq <= after:
            return []
        recipient = chat.Recipient(caller, self.client.person, self.request.lang)
        messages = chat.new_messages(self.sources.tables, row, table, recipient, after)
        return [frame_event("talk", {"words": messages, "past": past})] if messages else []

    def _missed_events(self, table: Table, seat: int | None) -> list[bytes]:
        # A seq that this table never reached was made up: start from the present.
        start = table.version if self.sent_seq is None or self.sent_seq > table.version else self.sent_seq
        self.sent_seq = table.version
        events = [
            self.sources.views.event(table, entry, seat, self.request.lang) for entry in table.since(start)
        ]
        return [frame_event("event", event, event["seq"]) for event in events]

    def _frame_view(self, view: ViewFragments, version: int) -> bytes:
        if self.patches is None:
            return frame_event("view", join_fragments(view))
        return frame_event("patch", self.patches.patch(view), version)


def response(session: StreamSession, keep_alive: float, compress: bool) -> StreamingResponse:
    """Return the stream as a response.

    Args:
        session: The stream.
        keep_alive: Seconds of silence after which a comment is sent.
        compress: Send it gzipped, if the client accepts that.
    """
    headers = HEADERS
    if compress:
        session.pack = GzipStream()
        headers = HEADERS | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return StreamingResponse(_chunks(session, keep_alive), media_type="text/event-stream", headers=headers)


async def _chunks(session: StreamSession, keep_alive: float) -> AsyncIterator[bytes]:
    session.seats = await anyio.to_thread.run_sync(_seats, session)
    hub, client, table_id = session.sources.hub, session.client, session.request.table_id
    with client.hold_slot(), hub.watching(table_id, session.seats, client.may_watch) as watcher:
        yield session.pack(f"retry: {RETRY_MS}\n\n".encode())
        try:
            with suppress(DomainError):  # the database is away: end the stream, the browser comes back
                async for chunk in _follow(session, watcher, keep_alive):
                    yield chunk
        finally:
            session.sources.patch_cache.leave(session)


def _seats(session: StreamSession) -> frozenset[int]:
    row, _ = session.sources.tables.load(session.request.table_id)
    return authenticate(row, session.client.credentials()).seats


async def _follow(session: StreamSession, watcher: Watcher, keep_alive: float) -> AsyncIterator[bytes]:
    presence: Presence | None = None
    while not watcher.closed:
        now = session.sources.hub.presence(session.request.table_id)
        if watcher.changed:
            watcher.changed = False
            with session.sources.patch_cache.sending(session):
                chunks = await _poll(session, now)
            watcher.acked_version = session.acked_version
            while chunks:  # nothing that was sent stays in memory while the stream waits
                for piece in pieces(chunks.pop(0)):
                    yield piece
            if session.has_lost_seats:
                return
        if now != presence and session.sends_presence:
            presence = now
            yield session.pack(frame_event("presence", now))
        while not watcher.closed and not await watcher.wait(keep_alive):
            session.pack.forget()  # most streams are idle tabs
            yield session.pack(b": still here\n\n")


def pieces(chunk: bytes) -> Iterator[bytes]:
    """Yield a chunk in pieces: of what a client does not read, the connection buffers one piece and no whole View."""
    for start in range(0, len(chunk), PIECE_SIZE):
        yield chunk[start : start + PIECE_SIZE]


async def _poll(session: StreamSession, now: Presence) -> list[bytes]:
    """Poll in a thread, unless it needs no database and was fast the last time: then the switch costs more."""
    if (
        session.is_fast
        and not session.is_behind()
        and session.sources.tables.cache.get_fresh(session.request.table_id) is not None
        and session.client.is_cached()
    ):
        return session.timed_poll(now)
    return await anyio.to_thread.run_sync(session.timed_poll, now)


def frame_event(
    kind: Literal["event", "view", "patch", "presence", "talk", "position"],
    data: TableEvent | View | Patch | Presence | ChatHistory | Position,
    seq: int | None = None,
) -> bytes:
    """Return one event as sent over HTTP."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {kind}\ndata: ".encode() + as_json(data) + b"\n\n"
