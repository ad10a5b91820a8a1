"""Routes of tournaments: list, page, and what organisers and players do."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.core.text.languages import translator
from quartier.server.commands import reports
from quartier.server.commands.tournaments import organise, participate
from quartier.server.commands.tournaments.tournament_options import TournamentOptions
from quartier.server.http.bodies.accounts import EmptyBody
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.bodies.tournaments import (
    HandoverBody,
    HoursBody,
    PlayerBody,
    TournamentBody,
)
from quartier.server.http.credentials import browser_secret, person, set_visitor_cookie
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import within_quota
from quartier.server.root_path import site_path
from quartier.server.services import Services
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.tournaments import tournaments
from quartier.server.views import catalogue
from quartier.server.views.accounts.models import Accepted
from quartier.server.views.clocks import clock_view
from quartier.server.views.tournaments import models, tournament_view

router = APIRouter()
MAX_LISTED = 20
"""Public tournaments in the list that wait, that run, and that are over."""


@router.get("/tournaments", include_in_schema=False)
def list_page(
    request: Request, services: AppServices, credentials: RequestCredentials, lang: Language
) -> HTMLResponse:
    """Tournaments to join and to look at, and a form for a new one."""
    listed = _list(services, credentials.account, lang)
    titles = catalogue.titles(lang)
    public = services.settings.lobby
    return render(
        request,
        "tournaments",
        found=listed,
        titles=titles,
        signed_in=credentials.account is not None,
        public=public,
    )


@router.get("/tournaments/{tournament_id}", include_in_schema=False)
def page(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    tournament_id: TableId,
    place: str = "",
) -> HTMLResponse:
    """Return the page of a tournament."""
    view = _view(services, tournament_id, credentials.account, lang, place)
    return render(
        request,
        "tournament",
        tournament=view,
        left=_left(view["until"], services.clock.now(), lang),
        place=place if view["offered"] else "",
        signed_in=credentials.account is not None,
    )


@router.get("/api/tournaments")
@response_model(models.Tournaments)
def listing(services: AppServices, credentials: RequestCredentials, lang: Language) -> Response:
    """The public ones, and one's own."""
    return json_response({"tournaments": _list(services, credentials.account, lang)})


@router.get("/api/tournaments/{tournament_id}")
@response_model(models.Tournament)
def tournament(
    services: AppServices, credentials: RequestCredentials, lang: Language, tournament_id: TableId
) -> Response:
    """All of one."""
    return json_response(_view(services, tournament_id, credentials.account, lang))


def _list(services: Services, account: str | None, lang: str) -> list[models.TournamentListed]:
    with services.database.read() as connection:
        rows = tournaments.list_tournaments(connection, account, MAX_LISTED)
        own = tournaments.own(connection, account) if account is not None else set()
    return [tournament_view.list_entry(row, own, lang) for row in rows]


def _view(
    services: Services, tournament_id: str, account: str | None, lang: str, place_secret: str = ""
) -> models.Tournament:
    row = organise.load(services.tables, tournament_id)
    organiser = None
    if row.organiser is not None:
        with services.database.read() as connection:
            organiser = accounts.account_of(connection, row.organiser)
    offered = participate.player_of_handover(row, place_secret) if place_secret else None
    return tournament_view.tournament_view(
        row, account, "" if organiser is None else organiser.name, offered, lang
    )


def _left(until: float | None, now: float, lang: str) -> str:
    return "" if until is None else clock_view.rough(max(0.0, until - now), translator(lang))


# ----- organisers -----


@router.post("/api/tournaments", status_code=201)
@response_model(models.Announced)
def announce(
    request: Request, services: AppServices, credentials: RequestCredentials, body: TournamentBody
) -> Response:
    """Announce a tournament."""
    within_quota(request, "tournaments")
    tournament_id = organise.announce(
        services.tables, TournamentOptions(**body.model_dump()), credentials.account
    )
    return json_response({"id": tournament_id, "to": site_path(f"/tournaments/{tournament_id}")}, 201)


@router.post("/api/tournaments/{tournament_id}/begin")
@response_model(Accepted)
def begin(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, _: EmptyBody
) -> Response:
    """Open the tables of the first round."""
    organise.begin(services.tables, tournament_id, credentials.account)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/end")
@response_model(Accepted)
def end(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, _: EmptyBody
) -> Response:
    """End it early, or cancel it."""
    organise.end(services.tables, tournament_id, credentials.account)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/deadline")
@response_model(Accepted)
def move_deadline(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, body: HoursBody
) -> Response:
    """Let the present round end, or the first one begin, so many hours from now."""
    organise.move_deadline(services.tables, tournament_id, credentials.account, body.hours)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/place")
@response_model(Accepted)
def offer_place(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, body: PlayerBody
) -> Response:
    """Create a link that hands a player's place over."""
    organise.offer_place(services.tables, tournament_id, credentials.account, body.number)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/remove")
@response_model(Accepted)
def remove(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, body: PlayerBody
) -> Response:
    """Let a player play no more."""
    organise.remove(services.tables, tournament_id, credentials.account, body.number)
    return json_response({})


# ----- players -----


@router.post("/api/tournaments/{tournament_id}/join")
@response_model(Accepted)
def join(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    tournament_id: TableId,
    _: EmptyBody,
) -> Response:
    """Be one of the players."""
    within_quota(request, "joins")
    participate.join(services.tables, tournament_id, credentials.account)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/report")
@response_model(Accepted)
def report(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    tournament_id: TableId,
    _: EmptyBody,
) -> Response:
    """Report a tournament to the moderators."""
    within_quota(request, "words")
    visitor = browser_secret(request)
    job = reports.report_tournament(tournament_id, credentials, person(credentials, visitor))
    services.tables.writer.run(job)
    answer = json_response({})
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.post("/api/tournaments/{tournament_id}/withdraw")
@response_model(Accepted)
def withdraw(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, _: EmptyBody
) -> Response:
    """Play no more."""
    participate.withdraw(services.tables, tournament_id, credentials.account)
    return json_response({})


@router.post("/api/tournaments/{tournament_id}/take-over")
@response_model(Accepted)
def take_over(
    services: AppServices, credentials: RequestCredentials, tournament_id: TableId, body: HandoverBody
) -> Response:
    """Take over a player's place."""
    participate.take_over(services.tables, tournament_id, credentials.account, body.place)
    return json_response({})
