"""People as others see them: profiles, leaderboards; and one's own: hiding the profile, and all games as a file."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.responses import StreamingResponse

from quartier import titles
from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import signed_out
from quartier.server.accounts.usernames import like
from quartier.server.errors import DomainError
from quartier.server.http.bodies.accounts import ProfileBody
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import within_quota
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
    keys: RequestCredentials,
    lang: Language,
    name: str,
    title: str = "",
) -> HTMLResponse:
    """How strong somebody is, and how their games went."""
    with services.database.read() as connection:
        known = None if "\0" in name else accounts.account_like(connection, like(name))
    if known is None:
        raise _nobody()
    found = profile.found(services.database, (known.id, known.name), known.id == keys.account, title, lang)
    if found.hidden and not found.own:
        raise _nobody()
    return render(request, "profile", profile=found)


def _nobody() -> DomainError:
    """The same for whoever hides and for whoever there is not."""
    text = N_("There is nobody of this name here, or they show no profile.")
    return DomainError(404, "no_profile", text)


@router.get("/people", include_in_schema=False)
def own_profile(services: AppServices, keys: RequestCredentials) -> RedirectResponse:
    """One's own profile, wherever somebody has signed in."""
    if keys.account is None:
        return RedirectResponse("/account", 303)
    return RedirectResponse(profile.address(services.doors.account(keys.account).name), 303)


@router.get("/ratings", include_in_schema=False)
@router.get("/ratings/{title}", include_in_schema=False)
def ratings(
    request: Request, services: AppServices, keys: RequestCredentials, lang: Language, title: str = ""
) -> HTMLResponse:
    """Who is strongest at a title, people and bots; without one at the first."""
    named = catalogue.title(title or titles()[0], lang)
    return render(
        request,
        "ratings",
        titles=[catalogue.title(each, lang) for each in titles()],
        title=named,
        rows=leaderboard.rows(services.database, named["name"], lang, services.clock.now()),
        own=keys.account is not None,
    )


@router.post("/api/account/profile")
@answers(models.Accepted)
def hide(services: AppServices, keys: RequestCredentials, body: ProfileBody) -> Response:
    """Whether others see one's profile."""
    account = _account(keys.account)
    services.tables.writer.do(
        Job(lambda writing: profiles.hide(writing.connection, account, body.hidden), alone=True)
    )
    return sent({})


@router.get("/api/account/games.zip")
def games(request: Request, services: AppServices, keys: RequestCredentials) -> StreamingResponse:
    """All finished games of the account."""
    account = _account(keys.account)
    within_quota(request, "exports")
    headers = {
        "Content-Disposition": 'attachment; filename="quartier-games.zip"',
        "Cache-Control": "no-store",
    }
    zipped = export.zipped(services.tables, account)
    return StreamingResponse(zipped, media_type="application/zip", headers=headers)


def _account(account: str | None) -> str:
    if account is None:
        raise signed_out()
    return account
