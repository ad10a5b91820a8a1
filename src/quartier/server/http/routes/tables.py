"""The JSON API of tables. Each route reads its body, calls one function, and words the answer for the caller."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool as run_in_thread
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

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
    Caller,
    Credentials,
    authenticate,
    authorize_viewing,
    must_be_known,
)
from quartier.server.commands.create_table import NewTable
from quartier.server.commands.execute import Answer, CommandContext, require_seat
from quartier.server.commands.table_options import SeatOptions, TableOptions, TimeOptions
from quartier.server.domain.table import Table
from quartier.server.errors import why as worded_refusal
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
from quartier.server.http.credentials import (
    carried,
    keep,
    keys_at_once,
    keys_now,
    keys_of,
    know,
    person,
    visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, BaseUrl, CommandRoute, Language, RequestCredentials
from quartier.server.http.language import language_of
from quartier.server.http.responses import answers, drawing, sent
from quartier.server.http.routes.streams import (
    Finding,
    Wanted,
    number,
    opened,
)
from quartier.server.http.visitor import visitor_of, within_quota
from quartier.server.services import Services, services_of
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import new_secret
from quartier.server.storage.table_rows import TableRow
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
from quartier.server.views.patches import Patches
from quartier.server.views.table_view import Viewer, invitation
from quartier.server.workers.hints import PendingHint

router = APIRouter(prefix="/api/tables")
commands = APIRouter(prefix="/api/tables", route_class=CommandRoute)
"""Routes are tried in their order, and most requests are commands, so these are the first."""

BROWSER = Finding(keys_now, keys_at_once)


@commands.post("/{table_id}/moves")
@answers(models.Done)
async def move(request: Request, table_id: TableId, body: MoveBody) -> Response:
    """Play a move."""
    played = play.move(_tables(request), table_id, await _ticket(request, body), body.move)
    return await _done(request, played, body)


@router.post("", status_code=201)
@answers(models.MadeTable)
def create(
    request: Request, services: AppServices, keys: RequestCredentials, home: BaseUrl, body: TableBody
) -> Response:
    """Open a table; the cookie and `secret` are for the caller's own seats."""
    must_be_known(keys)
    wishes = [SeatOptions(**seat.model_dump()) for seat in body.seats]
    time = None if body.time is None else TimeOptions(**body.time.model_dump())
    kind = (body.automatic, body.hints, body.access, body.provable, time, body.rated)
    wish = TableOptions(body.title, body.options, wishes, body.board, *kind)
    visitor = visitor_cookie(request) or new_secret()
    address = within_quota(request, "tables").address
    opened = create_table.open_table(services.tables, wish, address, person(keys, visitor), keys.account)
    table_id = opened.table.setup.id
    seats = [_opened_seat(home, opened, seat, each.kind) for seat, each in enumerate(body.seats)]
    answer = sent({"id": table_id, "url": f"/table/{table_id}", "seats": seats}, 201)
    if keys.account is None:
        keep(request, answer, table_id, [opened.creator_secret, *opened.secrets.values()])
    know(request, answer, visitor)
    return answer


def _opened_seat(
    home: str, opened: NewTable, seat: int, kind: Literal["me", "friend", "bot"]
) -> models.MadeSeat:
    described: models.MadeSeat = {"seat": seat, "kind": kind}
    if seat in opened.secrets:
        described["secret"] = opened.secrets[seat]
    if seat in opened.invites:
        described["invite"] = invite = opened.invites[seat]
        link = invitation(home, opened.table.setup.id, invite)
        described["invite_url"], described["qr"] = link
    return described


@router.post("/by-code")
@answers(meeting_models.FoundTable)
def by_code(request: Request, services: AppServices, body: CodeBody) -> Response:
    """Where the six letters of an open table lead: to the invitation to one of its free seats."""
    table_id, invite = table_codes.find(services.tables, services.quotas, visitor_of(request), body.code)
    found: meeting_models.FoundTable = {"url": f"/table/{table_id}#join={invite}"}
    return sent(found)


@router.post("/{table_id}/join")
@answers(models.Joined)
async def join(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, body: JoinBody
) -> Response:
    """Take the seat of an invitation under a name."""
    within_quota(request, "joins")
    once, visitor = body.client_move_id or new_secret(), visitor_cookie(request) or new_secret()
    joined = join_table.join(
        services.tables, table_id, body.invite, body.name, once, person(keys, visitor), keys.account
    )
    seat, secret = await services.tables.done(joined)
    answer = sent({"seat": seat, "secret": secret})
    know(request, answer, visitor)
    if secret is not None:
        keep(request, answer, table_id, [secret])
    return answer


@router.post("/{table_id}/claim")
@answers(models.Claimed)
def claim(request: Request, services: AppServices, table_id: TableId, body: ClaimBody) -> Response:
    """Continue on this device with a seat's secret."""
    caller = join_table.claim(services.tables, table_id, body.secret)
    answer = sent({"seats": sorted(caller.seats)})
    keep(request, answer, table_id, [body.secret])
    return answer


