"""Tournaments: the list, the page of each, and what organisers and players do."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quartier.core.text.languages import translator
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
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import within_quota
from quartier.server.services import Services
from quartier.server.storage.accounts import accounts as accounts
from quartier.server.storage.tournaments import tournaments
from quartier.server.views import catalogue
from quartier.server.views.accounts.models import Accepted
from quartier.server.views.clocks import clock_view
from quartier.server.views.tournaments import models, tournament_view

router = APIRouter()
MOST = 60
"""Tournaments in the list, the newest ones."""


@router.get("/tournaments", include_in_schema=False)
def list_page(
    request: Request, services: AppServices, keys: RequestCredentials, lang: Language
) -> HTMLResponse:
    """Tournaments to join and to look at, and a form for a new one."""
    found = _listed(services, keys.account, lang)
    titles = catalogue.titles(lang)
    public = services.settings.lobby
    return render(
        request, "tournaments", found=found, titles=titles, signed_in=keys.account is not None, public=public
    )


@router.get("/tournaments/{tournament_id}", include_in_schema=False)
def page(
    request: Request,
    services: AppServices,
    keys: RequestCredentials,
    lang: Language,
    tournament_id: TableId,
    place: str = "",
) -> HTMLResponse:
    """How it stands, who meets whom, and what whoever asks can do there."""
    found = _described(services, tournament_id, keys.account, lang, place)
    return render(
        request,
        "tournament",
        tournament=found,
        left=_left(found["until"], services.clock.now(), lang),
        place=place if found["offered"] else "",
        signed_in=keys.account is not None,
    )


@router.get("/api/tournaments")
@answers(models.Tournaments)
def listing(services: AppServices, keys: RequestCredentials, lang: Language) -> Response:
    """The public ones, and one's own."""
    return sent({"tournaments": _listed(services, keys.account, lang)})


@router.get("/api/tournaments/{tournament_id}")
@answers(models.Tournament)
def tournament(
    services: AppServices, keys: RequestCredentials, lang: Language, tournament_id: TableId
) -> Response:
    """All of one."""
    return sent(_described(services, tournament_id, keys.account, lang))


def _listed(services: Services, account: str | None, lang: str) -> list[models.TournamentListed]:
    with services.database.read() as connection:
        found = tournaments.listed(connection, account, MOST)
        own = tournaments.own(connection, account) if account is not None else set()
    return [tournament_view.listed(each, own, lang) for each in found]


def _described(
    services: Services, tournament_id: str, account: str | None, lang: str, place: str = ""
) -> models.Tournament:
    found = organise.look(services.tables, tournament_id)
    organiser = None
    if found.organiser is not None:
        with services.database.read() as connection:
            organiser = accounts.account_of(connection, found.organiser)
    offered = participate.offered(found, place) if place else None
    return tournament_view.described(
        found, account, "" if organiser is None else organiser.name, offered, lang
    )


def _left(until: float | None, now: float, lang: str) -> str:
    return "" if until is None else clock_view.rough(max(0.0, until - now), translator(lang))


# ----- organisers -----


@router.post("/api/tournaments", status_code=201)
@answers(models.Announced)
def announce(
    request: Request, services: AppServices, keys: RequestCredentials, body: TournamentBody
) -> Response:
    """Announce a tournament."""
    within_quota(request, "tournaments")
    made = organise.announce(services.tables, TournamentOptions(**body.model_dump()), keys.account)
    return sent({"id": made, "to": f"/tournaments/{made}"}, 201)


@router.post("/api/tournaments/{tournament_id}/begin")
@answers(Accepted)
def begin(services: AppServices, keys: RequestCredentials, tournament_id: TableId, _: EmptyBody) -> Response:
    """Open the tables of the first round."""
    organise.begin(services.tables, tournament_id, keys.account)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/end")
@answers(Accepted)
def end(services: AppServices, keys: RequestCredentials, tournament_id: TableId, _: EmptyBody) -> Response:
    """End it early, or cancel it."""
    organise.end(services.tables, tournament_id, keys.account)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/deadline")
@answers(Accepted)
def move_deadline(
    services: AppServices, keys: RequestCredentials, tournament_id: TableId, body: HoursBody
) -> Response:
    """Let the present round end, or the first one begin, so many hours from now."""
    organise.move_deadline(services.tables, tournament_id, keys.account, body.hours)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/place")
@answers(Accepted)
def offer_place(
    services: AppServices, keys: RequestCredentials, tournament_id: TableId, body: PlayerBody
) -> Response:
    """Make a link by which somebody takes a player's place over."""
    organise.offer_place(services.tables, tournament_id, keys.account, body.number)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/remove")
@answers(Accepted)
def remove(
    services: AppServices, keys: RequestCredentials, tournament_id: TableId, body: PlayerBody
) -> Response:
    """Let a player play no more."""
    organise.remove(services.tables, tournament_id, keys.account, body.number)
    return sent({})


# ----- players -----


@router.post("/api/tournaments/{tournament_id}/join")
@answers(Accepted)
def join(
    request: Request, services: AppServices, keys: RequestCredentials, tournament_id: TableId, _: EmptyBody
) -> Response:
    """Be one of the players."""
    within_quota(request, "joins")
    participate.join(services.tables, tournament_id, keys.account)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/withdraw")
@answers(Accepted)
def withdraw(
    services: AppServices, keys: RequestCredentials, tournament_id: TableId, _: EmptyBody
) -> Response:
    """Play no more."""
    participate.withdraw(services.tables, tournament_id, keys.account)
    return sent({})


@router.post("/api/tournaments/{tournament_id}/take-over")
@answers(Accepted)
def take_over(
    services: AppServices, keys: RequestCredentials, tournament_id: TableId, body: HandoverBody
) -> Response:
    """Play on in somebody's place."""
    participate.take_over(services.tables, tournament_id, keys.account, body.place)
    return sent({})
