"""Routes of moderation: the hosts' page and its commands. Anyone but a host is rejected."""

from __future__ import annotations

from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, LibraryError
from quartier.server.http.bodies.moderation import (
    AccountBody,
    BalanceBody,
    BalanceBots,
    BalanceStepBody,
    BanBody,
    BanNumber,
    CodeBody,
    GameBody,
    InvitationBody,
    InvitationId,
    InviteOnlyBody,
    KeepBody,
    RatedGameBody,
    ReportBody,
)
from quartier.server.http.bodies.tables import Text
from quartier.server.http.credentials import browser_secret, session_token, set_visitor_cookie
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.pages import PRIVATE_HEADERS, render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import visitor_of, within_quota
from quartier.server.moderation import actions, fair_play
from quartier.server.moderation.service import must_be_host, nothing_there
from quartier.server.services import Services, services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.moderation.hosts import ActingModerator
from quartier.server.storage.secrets import hash_secret
from quartier.server.views import catalogue, models
from quartier.server.views.moderation import balance, dashboard
from quartier.server.workers.balance_reports import Request as ReportRequest

router = APIRouter()
SearchText = Annotated[Text, Query(max_length=200)]
NOTHING: models.Nothing = {}


def _by(request: Request) -> ActingModerator:
    """Return the acting host. Raises DomainError 401 if signed out; the action itself checks for a host."""
    services = services_of(request)
    return ActingModerator(services.sessions.require_session(session_token(request)).account)


# ----- pages -----


@router.get("/host", include_in_schema=False)
def page(
    request: Request, services: AppServices, lang: Language, home: BaseUrl, find: SearchText = ""
) -> HTMLResponse:
    """Everything that a host decides."""
    by = _by(request)
    with services.database.read() as connection:
        must_be_host(connection, by)
    view = dashboard.dashboard(services.moderation, find, lang)
    return render(request, "host", moderation=view, home=home, balance=services.balance.minutes > 0)


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
    return "" if session is None else services.account_service.account(session.account).name


# ----- commands -----


