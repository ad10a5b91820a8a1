"""Accounts: their page and the JSON API. Who is a guest is never refused anything but what belongs to an account."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URL

from quartier.server.accounts import seat_transfer
from quartier.server.accounts.login import Visit
from quartier.server.accounts.passkeys import Asked, Site
from quartier.server.accounts.sessions import Door
from quartier.server.http.base_url import base_url
from quartier.server.http.bodies.accounts import (
    ChangePasswordBody,
    EmptyBody,
    EndBody,
    LinkBody,
    PasskeyBody,
    PasskeyNameBody,
    PasswordBody,
    RecoverBody,
    RemovePasskeyBody,
    RenameBody,
    SettingsBody,
    SignOutBody,
    SureBody,
)
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.credentials import (
    browser_of,
    forget,
    forget_seats,
    keep,
    seal,
    sealed,
    session_token,
    sign_in,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import device_of, visitor_of
from quartier.server.services import Services, services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.moderation import hosts
from quartier.server.storage.notifications import preferences
from quartier.server.views.accounts import account_view, models

router = APIRouter()


@router.get("/account", include_in_schema=False)
def page(request: Request, services: AppServices, gone: str | None = None) -> HTMLResponse:
    """Making an account, signing in, and what belongs to one; `gone`: whoever asks has just deleted theirs."""
    session = services.sessions.session(session_token(request))
    hosting = session is not None and _is_host(services, session)
    mail, deleted = bool(services.settings.mail), gone is not None and session is None
    issuers = services.entry.all
    return render(request, "account", host=hosting, mail=mail, issuers=issuers, gone=deleted)


def _is_host(services: Services, session: SessionRow) -> bool:
    with services.database.read() as connection:
        return hosts.is_host(connection, session.account)


@router.get("/api/account")
@answers(models.Visitor)
def account(request: Request, services: AppServices) -> Response:
    """Who asks."""
    session = services.sessions.session(session_token(request))
    return sent({"account": None if session is None else _described(services, session)})


def _described(services: Services, session: SessionRow) -> models.Account:
    doors, own = services.doors, session.account
    sessions, passkeys = services.sessions.of(own), services.passkeys.of(own)
    return account_view.account(doors.account(own), doors.codes_left(own), sessions, passkeys, session)


@router.get("/api/account/games")
@answers(models.YourGames)
def games(request: Request, services: AppServices, lang: Language) -> Response:
    """The account's tables."""
    return sent({"games": services.games.of(own_session(request).account, lang)})


@router.post("/api/account/register", status_code=201)
@answers(models.Visitor)
def register(request: Request, services: AppServices, body: PasswordBody) -> Response:
    """Make an account with a password."""
    return _entered(request, services.doors.register(visit_of(request), body.name, body.password), 201)


@router.post("/api/account/sign-in")
@answers(models.Visitor)
def sign_in_by_password(request: Request, services: AppServices, body: PasswordBody) -> Response:
    """Sign in by name and password."""
    return _entered(request, services.doors.sign_in(visit_of(request), body.name, body.password))


@router.post("/api/account/recover")
@answers(models.Visitor)
def recover(request: Request, services: AppServices, body: RecoverBody) -> Response:
    """Sign in by a recovery code, and have a new password."""
    return _entered(request, services.doors.recover(visit_of(request), body.name, body.code, body.password))


def _entered(request: Request, door: Door, status: int = 200) -> Response:
    services = services_of(request)
    session = services.sessions.must_be_signed_in(door.token)
    answer = sent({"account": _described(services, session)}, status)
    sign_in(request, answer, door.token)
    return answer


# ----- passkeys -----


@router.post("/api/account/passkeys/new")
@answers(models.PasskeyAsked)
def ask_new_passkey(request: Request, services: AppServices, body: PasskeyNameBody) -> Response:
    """What a device shall sign to become a way in: to a new account, or to the one that is signed in."""
    session = services.sessions.session(session_token(request))
    return _asked(request, services.passkeys.ask_new(_site(request), session, body.name))


@router.post("/api/account/passkeys/enrol")
@answers(models.Visitor)
def enrol_passkey(request: Request, services: AppServices, body: PasskeyBody) -> Response:
    """Make a passkey a way in."""
    visit, site, seal = visit_of(request), _site(request), sealed(request)
    session = services.sessions.session(session_token(request))
    if session is None:
        door = services.passkeys.enrol(visit, site, seal, body.name, body.credential)
        return _entered(request, door)
    services.passkeys.add(visit, site, seal, session, body.current, body.credential)
    return sent({"account": _described(services, session)})


@router.post("/api/account/passkeys/ask")
@answers(models.PasskeyAsked)
def ask_for_passkey(request: Request, services: AppServices, _: EmptyBody) -> Response:
    """What a device shall sign to sign in."""
    return _asked(request, services.passkeys.ask(_site(request)))


