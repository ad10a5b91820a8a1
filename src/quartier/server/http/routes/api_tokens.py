"""The programs of an account: their page, and making and revoking their tokens."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.http.bodies.accounts import ProgramIdBody, ProgramNameBody
from quartier.server.http.credentials import session_token
from quartier.server.http.dependencies import AppServices
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.routes.accounts import own_session
from quartier.server.views.accounts import models

router = APIRouter()


@router.get("/account/programs", include_in_schema=False)
def page(request: Request, services: AppServices) -> HTMLResponse:
    """The programs, and a form for one more; whoever is no account's is told where to make one."""
    session = services.sessions.session(session_token(request))
    found = [] if session is None else services.programs.of(session.account)
    told = [{"id": each.id, "name": each.name, "used": _moment(each.used_at)} for each in found]
    return render(request, "tokens", programs=told, signed_in=session is not None)


def _moment(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


@router.post("/api/account/programs")
@answers(models.NewToken)
def make(request: Request, services: AppServices, body: ProgramNameBody) -> Response:
    """A token for a program of the account, shown this once."""
    made = services.programs.make(own_session(request).account, body.name)
    return sent({"shown": made.token})


@router.post("/api/account/programs/revoke")
@answers(models.Accepted)
def revoke(request: Request, services: AppServices, body: ProgramIdBody) -> Response:
    """Let a program's token open nothing any more."""
    services.programs.revoke(own_session(request).account, body.id)
    return sent({})
