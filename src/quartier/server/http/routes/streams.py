"""Streams of tables, for pages and for programs: who may listen, within which limits, and from where in the log.

The pages of a browser share one stream, because HTTP/1.1 has six connections per host. A table is added to it and removed
from it by requests of its own, each with the credentials that its page has then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.server.access.stream_slots import StreamSlot
from quartier.server.commands.authorization import Credentials, authenticate, authorize_viewing
from quartier.server.http.bodies.tables import StreamBody, TableId
from quartier.server.http.credentials import are_credentials_cached, person_of, read_credentials
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.responses import accepts_gzip
from quartier.server.http.static import build
from quartier.server.http.validation_errors import not_understood
from quartier.server.http.visitor import identity_of, visitor_of
from quartier.server.services import services_of
from quartier.server.sse.event_stream import EventStream, EventStreamResponse
from quartier.server.sse.session import (
    StreamClient,
    StreamRequest,
    StreamSession,
    StreamSources,
)
from quartier.server.views.patches import Patches

LONGEST_NUMBER = 18
"""Digits of a Last-Event-ID: no table has so many events, and Python refuses to convert endless numbers."""


class CredentialSource(NamedTuple):
    """Where the credentials of a request come from; `is_cached`: whether `read` needs no database now."""

    read: Callable[[Request], Credentials]
    is_cached: Callable[[Request], bool]

    async def credentials(self, request: Request) -> Credentials:
        """Return the credentials of a request."""
        return self.read(request) if self.is_cached(request) else await run_in_thread(self.read, request)


router = APIRouter()

BROWSER = CredentialSource(read_credentials, are_credentials_cached)


async def start_stream(
    request: Request,
    stream_request: StreamRequest,
    source: CredentialSource,
    kind: type[StreamSession] = StreamSession,
    **more: Any,
) -> EventStreamResponse:
    """Open a stream of one table.

    Args:
        request: The HTTP request.
        stream_request: What the client asks for.
        source: Where the client's credentials come from.
        kind: The kind of session.
        more: Fields that only this kind of session has.

    Raises:
        DomainError: There is no such table, or the client may not watch it.
    """
    session = await open_session(request, stream_request, source, kind, **more)
    stream = _new_stream(request)

    @contextmanager
    def follow_table() -> Iterator[None]:
        stream.add(session)
        yield

    return EventStreamResponse(stream, follow_table, services_of(request).settings.keep_alive)


async def start_shared_stream(request: Request) -> EventStreamResponse:
    """Open a stream that follows no table yet."""
    services, stream = services_of(request), _new_stream(request)
    slot = StreamSlot(visitor_of(request).address, "", False)

    @contextmanager
    def register() -> Iterator[None]:
        with services.stream_slots.hold(slot), services.shared_streams.register(stream):
            yield

    return EventStreamResponse(stream, register, services.settings.keep_alive)


def _new_stream(request: Request) -> EventStream:
    services = services_of(request)
    return EventStream(services.hub, services.patch_cache, accepts_gzip(request))


async def open_session(
    request: Request,
    stream_request: StreamRequest,
    source: CredentialSource,
    kind: type[StreamSession] = StreamSession,
    **more: Any,
) -> StreamSession:
    """Return a new session of a client at a table; its arguments and errors are those of `start_stream`."""
    services = services_of(request)
    # Before anything is sent: an error is no part of a stream.
    row, table = await run_in_thread(services.tables.load, stream_request.table_id)
    credentials = await source.credentials(request)
    caller = authenticate(row, credentials)
    authorize_viewing(row, table, caller)
    slot = StreamSlot(visitor_of(request).address, stream_request.table_id, not caller.seats)
    client = StreamClient(
        credentials=partial(source.read, request),
        is_cached=partial(source.is_cached, request),
        may_watch=partial(services.access_control.is_welcome, identity_of(request, credentials)),
        person=person_of(request, credentials),
        hold_slot=partial(services.stream_slots.hold, slot),
    )
    sources = StreamSources(services.tables, services.views)
    return kind(sources, stream_request, client, seats=caller.seats, **more)


def number(last_event_id: str) -> int | None:
    """The event that a client names; None where that is none. Raises DomainError 422 for a number that no event can have."""
    if not (last_event_id.isascii() and last_event_id.isdigit()):
        return None
    if len(last_event_id) > LONGEST_NUMBER:
        raise not_understood("Last-Event-ID")
    return int(last_event_id)


# ----- routes for pages -----


@router.get("/api/tables/{table_id}/stream")
async def open_stream(
    request: Request,
    lang: Language,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
    after: Annotated[int | None, Query(ge=0)] = None,
    form: Literal["joined", "fragments"] = "joined",
    last_event_id: Annotated[str, Header()] = "",
) -> EventStreamResponse:
    """Server-sent events.

    The first connection of a page that has a View may say `?after=VERSION` instead of Last-Event-ID. `?form=fragments` asks
    for patches instead of events and Views.
    """
    has = number(last_event_id) if last_event_id.isdigit() else after
    more = _page_fields() if form == "fragments" else {}
    return await start_stream(request, StreamRequest(table_id, seat, lang, home, has), BROWSER, **more)


def _page_fields() -> dict[str, Any]:
    """Return what the session of a page has besides."""
    return {"patches": Patches(), "build": build()}


@router.get("/api/stream")
async def open_shared_stream(request: Request) -> EventStreamResponse:
    """Open a stream that follows no table yet; its first message has the id by which tables are added."""
    return await start_shared_stream(request)


@router.post("/api/tables/{table_id}/follow", status_code=204)
async def follow(
    request: Request,
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    table_id: TableId,
    body: StreamBody,
) -> Response:
    """Follow a table in a shared stream, from now on as this request's client: it begins with the present view."""
    stream = services.shared_streams.get(body.stream)
    stream_request = StreamRequest(table_id, None, lang, home, None)
    session = await open_session(request, stream_request, BROWSER, **_page_fields())
    services.shared_streams.get(body.stream)  # it may have ended meanwhile
    stream.add(session)
    return Response(status_code=204)


@router.post("/api/tables/{table_id}/unfollow", status_code=204)
async def unfollow(services: AppServices, table_id: TableId, body: StreamBody) -> Response:
    """Follow a table no longer in a shared stream."""
    services.shared_streams.get(body.stream).remove(table_id)
    return Response(status_code=204)
