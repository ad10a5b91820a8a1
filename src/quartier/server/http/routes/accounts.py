"""Routes of accounts: sign-up, login, sessions, passkeys, recovery codes, settings and seats."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URL

from quartier.server.accounts import seat_transfer
from quartier.server.accounts.login import ClientInfo
from quartier.server.accounts.passkeys import PasskeyChallenge, Site
from quartier.server.accounts.sessions import NewSession
from quartier.server.commands.authorization import Credentials
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
from quartier.server.http.browser_seats import clear_table_cookie, take_over_table_cookie
from quartier.server.http.cookies import (
    LOGIN_SECONDS,
    Cookie,
    delete_cookie,
    read_cookie,
    renew_cookies,
    set_cookie,
)
from quartier.server.http.credentials import (
    browser_hash,
    browser_secret,
    clear_identity_cookies,
    known_device,
    session_token,
    set_session_cookie,
    set_visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import device_of, visitor_of
from quartier.server.services import Services, services_of
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.moderation import hosts
from quartier.server.storage.notifications import preferences
from quartier.server.storage.secrets import hash_secret
from quartier.server.views.accounts import account_view, models
from quartier.server.views.accounts.games import MAX_FINISHED
from quartier.server.views.accounts.own_level import own_levels
from quartier.server.views.profile import played_games
from quartier.server.views.profile.played_games import MAX_GAMES

router = APIRouter()


@router.get("/account", include_in_schema=False)
def page(request: Request, services: AppServices, gone: str | None = None) -> HTMLResponse:
    """Return the account page; `gone`: the account was just deleted."""
    session = services.sessions.session(session_token(request))
    hosting = session is not None and _is_host(services, session)
    mail, deleted = bool(services.settings.mail), gone is not None and session is None
    issuers = services.oidc_login.configs
    return render(request, "account", host=hosting, mail=mail, issuers=issuers, gone=deleted)


def _is_host(services: Services, session: SessionRow) -> bool:
    with services.database.read() as connection:
        return hosts.is_host(connection, session.account)


@router.get("/api/account")
@response_model(models.Visitor)
def account(request: Request, services: AppServices) -> Response:
    """Who asks."""
    session = services.sessions.session(session_token(request))
    answer = json_response({"account": None if session is None else _account_view(services, session)})
    renew_cookies(request, answer)
    return answer


def _account_view(services: Services, session: SessionRow) -> models.Account:
    doors, own = services.account_service, session.account
    sessions, passkeys = services.sessions.of(own), services.passkeys.of(own)
    return account_view.account(doors.account(own), doors.codes_left(own), sessions, passkeys, session)


@router.get("/api/account/games")
@response_model(models.YourGames)
def games(request: Request, services: AppServices, lang: Language) -> Response:
    """The account's tables."""
    account = own_session(request).account
    archived = services.account_service.account(account).settings.get("archived")
    result: models.YourGames = {
        "games": services.games.of(Credentials(account=account), lang),
        "archived": archived,
    }
    return json_response(result)


@router.get("/api/games")
@response_model(models.OwnGames)
def own_games(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    finished: Annotated[int, Query(ge=0, le=MAX_GAMES)] = MAX_FINISHED,
) -> Response:
    """The tables of the browser and of the account: all that run, and so many that are over, the latest."""
    account = None if credentials.account is None else services.account_service.account(credentials.account)
    summaries = services.games.of(credentials, lang, finished)
    result: models.OwnGames = {
        "games": summaries,
        "archived": None if account is None else account.settings.get("archived"),
        "account": None if account is None else account.name,
        "guest": services.games.of_guest(credentials),
        "levels": own_levels(summaries),
    }
    answer = json_response(result)
    renew_cookies(request, answer)
    return answer


@router.get("/api/account/played")
@response_model(models.PlayedGames)
def finished_games(request: Request, services: AppServices, lang: Language) -> Response:
    """Return the account's finished games, for statistics."""
    account = own_session(request).account
    result: models.PlayedGames = {"games": played_games.of_account(services.database, account, lang)}
    return json_response(result)


@router.post("/api/account/register", status_code=201)
@response_model(models.Visitor)
def register(request: Request, services: AppServices, body: PasswordBody) -> Response:
    """Make an account with a password."""
    return _signed_in_response(
        request, services.account_service.register(client_of(request), body.name, body.password), 201
    )


