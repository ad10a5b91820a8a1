"""Routes of tables, as JSON. Each reads its body, calls one function, and words the response for the client."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool as run_in_thread
from starlette.exceptions import HTTPException

from quartier.core.text.languages import translator
from quartier.server.commands import (
    bot_takeover,
    create_table,
    join_table,
    play,
    provable_chance,
    table_codes,
    vacation,
)
from quartier.server.commands import rematch as playing_again
from quartier.server.commands import takeback as taking_back
from quartier.server.commands.authorization import (
    authenticate,
    must_not_send_unknown_secret,
)
from quartier.server.commands.create_table import NewTable, Opener
from quartier.server.commands.execute import Answer, CommandContext, require_seat, require_viewer
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.errors import illegal_move_reason as worded_refusal
from quartier.server.http.bodies.tables import (
    ClaimBody,
    CodeBody,
    CommandBody,
    HintBody,
    JoinBody,
    MoveBody,
    NonceBody,
    ReplaceBody,
    TableBody,
    TableId,
    TakebackBody,
    ThingName,
    UndoBody,
    VacationBody,
    WhyBody,
)
from quartier.server.http.browser_seats import give_seats, take_over_table_cookie
from quartier.server.http.cookies import renew_cookies
from quartier.server.http.credentials import (
    browser_secret,
    credentials_of,
    person,
    set_visitor_cookie,
    table_cookie,
    visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, BaseUrl, CommandRoute, Language, RequestCredentials
from quartier.server.http.language import language_of
from quartier.server.http.middleware.request_slots import release_slot
from quartier.server.http.responses import (
    accepts_gzip,
    gzip_json_response,
    json_response,
    response_model,
    svg_response,
)
from quartier.server.http.visitor import visitor_of, within_quota
from quartier.server.root_path import site_path
from quartier.server.services import Services, services_of
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job
from quartier.server.views import (
    messages,
    models,
    my_tables,
    records,
    title_pictures,
)
from quartier.server.views.learning import hints, tooltips
from quartier.server.views.learning import models as teaching_models
from quartier.server.views.lobby import models as meeting_models
from quartier.server.views.table_view import Viewer, invitation
from quartier.server.workers.hints import PendingHint

router = APIRouter(prefix="/api/tables")
commands = APIRouter(prefix="/api/tables", route_class=CommandRoute)
"""Routes are tried in their order, and most requests are commands, so these are the first."""


@commands.post("/{table_id}/moves")
@response_model(models.Done)
async def move(request: Request, table_id: TableId, body: MoveBody) -> Response:
    """Play a move."""
    played = play.move(_tables(request), table_id, await _command_context(request, body), body.move)
    return await _execute(request, played, body)


@router.post("", status_code=201)
@response_model(models.MadeTable)
def create(
    request: Request, services: AppServices, credentials: RequestCredentials, home: BaseUrl, body: TableBody
) -> Response:
    """Open a table; the cookie and `secret` are for the caller's own seats."""
    must_not_send_unknown_secret(credentials)
    seat_options = [SeatOptions(**seat.model_dump()) for seat in body.seats]
    time = None if body.time is None else TimeOptions(**body.time.model_dump())
    kind = (body.automatic, body.hints, body.access, body.provable, time, body.rated)
    visitor = browser_secret(request)
    address = within_quota(request, "tables").address
    board = services.own_boards.read(body.title, body.board, address)
    options = TableOptions(body.title, body.options, seat_options, board, *kind)
    new_table = create_table.open_table(
        services.tables,
        options,
        Opener(
            address, person(credentials, visitor), credentials.account, client_move_id=body.client_move_id
        ),
    )
    table_id = new_table.table.setup.id
    seats = [
        _new_seat_view(home, new_table, seat, seat_body.kind) for seat, seat_body in enumerate(body.seats)
    ]
    answer = json_response({"id": table_id, "url": site_path(f"/table/{table_id}"), "seats": seats}, 201)
    if credentials.account is None:
        give_seats(request, table_id, [new_table.creator_secret, *new_table.secrets.values()])
    set_visitor_cookie(request, answer, visitor)
    return answer


