"""Mail for accounts, where the host has set it up: an address of one's own, signing in by a link, a new password."""

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
from quartier.server.http.credentials import session_token, sign_in
from quartier.server.http.dependencies import AppServices, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.routes.accounts import own_session, visit_of
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
        has_password = services.doors.account(session.account).password is not None
        with services.database.read() as connection:
            address = preferences.address(connection, session.account)
    owner = session is not None
    return render(
        request, "mail", owner=owner, address=address, has_password=has_password, sent=sent is not None
    )


@router.get("/account/mail/confirm", include_in_schema=False)
def confirm_page(request: Request, services: AppServices) -> HTMLResponse:
    """Where a link leads that confirms an address. Looking at it does nothing: programs look at links in letters, too."""
    _must_have_mail(services)
    return render(request, "link", enters=False)


@router.get("/account/mail/enter", include_in_schema=False)
def enter_page(request: Request, services: AppServices) -> HTMLResponse:
    """Where a link leads that signs in."""
    _must_have_mail(services)
    return render(request, "link", enters=True)


def _must_have_mail(services: Services) -> None:
    if not services.settings.mail:
        raise DomainError(404, "no_office", N_("This server sends no mail."))


@router.post("/api/account/mail/ask")
@answers(models.Accepted)
def ask_for_link(request: Request, services: AppServices, lang: Language, body: AskBody) -> Response:
    """Ask for a link to sign in; the answer is the same whether anybody has this address."""
    services.letters.ask_to_sign_in(visit_of(request), body.address, lang)
    return sent({})


@router.post("/api/account/mail/address")
@answers(models.Accepted)
def ask_to_confirm(
    request: Request, services: AppServices, lang: Language, body: MailAddressBody
) -> Response:
    """Ask for a letter to an address that shall be the account's."""
    services.letters.ask_to_confirm(visit_of(request), own_session(request), body.current, body.address, lang)
    return sent({})


@router.post("/api/account/mail/remove")
@answers(models.Accepted)
def remove_address(request: Request, services: AppServices, body: SureBody) -> Response:
    """Let letters reach the account nowhere."""
    services.letters.remove(visit_of(request), own_session(request), body.current)
    return sent({})


@router.post("/api/account/mail/confirm")
@answers(models.Accepted)
def confirm_address(request: Request, services: AppServices, body: TokenBody) -> Response:
    """Open a link that confirms an address."""
    services.letters.confirm(visit_of(request), body.token)
    return sent({})


@router.post("/api/account/mail/enter")
@answers(models.Accepted)
def enter_by_link(request: Request, services: AppServices, body: OpenBody) -> Response:
    """Open a link that signs in, perhaps with a new password."""
    door = services.letters.enter(visit_of(request), body.token, body.password)
    answer = sent({})
    sign_in(request, answer, door.token)
    return answer
