"""The application: its routes and what surrounds them, and what is at work while it answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from quartier import __version__
from quartier.server.errors import DomainError
from quartier.server.http import pages
from quartier.server.http.errors import answer_errors
from quartier.server.http.middleware.bans import Admission
from quartier.server.http.middleware.gate import Gate
from quartier.server.http.middleware.head import Heads
from quartier.server.http.middleware.requests import BodyLimit, Observed
from quartier.server.http.openapi import documents
from quartier.server.http.routes import (
    accounts,
    api_tokens,
    chat,
    daily,
    email,
    health,
    lessons,
    lobby,
    notifications,
    oidc,
    personal_data,
    profiles,
    pwa,
    replays,
    tables,
    waiting_room,
)
from quartier.server.http.routes import api_v1 as programs
from quartier.server.http.routes import moderation as hosting
from quartier.server.http.routes import tournaments as tournaments
from quartier.server.http.static import STATIC, Static
from quartier.server.pubsub import presence
from quartier.server.services import Services, attach
from quartier.server.storage import table_rows
from quartier.server.storage.listen_notify import Notices
from quartier.server.storage.transaction import Job


def create_app(services: Services) -> FastAPI:
    """The server as an ASGI application; its lifespan sets the services to work, and ends and closes them."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with _at_work(services):
            yield

    app = FastAPI(
        title="Quartier",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
        },  # /metrics and the log say what there is
    )
    attach(app, services)
    settings = services.settings
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(
        BodyLimit,
        most=settings.max_body,
        most_for_records=settings.max_record,
        seconds=settings.body_timeout,
    )
    app.add_middleware(Admission)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(Observed, metrics=services.metrics)
    app.add_middleware(Heads)
    for router in (
        tables.commands,
        waiting_room.router,
        tables.router,
        programs.commands,
        programs.router,
        documents.router,
        api_tokens.router,
        replays.router,
        lessons.router,
        daily.router,
        lobby.router,
        accounts.router,
        profiles.router,
        notifications.router,
        email.router,
        oidc.router,
        pwa.router,
        chat.router,
        tournaments.router,
        hosting.router,
        personal_data.router,
        pages.router,
        health.router,
    ):
        app.router.routes.extend(router.routes)  # included as a whole, they would be searched twice
    app.mount("/static", Static(directory=STATIC, check_dir=False))
    answer_errors(app)
    return app


@asynccontextmanager
async def _at_work(services: Services) -> AsyncIterator[None]:
    """Bots, compiling and hints run between start and end; `hub.close` has ended the streams before (serve.py)."""
    services.hub.attach()
    services.tables.writer.start()
    await services.keeper.begin()
    notices = Notices(services.tables, services.shared.hear)
    notices.start()
    working = asyncio.create_task(_work(services))
    yield
    working.cancel()
    services.hub.close()
    notices.stop()
    services.compiler.stop()
    services.herald.close()
    services.letters.close()
    for end in (services.bots.stop, services.adviser.close, services.reviews.close):
        await anyio.to_thread.run_sync(end)
    await anyio.to_thread.run_sync(services.tables.writer.close)
    services.database.close()


async def _work(services: Services) -> None:
    """Everything that goes on beside the answers. It begins a moment late: the first page must not wait for it."""
    await asyncio.sleep(services.settings.head_start)
    if services.settings.compile:
        services.compiler.start()
    services.bots.start()
    await asyncio.gather(_look_around(services), _tell_who_is_seen(services), services.keeper.run())


async def _tell_who_is_seen(services: Services) -> None:
    """Now and then note for the other processes at this database who was seen here, so that they replace nobody who is."""
    told = 0.0
    while services.database.postgres:
        await asyncio.sleep(presence.EVERY)
        now = time.time()
        with suppress(DomainError):  # the database is away; the next time tells it all
            await anyio.to_thread.run_sync(_note_seen, services, told)
            told = now


def _note_seen(services: Services, since: float) -> None:
    services.hub.note_online()
    seen = services.hub.last_seen.since(since)
    if seen:
        services.tables.writer.do(
            Job(lambda writing: table_rows.update_last_seen(writing.connection, seen), alone=True)
        )


async def _look_around(services: Services) -> None:
    """Make up for lost notifications: now and then compare watched tables with the database, and look for forgotten bots."""
    while True:
        with suppress(DomainError):  # the database is away; the next look is soon
            await anyio.to_thread.run_sync(services.bots.sweep)
            await anyio.to_thread.run_sync(services.tables.look_at, services.hub.told())
            await anyio.to_thread.run_sync(services.doorman.look_around)
        await asyncio.sleep(services.settings.poll)
