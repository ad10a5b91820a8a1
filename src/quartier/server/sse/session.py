"""The stream of a table: server-sent events, one stream per tab, resumable.

    event: event      id: SEQ    {seq, actor, text, line}     every event after Last-Event-ID, in order, each once
    event: view                  the View after them
    event: patch      id: SEQ    instead of both, for `form=fragments`: what is new in the View, each text once
    event: presence              {online, spectators}
    event: position  id: VERSION  instead of all of these, for programs (`http.programs.listening`)
    event: talk                  {words} that were said since, as far as the client hears them
    : still here                 a comment after 15 s of silence

A plain StreamingResponse is enough: we write four kinds of lines. sse-starlette (and FastAPI's own
EventSourceResponse) would add ping tasks and signal hooks of their own beside our hub, which already knows when
to speak and when the server stops. What is sent is read from the database at that moment, so there is no queue
that could overflow: a slow client is sent, when it is ready again, all that it missed and one present View.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
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
from quartier.server.pubsub.hub import Hub, Watcher, anybody
from quartier.server.sse.gzip_stream import GzipStream, PlainStream
from quartier.server.sse.patch_state_cache import PatchStateCache
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views.api_v1.models import Position
from quartier.server.views.encoding import as_json
from quartier.server.views.lobby import chat
from quartier.server.views.lobby.chat_models import Talk
from quartier.server.views.models import (
    Patch,
    Presence,
    TableEvent,
    View,
)
from quartier.server.views.patches import Patches
from quartier.server.views.table_view import (
    Shown,
    Viewer,
    Views,
    joined,
)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
QUICK = 0.005
"""Seconds for which the event loop may be busy with one client's news."""
RETRY_MS = 1000
"""How long a browser waits before it connects again."""


@dataclass
class StreamSession:
    """One client's place in the log. `sent`: seq of the last event that it has; None: it has nothing yet."""

    tables: TableStore
    views: Views
    hub: Hub
    warm: PatchStateCache
    table_id: str
    keys: Callable[[], Credentials]
    """What the client has to open seats with; a session may end meanwhile."""
    at_once: Callable[[], bool]
    """Whether `keys` can tell without asking the database."""
    wanted: int | None
    lang: str
    base_url: str
    sent: int | None
    patches: Patches | None = None
    """For `form=fragments`: what the client has."""
    pack: GzipStream | PlainStream = field(default_factory=PlainStream)
    held: frozenset[int] = frozenset()
    """The seats that the client had when it was last told something."""
    lost: bool = False
    """It had more of them before: a session has ended, or a link. It is told, and comes again as who it is now."""
    place: Callable[[], AbstractContextManager[None]] = nullcontext
    """Has a place for as long as the stream is open."""
    shown: tuple[Any, ...] = ()
    """What the last View depended on; presence has its own event."""
    told: int = -1
    """The version that it showed."""

    welcome: Callable[[], bool] = anybody
    """Whether they may still watch, whoever they are (`hub.Watcher`)."""
    person: str | None = None
    """Who listens, if the browser is known: what they do not want to hear is not sent."""
    heard: int | None = None
    """The last word of the talk that was sent, or kept from this client; None: it was not told anything yet."""
    heard_out: bool = False
    """The game was over when it was: those who play hear everybody then."""

    tells_presence: bool = True
    """Who comes and goes is news, too."""

    quick: bool = False
    """The last news was told in less than QUICK."""

    def timed_news(self, presence: Presence) -> list[bytes]:
        """`news`, noting whether it was quick: in processor time, because a thread waits for others, too."""
        began = time.thread_time()
        chunks = self.news(presence)
        self.quick = time.thread_time() - began < QUICK
        return chunks

    def news(self, presence: Presence) -> list[bytes]:
        """What the client has not been sent yet, as chunks for the wire. It may read the database: call it in a thread."""
        head, table = self.tables.present(self.table_id)
        caller = authenticate(head, self.keys())
        self.lost, self.held = bool(self.held - caller.seats), caller.seats
        authorize_viewing(head, table, caller)
        seat = caller.seat(self.wanted, table.to_act())
        chunks = [] if self.patches else self._missed(table, seat)
        now = (
            table.version,
            seat,
            caller,
            head.seats,
            head.code,
            head.chat_disabled,
            head.clocks,
            head.edition,
        )
        if self.shown != now:
            self.shown, self.told = now, table.version
            shown = self.views.shown(head, table, Viewer(caller, seat, self.lang, self.base_url), presence)
            chunks.append(self._told(shown, table.version))
        chunks += self._said(head, table, caller)
        return [self.pack(chunk) for chunk in chunks]

    def forget(self) -> None:
        """Begin anew with the next patch, and with packing, to spare memory meanwhile."""
        self.pack.forget()
        if self.patches is not None:
            self.patches.forget()

    def is_behind(self) -> bool:
        """Whether something was said of which the client does not know."""
        held = self.tables.memory.get(self.table_id)
        return held is None or held.head.chat_seq > (self.heard or 0) or held.table.over != self.heard_out

    def _said(self, head: TableRow, table: Table, caller: Caller) -> list[bytes]:
        """What was said at the table since the client was told."""
        past, after = self.heard is None, (self.heard or 0) if table.over == self.heard_out else 0
        self.heard, self.heard_out = head.chat_seq, table.over
        if head.chat_seq <= after:
            return []
        words = chat.news(self.tables, head, table, chat.Listener(caller, self.person, self.lang), after)
        return [framed("talk", {"words": words, "past": past})] if words else []

    def _missed(self, table: Table, seat: int | None) -> list[bytes]:
        """The events that the client has not seen."""
        # A position that this table never reached was made up: begin anew.
        start = table.version if self.sent is None or self.sent > table.version else self.sent
        self.sent = table.version
        missed = [self.views.event(table, entry, seat, self.lang) for entry in table.since(start)]
        return [framed("event", event, event["seq"]) for event in missed]

    def _told(self, shown: Shown, version: int) -> bytes:
        if self.patches is None:
            return framed("view", joined(shown))
        return framed("patch", self.patches.patch(shown), version)