@router.post("/api/account/sign-in")
@response_model(models.Visitor)
def sign_in_by_password(request: Request, services: AppServices, body: PasswordBody) -> Response:
    """Sign in by name and password."""
    return _signed_in_response(
        request, services.account_service.sign_in(client_of(request), body.name, body.password)
    )


@router.post("/api/account/recover")
@response_model(models.Visitor)
def recover(request: Request, services: AppServices, body: RecoverBody) -> Response:
    """Sign in by a recovery code, and have a new password."""
    return _signed_in_response(
        request, services.account_service.recover(client_of(request), body.name, body.code, body.password)
    )


def _signed_in_response(request: Request, door: NewSession, status: int = 200) -> Response:
    services = services_of(request)
    session = services.sessions.require_session(door.token)
    answer = json_response({"account": _account_view(services, session)}, status)
    set_session_cookie(request, answer, door)
    return answer


# ----- passkeys -----


@router.post("/api/account/passkeys/new")
@response_model(models.PasskeyAsked)
def ask_new_passkey(request: Request, services: AppServices, body: PasskeyNameBody) -> Response:
    """What a device shall sign to become a way in: to a new account, or to the one that is signed in."""
    session = services.sessions.session(session_token(request))
    return _challenge_response(
        request, services.passkeys.begin_registration(_site(request), session, body.name)
    )


@router.post("/api/account/passkeys/enrol")
@response_model(models.Visitor)
def enrol_passkey(request: Request, services: AppServices, body: PasskeyBody) -> Response:
    """Make a passkey a way in."""
    client, site, seal = client_of(request), _site(request), read_cookie(request, Cookie.PASSKEY) or ""
    session = services.sessions.session(session_token(request))
    if session is None:
        door = services.passkeys.create_account(client, site, seal, body.name, body.credential)
        return _signed_in_response(request, door)
    services.passkeys.add(client, site, seal, session, body.current, body.credential)
    return json_response({"account": _account_view(services, session)})


@router.post("/api/account/passkeys/ask")
@response_model(models.PasskeyAsked)
def ask_for_passkey(request: Request, services: AppServices, _: EmptyBody) -> Response:
    """What a device shall sign to sign in."""
    return _challenge_response(request, services.passkeys.begin_authentication(_site(request)))


@router.post("/api/account/passkeys/sign-in")
@response_model(models.Visitor)
def sign_in_by_passkey(request: Request, services: AppServices, body: PasskeyBody) -> Response:
    """Sign in by a passkey."""
    passkeys = services.passkeys
    door = passkeys.sign_in(
        client_of(request), _site(request), read_cookie(request, Cookie.PASSKEY) or "", body.credential
    )
    return _signed_in_response(request, door)


@router.post("/api/account/passkeys/remove")
@response_model(models.Visitor)
def remove_passkey(request: Request, services: AppServices, body: RemovePasskeyBody) -> Response:
    """Let a passkey open nothing any more."""
    own = own_session(request)
    services.passkeys.remove(client_of(request), own, body.current, body.id)
    return json_response({"account": _account_view(services, own)})


def _challenge_response(request: Request, challenge: PasskeyChallenge) -> Response:
    answer = json_response({"options": challenge.options})
    set_cookie(request, answer, Cookie.PASSKEY, challenge.seal, LOGIN_SECONDS)
    return answer


def _site(request: Request) -> Site:
    """The page's own address, as the host has set it, else as the caller came."""
    base_url(request)  # refuses what is no address
    url = URL(services_of(request).settings.base_url or str(request.base_url))
    return Site(f"{url.scheme}://{url.netloc}", url.hostname or "")


# ----- sessions and what belongs to an account -----


@router.post("/api/account/sign-out")
@response_model(models.Accepted)
def sign_out(request: Request, services: AppServices, body: SignOutBody) -> Response:
    """Sign out; `forget`: also delete the browser's identity with its seats as a guest, which it keeps otherwise."""
    own = services.sessions.session(session_token(request))
    if own is not None:
        services.sessions.end(own, lambda candidate: candidate.id == own.id)
    browser = browser_hash(request)
    if browser is not None:
        services.notification_preferences.forget(browser)
    answer = json_response({})
    delete_cookie(request, answer, Cookie.SESSION)
    if body.forget:
        delete_cookie(request, answer, Cookie.DEVICE)
        _forget_browser(request, answer, body.tables)
    return answer


