"""Routes of replays: records, positions, reviews, and tables that continue from a position."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool

from quartier.core.text import notation
from quartier.core.text.languages import N_, translator
from quartier.server.commands import challenge as open_challenge
from quartier.server.commands import create_table, upload
from quartier.server.commands.create_table import Opener
from quartier.server.domain import bot_levels
from quartier.server.errors import DomainError
from quartier.server.http.bodies.tables import ChallengeBody, NextBotBody, PlayOnBody, ReplayId, ThingName
from quartier.server.http.browser_seats import give_seats
from quartier.server.http.credentials import browser_secret, person, set_visitor_cookie
from quartier.server.http.dependencies import AppServices, BaseUrl, Language, RequestCredentials
from quartier.server.http.responses import json_response, response_model, svg_response
from quartier.server.http.visitor import within_quota
from quartier.server.root_path import site_path
from quartier.server.services import Services
from quartier.server.views import models, replays
from quartier.server.views.finished import (
    chance_proofs,
    reviews,
    share_image,
    summary,
)
from quartier.server.views.finished import models as finished_models
from quartier.server.views.learning import models as teaching_models
from quartier.server.views.table_view import invitation
from quartier.server.workers.reviews import Progress

router = APIRouter(prefix="/api")


@router.post("/records", status_code=201)
@response_model(finished_models.StoredRecord)
async def add_record(request: Request, services: AppServices) -> Response:
    """Open a record: its text is the body."""
    address = within_quota(request, "records").address
    text = _decode(await request.body())

    def try_board(title: str, board: str) -> object:
        return services.own_boards.read(title, board, address)

    record_id = await run_in_threadpool(upload.upload, services.tables, text, try_board)
    return json_response({"id": record_id, "url": site_path(f"/replay/{record_id}")}, 201)


@router.get("/replays/{replay_id}")
@response_model(finished_models.ReplayView)
def replay(
    services: AppServices,
    lang: Language,
    replay_id: ReplayId,
    at: int | None = None,
    seat: int | None = None,
    log: Literal["whole", "last"] = "whole",
) -> Response:
    """Return the position after `at` events. `?log=last`: with only the last line of the log."""
    game = replays.find(services.tables, replay_id, lang)
    return json_response(replays.view(game, at, seat, lang, last_line=log == "last"))


@router.get("/replays/{replay_id}/about/{name}")
@response_model(teaching_models.About)
def about(
    services: AppServices,
    lang: Language,
    replay_id: ReplayId,
    name: ThingName,
    at: int | None = None,
    seat: int | None = None,
) -> Response:
    """What a thing is in the position after `at` events."""
    return json_response(replays.about(replays.find(services.tables, replay_id, lang), at, seat, name, lang))


@router.get("/replays/{replay_id}/finale")
@response_model(finished_models.Finale)
def finale_of(
    services: AppServices, lang: Language, replay_id: ReplayId, seat: int | None = None
) -> Response:
    """What is shown of a finished game besides its result."""
    game = replays.find(services.tables, replay_id, lang)
    replays.must_be_finished(game)
    return json_response(summary.summary_view(game, seat, lang))


@router.get("/replays/{replay_id}/picture")
def picture_of(
    services: AppServices, lang: Language, replay_id: ReplayId, seat: int | None = None, theme: str = ""
) -> Response:
    """A picture of a finished game to keep and to share, for `<img>`."""
    game = replays.find(services.tables, replay_id, lang)
    replays.must_be_finished(game)
    return svg_response(share_image.share_image(game, seat, lang, theme), shared=False)


@router.get("/replays/{replay_id}/chance")
@response_model(finished_models.ChanceProof)
def chance_of(request: Request, services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """The draws of a game with provable chance, and all from which they came."""
    proof = chance_proofs.chance_proof(
        services.tables, replay_id, lang, lambda: within_quota(request, "proofs")
    )
    return json_response(proof)


@router.get("/replays/{replay_id}/review")
@response_model(finished_models.Review)
def review(services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """How far the review is, and all of it once it is ready."""
    game = replays.find(services.tables, replay_id, lang)
    return json_response(reviews.review_view(game, services.reviews.look(game.id), lang))


@router.post("/replays/{replay_id}/review")
@response_model(finished_models.Review)
def begin_review(request: Request, services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """Have the game reviewed, unless it is already; the answer is that of GET."""
    game = replays.find(services.tables, replay_id, lang)
    return json_response(reviews.review_view(game, start_review(request, services, game), lang))


def start_review(request: Request, services: Services, game: replays.Replay) -> Progress:
    """Have a finished game reviewed, unless it is already. Raises DomainError."""
    replays.must_be_finished(game)
    progress = services.reviews.look(game.id)
    if progress.status in ("none", "failed"):
        replays.must_have_decisions(game)
        visitor = within_quota(request, "reviews")
        progress = services.reviews.begin(game.id, game.state, visitor.address)
    return progress


@router.post("/replays/{replay_id}/table", status_code=201)
@response_model(models.MadeTable)
def play_on(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    replay_id: ReplayId,
    body: PlayOnBody,
) -> Response:
    """Open a table that continues from the position after `at` events, against bots, with fresh chance."""
    game = replays.find(services.tables, replay_id, lang)
    state = replays.position(game, body.at, body.seat)
    rivals = [level or bot_levels.DEFAULT_LEVEL for level in game.bots]
    address = within_quota(request, "tables").address
    new_table = create_table.continue_from(
        services.tables,
        state,
        body.seat,
        body.name,
        rivals,
        Opener(address, None, credentials.account, client_move_id=body.client_move_id),
    )
    table_id = new_table.table.setup.id
    seats: list[models.MadeSeat] = [
        {"seat": seat, "kind": "me", "secret": secret} for seat, secret in new_table.secrets.items()
    ] or [{"seat": body.seat, "kind": "me"}]
    answer = json_response({"id": table_id, "url": site_path(f"/table/{table_id}"), "seats": seats}, 201)
    if new_table.secrets:
        give_seats(request, table_id, new_table.secrets.values())
        set_visitor_cookie(request, answer, browser_secret(request))
    return answer


@router.post("/replays/{replay_id}/challenge", status_code=201)
@response_model(models.MadeTable)
def challenge(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    home: BaseUrl,
    replay_id: ReplayId,
    body: ChallengeBody,
) -> Response:
    """Open a table at which a friend plays the same deal against bots; the answer has the invitation."""
    game = replays.find(services.tables, replay_id, lang)
    seat = replays.require_seat(game, body.seat)
    levels = [level or bot_levels.DEFAULT_LEVEL for level in game.bots]
    address = within_quota(request, "tables").address
    new_table = open_challenge.invite_to_deal(
        services.tables,
        replay_id,
        game.state,
        seat,
        game.names[seat],
        levels,
        Opener(address, None, credentials.account, client_move_id=body.client_move_id),
    )
    table_id, invite = new_table.table.setup.id, new_table.invites[seat]
    url, qr = invitation(home, table_id, invite)
    seats: list[models.MadeSeat] = [
        {"seat": seat, "kind": "friend", "invite": invite, "invite_url": url, "qr": qr}
    ]
    answer = json_response({"id": table_id, "url": site_path(f"/table/{table_id}"), "seats": seats}, 201)
    if credentials.account is None:
        give_seats(request, table_id, [new_table.creator_secret])
        set_visitor_cookie(request, answer, browser_secret(request))
    return answer


@router.post("/replays/{replay_id}/next", status_code=201)
@response_model(models.MadeTable)
def play_next_bot(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    replay_id: ReplayId,
    body: NextBotBody,
) -> Response:
    """Open a table against the next stronger bot, with the same options."""
    game = replays.find(services.tables, replay_id, lang)
    seat = replays.require_seat(game, body.seat)
    bot = summary.next_bot(game, seat, translator(lang))
    if bot is None:
        raise DomainError(409, "no_next_bot", N_("There’s no next bot after this game."))
    visitor, address = browser_secret(request), within_quota(request, "tables").address
    new_table = open_challenge.against_next_bot(
        services.tables,
        game.state,
        seat,
        body.name,
        bot["level"],
        Opener(
            address, person(credentials, visitor), credentials.account, client_move_id=body.client_move_id
        ),
    )
    table_id = new_table.table.setup.id
    seats: list[models.MadeSeat] = [
        {"seat": number, "kind": "me", "secret": secret} for number, secret in new_table.secrets.items()
    ]
    answer = json_response({"id": table_id, "url": site_path(f"/table/{table_id}"), "seats": seats}, 201)
    if credentials.account is None:
        give_seats(request, table_id, [new_table.creator_secret, *new_table.secrets.values()])
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.get("/replays/{replay_id}/record")
def record(services: AppServices, replay_id: ReplayId) -> PlainTextResponse:
    """An uploaded record again."""
    text = replays.record_text(services.tables, replay_id)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{replay_id}.txt"'})


def _decode(body: bytes) -> str:
    """The body as text. Raises DomainError for what is not text: wrong UTF-8, or NUL, which no database keeps in a text."""
    try:
        text = notation.decode(body)
    except UnicodeDecodeError as error:
        raise _unreadable(body, error.start) from error
    if "\0" in text:
        raise _unreadable(body, body.index(0))
    return text


def _unreadable(body: bytes, start: int) -> DomainError:
    line = body[:start].count(b"\n") + 1
    text = N_("Line {line} isn’t readable text. A game record must be a UTF-8 text file.")
    return DomainError(422, "bad_record", text, line=line)
