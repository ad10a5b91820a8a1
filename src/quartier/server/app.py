"""The application: settings in, FastAPI out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import anyio.to_thread
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quartier import __version__
from quartier.core.text.languages import N_
from quartier.server.commands.command import Stale
from quartier.server.http import pages, replays, tables
from quartier.server.http.answers import sent
from quartier.server.http.language import language_of
from quartier.server.http.limits import BodyLimit
from quartier.server.http.metrics import Metrics
from quartier.server.http.middleware import Observed
from quartier.server.live.hub import Hub
from quartier.server.refusals import Refused
from quartier.server.settings import Settings
from quartier.server.show.models import Missed
from quartier.server.show.views import Views
from quartier.server.storage import repository
from quartier.server.storage.database import Database
from quartier.server.storage.notify import Notices
from quartier.server.storage.store import TableStore
from quartier.server.thinking.advice import Adviser
from quartier.server.thinking.bots import BotDriver
from quartier.server.thinking.compiling import BackgroundCompiler
from quartier.server.thinking.reviews import Reviews

log = structlog.get_logger("quartier")


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application, its database opened and migrated. Raises CannotStart."""
    database = Database(settings)
    database.prepare()
    app = FastAPI(
        title="Quartier",
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
    )
    hub = Hub()
    state = app.state
    state.settings, state.database, state.hub = settings, database, hub
    state.tables, state.views, state.metrics = TableStore(database, hub), Views(), Metrics(hub)
    state.adviser, state.reviews = Adviser(state.tables, settings), Reviews(state.tables)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(BodyLimit, most=settings.max_body, most_for_records=settings.max_record)
    app.add_middleware(Observed, metrics=state.metrics)
    _add_routes(app, settings)
    _add_refusals(app)
    return app


def _add_routes(app: FastAPI, settings: Settings) -> None:
    app.include_router(tables.router)
    app.include_router(replays.router)
    app.include_router(pages.router)
    app.add_api_route("/health", health, include_in_schema=False)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.mount("/static", Static(directory=pages.STATIC, check_dir=False))


def health(request: Request) -> Response:
    """200 while the database answers, else 503."""
    request.app.state.database.check()
    return sent({"ok": True, "version": __version__})


def metrics(request: Request) -> PlainTextResponse:
    """For Prometheus."""
    return PlainTextResponse(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")


class Static(StaticFiles):
    """Static files; one that is asked for by its content's hash never changes."""

    def file_response(
        self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        lasting = b"v=" in scope.get("query_string", b"")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Bots, compiling and hints run between start and end; `hub.close` has ended the streams before the end (run.py)."""
    state, settings = app.state, app.state.settings
    state.hub.attach()
    bots = BotDriver(state.tables, settings, state.metrics)
    compiler = BackgroundCompiler()
    notices = Notices(state.database, state.hub)
    notices.start()
    working = asyncio.create_task(_work(state, bots, compiler))
    yield
    working.cancel()
    state.hub.close()
    notices.stop()
    compiler.stop()
    for end in (bots.stop, state.adviser.close, state.reviews.close):
        await anyio.to_thread.run_sync(end)
    state.database.close()


async def _work(state: Any, bots: BotDriver, compiler: BackgroundCompiler) -> None:
    """Everything that goes on beside the answers. It begins a moment late: the first page must not wait for it."""
    await asyncio.sleep(state.settings.head_start)
    if state.settings.compile:
        compiler.start()
    bots.start()
    await _look_around(state, bots)


async def _look_around(state: Any, bots: BotDriver) -> None:
    """Make up for lost notifications: now and then compare watched tables with the database, and look for forgotten bots."""
    known: dict[str, int] = {}
    while True:
        with suppress(Refused):  # the database is away; the next look is soon
            await anyio.to_thread.run_sync(bots.sweep)
            found = await anyio.to_thread.run_sync(_versions, state.database, state.hub.watched())
            for table_id in [
                table_id for table_id, version in found.items() if known.get(table_id) != version
            ]:
                state.hub.wake(table_id, True)
            known = found
        await asyncio.sleep(state.settings.poll)


def _versions(database: Database, table_ids: list[str]) -> dict[str, int]:
    if not table_ids:
        return {}
    with database.read() as connection:
        return repository.versions(connection, table_ids)


# ----- refusals -----


def _add_refusals(app: FastAPI) -> None:
    app.add_exception_handler(Refused, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(Stale, _stale)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _malformed)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http_error)  # type: ignore[arg-type]
    app.add_exception_handler(Exception, _unexpected)


def _refused(request: Request, refused: Refused) -> Response:
    """A page for pages, JSON for everything else."""
    if refused.status >= 500:
        log.error("refused", code=refused.code)
    if _is_page(request):
        return pages.error_page(request, refused)
    return sent({"error": refused.error(language_of(request))}, refused.status, _headers(refused))


def _headers(refused: Refused) -> dict[str, str]:
    return {"Retry-After": "2"} if refused.status == HTTPStatus.SERVICE_UNAVAILABLE else {}


def _stale(request: Request, stale: Stale) -> Response:
    """409 with what the caller has missed, worded for the seat."""
    lang, ticket, views = language_of(request), stale.ticket, request.app.state.views
    missed = [
        views.event(stale.table, entry, ticket.seat, lang) for entry in stale.table.since(ticket.version or 0)
    ]
    body: Missed = {"version": stale.table.version, "events": missed, "error": stale.error(lang)}
    return sent(body, stale.status)


def _malformed(request: Request, error: RequestValidationError) -> Response:
    """Names the first field that is wrong; what was sent is not repeated, it may hold a secret."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
    return _refused(request, _not_understood(_printable(where[:80])))


def _printable(field: str) -> str:
    """A field's name as it can be shown: the caller may have made it up, even of what is no text."""
    return "".join(sign if sign.isprintable() else "?" for sign in field)


def _not_understood(field: str) -> Refused:
    text = N_("The request cannot be understood: “{field}” is missing or wrong.")
    return Refused(422, "malformed", text, field=field)


_SAID = {
    404: N_("There is nothing here. Check the link, or begin on the first page."),
    405: N_("This address does not take such a request."),
    413: N_("This is too large for us. A record may have a million signs, everything else far less."),
}


def _http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == HTTPStatus.BAD_REQUEST:
        # The body broke the parser before a field could be named.
        return _refused(request, _not_understood("body"))
    text = _SAID.get(error.status_code, N_("The request cannot be carried out."))
    return _refused(request, Refused(error.status_code, f"http_{error.status_code}", text))


def _unexpected(request: Request, error: Exception) -> Response:
    """Our own mistake: the details go to the log, never to the caller."""
    log.error("unexpected", exc_info=error)
    text = N_(
        "Something went wrong on our side, and nothing was changed. Try again; if it stays so, tell the host."
    )
    return _refused(request, Refused(500, "unexpected", text))


def _is_page(request: Request) -> bool:
    path = request.url.path
    return request.method == "GET" and not path.startswith(("/api/", "/static/", "/health", "/metrics"))
