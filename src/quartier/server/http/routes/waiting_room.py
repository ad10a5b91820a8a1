"""Routes of the waiting room: bots for free seats, leaving, removing, revoking invitations, cancelling."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.server.commands.execute import CommandContext
from quartier.server.commands.waiting import waiting_room
from quartier.server.domain.table import Table
from quartier.server.http.bodies.tables import (
    Body,
    CommandBody,
    RemoveBody,
    TableId,
    WithdrawBody,
)
from quartier.server.http.credentials import credentials_of
from quartier.server.http.dependencies import CommandRoute
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import visitor_of
from quartier.server.services import services_of
from quartier.server.storage.transaction import Job
from quartier.server.views import models

router = APIRouter(prefix="/api/tables", route_class=CommandRoute)


@router.post("/{table_id}/bots")
@response_model(models.Changed)
async def with_bots(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Agree to play with bots at the free seats now."""
    tables = services_of(request).tables
    credentials, visitor = await credentials_of(request), visitor_of(request).address
    context = CommandContext(credentials, body.seat, body.version, body.client_move_id, visitor)
    agreed = await run_in_thread(waiting_room.with_bots, tables, table_id, context)
    return json_response({"version": (await tables.run_async(agreed)).table.version})


@router.post("/{table_id}/ready")
@response_model(models.Changed)
async def ready(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Say that you are there when the game is about to begin. Any request for the table says the same, and an open stream
    unless it has `form=fragments`.
    """
    tables = services_of(request).tables
    context = CommandContext(await credentials_of(request), body.seat, body.version, body.client_move_id)
    command = waiting_room.be_ready(tables, table_id, context)
    return json_response({"version": (await tables.run_async(command)).table.version})


@router.post("/{table_id}/remove")
@response_model(models.Changed)
async def remove(request: Request, table_id: TableId, body: RemoveBody) -> Response:
    """Leave a seat, or remove a player from one's own table."""
    credentials = await credentials_of(request)
    return await _version_response(
        request, waiting_room.remove(table_id, credentials, body.seat, body.client_move_id)
    )


@router.post("/{table_id}/withdraw")
@response_model(models.Changed)
async def withdraw(request: Request, table_id: TableId, body: WithdrawBody) -> Response:
    """Let an invitation open nothing any more."""
    return await _version_response(
        request, waiting_room.withdraw(table_id, await credentials_of(request), body.seat, body.invite)
    )


@router.post("/{table_id}/cancel")
@response_model(models.Changed)
async def cancel(request: Request, table_id: TableId, body: Body) -> Response:
    """Let there be no game."""
    return await _version_response(request, waiting_room.cancel(table_id, await credentials_of(request)))


async def _version_response(request: Request, job: Job[Table]) -> Response:
    return json_response({"version": (await services_of(request).tables.run_async(job)).version})
