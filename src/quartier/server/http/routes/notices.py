"""Being told what happens while one is away: its page, and what is chosen there. For those who have an account."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from quartier.server.accounts.rows import SessionRow
from quartier.server.http.answers import answers, sent
from quartier.server.http.bodies import Body, Text
from quartier.server.http.caller import session_token
from quartier.server.http.dependencies import AppServices, Language
from quartier.server.http.pages import render
from quartier.server.notices.encryption import BrowserKeys
from quartier.server.services import services_of
from quartier.server.show.accounts import models
from quartier.server.storage import repository
from quartier.server.storage.notices import wishes

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
    session = services.sessions.session(session_token(request))
    if session is None:
        return render(request, "notices", account=None)
    with services.database.read() as connection:
        wish = wishes.of(connection, session.account)
        browsers = wishes.subscriptions(connection, session.account)
        address = wishes.address(connection, session.account)
        quiet = wishes.quiet_tables(connection, session.account)
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
        key=services.teller.signer().public,
        day=repository.day,
        host=_host,
    )


def _host(url: str) -> str:
    """As much of a webhook's address as is no secret."""
    return urlsplit(url).hostname or ""


@router.post("/api/account/here")
@answers(models.Accepted)
def here(request: Request, services: AppServices) -> Response:
    """A page of somebody who is signed in is to be seen on a screen: nothing need be told to them."""
    session = services.sessions.session(session_token(request))
    if session is not None:
        services.herald.seen.note(session.account)
    return sent({})


@router.post("/api/account/notices/push")
@answers(models.Accepted)
def subscribe(request: Request, services: AppServices, lang: Language, body: SubscribeBody) -> Response:
    """Let this browser show notifications."""
    keys = BrowserKeys(body.p256dh, body.auth)
    services.choices.subscribe(_own(request), lang, body.endpoint, keys)
    return sent({})


@router.post("/api/account/notices/push/remove")
@answers(models.Accepted)
def unsubscribe(request: Request, services: AppServices, body: RemoveBody) -> Response:
    """Let a browser show none any more."""
    services.choices.unsubscribe(_own(request).account, body.id)
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
