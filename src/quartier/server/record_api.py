"""The JSON API of replays."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from quartier.core.languages import N_
from quartier.server import replays
from quartier.server.errors import Refused
from quartier.server.language import language_of

router = APIRouter(prefix="/api")


@router.post("/records", status_code=201)
async def upload(request: Request) -> dict[str, str]:
    """Open a record: its text is the body."""
    text = _decoded(await request.body())
    record_id = await run_in_threadpool(replays.upload, request.app.state.tables, text)
    return {"id": record_id, "url": f"/replay/{record_id}"}


@router.get("/replays/{replay_id}")
def replay(
    request: Request, replay_id: str, at: int | None = None, seat: int | None = None
) -> dict[str, Any]:
    """The position after `at` events."""
    lang = language_of(request)
    return replays.view(replays.find(request.app.state.tables, replay_id, lang), at, seat, lang)


@router.get("/replays/{replay_id}/record")
def record(request: Request, replay_id: str) -> PlainTextResponse:
    """An uploaded record again."""
    text = replays.record_text(request.app.state.tables, replay_id)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{replay_id}.txt"'})


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        text = N_("Line {line} is not readable as text. A record is a text file in UTF-8.")
        raise Refused(422, "bad_record", text, line=line) from error
