"""Routes of profiles and leaderboards; hiding one's profile, and exporting one's games."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.responses import StreamingResponse

from quartier import titles
from quartier.core.text.languages import N_
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError, signed_out_error
from quartier.server.http.bodies.accounts import ProfileBody
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import within_quota
from quartier.server.root_path import site_path
from quartier.server.storage.accounts import accounts
from quartier.server.storage.rating import profiles
from quartier.server.storage.transaction import Job
from quartier.server.views import catalogue
from quartier.server.views.accounts import models
from quartier.server.views.profile import export, leaderboard, profile

router = APIRouter()


@router.get("/people/{name:path}", include_in_schema=False)
def of_person(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    name: str,
    title: str = "",
) -> HTMLResponse:
    """Return the page of a player's profile."""
    with services.database.read() as connection:
        account = None if "\0" in name else accounts.account_like(connection, username_skeleton(name))
    if account is None:
        raise _nobody()
    person = profile.profile_view(
        services.database, (account.id, account.name), account.id == credentials.account, title, lang
    )
    if person.hidden and not person.own:
        raise _nobody()
    return render(request, "profile", profile=person)


def _nobody() -> DomainError:
    """Return the same error for a hidden profile and an unknown name."""
    text = N_("There’s no one by that name here, or their profile is hidden.")
    return DomainError(404, "no_profile", text)


@router.get("/people", include_in_schema=False)
def own_profile(services: AppServices, credentials: RequestCredentials) -> RedirectResponse:
    """Redirect to one's own profile."""
    if credentials.account is None:
        return RedirectResponse(site_path("/account"), 303)
    return RedirectResponse(profile.address(services.account_service.account(credentials.account).name), 303)


@router.get("/ratings", include_in_schema=False)
@router.get("/ratings/{title}", include_in_schema=False)
def ratings(
    request: Request, services: AppServices, credentials: RequestCredentials, lang: Language, title: str = ""
) -> HTMLResponse:
    """Who is strongest at a title, people and bots; without one at the first."""
    named = catalogue.title(title or titles()[0], lang)
    return render(
        request,
        "ratings",
        titles=[catalogue.title(title_name, lang) for title_name in titles()],
        title=named,
        rows=leaderboard.rows(services.database, named["name"], lang, services.clock.now()),
        own=credentials.account is not None,
        face=leaderboard.face,
    )


@router.post("/api/account/profile")
@response_model(models.Accepted)
def hide(services: AppServices, credentials: RequestCredentials, body: ProfileBody) -> Response:
    """Whether others see one's profile."""
    account = _account(credentials.account)
    services.tables.writer.run(
        Job(lambda writing: profiles.hide(writing.connection, account, body.hidden), exclusive=True)
    )
    return json_response({})


@router.get("/api/account/games.zip")
def games(request: Request, services: AppServices, credentials: RequestCredentials) -> StreamingResponse:
    """All finished games of the account."""
    account = _account(credentials.account)
    within_quota(request, "exports")
    headers = {
        "Content-Disposition": 'attachment; filename="quartier-games.zip"',
        "Cache-Control": "no-store",
    }
    zipped = export.zip_games(services.tables, account)
    return StreamingResponse(zipped, media_type="application/zip", headers=headers)


def _account(account: str | None) -> str:
    if account is None:
        raise signed_out_error()
    return account
