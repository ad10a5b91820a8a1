"""The lobby: its page, the public tables, and sitting down at one."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.commands import lobby
from quartier.server.commands.lobby import Place
from quartier.server.http.bodies.tables import AnyoneBody, SitBody, TableId
from quartier.server.http.credentials import (
    keep,
    know,
    person,
    person_of,
    visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import within_quota
from quartier.server.storage.secrets import new_secret
from quartier.server.views import catalogue
from quartier.server.views.clocks import clock_view
from quartier.server.views.lobby import models

router = APIRouter()


@router.get("/lobby", include_in_schema=False)
def page(request: Request, services: AppServices, lang: Language) -> HTMLResponse:
    """Where strangers meet."""
    lobby.must_have_lobby(services.tables)
    return render(request, "lobby", titles=catalogue.titles(lang), clocks=clock_view.presets(lang))


@router.get("/api/lobby")
@answers(models.Lobby)
def listing(request: Request, services: AppServices, keys: RequestCredentials, lang: Language) -> Response:
    """The public tables."""
    lobby.must_have_lobby(services.tables)
    return sent(services.lobby.listing(lang, person_of(request, keys)))


@router.post("/api/lobby/play")
@answers(models.Place)
def play(request: Request, services: AppServices, keys: RequestCredentials, body: AnyoneBody) -> Response:
    """Sit down at the table that has waited longest, else open one and wait."""
    visitor = visitor_cookie(request) or new_secret()
    address = within_quota(request, "tables").address
    wish = lobby.QuickMatchOptions(body.title, body.seats, body.time)
    job = lobby.play_anyone(services.tables, wish, body.name, person(keys, visitor), address, keys.account)
    return _seated(request, services.tables.writer.do(job), visitor)


@router.post("/api/lobby/{table_id}/join")
@answers(models.Place)
def join(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, body: SitBody
) -> Response:
    """Take a free seat at a public table."""
    within_quota(request, "joins")
    visitor = visitor_cookie(request) or new_secret()
    once = body.client_move_id or new_secret()
    job = lobby.sit_down(services.tables, table_id, body.name, person(keys, visitor), once, keys.account)
    return _seated(request, services.tables.writer.do(job), visitor)


def _seated(request: Request, place: Place, visitor: str) -> Response:
    told: models.Place = {
        "id": place.table_id,
        "url": f"/table/{place.table_id}",
        "seat": place.seat,
        "secret": place.secret,
    }
    answer = sent(told)
    know(request, answer, visitor)
    if place.secret is not None:
        keep(request, answer, place.table_id, [place.secret])
    return answer
