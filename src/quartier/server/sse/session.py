"""The session of a client at a table: what its stream has sent of it, and what it sends next (`event_stream` sends it).

    event: event      id: SEQ    {seq, actor, text, line}     every event after Last-Event-ID, in order, each once
    event: view                  the View after them
    event: patch      id: SEQ    instead of both, for `form=fragments`: what is new in the View, each text once
    event: build                 {build}, before the first patch: which build of the page the server serves
    event: presence              {online, spectators}
    event: position  id: VERSION  instead of all of these, for programs (`position_session`)
    event: talk                  {words}: new chat messages that the client may see

What is sent is read from the database at that moment, so there is no queue that could overflow: a slow client is sent,
when it is ready again, all that it missed and one present View.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Literal

from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
)
from quartier.server.domain.table import Table
from quartier.server.models import Presence
from quartier.server.pubsub.hub import allow_all
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views.api_v1.models import Position
from quartier.server.views.encoding import as_json
from quartier.server.views.lobby import chat
from quartier.server.views.lobby.chat_models import ChatHistory
from quartier.server.views.models import Build, Patch, SharedStream, TableEnd, TableEvent, View
from quartier.server.views.patches import Patches
from quartier.server.views.table_view import (
    Viewer,
    ViewFragments,
    Views,
    join_fragments,
)

FAST_SECONDS = 0.005
"""A poll that took less processor time than this may run in the event loop the next time."""


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
    """The parts of the server that a session reads from."""

    tables: TableStore
    views: Views


@dataclass
class StreamSession:
    """A client that follows a table: how far it has got, and what to send next."""

    sources: StreamSources
    request: StreamRequest
    client: StreamClient
    patches: Patches | None = None
    """What the client has of the View, for `form=fragments`."""
    build: str | None = None
    """The build of the page that the server serves, for pages: announced first."""
    sends_presence: bool = True
    """Whether to send who comes and goes."""
    sent_seq: int | None = field(init=False)
    """The last event that the client has; None: it has nothing yet."""
    seats: frozenset[int] = frozenset()
    """The client's seats at the last poll."""
    has_lost_seats: bool = False
    """A login or a link has ended: the session ends, and the client begins another as who it is now."""
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

    @property
    def is_page(self) -> bool:
        """Whether the client is a page of ours."""
        return self.patches is not None

    def timed_poll(self, presence: Presence, pack: Callable[[bytes], bytes]) -> list[bytes]:
        """Poll, pack, and note whether it was fast: in processor time, because a thread also waits for others."""
        began = time.thread_time()
        chunks = [pack(chunk) for chunk in self.poll(presence)]
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
        return chunks

    def load_current(self) -> tuple[TableRow, Table, Caller]:
        """Return the table and what the client may do there. Raises DomainError if it may not watch."""
        row, table = self.sources.tables.get_current(self.request.table_id)
        caller = authenticate(row, self.client.credentials())
        self.has_lost_seats, self.seats = bool(self.seats - caller.seats), caller.seats
        authorize_viewing(row, table, caller)
        return row, table, caller

    def forget(self) -> None:
        """Free the memory of what was sent: the next patch starts from nothing."""
        if self.patches is not None:
            self.patches.forget()

    def needs_thread(self) -> bool:
        """Return whether `poll` may read the database or was slow the last time; else the switch costs more."""
        return (
            not self.is_fast
            or self.is_behind()
            or self.sources.tables.cache.get_fresh(self.request.table_id) is None
            or not self.client.is_cached()
        )

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


def frame_event(
    kind: Literal["event", "view", "patch", "build", "presence", "talk", "position", "stream", "end"],
    data: TableEvent | View | Patch | Build | Presence | ChatHistory | Position | SharedStream | TableEnd,
    seq: int | None = None,
) -> bytes:
    """Return one event as sent over HTTP."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {kind}\ndata: ".encode() + as_json(data) + b"\n\n"
