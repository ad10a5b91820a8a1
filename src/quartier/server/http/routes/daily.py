"""What is new every day: its pages, the deal of the day, the puzzle of a day, and what is said of a move tried there."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.accounts.seat_transfer import deals_of
from quartier.server.commands import daily
from quartier.server.commands.authorization import Credentials
from quartier.server.errors import why as worded_refusal
from quartier.server.http.bodies.tables import (
    DealBody,
    MoveText,
    ThingName,
    WhyBody,
)
from quartier.server.http.credentials import keep, know, visitor_cookie
from quartier.server.http.dependencies import AppServices, BaseUrl, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import within_quota
from quartier.server.storage.secrets import new_secret
from quartier.server.views import catalogue, models
from quartier.server.views.daily import deals, puzzles
from quartier.server.views.daily import models as daily_models
from quartier.server.views.learning import models as teaching_models
from quartier.server.views.learning import tooltips

router = APIRouter()
_SHOWN = 31
"""Days of the archive."""


@router.get("/today", include_in_schema=False)
def page(request: Request, services: AppServices, keys: RequestCredentials, lang: Language) -> HTMLResponse:
    """The deals and puzzles of today, and those of the days before."""
    day = puzzles.today()
    found = deals.tables(services.tables, day, _visitor(request, keys), lang)
    named = [catalogue.title(name, lang) for name in puzzles.titles()]
    days = [(day - timedelta(days=back)).isoformat() for back in range(_SHOWN)]
    return render(request, "today", titles=named, days=days, deals=found)


@router.get("/today/{title}", include_in_schema=False)
@router.get("/today/{title}/{day}", include_in_schema=False)
def puzzle_page(request: Request, lang: Language, title: str, day: date | None = None) -> HTMLResponse:
    """The table of a puzzle."""
    wanted = day or puzzles.today()
    puzzles.find(title, wanted)
    named = catalogue.title(title, lang)
    return render(
        request,
        "puzzle",
        id="",
        home="",
        title=named,
        day=wanted.isoformat(),
        today=puzzles.today().isoformat(),
    )


@router.get("/deals/{day}", include_in_schema=False)
def deals_page(
    request: Request, services: AppServices, keys: RequestCredentials, lang: Language, day: date
) -> HTMLResponse:
    """How the deals of a day were played; of a day that is over, with its key."""
    found = deals.tables(services.tables, day, _visitor(request, keys), lang)
    key = deals.opened_key(services.tables, day)
    return render(request, "deals", day=day.isoformat(), deals=found, key=key)


@router.post("/api/deals/{title}")
@answers(daily_models.EnteredDeal)
def enter(
    request: Request, services: AppServices, keys: RequestCredentials, title: str, body: DealBody
) -> Response:
    """Sit down at the deal of the day, or go back to it."""
    visitor = _visitor(request, keys) or new_secret()
    address = within_quota(request, "tables").address
    table_id, secret = daily.enter(services.tables, title, body.name, visitor, address, keys.account)
    entered: daily_models.EnteredDeal = {"id": table_id, "url": f"/table/{table_id}", "secret": secret}
    answer = sent(entered)
    if keys.account is None:
        know(request, answer, visitor)
    if secret is not None:
        keep(request, answer, table_id, [secret])
    return answer


def _visitor(request: Request, keys: Credentials) -> str | None:
    """By what somebody is known that plays deals: the account on all its devices, else the browser."""
    return visitor_cookie(request) if keys.account is None else deals_of(keys.account)


@router.get("/api/puzzles/{title}/{day}")
@answers(daily_models.Puzzle)
def puzzle(lang: Language, title: str, day: date) -> Response:
    """What is asked."""
    return sent(puzzles.described(title, day, lang))


@router.get("/api/puzzles/{title}/{day}/table")
@answers(models.View)
def position(services: AppServices, lang: Language, home: BaseUrl, title: str, day: date) -> Response:
    """The position."""
    return sent(puzzles.view(services.views, title, day, lang, home))


@router.post("/api/puzzles/{title}/{day}/why")
@answers(models.Why)
def why(lang: Language, title: str, day: date, body: WhyBody) -> Response:
    """Why the touched path leads to no move; empty when it does, or means nothing."""
    illegal = puzzles.why(title, day, body.path, lang)
    return sent({} if illegal is None else worded_refusal(title, illegal, lang))


@router.get("/api/puzzles/{title}/{day}/about/{name}")
@answers(teaching_models.About)
def about(lang: Language, title: str, day: date, name: ThingName) -> Response:
    """What a thing in the position is."""
    return sent(tooltips.explained(*puzzles.seen(title, day, lang), name, lang))


@router.get("/api/puzzles/{title}/{day}/tries")
@answers(daily_models.Tried)
def tried(
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    title: str,
    day: date,
    move: Annotated[MoveText | None, Query()] = None,
) -> Response:
    """What is said of a move; without one the solution."""
    return sent(puzzles.tried(services.views, title, day, move or "", lang, home))