@router.post("/api/account/passkeys/sign-in")
@answers(models.Visitor)
def sign_in_by_passkey(request: Request, services: AppServices, body: PasskeyBody) -> Response:
    """Sign in by a passkey."""
    passkeys = services.passkeys
    door = passkeys.sign_in(visit_of(request), _site(request), sealed(request), body.credential)
    return _entered(request, door)


@router.post("/api/account/passkeys/remove")
@answers(models.Visitor)
def remove_passkey(request: Request, services: AppServices, body: RemovePasskeyBody) -> Response:
    """Let a passkey open nothing any more."""
    own = own_session(request)
    services.passkeys.remove(visit_of(request), own, body.current, body.id)
    return sent({"account": _described(services, own)})


def _asked(request: Request, asked: Asked) -> Response:
    answer = sent({"options": asked.options})
    seal(request, answer, asked.seal)
    return answer


def _site(request: Request) -> Site:
    """The page's own address, as the host has set it, else as the caller came."""
    base_url(request)  # refuses what is no address
    url = URL(services_of(request).settings.base_url or str(request.base_url))
    return Site(f"{url.scheme}://{url.netloc}", url.hostname or "")


# ----- sessions and what belongs to an account -----


@router.post("/api/account/sign-out")
@answers(models.Accepted)
def sign_out(request: Request, services: AppServices, body: SignOutBody) -> Response:
    """End this session; `forget`: leave nothing of anybody on the device."""
    own = services.sessions.session(session_token(request))
    if own is not None:
        services.sessions.end(own, lambda each: each.id == own.id)
    browser = browser_of(request)
    if browser is not None:  # from now on it is somebody new
        services.choices.forget(browser)
    answer = sent({})
    forget(answer)
    if body.forget:
        for table_id in body.tables:
            forget_seats(answer, table_id)
    return answer


@router.post("/api/account/sessions/end")
@answers(models.Visitor)
def end_sessions(request: Request, services: AppServices, body: EndBody) -> Response:
    """End one session, or all but this one."""
    own = own_session(request)
    services.sessions.end(own, lambda each: each.id == body.id if body.id else each.id != own.id)
    still = services.sessions.session(session_token(request))
    return sent({"account": None if still is None else _described(services, still)})


@router.post("/api/account/password")
@answers(models.Visitor)
def change_password(request: Request, services: AppServices, body: ChangePasswordBody) -> Response:
    """Another password; all other devices are signed out."""
    own = own_session(request)
    services.doors.change_password(visit_of(request), own, body.current, body.password)
    return sent({"account": _described(services, own)})


@router.post("/api/account/codes")
@answers(models.RecoveryCodes)
def new_codes(request: Request, services: AppServices, body: SureBody) -> Response:
    """New recovery codes instead of those of before."""
    return sent({"codes": services.doors.new_codes(visit_of(request), own_session(request), body.current)})


@router.post("/api/account/name")
@answers(models.Visitor)
def rename(request: Request, services: AppServices, body: RenameBody) -> Response:
    """Another name."""
    own = own_session(request)
    services.doors.rename(visit_of(request), own, body.current, body.name)
    return sent({"account": _described(services, own)})


@router.post("/api/account/settings")
@answers(models.Accepted)
def keep_settings(request: Request, services: AppServices, body: SettingsBody) -> Response:
    """What the page shall be like on all devices."""
    services.doors.keep_settings(own_session(request), body.settings)
    return sent({})


# ----- seats -----


@router.post("/api/tables/{table_id}/keep")
@answers(models.KeptSeats)
async def keep_seats(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, _: EmptyBody
) -> Response:
    """Move the device's seats at a table into the account."""
    session = await run_in_threadpool(services.sessions.must_be_signed_in, session_token(request))
    browser = browser_of(request)

    def arrive(connection: sa.Connection) -> None:
        if browser is not None:
            preferences.adopt(connection, browser, session.account, session.id)

    own = await services.tables.done(seat_transfer.keep(table_id, keys, arrive))
    answer = sent({"seats": own})
    if own:
        forget_seats(answer, table_id)
    return answer


@router.post("/api/tables/{table_id}/link")
@answers(models.NewLink)
async def renew_link(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, body: LinkBody
) -> Response:
    """A new link to a seat; the one of before opens nothing any more."""
    found = await services.tables.done(seat_transfer.renew_link(services.tables, table_id, keys, body.seat))
    answer = sent({"secret": found.secret})
    if keys.account is None:
        keep(request, answer, table_id, [found.secret], found.worthless)
    return answer


def own_session(request: Request) -> SessionRow:
    """The session of who asks. Raises DomainError 401."""
    return services_of(request).sessions.must_be_signed_in(session_token(request))


def visit_of(request: Request) -> Visit:
    """Who knocks."""
    """Who knocks."""
    visitor = visitor_of(request)
    return Visit(visitor.address, device_of(request), session_token(request), visitor.browser or None)
