"""Signing in by an issuer that the host has named: links and redirects, and what our own page then commands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quartier.server.accounts.oidc.entry import Back
from quartier.server.http.account_bodies import NewNameBody, SureBody
from quartier.server.http.answers import answers, sent
from quartier.server.http.caller import arrive, arrived, arriving, session_token, sign_in
from quartier.server.http.dependencies import AppServices
from quartier.server.http.pages import render
from quartier.server.http.routes.account import own_session, visit_of
from quartier.server.show.accounts import models

router = APIRouter()
SEE_OTHER = 303


@router.get("/account/oidc", include_in_schema=False)
def page(request: Request, services: AppServices) -> HTMLResponse:
    """A guest signs in, or chooses a name; who is signed in connects the account, or ends that."""
    entry = services.entry
    entry.must_be_there()
    session = services.sessions.session(session_token(request))
    known = None if session is None else services.doors.account(session.account)
    return render(
        request,
        "oidc",
        name=entry.name,
        arrived=entry.has_arrived(arriving(request)),
        account="" if known is None else known.name,
        has_password=known is not None and known.password is not None,
        connected=known is not None and entry.is_connected(known.id),
    )


@router.get("/account/oidc/start", include_in_schema=False)
def start(request: Request, services: AppServices) -> Response:
    """Send the browser to the issuer."""
    begun = services.entry.begin(visit_of(request))
    answer = RedirectResponse(begun.url, SEE_OTHER)
    arrive(request, answer, begun.secret)
    return answer


Said = Annotated[str, Query(max_length=2000)]


@router.get("/account/oidc/back", include_in_schema=False)
def back(
    request: Request, services: AppServices, state: Said = "", code: Said = "", iss: Said = ""
) -> Response:
    """Where the issuer sends the browser back to."""
    session = services.sessions.session(session_token(request))
    brought = Back(state, code, iss)
    found = services.entry.come_back(visit_of(request), session, arriving(request), brought)
    if isinstance(found, str):
        answer = RedirectResponse("/account/oidc", SEE_OTHER)
        arrive(request, answer, found)
        return answer
    answer = RedirectResponse("/account", SEE_OTHER)
    sign_in(request, answer, found.token)
    arrived(answer)
    return answer


@router.post("/api/account/oidc/enrol")
@answers(models.Accepted)
def enrol(request: Request, services: AppServices, body: NewNameBody) -> Response:
    """Make an account for who has come back from the issuer."""
    door = services.entry.enrol(visit_of(request), arriving(request), body.name)
    answer = sent({})
    sign_in(request, answer, door.token)
    arrived(answer)
    return answer


@router.post("/api/account/oidc/connect")
@answers(models.Accepted)
def connect(request: Request, services: AppServices, body: SureBody) -> Response:
    """Let who has come back from the issuer enter the account that is signed in."""
    services.entry.connect(visit_of(request), own_session(request), body.current, arriving(request))
    answer = sent({})
    arrived(answer)
    return answer


@router.post("/api/account/oidc/remove")
@answers(models.Accepted)
def remove(request: Request, services: AppServices, body: SureBody) -> Response:
    """Let the issuer open the account no more."""
    services.entry.remove(visit_of(request), own_session(request), body.current)
    return sent({})
