"""Routes of OpenID Connect login: redirects, callback, and connecting accounts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import Field

from quartier.server.accounts.oidc.config import DEFAULT_KEY
from quartier.server.accounts.oidc.flow import Callback
from quartier.server.http.bodies.accounts import NewNameBody, SureBody
from quartier.server.http.bodies.tables import Text
from quartier.server.http.cookies import LOGIN_SECONDS, Cookie, delete_cookie, set_cookie
from quartier.server.http.credentials import (
    oidc_secret,
    session_token,
    set_session_cookie,
)
from quartier.server.http.dependencies import AppServices
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.routes.accounts import client_of, own_session
from quartier.server.root_path import site_path
from quartier.server.views.accounts import models

router = APIRouter()
SEE_OTHER = 303


class RemoveBody(SureBody):
    """Which issuer opens the account no more."""

    issuer: Annotated[Text, Field(max_length=20)] = DEFAULT_KEY


@router.get("/account/oidc", include_in_schema=False)
def page(request: Request, services: AppServices) -> HTMLResponse:
    """A guest signs in, or chooses a name; who is signed in connects the account, or ends that."""
    oidc_login = services.oidc_login
    oidc_login.require_enabled()
    session = services.sessions.session(session_token(request))
    account_row = None if session is None else services.account_service.account(session.account)
    return render(
        request,
        "oidc",
        issuers=oidc_login.configs,
        arrived=oidc_login.pending_provider(oidc_secret(request)),
        account="" if account_row is None else account_row.name,
        has_password=account_row is not None and account_row.password is not None,
        connected=[] if account_row is None else oidc_login.connected_providers(account_row.id),
    )


@router.get("/account/oidc/start", include_in_schema=False)
def start_usual(request: Request, services: AppServices) -> Response:
    """Send the browser to the issuer that is named by options."""
    return start(request, services, DEFAULT_KEY)


@router.get("/account/oidc/start/{key}", include_in_schema=False)
def start(request: Request, services: AppServices, key: str) -> Response:
    """Send the browser to an issuer."""
    redirect = services.oidc_login.begin(client_of(request), key)
    answer = RedirectResponse(redirect.url, SEE_OTHER)
    set_cookie(request, answer, Cookie.OIDC, redirect.secret, LOGIN_SECONDS)
    return answer


CallbackField = Annotated[str, Query(max_length=2000)]


@router.get("/account/oidc/back", include_in_schema=False)
def back_from_usual(
    request: Request,
    services: AppServices,
    state: CallbackField = "",
    code: CallbackField = "",
    iss: CallbackField = "",
) -> Response:
    """Where that issuer sends the browser back to."""
    return back(request, services, DEFAULT_KEY, state, code, iss)


@router.get("/account/oidc/back/{key}", include_in_schema=False)
def back(
    request: Request,
    services: AppServices,
    key: str,
    state: CallbackField = "",
    code: CallbackField = "",
    iss: CallbackField = "",
) -> Response:
    """Where an issuer sends the browser back to."""
    session = services.sessions.session(session_token(request))
    callback = Callback(state, code, iss)
    result = services.oidc_login.finish_login(
        client_of(request), session, key, oidc_secret(request), callback
    )
    if isinstance(result, str):
        answer = RedirectResponse(site_path("/account/oidc"), SEE_OTHER)
        set_cookie(request, answer, Cookie.OIDC, result, LOGIN_SECONDS)
        return answer
    answer = RedirectResponse(site_path("/account"), SEE_OTHER)
    set_session_cookie(request, answer, result)
    delete_cookie(request, answer, Cookie.OIDC)
    return answer


@router.post("/api/account/oidc/enrol")
@response_model(models.Accepted)
def enrol(request: Request, services: AppServices, body: NewNameBody) -> Response:
    """Make an account for who has come back from the issuer."""
    door = services.oidc_login.create_account(client_of(request), oidc_secret(request), body.name)
    answer = json_response({})
    set_session_cookie(request, answer, door)
    delete_cookie(request, answer, Cookie.OIDC)
    return answer


@router.post("/api/account/oidc/connect")
@response_model(models.Accepted)
def connect(request: Request, services: AppServices, body: SureBody) -> Response:
    """Let who has come back from the issuer enter the account that is signed in."""
    services.oidc_login.connect(client_of(request), own_session(request), body.current, oidc_secret(request))
    answer = json_response({})
    delete_cookie(request, answer, Cookie.OIDC)
    return answer


@router.post("/api/account/oidc/remove")
@response_model(models.Accepted)
def remove(request: Request, services: AppServices, body: RemoveBody) -> Response:
    """Let an issuer open the account no more."""
    services.oidc_login.remove(client_of(request), own_session(request), body.issuer, body.current)
    return json_response({})
