"""The routes of `/api/v1`: the commands, limits and secrets of the page's API, told in positions instead of Views.

A program shows what it has in `Authorization: Bearer ...`: the secret of a seat, or its own token. Cookies are passed over,
so that no page of anybody can play through a visitor's browser.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool as run_in_thread
from starlette.responses import StreamingResponse

from quartier.core.text.languages import N_
from quartier.server.access.rate_limits import Kind, Visitor
from quartier.server.commands import create_table, join_table, play
from quartier.server.commands.authorization import (
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
    must_be_known,
)
from quartier.server.commands.execute import Answer, CommandContext, StaleVersion
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
from quartier.server.http.credentials import carried
from quartier.server.http.dependencies import AppServices, BaseUrl, CommandRoute, Language
from quartier.server.http.language import language_of
from quartier.server.http.responses import answers, sent
from quartier.server.http.routes.streams import (
    Finding,
    Wanted,
    number,
    opened,
)
from quartier.server.http.visitor import visitor_of
from quartier.server.services import services_of
from quartier.server.sse.position_session import PositionSession
from quartier.server.storage.api_tokens import WITHOUT_TOKEN
from quartier.server.storage.secrets import hashed, new_secret, person_id
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Job
from quartier.server.views.api_v1 import models, positions
from quartier.server.views.table_view import invitation

PREFIX = "/api/v1"
router = APIRouter(prefix=PREFIX)
commands = APIRouter(prefix=PREFIX, route_class=CommandRoute)


# ----- who asks -----


def keys_now(request: Request) -> Credentials:
    """What a program has shown. It may read the database: call it in a thread, unless `keys_at_once`. Raises DomainError 401."""
    found = carried(request)
    program = services_of(request).programs.of_token(found.program)
    return Credentials((found.shown,) if found.shown else (), None, program, found.shown)


def keys_at_once(request: Request) -> bool:
    """Whether `keys_now` can tell without asking the database."""
    return services_of(request).programs.known(carried(request).program)


PROGRAM = Finding(keys_now, keys_at_once)


def _sits_as(keys: Credentials) -> str:
    """What is kept with a seat that a program takes."""
    return WITHOUT_TOKEN if keys.program is None else keys.program.id


def _person(keys: Credentials) -> str | None:
    """By what others know a program that they do not want at their table: its owner, or itself."""
    if keys.program is None:
        return None
    account = keys.program.account
    return hashed(f"program {keys.program.id}") if account is None else person_id(account)


def _within_quota(request: Request, keys: Credentials, kind: Kind) -> Visitor:
    """The limits are those of people; a program with a token counts by it."""
    visitor = visitor_of(request)
    if keys.program is not None:
        visitor = Visitor(visitor.address, f"program {keys.program.id}")
    services_of(request).quotas.take(kind, visitor)
    return visitor


def _name(said: str, keys: Credentials) -> str:
    """What a program is called at a table. Raises DomainError 422 where neither it nor its token says it."""
    name = said or ("" if keys.program is None else keys.program.name)
    if not name:
        text = N_("“name” is missing: say what the program is called, or show a token, which has a name.")
        raise DomainError(422, "name", text)
    return name


# ----- what there is -----


@router.get("/titles")
@answers(models.ProgramTitles)
def titles(request: Request, lang: Language) -> Response:
    """The games that can be played here, with their options and boards."""
    keys_now(request)
    return sent(positions.titles(lang))


@router.get("/titles/{title}/moves")
@answers(models.ProgramMoves)
def moves(
    request: Request,
    title: Annotated[Text, Path(max_length=40)],
    board: Annotated[Text, Query(max_length=80)] | None = None,
) -> Response:
    """Every action of a title in notation, by its number. It does not change while a server runs: ask once."""
    keys_now(request)
    return sent(positions.moves(title, board), headers={"Cache-Control": "public, max-age=3600"})


# ----- tables -----


@router.post("/tables", status_code=201)
@answers(models.ProgramTable)
def open_table(request: Request, services: AppServices, home: BaseUrl, body: ProgramTableBody) -> Response:
    """Open a table, with seats for the program itself, for others by invitation, and for bots."""
    keys = keys_now(request)
    must_be_known(keys)
    wishes = [
        SeatOptions(seat.kind, _name(seat.name, keys) if seat.kind == "me" else seat.name, seat.bot)
        for seat in body.seats
    ]
    time = None if body.time is None else TimeOptions(**body.time.model_dump())
    wish = TableOptions(
        body.title, body.options, wishes, body.board, body.automatic, False, body.access, time=time
    )
    address = _within_quota(request, keys, "tables").address
    opened = create_table.open_table(services.tables, wish, address, _person(keys), program=_sits_as(keys))
    table_id = opened.table.setup.id
    seats = [_made(home, opened, seat, each) for seat, each in enumerate(body.seats)]
    return sent({"id": table_id, "url": f"{home}/table/{table_id}", "seats": seats}, 201)


def _made(
    home: str, opened: create_table.NewTable, seat: int, said: ProgramSeatBody
) -> models.ProgramMadeSeat:
    made: models.ProgramMadeSeat = {"seat": seat, "kind": said.kind}
    if seat in opened.secrets:
        made["secret"] = opened.secrets[seat]
    if seat in opened.invites:
        made["invite"] = opened.invites[seat]
        made["invite_url"], _ = invitation(home, opened.table.setup.id, opened.invites[seat])
    return made


@router.post("/tables/{table_id}/join")
@answers(models.ProgramJoined)
async def join(request: Request, services: AppServices, table_id: TableId, body: ProgramJoinBody) -> Response:
    """Sit down at a table by an invitation. The seat is shown as a program's."""
    head, _, keys = await _looked(request, table_id)
    authenticate(head, keys)
    _within_quota(request, keys, "joins")
    once, name = body.client_move_id or new_secret(), _name(body.name, keys)
    taken = join_table.join(
        services.tables, table_id, body.invite, name, once, _person(keys), program=_sits_as(keys)
    )
    seat, secret = await services.tables.done(taken)
    return sent({"seat": seat, "secret": secret or ""})


