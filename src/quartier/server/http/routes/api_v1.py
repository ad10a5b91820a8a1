"""Routes of the machine API `/api/v1`: the commands, limits and secrets of the page's API, with positions instead of Views.

A program sends `Authorization: Bearer ...`: the secret of a seat, or its own token. Cookies are ignored, so no web page can
play through a visitor's browser.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.core.text.languages import N_
from quartier.server.access.rate_limits import Kind, Visitor
from quartier.server.commands import create_table, join_table, play
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    must_not_send_unknown_secret,
)
from quartier.server.commands.execute import Answer, CommandContext, StaleVersion, require_viewer
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, no_seat
from quartier.server.http.bodies.api_v1 import (
    ProgramCommandBody,
    ProgramJoinBody,
    ProgramMoveBody,
    ProgramSeatBody,
    ProgramTableBody,
)
from quartier.server.http.bodies.tables import TableId, Text
from quartier.server.http.credentials import raw_credentials
from quartier.server.http.dependencies import AppServices, BaseUrl, CommandRoute, Language
from quartier.server.http.language import language_of
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.routes.streams import (
    CredentialSource,
    number,
    start_stream,
)
from quartier.server.http.visitor import visitor_of
from quartier.server.services import services_of
from quartier.server.sse.event_stream import EventStreamResponse
from quartier.server.sse.position_session import PositionSession
from quartier.server.sse.session import StreamRequest
from quartier.server.storage.api_tokens import WITHOUT_TOKEN
from quartier.server.storage.secrets import hash_secret, new_secret, person_id
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Job
from quartier.server.views.api_v1 import models, positions
from quartier.server.views.table_view import invitation

PREFIX = "/api/v1"
router = APIRouter(prefix=PREFIX)
commands = APIRouter(prefix=PREFIX, route_class=CommandRoute)


# ----- who asks -----


def read_credentials(request: Request) -> Credentials:
    """Return a program's credentials. May read the database: call it in a thread, unless `are_credentials_cached`.

    Raises:
        DomainError: 401 for an unknown API token.
    """
    raw = raw_credentials(request)
    program = services_of(request).programs.of_token(raw.program)
    return Credentials((raw.sent_secret,) if raw.sent_secret else (), None, program, raw.sent_secret)


def are_credentials_cached(request: Request) -> bool:
    """Return whether `read_credentials` can answer without reading the database."""
    return services_of(request).programs.is_cached(raw_credentials(request).program)


PROGRAM = CredentialSource(read_credentials, are_credentials_cached)


def _program_id(credentials: Credentials) -> str:
    """What is kept with a seat that a program takes."""
    return WITHOUT_TOKEN if credentials.program is None else credentials.program.id


def _person(credentials: Credentials) -> str | None:
    """By what others know a program that they do not want at their table: its owner, or itself."""
    if credentials.program is None:
        return None
    account = credentials.program.account
    return hash_secret(f"program {credentials.program.id}") if account is None else person_id(account)


def _within_quota(request: Request, credentials: Credentials, kind: Kind) -> Visitor:
    """The limits are those of people; a program with a token counts by it."""
    visitor = visitor_of(request)
    if credentials.program is not None:
        visitor = Visitor(visitor.address, f"program {credentials.program.id}")
    services_of(request).quotas.take(kind, visitor)
    return visitor


def _name(given: str, credentials: Credentials) -> str:
    """What a program is called at a table. Raises DomainError 422 where neither it nor its token says it."""
    name = given or ("" if credentials.program is None else credentials.program.name)
    if not name:
        text = N_("“name” is missing. Send a name for the bot, or an API token, which has one.")
        raise DomainError(422, "name", text)
    return name


# ----- what there is -----


@router.get("/titles")
@response_model(models.ProgramTitles)
def titles(request: Request, lang: Language) -> Response:
    """List the games on this server, with their options and boards."""
    read_credentials(request)
    return json_response(positions.titles(lang))


@router.get("/titles/{title}/moves")
@response_model(models.ProgramMoves)
def moves(
    request: Request,
    title: Annotated[Text, Path(max_length=40)],
    board: Annotated[Text, Query(max_length=80)] | None = None,
) -> Response:
    """List every action of a game in notation, by action number. It never changes while the server runs: request it once."""
    read_credentials(request)
    return json_response(positions.moves(title, board), headers={"Cache-Control": "public, max-age=3600"})


# ----- tables -----


@router.post("/tables", status_code=201)
@response_model(models.ProgramTable)
def open_table(request: Request, services: AppServices, home: BaseUrl, body: ProgramTableBody) -> Response:
    """Open a table with seats for the caller, for invited players and for bots."""
    credentials = read_credentials(request)
    must_not_send_unknown_secret(credentials)
    seat_options = [
        SeatOptions(seat.kind, _name(seat.name, credentials) if seat.kind == "me" else seat.name, seat.bot)
        for seat in body.seats
    ]
    time = None if body.time is None else TimeOptions(**body.time.model_dump())
    address = _within_quota(request, credentials, "tables").address
    board = services.own_boards.read(body.title, body.board, address)
    options = TableOptions(
        body.title, body.options, seat_options, board, body.automatic, False, body.access, time=time
    )
    new_table = create_table.open_table(
        services.tables,
        options,
        create_table.Opener(
            address,
            _person(credentials),
            program=_program_id(credentials),
            client_move_id=body.client_move_id,
        ),
    )
    table_id = new_table.table.setup.id
    seats = [_seat_view(home, new_table, seat, seat_body) for seat, seat_body in enumerate(body.seats)]
    return json_response({"id": table_id, "url": f"{home}/table/{table_id}", "seats": seats}, 201)


def _seat_view(
    home: str, new_table: create_table.NewTable, seat: int, seat_body: ProgramSeatBody
) -> models.ProgramMadeSeat:
    view: models.ProgramMadeSeat = {"seat": seat, "kind": seat_body.kind}
    if seat in new_table.secrets:
        view["secret"] = new_table.secrets[seat]
    if seat in new_table.invites:
        view["invite"] = new_table.invites[seat]
        view["invite_url"], _ = invitation(home, new_table.table.setup.id, new_table.invites[seat])
    return view


@router.post("/tables/{table_id}/join")
@response_model(models.ProgramJoined)
async def join(request: Request, services: AppServices, table_id: TableId, body: ProgramJoinBody) -> Response:
    """Join a table with an invitation. The seat is shown as a bot's."""
    row, _, credentials = await _load(request, table_id)
    authenticate(row, credentials)
    _within_quota(request, credentials, "joins")
    key, name = body.client_move_id or new_secret(), _name(body.name, credentials)
    joined = join_table.join(
        services.tables,
        table_id,
        body.invite,
        name,
        key,
        _person(credentials),
        program=_program_id(credentials),
    )
    seat, secret = await services.tables.run_async(joined)
    return json_response({"seat": seat, "secret": secret or ""})


