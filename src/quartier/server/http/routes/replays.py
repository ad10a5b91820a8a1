"""The JSON API of replays: records, single positions, reviews, and tables that go on from a position."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool

from quartier.core.text.languages import N_
from quartier.server.commands import create_table, upload
from quartier.server.domain import bot_levels
from quartier.server.errors import DomainError
from quartier.server.http.bodies.tables import PlayOnBody, ReplayId, ThingName
from quartier.server.http.credentials import keep
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.responses import answers, drawing, sent
from quartier.server.http.visitor import within_quota
from quartier.server.views import models, replays
from quartier.server.views.finished import (
    chance_proofs,
    reviews,
    share_image,
    summary,
)
from quartier.server.views.finished import models as finished_models
from quartier.server.views.learning import models as teaching_models

router = APIRouter(prefix="/api")


@router.post("/records", status_code=201)
@answers(finished_models.StoredRecord)
async def add_record(request: Request, services: AppServices) -> Response:
    """Open a record: its text is the body."""
    within_quota(request, "records")
    text = _decoded(await request.body())
    record_id = await run_in_threadpool(upload.upload, services.tables, text)
    return sent({"id": record_id, "url": f"/replay/{record_id}"}, 201)


@router.get("/replays/{replay_id}")
@answers(finished_models.ReplayView)
def replay(
    services: AppServices,
    lang: Language,
    replay_id: ReplayId,
    at: int | None = None,
    seat: int | None = None,
    log: Literal["whole", "last"] = "whole",
) -> Response:
    """The position after `at` events. `?log=last`: only the last line of the log, for whoever has the others."""
    found = replays.find(services.tables, replay_id, lang)
    return sent(replays.view(found, at, seat, lang, last_line=log == "last"))


@router.get("/replays/{replay_id}/about/{name}")
@answers(teaching_models.About)
def about(
    services: AppServices,
    lang: Language,
    replay_id: ReplayId,
    name: ThingName,
    at: int | None = None,
    seat: int | None = None,
) -> Response:
    """What a thing is in the position after `at` events."""
    return sent(replays.about(replays.find(services.tables, replay_id, lang), at, seat, name, lang))


@router.get("/replays/{replay_id}/finale")
@answers(finished_models.Finale)
def finale_of(
    services: AppServices, lang: Language, replay_id: ReplayId, seat: int | None = None
) -> Response:
    """What is shown of a finished game besides its result."""
    found = replays.find(services.tables, replay_id, lang)
    replays.must_be_finished(found)
    return sent(summary.described(found, seat, lang))


@router.get("/replays/{replay_id}/picture")
def picture_of(
    services: AppServices, lang: Language, replay_id: ReplayId, seat: int | None = None, theme: str = ""
) -> Response:
    """A picture of a finished game to keep and to share, for `<img>`."""
    found = replays.find(services.tables, replay_id, lang)
    replays.must_be_finished(found)
    return drawing(share_image.drawn(found, seat, lang, theme), shared=False)


@router.get("/replays/{replay_id}/chance")
@answers(finished_models.ChanceProof)
def chance_of(request: Request, services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """The draws of a game with provable chance, and all from which they came."""
    told = chance_proofs.described(services.tables, replay_id, lang, lambda: within_quota(request, "proofs"))
    return sent(told)


@router.get("/replays/{replay_id}/review")
@answers(finished_models.Review)
def review(services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """How far the review is, and all of it once it is ready."""
    found = replays.find(services.tables, replay_id, lang)
    return sent(reviews.described(found, services.reviews.look(found.id), lang))


@router.post("/replays/{replay_id}/review")
@answers(finished_models.Review)
def begin_review(request: Request, services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """Have the game reviewed, unless it is already; the answer is that of GET."""
    found = replays.find(services.tables, replay_id, lang)
    replays.must_be_finished(found)
    progress = services.reviews.look(found.id)
    if progress.status in ("none", "failed"):
        visitor = within_quota(request, "reviews")
        progress = services.reviews.begin(found.id, found.state, visitor.address)
    return sent(reviews.described(found, progress, lang))


@router.post("/replays/{replay_id}/table", status_code=201)
@answers(models.MadeTable)
def play_on(
    request: Request,
    services: AppServices,
    keys: RequestCredentials,
    lang: Language,
    replay_id: ReplayId,
    body: PlayOnBody,
) -> Response:
    """A new table at which the game goes on from the position after `at` events, against bots; chance is fresh."""
    found = replays.find(services.tables, replay_id, lang)
    state = replays.position(found, body.at, body.seat)
    rivals = [level or bot_levels.USUAL for level in found.bots]
    address = within_quota(request, "tables").address
    opened = create_table.play_on(services.tables, state, body.seat, body.name, rivals, address, keys.account)
    table_id = opened.table.setup.id
    seats: list[models.MadeSeat] = [
        {"seat": seat, "kind": "me", "secret": secret} for seat, secret in opened.secrets.items()
    ] or [{"seat": body.seat, "kind": "me"}]
    answer = sent({"id": table_id, "url": f"/table/{table_id}", "seats": seats}, 201)
    keep(request, answer, table_id, list(opened.secrets.values()))
    return answer


@router.get("/replays/{replay_id}/record")
def record(services: AppServices, replay_id: ReplayId) -> PlainTextResponse:
    """An uploaded record again."""
    text = replays.record_text(services.tables, replay_id)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{replay_id}.txt"'})


def _decoded(body: bytes) -> str:
    """The body as text. Raises DomainError for what is not text: wrong UTF-8, or NUL, which no database keeps in a text."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(body, error.start) from error
    if "\0" in text:
        raise _unreadable(body, body.index(0))
    return text


def _unreadable(body: bytes, start: int) -> DomainError:
    line = body[:start].count(b"\n") + 1
    text = N_("Line {line} is not readable as text. A record is a text file in UTF-8.")
    return DomainError(422, "bad_record", text, line=line)
