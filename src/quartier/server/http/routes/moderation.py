"""The hosts' page and its commands. Whoever is no host, or no host any more, is refused each of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.http.bodies.moderation import (
    AccountBody,
    BanBody,
    BanNumber,
    CodeBody,
    GameBody,
    HouseBody,
    InvitationBody,
    InvitationId,
    KeepBody,
    ReportBody,
)
from quartier.server.http.bodies.tables import Text
from quartier.server.http.credentials import know, session_token, visitor_cookie
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import visitor_of, within_quota
from quartier.server.moderation import actions
from quartier.server.moderation.service import must_be_host, nothing_there
from quartier.server.services import Services, services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.moderation.hosts import By
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.views import models
from quartier.server.views.moderation import dashboard as shown

router = APIRouter()
Wanted = Annotated[Text, Query(max_length=200)]
NOTHING: models.Nothing = {}


def _by(request: Request) -> By:
    """The host who asks. Raises DomainError 401 for who is signed out; who is no host is found out by the deed."""
    services = services_of(request)
    return By(services.sessions.must_be_signed_in(session_token(request)).account)


# ----- pages -----


@router.get("/host", include_in_schema=False)
def page(
    request: Request, services: AppServices, lang: Language, home: BaseUrl, find: Wanted = ""
) -> HTMLResponse:
    """Everything that a host decides."""
    by = _by(request)
    with services.database.read() as connection:
        must_be_host(connection, by)
    return render(request, "host", desk=shown.described(services.desk, find, lang), home=home)


@router.get("/host/claim", include_in_schema=False)
def claim_page(request: Request, services: AppServices) -> HTMLResponse:
    """Becoming a host by a link that was printed on the machine."""
    session = services.sessions.session(session_token(request))
    return render(request, "claim", kind="host", name=_name(services, session))


@router.get("/invited", include_in_schema=False)
def invited_page(request: Request) -> HTMLResponse:
    """Coming in by an invitation."""
    return render(request, "claim", kind="invited", name="")


def _name(services: Services, session: SessionRow | None) -> str:
    return "" if session is None else services.doors.account(session.account).name


# ----- commands -----


@router.post("/api/host/claim")
@answers(models.Nothing)
def claim(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Become a host by a one-time link."""
    within_quota(request, "codes")
    account = services.sessions.must_be_signed_in(session_token(request)).account
    actions.claim(services.desk, account, body.code)
    return sent(NOTHING)


@router.post("/api/invitation")
@answers(models.Nothing)
def accept_invitation(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Come in by an invitation: the browser is known from now on."""
    within_quota(request, "codes")
    visitor = visitor_cookie(request) or new_secret()
    actions.accept_invitation(services.desk, hashed(visitor), body.code)
    answer = sent(NOTHING)
    know(request, answer, visitor)
    return answer


@router.post("/api/host/games")
@answers(models.Nothing)
def games(request: Request, services: AppServices, body: GameBody) -> Response:
    """Delete a table or a record, hide it, or show it again."""
    by = _by(request)
    if body.action == "delete":
        actions.delete_game(services.desk, by, body.id)
    else:
        actions.hide_game(services.desk, by, body.id, body.action == "hide")
    return sent(NOTHING)


@router.post("/api/host/accounts")
@answers(models.Nothing)
def accounts(request: Request, services: AppServices, body: AccountBody) -> Response:
    """Sign an account out everywhere, delete it, hide it, or show it again."""
    by, desk = _by(request), services.desk
    if body.action == "sign_out":
        actions.sign_out(desk, by, body.name)
    elif body.action == "delete":
        actions.delete_account(desk, by, body.name)
    else:
        actions.hide_account(desk, by, body.name, body.action == "hide")
    return sent(NOTHING)


@router.post("/api/host/bans")
@answers(models.Nothing)
def ban(request: Request, services: AppServices, body: BanBody) -> Response:
    """Ban an account, an address, or who sits at a table."""
    by, desk = _by(request), services.desk
    if body.kind == "account":
        actions.ban_account(desk, by, body.who, body.reason, body.days)
    elif body.kind == "seat":
        actions.ban_seat(desk, by, *_seat(body.who), body.reason, body.days)
    else:
        own = visitor_of(request).address
        actions.ban_address(desk, by, body.who, body.reason, body.days, own)
    return sent(NOTHING)


def _seat(who: str) -> tuple[str, int]:
    """A table and a seat of it, as TABLE/NUMBER."""
    table_id, _, number = who.rpartition("/")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise nothing_there(who)
    return table_id, int(number)


@router.post("/api/host/bans/lift")
@answers(models.Nothing)
def lift_ban(request: Request, services: AppServices, body: BanNumber) -> Response:
    """Let somebody in again."""
    actions.lift_ban(services.desk, _by(request), body.id)
    return sent(NOTHING)


@router.post("/api/host/house")
@answers(models.Nothing)
def house(request: Request, services: AppServices, body: HouseBody) -> Response:
    """Let only the invited play, or everybody."""
    actions.invite_only(services.desk, _by(request), body.invite_only)
    return sent(NOTHING)


@router.post("/api/host/keep")
@answers(models.Nothing)
def keep(request: Request, services: AppServices, body: KeepBody) -> Response:
    """For how long guests' finished games are kept."""
    actions.keep_days(services.desk, _by(request), body.days)
    return sent(NOTHING)


@router.post("/api/host/invitations")
@answers(models.Nothing)
def invite(request: Request, services: AppServices, body: InvitationBody) -> Response:
    """Make an invitation; the page lists it with its link."""
    actions.invite(services.desk, _by(request), body.note, body.uses, body.days)
    return sent(NOTHING)


@router.post("/api/host/invitations/withdraw")
@answers(models.Nothing)
def withdraw(request: Request, services: AppServices, body: InvitationId) -> Response:
    """Let nobody come by an invitation any more."""
    actions.withdraw_invitation(services.desk, _by(request), body.id)
    return sent(NOTHING)


@router.post("/api/host/reports")
@answers(models.Nothing)
def report(request: Request, services: AppServices, body: ReportBody) -> Response:
    """See to a report."""
    actions.close_report(services.desk, _by(request), body.id, body.action, body.reason, body.days)
    return sent(NOTHING)
