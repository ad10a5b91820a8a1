"""Routes of notification preferences and page visibility."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from quartier.server.commands.authorization import Credentials
from quartier.server.errors import signed_out_error
from quartier.server.http.bodies.tables import Body, Text
from quartier.server.http.credentials import (
    browser_hash,
    browser_secret,
    session_token,
    set_visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import device_of, within_quota
from quartier.server.notifications.preferences import BrowserTarget
from quartier.server.notifications.webpush import BrowserKeys
from quartier.server.services import services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.notifications import preferences
from quartier.server.storage.secrets import hash_secret
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
    """Whether a table is muted."""

    table: Annotated[Text, Field(max_length=16, pattern=r"^[a-z0-9]+$")]
    quiet: Literal["on", "off"]


@router.get("/account/notices", include_in_schema=False)
def page(request: Request, services: AppServices, lang: Language) -> HTMLResponse:
    """Return the page of notification preferences."""
    session, key = services.sessions.session(session_token(request)), services.delivery.signer().public
    if session is None:
        browser = browser_hash(request)
        with services.database.read() as connection:
            browsers = [] if browser is None else preferences.subscriptions(connection, browser)
        return render(request, "notifications", account=None, browsers=browsers, key=key)
    with services.database.read() as connection:
        stored = preferences.of(connection, session.account)
        browsers = preferences.subscriptions(connection, session.account)
        address = preferences.address(connection, session.account)
        muted = preferences.muted_tables(connection, session.account)
    games = [
        game
        for game in services.games.of(Credentials(account=session.account), lang)
        if game["state"] != "over"
    ]
    return render(
        request,
        "notifications",
        account=session.account,
        preferences=stored,
        browsers=browsers,
        address=address,
        games=games,
        muted_tables=muted,
        mail=bool(services.settings.mail),
        key=key,
        host=_host,
    )


def _host(url: str) -> str:
    """As much of a webhook's address as is no secret."""
    return urlsplit(url).hostname or ""


@router.post("/api/account/here")
@response_model(models.Accepted)
def here(request: Request, services: AppServices) -> Response:
    """Report that a page is visible, so that no notifications are sent."""
    session = services.sessions.session(session_token(request))
    recipient = browser_hash(request) if session is None else session.account
    if recipient is not None:
        services.notification_scheduler.visibility.note(recipient)
    return json_response({})


@router.post("/api/account/notices/push")
@response_model(models.Accepted)
def subscribe(request: Request, services: AppServices, lang: Language, body: SubscribeBody) -> Response:
    """Let this browser show notifications: of its account, or of the tables at which it plays as a guest."""
    credentials, session = (
        BrowserKeys(body.p256dh, body.auth),
        services.sessions.session(session_token(request)),
    )
    if session is not None:
        to = BrowserTarget(session.account, session.device, session.id)
        services.notification_preferences.subscribe(to, lang, body.endpoint, credentials)
        return json_response({})
    within_quota(request, "joins")
    visitor = browser_secret(request)
    services.notification_preferences.subscribe(
        BrowserTarget(hash_secret(visitor), device_of(request)), lang, body.endpoint, credentials
    )
    answer = json_response({})
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.post("/api/account/notices/push/remove")
@response_model(models.Accepted)
def unsubscribe(request: Request, services: AppServices, body: RemoveBody) -> Response:
    """Let a browser show none any more."""
    session = services.sessions.session(session_token(request))
    recipient = browser_hash(request) if session is None else session.account
    if recipient is None:
        raise signed_out_error()
    services.notification_preferences.unsubscribe(recipient, body.id)
    return json_response({})


@router.post("/api/account/notices/webhook")
@response_model(models.Accepted)
def post_to(request: Request, services: AppServices, lang: Language, body: WebhookBody) -> Response:
    """Let what happens be posted somewhere."""
    services.notification_preferences.set_webhook(_own(request).account, lang, body.url.strip())
    return json_response({})


@router.post("/api/account/notices/mail")
@response_model(models.Accepted)
def write_to(request: Request, services: AppServices, lang: Language, body: MailBody) -> Response:
    """Turn e-mail notifications on or off."""
    services.notification_preferences.set_email(_own(request).account, lang, body.mail == "on")
    return json_response({})


@router.post("/api/account/notices/quiet")
@response_model(models.Accepted)
def be_quiet(request: Request, services: AppServices, body: QuietBody) -> Response:
    """Mute or unmute a table."""
    services.notification_preferences.mute_table(_own(request).account, body.table, body.quiet == "on")
    return json_response({})


def _own(request: Request) -> SessionRow:
    return services_of(request).sessions.require_session(session_token(request))
