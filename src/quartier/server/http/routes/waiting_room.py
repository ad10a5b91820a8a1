"""Before a game begins: bots at the free seats, leaving or being removed, another invitation, no game at all."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.server.commands import waiting_room
from quartier.server.commands.execute import CommandContext
from quartier.server.domain.table import Table
from quartier.server.http.bodies.tables import (
    Body,
    CommandBody,
    PlaceBody,
    TableId,
)
from quartier.server.http.credentials import keys_of
from quartier.server.http.dependencies import CommandRoute
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import visitor_of
from quartier.server.services import services_of
from quartier.server.storage.transaction import Job
from quartier.server.views import models

router = APIRouter(prefix="/api/tables", route_class=CommandRoute)


@router.post("/{table_id}/bots")
@answers(models.Changed)
async def with_bots(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Agree to play with bots at the free seats now."""
    tables = services_of(request).tables
    keys, visitor = await keys_of(request), visitor_of(request).address
    ticket = CommandContext(keys, body.seat, body.version, body.client_move_id, visitor)
    agreed = await run_in_thread(waiting_room.with_bots, tables, table_id, ticket)
    return sent({"version": (await tables.done(agreed)).table.version})


@router.post("/{table_id}/remove")
@answers(models.Changed)
async def remove(request: Request, table_id: TableId, body: PlaceBody) -> Response:
    """Get up again, or remove somebody from a table of one's own."""
    return await _changed(request, waiting_room.remove(table_id, await keys_of(request), body.seat))


@router.post("/{table_id}/withdraw")
@answers(models.Changed)
async def withdraw(request: Request, table_id: TableId, body: PlaceBody) -> Response:
    """Let an invitation open nothing any more."""
    return await _changed(request, waiting_room.withdraw(table_id, await keys_of(request), body.seat))


@router.post("/{table_id}/cancel")
@answers(models.Changed)
async def cancel(request: Request, table_id: TableId, body: Body) -> Response:
    """Let there be no game."""
    return await _changed(request, waiting_room.cancel(table_id, await keys_of(request)))


async def _changed(request: Request, job: Job[Table]) -> Response:
    return sent({"version": (await services_of(request).tables.done(job)).version})