@router.get("/tables/{table_id}")
@response_model(models.Position)
def position(
    request: Request,
    services: AppServices,
    lang: Language,
    table_id: TableId,
    seat: int | None = None,
    after: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """Get the table as the caller's seat or a spectator sees it. `after`: also list the events after that version."""
    row, table = services.tables.load(table_id)
    caller = require_viewer(services.tables, row, table, read_credentials(request))
    _must_have(caller, seat)
    viewer = caller.seat(seat, table.to_act())
    return json_response(services.positions.position(row, table, caller, viewer, after, lang))


@router.get("/tables/{table_id}/stream")
async def listen(
    request: Request,
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
    last_event_id: Annotated[str, Header()] = "",
) -> EventStreamResponse:
    """Stream server-sent events: a `position` now and after every change. Each event's id is the version."""
    row, _, credentials = await _load(request, table_id)
    _must_have(authenticate(row, credentials), seat)
    stream_request = StreamRequest(table_id, seat, lang, home, number(last_event_id))
    return await start_stream(request, stream_request, PROGRAM, PositionSession, positions=services.positions)


def _must_have(caller: Caller, seat: int | None) -> None:
    """Refused 403 where somebody asks for what another's seat knows, or a seat that there is not."""
    if seat is not None and seat not in caller.seats:
        raise no_seat()


# ----- commands -----


@commands.post("/tables/{table_id}/moves")
@response_model(models.ProgramPlayed)
async def move(request: Request, table_id: TableId, body: ProgramMoveBody) -> Response:
    """Play a move. If the position has changed since `version`, the response is 409 with the missed events."""
    row, table, credentials = await _load(request, table_id)
    seat = await _own_seat(request, row, credentials, body)
    context = CommandContext(
        credentials, seat, body.version, body.client_move_id, visitor_of(request).address
    )
    notation = body.move if body.move is not None else _notation_of(table, body.action or 0)
    return await _execute(request, play.move(services_of(request).tables, table_id, context, notation), seat)


@commands.post("/tables/{table_id}/resign")
@response_model(models.ProgramPlayed)
async def resign(request: Request, table_id: TableId, body: ProgramCommandBody) -> Response:
    """Resign the game."""
    row, _, credentials = await _load(request, table_id)
    seat = await _own_seat(request, row, credentials, body)
    context = CommandContext(credentials, seat, None, body.client_move_id, visitor_of(request).address)
    return await _execute(request, play.resign(services_of(request).tables, table_id, context), seat)


async def _load(request: Request, table_id: str) -> tuple[TableRow, Table, Credentials]:
    credentials = await PROGRAM.credentials(request)
    row, table = await run_in_thread(services_of(request).tables.load, table_id)
    return row, table, credentials


async def _own_seat(
    request: Request, row: TableRow, credentials: Credentials, body: ProgramCommandBody
) -> int:
    """Return the seat of a command, which is shown as a program's from now on.

    Raises:
        DomainError: 422 if the client has several seats and doesn't say which; 403 for another's, and at a rated table.
    """
    caller = authenticate(row, credentials)
    own = caller.seats
    if body.seat is None and len(own) > 1:
        text = N_("You have several seats at this table. Set “seat”.")
        raise DomainError(422, "which_seat", text)
    seat = min(own, default=0) if body.seat is None else body.seat
    _must_have(caller, seat)
    if row.seats[seat].program is None:
        played = join_table.play_by_program(row.setup.id, seat, _program_id(credentials))
        await services_of(request).tables.run_async(played)
    return seat


def _notation_of(table: Table, action: int) -> str:
    """Return the notation of an action. Raises DomainError 422 for an unknown number."""
    count = table.state.game.actions
    if not 0 <= action < count:
        text = N_("Unknown action {action}. Actions are numbered from 0 to {last}.")
        raise DomainError(422, "no_action", text, action=action, last=count - 1)
    return str(table.state.write(action))


async def _execute(request: Request, command: Job[Answer], seat: int) -> Response:
    try:
        answer = await services_of(request).tables.run_async(command)
    except StaleVersion as stale:
        return json_response(_stale_body(stale, language_of(request)), stale.status)
    entries = answer.table.entries[answer.first - 1 : answer.last]
    return json_response(
        {"version": answer.last, "events": [positions.event(entry, seat) for entry in entries]}
    )


def _stale_body(stale: StaleVersion, lang: str) -> models.ProgramFailure:
    """What the seat has missed, in the events of positions."""
    table, context = stale.table, stale.ticket
    missed = [positions.event(entry, context.seat) for entry in table.since(context.version or 0)]
    return {"error": stale.error(lang), "version": table.version, "events": missed}
