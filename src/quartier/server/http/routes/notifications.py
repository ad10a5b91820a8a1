"""Being told what happens while one is away: its page, and what is chosen there. For those who have an account."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from quartier.server.accounts.sessions import signed_out
from quartier.server.http.bodies.tables import Body, Text
from quartier.server.http.credentials import (
    browser_of,
    know,
    session_token,
    visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import device_of, within_quota
from quartier.server.notifications.preferences import Showing
from quartier.server.notifications.webpush import BrowserKeys
from quartier.server.services import services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.notifications import preferences
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.views.accounts import models

router = APIRouter()
Address = Annotated[Text, Field(max_length=1000)]
Key = Annotated[Text, Field(max_length=90)]


class SubscribeBody(Body):
    """What a browser says of a subscription that it has made."""

    endpoint: Address
    p256dh: Key
    auth: Annotated[Text, Field(max_length=24)]


class RemoveBody(Body):
    """Which browser."""

    id: Annotated[Text, Field(max_length=64)]


class WebhookBody(Body):
    """Where to post; empty: nowhere."""

    url: Annotated[Text, Field(max_length=500)]


class MailBody(Body):
    mail: Literal["on", "off"]


class QuietBody(Body):
    """Whether a table is one of which nothing is told."""

    table: Annotated[Text, Field(max_length=16, pattern=r"^[a-z0-9]+$")]
    quiet: Literal["on", "off"]


@router.get("/account/notices", include_in_schema=False)
def page(request: Request, services: AppServices, lang: Language) -> HTMLResponse:
    """What one is told, and how."""
    session, key = services.sessions.session(session_token(request)), services.teller.signer().public
    if session is None:
        browser = browser_of(request)
        with services.database.read() as connection:
            browsers = [] if browser is None else preferences.subscriptions(connection, browser)
        return render(request, "notices", account=None, browsers=browsers, key=key)
    with services.database.read() as connection:
        wish = preferences.of(connection, session.account)
        browsers = preferences.subscriptions(connection, session.account)
        address = preferences.address(connection, session.account)
        quiet = preferences.quiet_tables(connection, session.account)
    games = [game for game in services.games.of(session.account, lang) if game["state"] != "over"]
    return render(
        request,
        "notices",
        account=session.account,
        wish=wish,
        browsers=browsers,
        address=address,
        games=games,
        quiet=quiet,
        mail=bool(services.settings.mail),
        key=key,
        host=_host,
    )


def _host(url: str) -> str:
    """As much of a webhook's address as is no secret."""
    return urlsplit(url).hostname or ""


@router.post("/api/account/here")
@answers(models.Accepted)
def here(request: Request, services: AppServices) -> Response:
    """A page of somebody is to be seen on a screen: nothing need be told to them."""
    session = services.sessions.session(session_token(request))
    listener = browser_of(request) if session is None else session.account
    if listener is not None:
        services.herald.seen.note(listener)
    return sent({})


@router.post("/api/account/notices/push")
@answers(models.Accepted)
def subscribe(request: Request, services: AppServices, lang: Language, body: SubscribeBody) -> Response:
    """Let this browser show notifications: of its account, or of the tables at which it plays as a guest."""
    keys, session = BrowserKeys(body.p256dh, body.auth), services.sessions.session(session_token(request))
    if session is not None:
        to = Showing(session.account, session.device, session.id)
        services.choices.subscribe(to, lang, body.endpoint, keys)
        return sent({})
    within_quota(request, "joins")
    visitor = visitor_cookie(request) or new_secret()
    services.choices.subscribe(Showing(hashed(visitor), device_of(request)), lang, body.endpoint, keys)
    answer = sent({})
    know(request, answer, visitor)
    return answer


@router.post("/api/account/notices/push/remove")
@answers(models.Accepted)
def unsubscribe(request: Request, services: AppServices, body: RemoveBody) -> Response:
    """Let a browser show none any more."""
    session = services.sessions.session(session_token(request))
    listener = browser_of(request) if session is None else session.account
    if listener is None:
        raise signed_out()
    services.choices.unsubscribe(listener, body.id)
    return sent({})


@router.post("/api/account/notices/webhook")
@answers(models.Accepted)
def post_to(request: Request, services: AppServices, lang: Language, body: WebhookBody) -> Response:
    """Let what happens be posted somewhere."""
    services.choices.post_to(_own(request).account, lang, body.url.strip())
    return sent({})


@router.post("/api/account/notices/mail")
@answers(models.Accepted)
def write_to(request: Request, services: AppServices, lang: Language, body: MailBody) -> Response:
    """Let letters tell what has happened."""
    services.choices.write_to(_own(request).account, lang, body.mail == "on")
    return sent({})


@router.post("/api/account/notices/quiet")
@answers(models.Accepted)
def be_quiet(request: Request, services: AppServices, body: QuietBody) -> Response:
    """Let nothing be told of a table."""
    services.choices.be_quiet(_own(request).account, body.table, body.quiet == "on")
    return sent({})


def _own(request: Request) -> SessionRow:
    return services_of(request).sessions.must_be_signed_in(session_token(request))
