"""The ASGI application: routes, middleware, and background work during its lifespan."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from quartier import __version__
from quartier.server.errors import DomainError
from quartier.server.http import own_boards, pages
from quartier.server.http.errors import answer_errors
from quartier.server.http.middleware.bans import BanMiddleware
from quartier.server.http.middleware.head import HeadMiddleware
from quartier.server.http.middleware.host_and_csrf import HostAndCsrfMiddleware
from quartier.server.http.middleware.request_slots import RequestSlotMiddleware
from quartier.server.http.middleware.requests import BodyLimitMiddleware, RequestMetricsMiddleware
from quartier.server.http.middleware.root_path import RootPathMiddleware
from quartier.server.http.openapi import documents
from quartier.server.http.routes import (
    accounts,
    api_tokens,
    chat,
    coaching,
    daily,
    email,
    health,
    lessons,
    lobby,
    notifications,
    oidc,
    personal_data,
    planning,
    profiles,
    pwa,
    replays,
    streams,
    tables,
    text_pages,
    waiting_room,
)
from quartier.server.http.routes import api_v1 as programs
from quartier.server.http.routes import moderation as hosting
from quartier.server.http.routes import tournaments as tournaments
from quartier.server.http.static import STATIC, Static
from quartier.server.memory import RELEASE_INTERVAL, MemoryRelease
from quartier.server.pubsub import presence
from quartier.server.services import Services, attach
from quartier.server.storage import table_rows
from quartier.server.storage.listen_notify import NotificationListener
from quartier.server.storage.transaction import Job


def create_app(services: Services) -> FastAPI:
    """Return the server as an ASGI application; its lifespan starts and stops the services."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with _running(services):
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
        BodyLimitMiddleware,
        max_bytes=settings.max_body,
        max_record_bytes=settings.max_record,
        seconds=settings.body_timeout,
    )
    app.add_middleware(BanMiddleware)
    app.add_middleware(HostAndCsrfMiddleware, settings=settings)
    app.add_middleware(RequestSlotMiddleware, slots=services.request_slots)
    app.add_middleware(RequestMetricsMiddleware, metrics=services.metrics)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(RootPathMiddleware, path=settings.root_path)
    for router in (
        tables.commands,
        waiting_room.router,
        tables.router,
        streams.router,
        programs.commands,
        programs.router,
        documents.router,
        api_tokens.router,
        replays.router,
        lessons.router,
        coaching.router,
        daily.router,
        text_pages.router,
        lobby.router,
        accounts.router,
        profiles.router,
        notifications.router,
        email.router,
        oidc.router,
        pwa.router,
        chat.router,
        chat.seat_router,
        planning.router,
        tournaments.router,
        hosting.router,
        personal_data.router,
        own_boards.router,
        pages.router,
        health.router,
    ):
        app.router.routes.extend(router.routes)  # included as a whole, they would be searched twice
    app.mount("/static", Static(directory=STATIC, check_dir=False))
    answer_errors(app)
    return app


@asynccontextmanager
async def _running(services: Services) -> AsyncIterator[None]:
    """Run bots, compilation and hints from start to end; `serve` has closed the streams before."""
    services.hub.attach()
    services.tables.writer.start()
    await services.scheduler.begin()
    notices = NotificationListener(services.tables, services.shared.receive)
    notices.start()
    working = asyncio.create_task(_work(services))
    yield
    working.cancel()
    services.hub.close()
    notices.stop()
    services.compiler.stop()
    services.notification_scheduler.close()
    services.email_links.close()
    for end in (
        services.bots.stop,
        services.hint_service.close,
        services.reviews.close,
        services.own_boards.close,
        services.balance.close,
    ):
        await anyio.to_thread.run_sync(end)
    await anyio.to_thread.run_sync(services.tables.writer.close)
    services.database.close()


async def _work(services: Services) -> None:
    """Run everything besides the requests, a moment after the start: the first page must not wait for it."""
    await asyncio.sleep(services.settings.head_start)
    if services.settings.compile:
        services.compiler.start()
        services.hint_service.start()
    services.bots.start()
    await asyncio.gather(
        _catch_up(services), _share_last_seen(services), _release_memory(services), services.scheduler.run()
    )


async def _release_memory(services: Services) -> None:
    release = MemoryRelease(services.hub, services.clear_caches)
    while True:
        await asyncio.sleep(RELEASE_INTERVAL)
        await anyio.to_thread.run_sync(release.run)


async def _share_last_seen(services: Services) -> None:
    """Store now and then for other processes who was seen here, so that they replace no one who is present."""
    since = 0.0
    while services.database.postgres:
        await asyncio.sleep(presence.SHARE_INTERVAL)
        now = services.clock.now()
        with suppress(DomainError):  # the database is away; the next time tells it all
            await anyio.to_thread.run_sync(_store_last_seen, services, since)
            since = now


def _store_last_seen(services: Services, since: float) -> None:
    services.hub.note_online()
    last_seen = services.hub.last_seen.since(since)
    if last_seen:
        services.tables.writer.run(
            Job(lambda writing: table_rows.update_last_seen(writing.connection, last_seen), exclusive=True)
        )


async def _catch_up(services: Services) -> None:
    """Make up for lost notifications: compare watched tables with the database, and look for forgotten bots."""
    while True:
        with suppress(DomainError):  # the database is away; the next look is soon
            await anyio.to_thread.run_sync(services.bots.sweep)
            await anyio.to_thread.run_sync(services.tables.sync_versions, services.hub.acked_versions())
            await anyio.to_thread.run_sync(services.access_control.refresh)
        await asyncio.sleep(services.settings.poll)
