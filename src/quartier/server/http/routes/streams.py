"""The streams of a table, for pages and for programs: who may listen, within which limits, and from where in the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool as run_in_thread
from starlette.responses import StreamingResponse

from quartier.server.access.stream_slots import StreamSlot
from quartier.server.commands.authorization import Credentials, authenticate, authorize_viewing
from quartier.server.http.credentials import person_of
from quartier.server.http.responses import accepts_gzip
from quartier.server.http.validation_errors import not_understood
from quartier.server.http.visitor import identity_of, visitor_of
from quartier.server.services import services_of
from quartier.server.sse.session import (
    StreamClient,
    StreamRequest,
    StreamSession,
    StreamSources,
    response,
)

LONGEST_NUMBER = 18
"""Digits of a Last-Event-ID: no table has so many events, and Python refuses to convert endless numbers."""


class CredentialSource(NamedTuple):
    """Where the credentials of a request come from; `is_cached`: whether `read` needs no database now."""

    read: Callable[[Request], Credentials]
    is_cached: Callable[[Request], bool]

    async def credentials(self, request: Request) -> Credentials:
        """Return the credentials of a request."""
        return self.read(request) if self.is_cached(request) else await run_in_thread(self.read, request)


async def start_stream(
    request: Request,
    stream: StreamRequest,
    source: CredentialSource,
    kind: type[StreamSession] = StreamSession,
    **more: Any,
) -> StreamingResponse:
    """Open a stream.

    Args:
        request: The HTTP request.
        stream: What the client asks for.
        source: Where the client's credentials come from.
        kind: The kind of session.
        more: Fields that only this kind of session has.

    Raises:
        DomainError: There is no such table, the client may not watch it, or has too many streams.
    """
    services = services_of(request)
    # Before the stream begins: an error is no part of it.
    row, table = await run_in_thread(services.tables.load, stream.table_id)
    credentials = await source.credentials(request)
    caller = authenticate(row, credentials)
    authorize_viewing(row, table, caller)
    slot = StreamSlot(visitor_of(request).address, stream.table_id, not caller.seats)
    services.stream_slots.check(slot)
    client = StreamClient(
        credentials=partial(source.read, request),
        is_cached=partial(source.is_cached, request),
        may_watch=partial(services.access_control.is_welcome, identity_of(request, credentials)),
        person=person_of(request, credentials),
        hold_slot=partial(services.stream_slots.hold, slot),
    )
    sources = StreamSources(services.tables, services.views, services.hub, services.patch_cache)
    session = kind(sources, stream, client, **more)
    return response(session, services.settings.keep_alive, accepts_gzip(request))


def number(last_event_id: str) -> int | None:
    """The event that a client names; None where that is none. Raises DomainError 422 for a number that no event can have."""
    if not (last_event_id.isascii() and last_event_id.isdigit()):
        return None
    if len(last_event_id) > LONGEST_NUMBER:
        raise not_understood("Last-Event-ID")
    return int(last_event_id)
