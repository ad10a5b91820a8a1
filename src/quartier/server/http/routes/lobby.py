"""Routes of the lobby: the page, public tables, and joining one."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.server.commands import lobby
from quartier.server.commands.lobby import JoinedSeat
from quartier.server.http.bodies.tables import AnyoneBody, SitBody, TableId
from quartier.server.http.browser_seats import give_seats
from quartier.server.http.credentials import (
    browser_secret,
    person,
    person_of,
    set_visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import within_quota
from quartier.server.root_path import site_path
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
@response_model(models.Lobby)
def listing(
    request: Request, services: AppServices, credentials: RequestCredentials, lang: Language
) -> Response:
    """The public tables."""
    lobby.must_have_lobby(services.tables)
    return json_response(services.lobby.listing(lang, person_of(request, credentials)))


@router.post("/api/lobby/play")
@response_model(models.JoinedSeat)
def play(
    request: Request, services: AppServices, credentials: RequestCredentials, body: AnyoneBody
) -> Response:
    """Sit down at the table that has waited longest and whose people are there, else open one and wait.

    While you wait, ask again every few seconds: you are led to others who wait elsewhere.
    """
    visitor = browser_secret(request)
    job = lobby.quick_match(
        services.tables,
        lobby.QuickMatchOptions(body.title, body.seats, body.time),
        body.name,
        person(credentials, visitor),
        within_quota(request, "matches").address,
        credentials.account,
        partial(within_quota, request, "tables"),
        body.client_move_id,
    )
    return _seat_response(request, services.tables.writer.run(job), visitor)


@router.post("/api/lobby/{table_id}/join")
@response_model(models.JoinedSeat)
def join(
    request: Request, services: AppServices, credentials: RequestCredentials, table_id: TableId, body: SitBody
) -> Response:
    """Take a free seat at a public table."""
    within_quota(request, "joins")
    visitor = browser_secret(request)
    key = body.client_move_id or new_secret()
    job = lobby.sit_down(
        services.tables, table_id, body.name, person(credentials, visitor), key, credentials.account
    )
    return _seat_response(request, services.tables.writer.run(job), visitor)


def _seat_response(request: Request, seat: JoinedSeat, visitor: str) -> Response:
    view: models.JoinedSeat = {
        "id": seat.table_id,
        "url": site_path(f"/table/{seat.table_id}"),
        "seat": seat.seat,
        "secret": seat.secret,
    }
    answer = json_response(view)
    set_visitor_cookie(request, answer, visitor)
    if seat.secret is not None:
        give_seats(request, seat.table_id, [seat.secret])
    return answer
