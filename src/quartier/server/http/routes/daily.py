"""Routes of the day: deals and puzzles."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.accounts.seat_transfer import daily_identity
from quartier.server.commands import daily
from quartier.server.commands.authorization import Credentials
from quartier.server.errors import illegal_move_reason as worded_refusal
from quartier.server.http.bodies.tables import (
    DealBody,
    MoveText,
    ThingName,
    WhyBody,
)
from quartier.server.http.browser_seats import give_seats
from quartier.server.http.credentials import browser_secret, set_visitor_cookie, visitor_cookie
from quartier.server.http.dependencies import AppServices, BaseUrl, Language, PlayerName, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import within_quota
from quartier.server.root_path import site_path
from quartier.server.views import catalogue, models
from quartier.server.views.daily import deals, puzzles
from quartier.server.views.daily import models as daily_models
from quartier.server.views.learning import models as teaching_models
from quartier.server.views.learning import tooltips

router = APIRouter()
_ARCHIVE_DAYS = 31
"""Days of the archive."""


@router.get("/today", include_in_schema=False)
def page(
    request: Request, services: AppServices, credentials: RequestCredentials, lang: Language
) -> HTMLResponse:
    """The deals and puzzles of today, and those of the days before."""
    day = puzzles.today()
    rows = deals.tables(services.tables, day, _visitor(request, credentials), lang)
    named = [catalogue.title(name, lang) for name in puzzles.titles()]
    days = [(day - timedelta(days=back)).isoformat() for back in range(_ARCHIVE_DAYS)]
    return render(request, "today", titles=named, days=days, deals=rows)


@router.get("/today/{title}", include_in_schema=False)
@router.get("/today/{title}/{day}", include_in_schema=False)
def puzzle_page(request: Request, lang: Language, title: str, day: date | None = None) -> HTMLResponse:
    """The table of a puzzle."""
    puzzle_day = day or puzzles.today()
    puzzles.find(title, puzzle_day)
    named = catalogue.title(title, lang)
    return render(
        request,
        "puzzle",
        id="",
        home="",
        title=named,
        day=puzzle_day.isoformat(),
        today=puzzles.today().isoformat(),
    )


@router.get("/deals/{day}", include_in_schema=False)
def deals_page(
    request: Request, services: AppServices, credentials: RequestCredentials, lang: Language, day: date
) -> HTMLResponse:
    """How the deals of a day were played; of a day that is over, with its key."""
    rows = deals.tables(services.tables, day, _visitor(request, credentials), lang)
    key = deals.opened_key(services.tables, day)
    return render(request, "deals", day=day.isoformat(), deals=rows, key=key)


@router.post("/api/deals/{title}")
@response_model(daily_models.EnteredDeal)
def enter(
    request: Request, services: AppServices, credentials: RequestCredentials, title: str, body: DealBody
) -> Response:
    """Sit down at the deal of the day, or go back to it."""
    visitor = _visitor(request, credentials) or browser_secret(request)
    address = within_quota(request, "tables").address
    table_id, secret = daily.enter(services.tables, title, body.name, visitor, address, credentials.account)
    entered: daily_models.EnteredDeal = {
        "id": table_id,
        "url": site_path(f"/table/{table_id}"),
        "secret": secret,
    }
    answer = json_response(entered)
    if credentials.account is None:
        set_visitor_cookie(request, answer, visitor)
    if secret is not None:
        give_seats(request, table_id, [secret])
    return answer


def _visitor(request: Request, credentials: Credentials) -> str | None:
    """Return the identity of a player of daily deals: the account's on all devices, else the browser's."""
    return visitor_cookie(request) if credentials.account is None else daily_identity(credentials.account)


@router.get("/api/puzzles/{title}/{day}")
@response_model(daily_models.Puzzle)
def puzzle(lang: Language, title: str, day: date) -> Response:
    """What is asked."""
    return json_response(puzzles.puzzle_view(title, day, lang))


@router.get("/api/puzzles/{title}/{day}/table")
@response_model(models.View)
def position(
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    title: str,
    day: date,
    player: PlayerName = "",
) -> Response:
    """The position; `player` is the player's name."""
    return json_response(puzzles.view(services.views, title, day, player, lang, home))


@router.post("/api/puzzles/{title}/{day}/why")
@response_model(models.Why)
def why(lang: Language, title: str, day: date, body: WhyBody) -> Response:
    """Why the touched path leads to no move; empty when it does, or means nothing."""
    illegal = puzzles.why(title, day, body.path, lang)
    return json_response({} if illegal is None else worded_refusal(title, illegal, lang))


@router.get("/api/puzzles/{title}/{day}/about/{name}")
@response_model(teaching_models.About)
def about(lang: Language, title: str, day: date, name: ThingName, player: PlayerName = "") -> Response:
    """What a thing in the position is."""
    return json_response(tooltips.tooltip(*puzzles.puzzle_table(title, day, player, lang), name, lang))


@router.get("/api/puzzles/{title}/{day}/tries")
@response_model(daily_models.PuzzleAnswer)
def try_move(
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    title: str,
    day: date,
    move: Annotated[MoveText | None, Query()] = None,
    player: PlayerName = "",
) -> Response:
    """What is said of a move; without one the solution."""
    return json_response(puzzles.try_move(services.views, title, day, move or "", player, lang, home))
