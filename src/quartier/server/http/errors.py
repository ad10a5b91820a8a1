"""Error handlers: domain errors, invalid requests and our own bugs, each as a sentence in the client's language."""

from __future__ import annotations

from http import HTTPStatus

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

import quartier
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.commands.execute import StaleVersion
from quartier.server.errors import DomainError
from quartier.server.http import pages, validation_errors
from quartier.server.http.language import language_of
from quartier.server.http.middleware.root_path import route_path
from quartier.server.http.responses import json_response
from quartier.server.root_path import site_path
from quartier.server.services import services_of
from quartier.server.views.models import Missed

log = structlog.get_logger("quartier")


def answer_errors(app: FastAPI) -> None:
    """Register handlers that turn every exception into a sentence in the client's language."""
    app.add_exception_handler(DomainError, refusal)  # type: ignore[arg-type]
    app.add_exception_handler(StaleVersion, _stale)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _validation_error)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http_error)  # type: ignore[arg-type]
    app.add_exception_handler(Exception, _internal_error)


def refusal(request: Request, refused: DomainError) -> Response:
    """Return an error response: HTML for pages, JSON for everything else."""
    if refused.status >= 500:
        log.error("refused", code=refused.code)
    if _is_page(request):
        near = refused.__cause__.near if isinstance(refused.__cause__, UnknownTitle) else None
        return pages.error_page(request, _for_readers(refused, language_of(request)), near)
    return json_response({"error": refused.error(language_of(request))}, refused.status, _headers(refused))


def _headers(refused: DomainError) -> dict[str, str]:
    return {} if refused.retry_after is None else {"Retry-After": str(refused.retry_after)}


def _stale(request: Request, stale: StaleVersion) -> Response:
    """Return 409 with the events that the client has missed, worded for its seat."""
    lang, context, views = language_of(request), stale.ticket, services_of(request).views
    missed = [
        views.event(stale.table, entry, context.seat, lang)
        for entry in stale.table.since(context.version or 0)
    ]
    body: Missed = {"version": stale.table.version, "events": missed, "error": stale.error(lang)}
    return json_response(body, stale.status)


def _validation_error(request: Request, error: RequestValidationError) -> Response:
    return refusal(request, validation_errors.refusal_of(error))


_MESSAGES = {
    404: N_("There’s nothing here. Check the link, or start from the home page."),
    405: N_("This URL doesn’t accept that HTTP method. See {docs}."),
    408: N_("The request took too long to arrive. Check your connection and try again."),
    413: N_(
        "The request is too large. A game record may have up to 250,000 characters, everything else far fewer."
    ),
}


def _for_readers(refused: DomainError, lang: str) -> DomainError:
    """Return a refusal that names titles as readers know them, not programs."""
    if not isinstance(refused.__cause__, UnknownTitle):
        return refused
    near = refused.__cause__.near
    if near is None:
        return DomainError(404, "unknown_title", _MESSAGES[404])
    title = quartier.load(near).title(lang)
    return DomainError(404, "unknown_title", N_("There’s nothing here. Did you mean {title}?"), title=title)


def _http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == HTTPStatus.BAD_REQUEST:
        # The body broke the parser before a field could be named.
        return refusal(request, validation_errors.not_understood("body"))
    text = _MESSAGES.get(error.status_code, N_("The request failed. Try again."))
    code, docs = f"http_{error.status_code}", site_path("/api/v1/docs")
    return refusal(request, DomainError(error.status_code, code, text, docs=docs))


def _internal_error(request: Request, error: Exception) -> Response:
    """Return 500: the details go to the log, never to the client."""
    log.error("unexpected", exc_info=error)
    text = N_(
        "Something went wrong on the server. Nothing was changed. Try again. If it keeps happening, tell "
        "the person who runs this server."
    )
    return refusal(request, DomainError(500, "unexpected", text))


def _is_page(request: Request) -> bool:
    path = route_path(request.scope)
    return request.method == "GET" and not path.startswith(("/api/", "/static/", "/health"))
