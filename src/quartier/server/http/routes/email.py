"""Routes of e-mail: an address for the account, login links, a new password."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.http.bodies.accounts import (
    AskBody,
    MailAddressBody,
    OpenBody,
    SureBody,
    TokenBody,
)
from quartier.server.http.credentials import session_token, set_session_cookie
from quartier.server.http.dependencies import AppServices, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.routes.accounts import client_of, own_session
from quartier.server.services import Services
from quartier.server.storage.notifications import preferences
from quartier.server.views.accounts import models

router = APIRouter()


@router.get("/account/mail", include_in_schema=False)
def page(request: Request, services: AppServices, sent: str | None = None) -> HTMLResponse:
    """A guest asks for a link; who is signed in has an address for that."""
    _must_have_mail(services)
    session = services.sessions.session(session_token(request))
    address, has_password = None, False
    if session is not None:
        has_password = services.account_service.account(session.account).password is not None
        with services.database.read() as connection:
            address = preferences.address(connection, session.account)
    owner = session is not None
    return render(
        request, "mail", owner=owner, address=address, has_password=has_password, sent=sent is not None
    )


@router.get("/account/mail/confirm", include_in_schema=False)
def confirm_page(request: Request, services: AppServices) -> HTMLResponse:
    """Return the page that confirms an address. Fetching it does nothing: mail scanners follow links, too."""
    _must_have_mail(services)
    return render(request, "link", enters=False)


@router.get("/account/mail/enter", include_in_schema=False)
def enter_page(request: Request, services: AppServices) -> HTMLResponse:
    """Where a link leads that signs in."""
    _must_have_mail(services)
    return render(request, "link", enters=True)


def _must_have_mail(services: Services) -> None:
    if not services.settings.mail:
        raise DomainError(404, "no_office", N_("This server doesn’t send email."))


@router.post("/api/account/mail/ask")
@response_model(models.Accepted)
def ask_for_link(request: Request, services: AppServices, lang: Language, body: AskBody) -> Response:
    """Request a login link; the response is the same for unknown addresses."""
    services.email_links.request_login_link(client_of(request), body.address, lang)
    return json_response({})


@router.post("/api/account/mail/address")
@response_model(models.Accepted)
def ask_to_confirm(
    request: Request, services: AppServices, lang: Language, body: MailAddressBody
) -> Response:
    """Request an e-mail that confirms an address for the account."""
    services.email_links.request_confirmation(
        client_of(request), own_session(request), body.current, body.address, lang
    )
    return json_response({})


@router.post("/api/account/mail/remove")
@response_model(models.Accepted)
def remove_address(request: Request, services: AppServices, body: SureBody) -> Response:
    """Remove the account's e-mail address."""
    services.email_links.remove(client_of(request), own_session(request), body.current)
    return json_response({})


@router.post("/api/account/mail/confirm")
@response_model(models.Accepted)
def confirm_address(request: Request, services: AppServices, body: TokenBody) -> Response:
    """Open a link that confirms an address."""
    services.email_links.confirm(client_of(request), body.token)
    return json_response({})


@router.post("/api/account/mail/enter")
@response_model(models.Accepted)
def enter_by_link(request: Request, services: AppServices, body: OpenBody) -> Response:
    """Open a link that signs in, perhaps with a new password."""
    door = services.email_links.enter(client_of(request), body.token, body.password)
    answer = json_response({})
    set_session_cookie(request, answer, door)
    return answer