def _new_seat_view(
    home: str, new_table: NewTable, seat: int, kind: Literal["me", "friend", "bot"]
) -> models.MadeSeat:
    seat_view: models.MadeSeat = {"seat": seat, "kind": kind}
    if seat in new_table.secrets:
        seat_view["secret"] = new_table.secrets[seat]
    if seat in new_table.invites:
        seat_view["invite"] = invite = new_table.invites[seat]
        link = invitation(home, new_table.table.setup.id, invite)
        seat_view["invite_url"], seat_view["qr"] = link
    return seat_view


@router.post("/by-code")
@response_model(meeting_models.FoundTable)
def by_code(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Return the invitation to a free seat of the table with this code."""
    table_id, invite = table_codes.find(services.tables, services.quotas, visitor_of(request), body.code)
    result: meeting_models.FoundTable = {"url": site_path(f"/table/{table_id}#join={invite}")}
    return json_response(result)


@router.post("/{table_id}/join")
@response_model(models.Joined)
async def join(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    table_id: TableId,
    body: JoinBody,
) -> Response:
    """Take the seat of an invitation under a name."""
    within_quota(request, "joins")
    key, visitor = body.client_move_id or new_secret(), browser_secret(request)
    joined = join_table.join(
        services.tables,
        table_id,
        body.invite,
        body.name,
        key,
        person(credentials, visitor),
        credentials.account,
    )
    seat, secret = await services.tables.run_async(joined)
    answer = json_response({"seat": seat, "secret": secret})
    set_visitor_cookie(request, answer, visitor)
    if secret is not None:
        await run_in_thread(give_seats, request, table_id, [secret])
    return answer


@router.post("/{table_id}/claim")
@response_model(models.Claimed)
def claim(request: Request, services: AppServices, table_id: TableId, body: ClaimBody) -> Response:
    """Continue on this device with a seat's secret."""
    caller = join_table.claim(services.tables, table_id, body.secret)
    answer = json_response({"seats": sorted(caller.seats)})
    give_seats(request, table_id, [body.secret])
    set_visitor_cookie(request, answer, browser_secret(request))
    return answer


@router.get("/{table_id}")
@response_model(models.View)
def view(
    request: Request,
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
) -> Response:
    """Return the client's View, and set the visitor cookie, so that it can mute others.

    Cookies of earlier releases are replaced.
    """
    row, table = services.tables.load(table_id)
    caller = require_viewer(services.tables, row, table, credentials)
    viewer = Viewer(caller, caller.seat(seat, table.to_act()), lang, home)
    presence = services.hub.presence(table_id)
    if accepts_gzip(request):
        answer = gzip_json_response(services.views.gzip_view(row, table, viewer, presence))
    else:
        answer = json_response(services.views.view(row, table, viewer, presence))
    renew_cookies(request, answer)
    if visitor_cookie(request) is None:
        set_visitor_cookie(request, answer, browser_secret(request))
    take_over_table_cookie(request, answer, table_id)
    return answer


@router.get("/{table_id}/summary")
@response_model(meeting_models.Summary)
def summary(
    request: Request,
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
) -> Response:
    """What the home page shows of a table at which the caller has a seat."""
    row, table = services.tables.load(table_id)
    with services.database.read() as connection:
        at = table_rows.moved_at(connection, table_id)
    moments = my_tables.Moments(at, services.clock.now())
    answer = json_response(my_tables.summary(row, table, authenticate(row, credentials), lang, moments))
    take_over_table_cookie(request, answer, table_id)
    return answer


@router.get("/{table_id}/picture", include_in_schema=False)
def picture(
    services: AppServices, lang: Language, credentials: RequestCredentials, table_id: TableId, theme: str = ""
) -> Response:
    """The board as the caller sees it, for `<img>`. The page's address for it is another one after each move."""
    row, table = services.tables.load(table_id)
    seat = require_viewer(services.tables, row, table, credentials).seat(None, table.to_act())
    return svg_response(title_pictures.of_table(table, seat, lang, theme), shared=False)


@router.get("/{table_id}/past")
@response_model(models.Moment)
def past(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    at: Annotated[int, Query(ge=0)],
    seat: int | None = None,
) -> Response:
    """The position after an event, as the caller saw it then: to watch again what has happened."""
    row, table = services.tables.load(table_id)
    viewer = require_viewer(services.tables, row, table, credentials).seat(seat, table.to_act())
    return json_response(services.views.moment(table, at, viewer, lang))


@router.get("/{table_id}/about/{name}")
@response_model(teaching_models.About)
def about(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    name: ThingName,
    seat: int | None = None,
) -> Response:
    """What a thing on the table is, as the caller may know it."""
    row, table = services.tables.load(table_id)
    viewer = require_viewer(services.tables, row, table, credentials).seat(seat, table.to_act())
    return json_response(tooltips.tooltip(table, viewer, name, lang))


@router.get("/{table_id}/boards/{owner}")
@response_model(models.OpenedBoard)
def board_of(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    owner: Annotated[int, Path(ge=0)],
) -> Response:
    """Return the board of a seat, as any spectator may know it."""
    row, table = services.tables.load(table_id)
    require_viewer(services.tables, row, table, credentials)
    state = table.state
    if owner >= state.seats:
        raise HTTPException(404)
    return json_response({"board": state.seen_by(None, lang).board_of(owner)})


@router.get("/{table_id}/record")
def record(services: AppServices, credentials: RequestCredentials, table_id: TableId) -> PlainTextResponse:
    """The record, as much of it as the caller may know."""
    row, table = services.tables.load(table_id)
    seat = require_viewer(services.tables, row, table, credentials).seat(None, table.to_act())
    name = f"{table.setup.title}-{table_id}.txt"
    return PlainTextResponse(
        records.text(table, seat), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@commands.post("/{table_id}/nonce")
@response_model(models.Done)
async def add_nonce(request: Request, table_id: TableId, body: NonceBody) -> Response:
    """Add a number of one's own to provable chance."""
    added = provable_chance.add_nonce(
        _tables(request), table_id, await _command_context(request, body), body.nonce
    )
    return await _execute(request, added, body)


@commands.post("/{table_id}/undo")
@response_model(models.Done)
async def undo(request: Request, table_id: TableId, body: UndoBody) -> Response:
    """Undo the last move where no one has to agree, or all moves of the turn so far; play another instead."""
    tables, context = _tables(request), await _command_context(request, body)
    undone = taking_back.take_back(tables, table_id, context, body.whole_turn, body.instead)
    return await _execute(request, undone, body)


@commands.post("/{table_id}/takeback")
@response_model(models.Done)
async def takeback(request: Request, table_id: TableId, body: TakebackBody) -> Response:
    """Ask for a take-back, or answer one."""
    tables, context = _tables(request), await _command_context(request, body)
    if body.answer is None:
        return await _execute(request, taking_back.ask(tables, table_id, context), body)
    return await _execute(request, taking_back.answer(tables, table_id, context, body.answer == "yes"), body)


@commands.post("/{table_id}/resign")
@response_model(models.Done)
async def resign(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Give up."""
    return await _execute(
        request, play.resign(_tables(request), table_id, await _command_context(request, body)), body
    )


@commands.post("/{table_id}/replace")
@response_model(models.Done)
async def replace(request: Request, table_id: TableId, body: ReplaceBody) -> Response:
    """Ask for a bot takeover of an absent player's seat, or answer."""
    tables, context = _tables(request), await _command_context(request, body)
    if body.answer is not None:
        command = await run_in_thread(bot_takeover.answer, tables, table_id, context, body.answer == "yes")
    else:
        command = await run_in_thread(bot_takeover.ask, tables, table_id, context, body.absent)
    return await _execute(request, command, body)


@commands.post("/{table_id}/return")
@response_model(models.Done)
async def take_seat_back(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Play again after a bot has played for the seat."""
    return await _execute(
        request,
        bot_takeover.return_to_seat(_tables(request), table_id, await _command_context(request, body)),
        body,
    )


@commands.post("/{table_id}/vacation")
@response_model(models.Done)
async def go_on_vacation(request: Request, table_id: TableId, body: VacationBody) -> Response:
    """Stop one's clock for some days at a game over days; 0: be back."""
    context = await _command_context(request, body)
    return await _execute(request, vacation.take(_tables(request), table_id, context, body.days), body)


@commands.post("/{table_id}/rematch")
@response_model(models.RematchAnswer)
async def rematch(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Agree to a rematch.

    When all have, `id` and `url` of the new table, where their browsers hold their seats; ask again to get them later.
    """
    tables, visitor, quotas = _tables(request), visitor_of(request), services_of(request).quotas
    quotas.check("tables", visitor)
    agreed = playing_again.agree(tables, table_id, await _command_context(request, body), visitor.address)
    new_id = await tables.run_async(agreed)
    if new_id is None:
        return json_response({"id": None, "url": None})
    quotas.note("tables", visitor)
    answer = json_response({"id": new_id, "url": site_path(f"/table/{new_id}")})
    if secrets := table_cookie(request):  # the page was opened before this release
        await run_in_thread(give_seats, request, new_id, secrets)
        set_visitor_cookie(request, answer, browser_secret(request))
    return answer


@router.post("/{table_id}/why")
@response_model(models.Why)
def why(
    services: AppServices, lang: Language, credentials: RequestCredentials, table_id: TableId, body: WhyBody
) -> Response:
    """Why the touched path leads to no move; empty when it does, or means nothing."""
    row, table = services.tables.load(table_id)
    require_seat(services.tables, row, credentials, body.seat)
    illegal = table.state.seen_by(body.seat, lang).why(body.path)
    return json_response({} if illegal is None else worded_refusal(table.setup.title, illegal, lang))


@router.post("/{table_id}/hint")
@response_model(teaching_models.HintAnswer)
async def hint(
    request: Request,
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    body: HintBody,
) -> Response:
    """The best moves of the seat, and what each promises. No thread waits for them meanwhile."""
    context = CommandContext(credentials, body.seat, body.version, "hint")
    pending = await run_in_thread(services.hint_service.ask, table_id, context, visitor_of(request).address)
    release_slot(request)
    await asyncio.wait([asyncio.wrap_future(pending.coming)], timeout=services.hint_service.patience)
    return await run_in_thread(_hint_response, services, lang, pending, context)


def _hint_response(services: Services, lang: str, pending: PendingHint, context: CommandContext) -> Response:
    result = services.hint_service.result_of(pending, context)
    choices = services.views.choices(pending.table, pending.seat, lang)
    view_state = pending.table.state.concealed(pending.seat)
    names = messages.player_names(pending.table, translator(lang))
    answer = hints.hint_view(result, view_state, pending.seat, choices, lang, names)
    response: teaching_models.HintAnswer = {"version": pending.table.version, **answer}
    return json_response(response)


async def _execute(request: Request, command: Job[Answer], body: CommandBody) -> Response:
    """Carry a command out; its answer as its seat may see it."""
    services, lang = services_of(request), language_of(request)
    answer = await services.tables.run_async(command)
    entries = answer.table.entries[answer.first - 1 : answer.last]
    events = [services.views.event(answer.table, entry, body.seat, lang) for entry in entries]
    return json_response({"version": answer.last, "events": events})


def _tables(request: Request) -> TableStore:
    return services_of(request).tables


async def _command_context(request: Request, body: CommandBody) -> CommandContext:
    credentials, visitor = await credentials_of(request), visitor_of(request).address
    return CommandContext(credentials, body.seat, body.version, body.client_move_id, visitor)