def response(reader: StreamSession, keep_alive: float, packed: bool) -> StreamingResponse:
    """The stream as an answer, packed if the client can unpack it."""
    headers = HEADERS
    if packed:
        reader.pack = GzipStream()
        headers = HEADERS | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return StreamingResponse(_chunks(reader, keep_alive), media_type="text/event-stream", headers=headers)


async def _chunks(reader: StreamSession, keep_alive: float) -> AsyncIterator[bytes]:
    reader.held = await anyio.to_thread.run_sync(_seats, reader)
    with reader.place(), reader.hub.watching(reader.table_id, reader.held, reader.welcome) as watcher:
        yield reader.pack(f"retry: {RETRY_MS}\n\n".encode())
        try:
            with suppress(DomainError):  # the database is away: end the stream, the browser comes back
                async for chunk in _told(reader, watcher, keep_alive):
                    yield chunk
        finally:
            reader.warm.leave(reader)


def _seats(reader: StreamSession) -> frozenset[int]:
    head, _ = reader.tables.load(reader.table_id)
    return authenticate(head, reader.keys()).seats


async def _told(reader: StreamSession, watcher: Watcher, keep_alive: float) -> AsyncIterator[bytes]:
    presence: Presence | None = None
    while not watcher.closed:
        now = reader.hub.presence(reader.table_id)
        if watcher.changed:
            watcher.changed = False
            with reader.warm.telling(reader):
                chunks = await _news(reader, now)
            watcher.told = reader.told
            for chunk in chunks:
                yield chunk
            if reader.lost:
                return
        if now != presence and reader.tells_presence:
            presence = now
            yield reader.pack(framed("presence", now))
        while not watcher.closed and not await watcher.wait(keep_alive):
            yield reader.pack(b": still here\n\n")


async def _news(reader: StreamSession, now: Presence) -> list[bytes]:
    """In a thread, unless it asks no database and was quick last time: then going there and back takes longer."""
    if (
        reader.quick
        and not reader.is_behind()
        and reader.tables.memory.get_fresh(reader.table_id) is not None
        and reader.at_once()
    ):
        return reader.timed_news(now)
    return await anyio.to_thread.run_sync(reader.timed_news, now)


def framed(
    kind: Literal["event", "view", "patch", "presence", "talk", "position"],
    data: TableEvent | View | Patch | Presence | Talk | Position,
    seq: int | None = None,
) -> bytes:
    """One event as it goes over the wire."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {kind}\ndata: ".encode() + as_json(data) + b"\n\n"
