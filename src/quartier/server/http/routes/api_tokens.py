"""Routes of API tokens: the page, creating and revoking."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.http.bodies.accounts import ProgramIdBody, ProgramNameBody
from quartier.server.http.credentials import session_token
from quartier.server.http.dependencies import AppServices
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.routes.accounts import own_session
from quartier.server.views.accounts import models

router = APIRouter()


@router.get("/account/programs", include_in_schema=False)
def page(request: Request, services: AppServices) -> HTMLResponse:
    """Return the page of API tokens."""
    session = services.sessions.session(session_token(request))
    rows = [] if session is None else services.programs.of(session.account)
    tokens = [{"id": row.id, "name": row.name, "used": _moment(row.used_at)} for row in rows]
    return render(request, "tokens", programs=tokens, signed_in=session is not None)


def _moment(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


@router.post("/api/account/programs")
@response_model(models.NewToken)
def make(request: Request, services: AppServices, body: ProgramNameBody) -> Response:
    """A token for a program of the account, shown this once."""
    program = services.programs.make(own_session(request).account, body.name)
    return json_response({"shown": program.token})


@router.post("/api/account/programs/revoke")
@response_model(models.Accepted)
def revoke(request: Request, services: AppServices, body: ProgramIdBody) -> Response:
    """Let a program's token open nothing any more."""
    services.programs.revoke(own_session(request).account, body.id)
    return json_response({})
