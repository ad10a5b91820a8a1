"""Signing in by issuers that the host has named: links and redirects, and what our own page then commands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import Field

from quartier.server.accounts.oidc.config import USUAL
from quartier.server.accounts.oidc.flow import Back
from quartier.server.http.bodies.accounts import NewNameBody, SureBody
from quartier.server.http.bodies.tables import Text
from quartier.server.http.credentials import (
    arrive,
    arrived,
    arriving,
    session_token,
    sign_in,
)
from quartier.server.http.dependencies import AppServices
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.routes.accounts import own_session, visit_of
from quartier.server.views.accounts import models

router = APIRouter()
SEE_OTHER = 303


class RemoveBody(SureBody):
    """Which issuer opens the account no more."""

    issuer: Annotated[Text, Field(max_length=20)] = USUAL


@router.get("/account/oidc", include_in_schema=False)
def page(request: Request, services: AppServices) -> HTMLResponse:
    """A guest signs in, or chooses a name; who is signed in connects the account, or ends that."""
    entry = services.entry
    entry.must_be_any()
    session = services.sessions.session(session_token(request))
    known = None if session is None else services.doors.account(session.account)
    return render(
        request,
        "oidc",
        issuers=entry.all,
        arrived=entry.arrived(arriving(request)),
        account="" if known is None else known.name,
        has_password=known is not None and known.password is not None,
        connected=[] if known is None else entry.connected(known.id),
    )


@router.get("/account/oidc/start", include_in_schema=False)
def start_usual(request: Request, services: AppServices) -> Response:
    """Send the browser to the issuer that is named by options."""
    return start(request, services, USUAL)


@router.get("/account/oidc/start/{key}", include_in_schema=False)
def start(request: Request, services: AppServices, key: str) -> Response:
    """Send the browser to an issuer."""
    begun = services.entry.begin(visit_of(request), key)
    answer = RedirectResponse(begun.url, SEE_OTHER)
    arrive(request, answer, begun.secret)
    return answer


Said = Annotated[str, Query(max_length=2000)]


@router.get("/account/oidc/back", include_in_schema=False)
def back_from_usual(
    request: Request, services: AppServices, state: Said = "", code: Said = "", iss: Said = ""
) -> Response:
    """Where that issuer sends the browser back to."""
    return back(request, services, USUAL, state, code, iss)


@router.get("/account/oidc/back/{key}", include_in_schema=False)
def back(
    request: Request, services: AppServices, key: str, state: Said = "", code: Said = "", iss: Said = ""
) -> Response:
    """Where an issuer sends the browser back to."""
    session = services.sessions.session(session_token(request))
    brought = Back(state, code, iss)
    found = services.entry.come_back(visit_of(request), session, key, arriving(request), brought)
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
def remove(request: Request, services: AppServices, body: RemoveBody) -> Response:
    """Let an issuer open the account no more."""
    services.entry.remove(visit_of(request), own_session(request), body.issuer, body.current)
    return sent({})
