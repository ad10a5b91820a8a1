"""What is new every day: its pages, the puzzle of a day, and what is said of a move that is tried there."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.http.answers import answers, sent
from quartier.server.http.bodies import MoveText
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.pages import render
from quartier.server.show import catalogue, models
from quartier.server.show.daily import models as daily_models
from quartier.server.show.daily import puzzles

router = APIRouter()
_SHOWN = 31
"""Days of the archive."""


@router.get("/today", include_in_schema=False)
def page(request: Request, lang: Language) -> HTMLResponse:
    """The puzzles of today and of the days before."""
    day = puzzles.today()
    named = [catalogue.title(name, lang) for name in puzzles.titles()]
    days = [(day - timedelta(days=back)).isoformat() for back in range(_SHOWN)]
    return render(request, "today", titles=named, days=days)


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
