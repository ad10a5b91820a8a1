"""First games: their page, what is said in them, and the table at each step."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.http.bodies.tables import ThingName
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.views import catalogue, models
from quartier.server.views.learning import lessons, tooltips
from quartier.server.views.learning import models as teaching_models

router = APIRouter()


@router.get("/learn/{title}", include_in_schema=False)
def page(request: Request, lang: Language, title: str) -> HTMLResponse:
    """The table at which a first game is taught."""
    lessons.find(title)
    return render(request, "lesson", id="", home="", title=catalogue.title(title, lang))


@router.get("/api/lessons/{title}")
@answers(teaching_models.Lesson)
def lesson(lang: Language, title: str) -> Response:
    """What is said, step by step."""
    return sent(lessons.described(title, lang))


@router.get("/api/lessons/{title}/{step}/about/{name}")
@answers(teaching_models.About)
def about_at_step(lang: Language, title: str, step: int, name: ThingName) -> Response:
    """What a thing on the table is at a step."""
    return sent(tooltips.explained(*lessons.seen(title, step, lang), name, lang))


@router.get("/api/lessons/{title}/{step}")
@answers(models.View)
def table(services: AppServices, lang: Language, home: BaseUrl, title: str, step: int) -> Response:
    """The table at a step, counted from 0; the number after the last shows how it ends."""
    return sent(lessons.view(services.views, title, step, lang, home))