def _forget_browser(request: Request, answer: Response, tables: list[str]) -> None:
    """Take all seats from the browser, and its identity. `tables`: where it may have cookies of an earlier release."""
    browser = browser_hash(request)
    if browser is not None:
        services_of(request).tables.writer.run(seat_transfer.forget_browser(browser))
    clear_identity_cookies(request, answer)
    for table_id in tables:
        clear_table_cookie(answer, table_id)


@router.post("/api/account/sessions/end")
@response_model(models.Visitor)
def end_sessions(request: Request, services: AppServices, body: EndBody) -> Response:
    """End one session, or all but this one."""
    own = own_session(request)
    services.sessions.end(
        own, lambda candidate: candidate.id == body.id if body.id else candidate.id != own.id
    )
    still = services.sessions.session(session_token(request))
    return json_response({"account": None if still is None else _account_view(services, still)})


@router.post("/api/account/password")
@response_model(models.Visitor)
def change_password(request: Request, services: AppServices, body: ChangePasswordBody) -> Response:
    """Another password; all other devices are signed out."""
    own = own_session(request)
    services.account_service.change_password(client_of(request), own, body.current, body.password)
    return json_response({"account": _account_view(services, own)})


@router.post("/api/account/codes")
@response_model(models.RecoveryCodes)
def new_codes(request: Request, services: AppServices, body: SureBody) -> Response:
    """New recovery codes instead of those of before."""
    return json_response(
        {
            "codes": services.account_service.replace_recovery_codes(
                client_of(request), own_session(request), body.current
            )
        }
    )


@router.post("/api/account/name")
@response_model(models.Visitor)
def rename(request: Request, services: AppServices, body: RenameBody) -> Response:
    """Another name."""
    own = own_session(request)
    services.account_service.rename(client_of(request), own, body.current, body.name)
    return json_response({"account": _account_view(services, own)})


@router.post("/api/account/settings")
@response_model(models.Accepted)
def keep_settings(request: Request, services: AppServices, body: SettingsBody) -> Response:
    """What the page shall be like on all devices."""
    services.account_service.save_settings(own_session(request), body.settings)
    return json_response({})


# ----- seats -----


@router.post("/api/tables/{table_id}/keep")
@response_model(models.TransferredSeats)
async def keep_seats(
    request: Request, services: AppServices, credentials: RequestCredentials, table_id: TableId, _: EmptyBody
) -> Response:
    """Move the device's seats at a table into the account."""
    session = await run_in_threadpool(services.sessions.require_session, session_token(request))
    browser = browser_hash(request)

    def arrive(connection: sa.Connection) -> None:
        if browser is not None:
            preferences.adopt(connection, browser, session.account, session.id)

    own = await services.tables.run_async(seat_transfer.move_to_account(table_id, credentials, arrive))
    answer = json_response({"seats": own})
    if own:
        clear_table_cookie(answer, table_id)
    return answer


@router.post("/api/tables/{table_id}/link")
@response_model(models.NewLink)
async def renew_link(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    table_id: TableId,
    body: LinkBody,
) -> Response:
    """A new link to a seat; the one of before opens nothing any more."""
    visitor = browser_secret(request)
    caller = replace(credentials, browser=hash_secret(visitor))
    secret = await services.tables.run_async(
        seat_transfer.renew_link(services.tables, table_id, caller, body.seat)
    )
    answer = json_response({"secret": secret})
    set_visitor_cookie(request, answer, visitor)
    await run_in_threadpool(take_over_table_cookie, request, answer, table_id)
    return answer


def own_session(request: Request) -> SessionRow:
    """The session of who asks. Raises DomainError 401."""
    return services_of(request).sessions.require_session(session_token(request))


def client_of(request: Request) -> ClientInfo:
    """Return the client of a request to sign in."""
    visitor = visitor_of(request)
    return ClientInfo(
        visitor.address,
        device_of(request),
        session_token(request),
        visitor.browser or None,
        known_device(request),
    )
