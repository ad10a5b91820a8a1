"""The streams of a table, for pages and for programs: who may listen, within which limits, and from where in the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool as run_in_thread
from starlette.responses import StreamingResponse

from quartier.server.access.stream_slots import Place
from quartier.server.commands.authorization import Credentials, authenticate, authorize_viewing
from quartier.server.http.credentials import person_of
from quartier.server.http.validation_errors import not_understood
from quartier.server.http.visitor import knocking, visitor_of
from quartier.server.services import services_of
from quartier.server.sse import session

LONGEST_NUMBER = 18
"""Digits of a Last-Event-ID: no table has so many events, and Python refuses to convert endless numbers."""


class Finding(NamedTuple):
    """How it is found what a request has to open seats with; `at_once`: without asking the database."""

    now: Callable[[Request], Credentials]
    at_once: Callable[[Request], bool]

    async def keys(self, request: Request) -> Credentials:
        """What it has."""
        return self.now(request) if self.at_once(request) else await run_in_thread(self.now, request)


class Wanted(NamedTuple):
    """What somebody wants to hear: `sent` is the last event that they have; None: they have nothing yet."""

    table_id: str
    seat: int | None
    lang: str
    home: str
    sent: int | None


async def opened(
    request: Request,
    wanted: Wanted,
    finding: Finding,
    kind: type[session.StreamSession] = session.StreamSession,
    **more: Any,
) -> StreamingResponse:
    """The stream. Raises DomainError. `more`: what only this kind of reader has."""
    services = services_of(request)
    head, table = await run_in_thread(
        services.tables.load, wanted.table_id
    )  # a refusal is no part of a stream
    keys = await finding.keys(request)
    caller = authenticate(head, keys)
    authorize_viewing(head, table, caller)
    place = Place(visitor_of(request).address, wanted.table_id, not caller.seats)
    services.places.check(place)
    reader = kind(
        services.tables,
        services.views,
        services.hub,
        services.warm,
        wanted.table_id,
        partial(finding.now, request),
        partial(finding.at_once, request),
        wanted.seat,
        wanted.lang,
        wanted.home,
        wanted.sent,
        welcome=partial(services.doorman.is_welcome, knocking(request, keys)),
        person=person_of(request, keys),
        place=partial(services.places.taken, place),
        **more,
    )
    packed = "gzip" in request.headers.get("accept-encoding", "")
    return session.response(reader, services.settings.keep_alive, packed)


def number(last_event_id: str) -> int | None:
    """The event that a client names; None where that is none. Raises DomainError 422 for a number that no event can have."""
    if not (last_event_id.isascii() and last_event_id.isdigit()):
        return None
    if len(last_event_id) > LONGEST_NUMBER:
        raise not_understood("Last-Event-ID")
    return int(last_event_id)