@router.get("/{table_id}")
@answers(models.View)
def view(
    request: Request,
    services: AppServices,
    lang: Language,
    keys: RequestCredentials,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
) -> Response:
    """The View of the caller, whose browser is known from now on: so it can be spared somebody's words."""
    head, table = services.tables.load(table_id)
    caller = authenticate(head, keys)
    authorize_viewing(head, table, caller)
    viewer = Viewer(caller, caller.seat(seat, table.to_act()), lang, home)
    answer = sent(services.views.view(head, table, viewer, services.hub.presence(table_id)))
    if visitor_cookie(request) is None:
        know(request, answer, new_secret())
    return answer


@router.get("/{table_id}/summary")
@answers(meeting_models.Summary)
def summary(services: AppServices, lang: Language, keys: RequestCredentials, table_id: TableId) -> Response:
    """What the home page shows of a table at which the caller has a seat."""
    head, table = services.tables.load(table_id)
    with services.database.read() as connection:
        at = table_rows.moved_at(connection, table_id)
    moments = my_tables.Moments(at, services.clock.now())
    return sent(my_tables.summary(head, table, authenticate(head, keys), lang, moments))


@router.get("/{table_id}/picture", include_in_schema=False)
def picture(
    services: AppServices, lang: Language, keys: RequestCredentials, table_id: TableId, theme: str = ""
) -> Response:
    """The board as the caller sees it, for `<img>`. The page's address for it is another one after each move."""
    head, table = services.tables.load(table_id)
    seat = _admitted(head, table, keys).seat(None, table.to_act())
    return drawing(title_pictures.of_table(table, seat, lang, theme), shared=False)


@router.get("/{table_id}/past")
@answers(models.Moment)
def past(
    services: AppServices,
    lang: Language,
    keys: RequestCredentials,
    table_id: TableId,
    at: Annotated[int, Query(ge=0)],
    seat: int | None = None,
) -> Response:
    """The position after an event, as the caller saw it then: to watch again what has happened."""
    head, table = services.tables.load(table_id)
    viewer = _admitted(head, table, keys).seat(seat, table.to_act())
    return sent(services.views.moment(table, at, viewer, lang))


@router.get("/{table_id}/about/{name}")
@answers(teaching_models.About)
def about(
    services: AppServices,
    lang: Language,
    keys: RequestCredentials,
    table_id: TableId,
    name: ThingName,
    seat: int | None = None,
) -> Response:
    """What a thing on the table is, as the caller may know it."""
    head, table = services.tables.load(table_id)
    viewer = _admitted(head, table, keys).seat(seat, table.to_act())
    return sent(tooltips.explained(table, viewer, name, lang))


@router.get("/{table_id}/boards/{owner}")
@answers(models.OpenedBoard)
def board_of(
    services: AppServices,
    lang: Language,
    keys: RequestCredentials,
    table_id: TableId,
    owner: Annotated[int, Path(ge=0)],
) -> Response:
    """The board of a seat, as everybody may know it who may watch."""
    head, table = services.tables.load(table_id)
    _admitted(head, table, keys)
    state = table.state
    if owner >= state.seats:
        raise HTTPException(404)
    return sent({"board": state.seen_by(None, lang).board_of(owner)})