@router.get("/tables/{table_id}")
@answers(models.Position)
def position(
    request: Request,
    services: AppServices,
    lang: Language,
    table_id: TableId,
    seat: int | None = None,
    after: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """The table as the program's seat knows it, or as a spectator does; with the events after a version."""
    head, table = services.tables.load(table_id)
    caller = authenticate(head, keys_now(request))
    authorize_viewing(head, table, caller)
    _must_have(caller, seat)
    seen = caller.seat(seat, table.to_act())
    return sent(services.positions.position(head, table, caller, seen, after, lang))


@router.get("/tables/{table_id}/stream")
async def listen(
    request: Request,
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    """Server-sent events: a `position` now, and whenever it has changed; its id is the version."""
    head, _, keys = await _looked(request, table_id)
    _must_have(authenticate(head, keys), seat)
    wanted = Wanted(table_id, seat, lang, home, number(last_event_id))
    return await opened(request, wanted, PROGRAM, PositionSession, positions=services.positions)


def _must_have(caller: Caller, seat: int | None) -> None:
    """Refused 403 where somebody asks for what another's seat knows, or a seat that there is not."""
    if seat is not None and seat not in caller.seats:
        raise no_seat()


# ----- commands -----


@commands.post("/tables/{table_id}/moves")
@answers(models.ProgramPlayed)
async def move(request: Request, table_id: TableId, body: ProgramMoveBody) -> Response:
    """Play a move. 409, with what was missed, where the table has moved on since `version`."""
    head, table, keys = await _looked(request, table_id)
    seat = await _own_seat(request, head, keys, body)
    ticket = CommandContext(keys, seat, body.version, body.client_move_id, visitor_of(request).address)
    said = body.move if body.move is not None else _written(table, body.action or 0)
    return await _done(request, play.move(services_of(request).tables, table_id, ticket, said), seat)


@commands.post("/tables/{table_id}/resign")
@answers(models.ProgramPlayed)
async def resign(request: Request, table_id: TableId, body: ProgramCommandBody) -> Response:
    """Give up."""
    head, _, keys = await _looked(request, table_id)
    seat = await _own_seat(request, head, keys, body)
    ticket = CommandContext(keys, seat, None, body.client_move_id, visitor_of(request).address)
    return await _done(request, play.resign(services_of(request).tables, table_id, ticket), seat)


async def _looked(request: Request, table_id: str) -> tuple[TableRow, Table, Credentials]:
    keys = await PROGRAM.keys(request)
    head, table = await run_in_thread(services_of(request).tables.load, table_id)
    return head, table, keys


async def _own_seat(request: Request, head: TableRow, keys: Credentials, body: ProgramCommandBody) -> int:
    """The seat of a command, which is shown as a program's from now on. Raises DomainError 422 where the caller has several and
    does not say which, 403 for another's, and at a rated table.
    """
    caller = authenticate(head, keys)
    own = caller.seats
    if body.seat is None and len(own) > 1:
        text = N_("You play several seats here. Say which one in “seat”.")
        raise DomainError(422, "which_seat", text)
    seat = min(own, default=0) if body.seat is None else body.seat
    _must_have(caller, seat)
    if head.seats[seat].program is None:
        played = join_table.play_by_program(head.setup.id, seat, _sits_as(keys))
        await services_of(request).tables.done(played)
    return seat


def _written(table: Table, action: int) -> str:
    """The notation of an action. Raises DomainError 422 where there is no such number."""
    count = table.state.game.actions
    if not 0 <= action < count:
        text = N_("There is no action {action}: they are numbered from 0 to {last}.")
        raise DomainError(422, "no_action", text, action=action, last=count - 1)
    return str(table.state.write(action))


async def _done(request: Request, command: Job[Answer], seat: int) -> Response:
    try:
        answer = await services_of(request).tables.done(command)
    except StaleVersion as stale:
        return sent(_missed(stale, language_of(request)), stale.status)
    entries = answer.table.entries[answer.first - 1 : answer.last]
    return sent({"version": answer.last, "events": [positions.event(entry, seat) for entry in entries]})


def _missed(stale: StaleVersion, lang: str) -> models.ProgramFailure:
    """What the seat has missed, in the events of positions."""
    table, ticket = stale.table, stale.ticket
    missed = [positions.event(entry, ticket.seat) for entry in table.since(ticket.version or 0)]
    return {"error": stale.error(lang), "version": table.version, "events": missed}
