"""The JSON API of replays: records, single positions, reviews, and tables that go on from a position."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool

from quartier.core.text.languages import N_
from quartier.server.commands import opening, upload
from quartier.server.http.bodies import PlayOnBody, ReplayId
from quartier.server.http.caller import keep
from quartier.server.http.language import language_of
from quartier.server.refusals import Refused
from quartier.server.show import replays
from quartier.server.thinking import levels

router = APIRouter(prefix="/api")


@router.post("/records", status_code=201)
async def add_record(request: Request) -> dict[str, str]:
    """Open a record: its text is the body."""
    text = _decoded(await request.body())
    record_id = await run_in_threadpool(upload.upload, request.app.state.tables, text)
    return {"id": record_id, "url": f"/replay/{record_id}"}


@router.get("/replays/{replay_id}")
def replay(
    request: Request, replay_id: ReplayId, at: int | None = None, seat: int | None = None
) -> dict[str, Any]:
    """The position after `at` events."""
    lang = language_of(request)
    return replays.view(replays.find(request.app.state.tables, replay_id, lang), at, seat, lang)


@router.get("/replays/{replay_id}/review")
def review(request: Request, replay_id: ReplayId) -> dict[str, Any]:
    """How far the review is, and all of it once it is ready."""
    return _reviewed(request, replay_id, begin=False)


@router.post("/replays/{replay_id}/review")
def begin_review(request: Request, replay_id: ReplayId) -> dict[str, Any]:
    """Have the game reviewed, unless it is already; the answer is that of GET."""
    return _reviewed(request, replay_id, begin=True)


def _reviewed(request: Request, replay_id: str, begin: bool) -> dict[str, Any]:
    lang, reviews = language_of(request), request.app.state.reviews
    found = replays.find(request.app.state.tables, replay_id, lang)
    return reviews.described(found, reviews.begin(found) if begin else reviews.look(found.id), lang)


@router.post("/replays/{replay_id}/table", status_code=201)
def play_on(request: Request, replay_id: ReplayId, body: PlayOnBody, response: Response) -> dict[str, Any]:
    """A new table at which the game goes on from the position after `at` events, against bots; chance is fresh."""
    tables = request.app.state.tables
    found = replays.find(tables, replay_id, language_of(request))
    state = replays.position(found, body.at, body.seat)
    rivals = [level or levels.DEFAULT for level in found.bots]
    opened = opening.play_on(tables, state, body.seat, body.name, rivals)
    table_id = opened.table.setup.id
    keep(request, response, table_id, list(opened.secrets.values()))
    seats = [{"seat": seat, "kind": "me", "secret": secret} for seat, secret in opened.secrets.items()]
    return {"id": table_id, "url": f"/table/{table_id}", "seats": seats}


@router.get("/replays/{replay_id}/record")
def record(request: Request, replay_id: ReplayId) -> PlainTextResponse:
    """An uploaded record again."""
    text = replays.record_text(request.app.state.tables, replay_id)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{replay_id}.txt"'})


def _decoded(body: bytes) -> str:
    """The body as text. Raises Refused for what is none: wrong UTF-8, or NUL, which no database keeps in a text."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(body, error.start) from error
    if "\0" in text:
        raise _unreadable(body, body.index(0))
    return text


def _unreadable(body: bytes, start: int) -> Refused:
    line = body[:start].count(b"\n") + 1
    text = N_("Line {line} is not readable as text. A record is a text file in UTF-8.")
    return Refused(422, "bad_record", text, line=line)