@router.post("/api/host/claim")
@response_model(models.Nothing)
def claim(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Become a host by a one-time link."""
    within_quota(request, "codes")
    account = services.sessions.require_session(session_token(request)).account
    actions.claim(services.moderation, account, body.code)
    return json_response(NOTHING)


@router.post("/api/invitation")
@response_model(models.Nothing)
def accept_invitation(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Come in by an invitation: the browser is known from now on."""
    within_quota(request, "codes")
    visitor = browser_secret(request)
    actions.accept_invitation(services.moderation, hash_secret(visitor), body.code)
    answer = json_response(NOTHING)
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.post("/api/host/games")
@response_model(models.Nothing)
def games(request: Request, services: AppServices, body: GameBody) -> Response:
    """Delete a table or a record, hide it, or show it again."""
    by = _by(request)
    if body.action == "delete":
        actions.delete_game(services.moderation, by, body.id)
    else:
        actions.hide_game(services.moderation, by, body.id, body.action == "hide")
    return json_response(NOTHING)


@router.post("/api/host/ratings")
@response_model(models.Nothing)
def ratings(request: Request, services: AppServices, body: RatedGameBody) -> Response:
    """Void a rated game, or all of two accounts; or reinstate them. The ratings are computed again."""
    by = _by(request)
    if body.id:
        fair_play.judge_game(services.moderation, by, body.id, body.action)
    else:
        fair_play.judge_pair(services.moderation, by, (body.one, body.other), body.title, body.action)
    return json_response(NOTHING)


@router.post("/api/host/accounts")
@response_model(models.Nothing)
def accounts(request: Request, services: AppServices, body: AccountBody) -> Response:
    """Sign an account out everywhere, delete it, hide it, or show it again."""
    by, service = _by(request), services.moderation
    if body.action == "sign_out":
        actions.sign_out(service, by, body.name)
    elif body.action == "delete":
        actions.delete_account(service, by, body.name)
    else:
        actions.hide_account(service, by, body.name, body.action == "hide")
    return json_response(NOTHING)


@router.post("/api/host/bans")
@response_model(models.Nothing)
def ban(request: Request, services: AppServices, body: BanBody) -> Response:
    """Ban an account, an address, or who sits at a table."""
    by, service = _by(request), services.moderation
    if body.kind == "account":
        actions.ban_account(service, by, body.who, body.reason, body.days)
    elif body.kind == "seat":
        actions.ban_seat(service, by, *_seat(body.who), body.reason, body.days)
    else:
        own = visitor_of(request).address
        actions.ban_address(service, by, body.who, body.reason, body.days, own)
    return json_response(NOTHING)


def _seat(who: str) -> tuple[str, int]:
    """A table and a seat of it, as TABLE/NUMBER."""
    table_id, _, number = who.rpartition("/")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise nothing_there(who)
    return table_id, int(number)


@router.post("/api/host/bans/lift")
@response_model(models.Nothing)
def lift_ban(request: Request, services: AppServices, body: BanNumber) -> Response:
    """Lift a ban."""
    actions.lift_ban(services.moderation, _by(request), body.id)
    return json_response(NOTHING)


@router.post("/api/host/house")
@response_model(models.Nothing)
def set_invite_only(request: Request, services: AppServices, body: InviteOnlyBody) -> Response:
    """Turn invitation-only mode on or off."""
    actions.invite_only(services.moderation, _by(request), body.invite_only)
    return json_response(NOTHING)


@router.post("/api/host/keep")
@response_model(models.Nothing)
def keep(request: Request, services: AppServices, body: KeepBody) -> Response:
    """For how long guests' finished games are kept."""
    actions.keep_days(services.moderation, _by(request), body.days)
    return json_response(NOTHING)


@router.post("/api/host/invitations")
@response_model(models.Nothing)
def invite(request: Request, services: AppServices, body: InvitationBody) -> Response:
    """Make an invitation; the page lists it with its link."""
    actions.invite(services.moderation, _by(request), body.note, body.uses, body.days)
    return json_response(NOTHING)


@router.post("/api/host/invitations/withdraw")
@response_model(models.Nothing)
def withdraw(request: Request, services: AppServices, body: InvitationId) -> Response:
    """Withdraw an invitation."""
    actions.withdraw_invitation(services.moderation, _by(request), body.id)
    return json_response(NOTHING)


@router.post("/api/host/reports")
@response_model(models.Nothing)
def report(request: Request, services: AppServices, body: ReportBody) -> Response:
    """See to a report."""
    actions.close_report(services.moderation, _by(request), body.id, body.action, body.reason, body.days)
    return json_response(NOTHING)


# ----- balance reports -----


REPORT_HEADERS = PRIVATE_HEADERS | {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
}
"""A report is one file with its styles in it, and loads nothing."""


def _checked_services(request: Request) -> Services:
    """Return the services to a moderator. Raises DomainError for anyone else, and if there are no reports."""
    services = services_of(request)
    account = services.sessions.require_session(session_token(request)).account
    with services.database.read() as connection:
        must_be_host(connection, ActingModerator(account))
    if not services.balance.minutes:
        raise DomainError(404, "no_balance", N_("Balance reports are turned off on this server."))
    return services


@router.get("/host/balance", include_in_schema=False)
def balance_page(request: Request, lang: Language) -> HTMLResponse:
    """The form, and what became of the last report."""
    services = _checked_services(request)
    view = balance.balance_view(services.balance.look(), services.balance.minutes, lang)
    return render(request, "balance", report=view, games=balance.games(lang), bots=get_args(BalanceBots))


@router.get("/host/balance/report", include_in_schema=False)
def balance_report(request: Request, lang: Language) -> Response:
    """The finished report."""
    text = _checked_services(request).balance.page(lang)
    if text is None:
        raise nothing_there("report")
    return HTMLResponse(text, headers=REPORT_HEADERS)


@router.post("/api/host/balance")
@response_model(models.Nothing)
def estimate_balance(request: Request, services: AppServices, body: BalanceBody) -> Response:
    """Find out what a balance report costs, in place of the last one."""
    reports = _checked_services(request).balance
    try:
        reports.estimate(catalogue.game(body.title), ReportRequest(**body.model_dump()))
    except DomainError:
        raise
    except QuartierError as error:
        raise LibraryError(422, "vary", error) from error
    return json_response(NOTHING)


@router.post("/api/host/balance/step")
@response_model(models.Nothing)
def change_balance(request: Request, services: AppServices, body: BalanceStepBody) -> Response:
    """Start a report whose cost is known, or cancel it."""
    reports = _checked_services(request).balance
    last = reports.look()
    if last is None:
        raise nothing_there("report")
    if body.action == "cancel":
        reports.cancel(last)
    else:
        reports.start(catalogue.game(last.request["title"]), last)
    return json_response(NOTHING)