@router.get("/{table_id}/stream")
async def open_stream(
    request: Request,
    lang: Language,
    home: BaseUrl,
    table_id: TableId,
    seat: int | None = None,
    after: Annotated[int | None, Query(ge=0)] = None,
    form: Literal["joined", "fragments"] = "joined",
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    """Server-sent events.

    The first connection of a page that has a View may say `?after=VERSION` instead of Last-Event-ID. `?form=fragments` asks
    for patches instead of events and Views.
    """
    has = number(last_event_id) if last_event_id.isdigit() else after
    patches = Patches() if form == "fragments" else None
    return await opened(request, Wanted(table_id, seat, lang, home, has), BROWSER, patches=patches)


@router.get("/{table_id}/record")
def record(services: AppServices, keys: RequestCredentials, table_id: TableId) -> PlainTextResponse:
    """The record, as much of it as the caller may know."""
    head, table = services.tables.load(table_id)
    seat = _admitted(head, table, keys).seat(None, table.to_act())
    name = f"{table.setup.title}-{table_id}.txt"
    return PlainTextResponse(
        records.text(table, seat), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@commands.post("/{table_id}/nonce")
@answers(models.Done)
async def add_nonce(request: Request, table_id: TableId, body: NonceBody) -> Response:
    """Add a number of one's own to provable chance."""
    added = provable_chance.add_nonce(_tables(request), table_id, await _ticket(request, body), body.nonce)
    return await _done(request, added, body)


@commands.post("/{table_id}/undo")
@answers(models.Done)
async def undo(request: Request, table_id: TableId, body: UndoBody) -> Response:
    """Take one's own last move back where nobody need be asked, or all moves of the turn so far; play another instead."""
    tables, ticket = _tables(request), await _ticket(request, body)
    undone = taking_back.take_back(tables, table_id, ticket, body.whole_turn, body.instead)
    return await _done(request, undone, body)


@commands.post("/{table_id}/takeback")
@answers(models.Done)
async def takeback(request: Request, table_id: TableId, body: TakebackBody) -> Response:
    """Ask for a take-back, or answer one."""
    tables, ticket = _tables(request), await _ticket(request, body)
    if body.answer is None:
        return await _done(request, taking_back.ask(tables, table_id, ticket), body)
    return await _done(request, taking_back.answer(tables, table_id, ticket, body.answer == "yes"), body)


@commands.post("/{table_id}/resign")
@answers(models.Done)
async def resign(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Give up."""
    return await _done(request, play.resign(_tables(request), table_id, await _ticket(request, body)), body)


@commands.post("/{table_id}/replace")
@answers(models.Done)
async def replace(request: Request, table_id: TableId, body: ReplaceBody) -> Response:
    """Ask to let a bot play for somebody who is away, or answer."""
    tables, ticket = _tables(request), await _ticket(request, body)
    if body.answer is not None:
        said = await run_in_thread(bot_takeover.answer, tables, table_id, ticket, body.answer == "yes")
    else:
        said = await run_in_thread(bot_takeover.ask, tables, table_id, ticket, body.absent)
    return await _done(request, said, body)


@commands.post("/{table_id}/return")
@answers(models.Done)
async def take_seat_back(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Play again after a bot has played for the seat."""
    return await _done(
        request, bot_takeover.come_back(_tables(request), table_id, await _ticket(request, body)), body
    )


@commands.post("/{table_id}/vacation")
@answers(models.Done)
async def go_on_vacation(request: Request, table_id: TableId, body: VacationBody) -> Response:
    """Stop one's clock for some days at a game over days; 0: be back."""
    ticket = await _ticket(request, body)
    return await _done(request, vacation.take(_tables(request), table_id, ticket, body.days), body)


@commands.post("/{table_id}/rematch")
@answers(models.RematchAnswer)
async def rematch(request: Request, table_id: TableId, body: CommandBody) -> Response:
    """Agree to a rematch.

    When all have, `id` and `url` of the new table, and the cookie for it; ask again to get them later.
    """
    tables, visitor, quotas = _tables(request), visitor_of(request), services_of(request).quotas
    quotas.check("tables", visitor)
    agreed = playing_again.agree(tables, table_id, await _ticket(request, body), visitor.address)
    new_id = await tables.done(agreed)
    if new_id is None:
        return sent({"id": None, "url": None})
    quotas.note("tables", visitor)
    answer = sent({"id": new_id, "url": f"/table/{new_id}"})
    keep(request, answer, new_id, carried(request).secrets)
    return answer


@router.post("/{table_id}/why")
@answers(models.Why)
def why(
    services: AppServices, lang: Language, keys: RequestCredentials, table_id: TableId, body: WhyBody
) -> Response:
    """Why the touched path leads to no move; empty when it does, or means nothing."""
    head, table = services.tables.load(table_id)
    require_seat(services.tables, head, keys, body.seat)
    illegal = table.state.seen_by(body.seat, lang).why(body.path)
    return sent({} if illegal is None else worded_refusal(table.setup.title, illegal, lang))


@router.post("/{table_id}/hint")
@answers(teaching_models.HintAnswer)
async def hint(
    request: Request,
    services: AppServices,
    lang: Language,
    keys: RequestCredentials,
    table_id: TableId,
    body: HintBody,
) -> Response:
    """The best moves of the seat, and what each promises. No thread waits for them meanwhile."""
    ticket = CommandContext(keys, body.seat, body.version, "hint")
    pending = await run_in_thread(services.adviser.ask, table_id, ticket, visitor_of(request).address)
    await asyncio.wait([asyncio.wrap_future(pending.coming)])
    return await run_in_thread(_worded_hint, services, lang, pending, ticket)


def _worded_hint(services: Services, lang: str, pending: PendingHint, ticket: CommandContext) -> Response:
    found = services.adviser.checked(pending, ticket)
    choices = services.views.choices(pending.table, pending.seat, lang)
    known = pending.table.state.concealed(pending.seat)
    names = messages.player_names(pending.table, translator(lang))
    answer = hints.answered(found, known, pending.seat, choices, lang, names)
    told: teaching_models.HintAnswer = {"version": pending.table.version, **answer}
    return sent(told)


def _admitted(head: TableRow, table: Table, keys: Credentials) -> Caller:
    caller = authenticate(head, keys)
    authorize_viewing(head, table, caller)
    return caller


async def _done(request: Request, command: Job[Answer], body: CommandBody) -> Response:
    """Carry a command out; its answer as its seat may see it."""
    services, lang = services_of(request), language_of(request)
    answer = await services.tables.done(command)
    entries = answer.table.entries[answer.first - 1 : answer.last]
    events = [services.views.event(answer.table, entry, body.seat, lang) for entry in entries]
    return sent({"version": answer.last, "events": events})


def _tables(request: Request) -> TableStore:
    return services_of(request).tables


async def _ticket(request: Request, body: CommandBody) -> CommandContext:
    keys, visitor = await keys_of(request), visitor_of(request).address
    return CommandContext(keys, body.seat, body.version, body.client_move_id, visitor)
