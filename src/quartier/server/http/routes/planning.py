"""Routes of conditional moves, and of the bots' evaluation for spectators."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.server.commands import plan_ahead
from quartier.server.commands.authorization import Credentials
from quartier.server.commands.execute import CommandContext, require_seat, require_viewer
from quartier.server.domain import planned_moves
from quartier.server.domain.table import Table
from quartier.server.http.bodies.planning import PlanBody, PlannedLineBody
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.middleware.request_slots import release_slot
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import visitor_of
from quartier.server.services import Services
from quartier.server.storage import planned_moves as storage
from quartier.server.views.planning import evaluations, models, plans
from quartier.server.workers import evaluations as opinions

router = APIRouter(prefix="/api/tables")


@router.get("/{table_id}/plan")
@response_model(models.Plan)
def plan(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    seat: Annotated[int, Query(ge=0)],
) -> Response:
    """Return the lines that the caller's seat has planned."""
    row, table = services.tables.load(table_id)
    require_seat(services.tables, row, credentials, seat)
    with services.database.read() as connection:
        lines = storage.find(connection, table_id).get(seat, ())
    return json_response(plans.plan_view(table, seat, lines, lang))


@router.post("/{table_id}/plan")
@response_model(models.Plan)
def change_plan(
    request: Request,
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    body: PlanBody,
) -> Response:
    """Plan these lines instead of those before. Each is checked by playing it; the answers are played when they are due."""
    context = CommandContext(credentials, body.seat, body.version, "plan", visitor_of(request).address)
    table = _present_table(services, credentials, table_id, context)
    lines = planned_moves.check(table, body.seat, body.lines)
    services.tables.writer.run(plan_ahead.store(services.tables, table_id, context, lines))
    return json_response(plans.plan_view(table, body.seat, lines, lang))


@router.post("/{table_id}/plan/position")
@response_model(models.PlannedPosition)
def planned_position(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    body: PlannedLineBody,
) -> Response:
    """Return where a line leads, as far as the caller's seat can know, and the moves with which it may continue."""
    context = CommandContext(credentials, body.seat, body.version, "plan")
    table = _present_table(services, credentials, table_id, context)
    return json_response(plans.position_view(table, body.seat, body.moves, lang))


def _present_table(
    services: Services, credentials: Credentials, table_id: str, context: CommandContext
) -> Table:
    row, table = services.tables.load(table_id)
    require_seat(services.tables, row, credentials, context.seat)
    plan_ahead.must_be_present(table, context)
    return table


@router.get("/{table_id}/evaluation")
@response_model(models.Evaluation)
async def evaluation(
    request: Request,
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
) -> Response:
    """What the bots thought of the game some moves ago: for spectators, while the result counts for nothing."""

    def ask() -> tuple[Table, Future[list[float] | None] | None]:
        row, table = services.tables.load(table_id)
        caller = require_viewer(services.tables, row, table, credentials)
        opinions.must_allow(table, caller)
        return table, services.evaluations.ask(table, visitor_of(request).address)

    table, coming = await run_in_thread(ask)
    if coming is None:
        return json_response(evaluations.evaluation_view(table, (), lang))
    release_slot(request)
    await asyncio.wait([asyncio.wrap_future(coming)])
    return json_response(evaluations.evaluation_view(table, opinions.result_of(coming), lang))
