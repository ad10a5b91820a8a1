"""Routes of lessons: the page, the texts, and the table at each step."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import Response

from quartier.server.http.bodies.tables import ThingName
from quartier.server.http.constant_pages import constant_page
from quartier.server.http.dependencies import AppServices, BaseUrl, Language, PlayerName
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.views import catalogue, models
from quartier.server.views.learning import lessons, rulebook, tooltips
from quartier.server.views.learning import models as teaching_models

router = APIRouter()


@router.get("/learn", include_in_schema=False)
def overview(request: Request, lang: Language) -> Response:
    """Return the page with the tutorials and rulebooks of all titles."""
    make = partial(
        render,
        request,
        "learn",
        titles=catalogue.titles(lang),
        lesson=lessons.address,
        chapters=lessons.chapter_list,
        has_quick_reference=lambda title: rulebook.has_quick_reference(title, lang),
    )
    return constant_page(request, make)


@router.get("/learn/{title}", include_in_schema=False)
def page(request: Request, lang: Language, title: str) -> Response:
    """The table at which a first game is taught."""
    lessons.find(title)
    lesson_title = catalogue.title(title, lang)
    return constant_page(request, lambda: render(request, "lesson", id="", home="", title=lesson_title))


@router.get("/api/lessons/{title}")
@response_model(teaching_models.Lesson)
def lesson(lang: Language, title: str, player: PlayerName = "") -> Response:
    """All texts, chapter by chapter; `player` is the learner's name."""
    return json_response(lessons.lesson_view(title, player, lang))


@router.get("/api/lessons/{title}/{chapter}/{at}/about/{name}")
@response_model(teaching_models.About)
def about(
    lang: Language,
    title: str,
    chapter: int,
    at: int,
    name: ThingName,
    player: PlayerName = "",
) -> Response:
    """What a thing on the table is."""
    return json_response(tooltips.tooltip(*lessons.table_at(title, chapter, at, player, lang), name, lang))


@router.get("/api/lessons/{title}/{chapter}/{at}")
@response_model(models.View)
def table(
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    title: str,
    chapter: int,
    at: int,
    player: PlayerName = "",
) -> Response:
    """The table of a chapter, counted from 0, after some events of its game; `player` is the learner's name."""
    return json_response(lessons.view(services.views, title, chapter, at, player, lang, home))
