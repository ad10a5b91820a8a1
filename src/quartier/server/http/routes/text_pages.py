"""Text pages of tables, puzzles and replays: everything as headings, lists and forms, which work without sight and script.

The page of a table is below `/api/tables/ID`, where the browser sends the secrets of its seats. Its form carries out
the same commands as the API.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool as run_in_thread

from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import percent
from quartier.server.commands import play
from quartier.server.commands import takeback as taking_back
from quartier.server.commands.authorization import Credentials
from quartier.server.commands.execute import Answer, CommandContext, require_viewer
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, IllegalMoveError
from quartier.server.http.base_url import base_url
from quartier.server.http.bodies.tables import MoveText, ReplayId, TableId
from quartier.server.http.bodies.text_page import TextCommandBody, read_form
from quartier.server.http.credentials import credentials_of
from quartier.server.http.dependencies import AppServices, BaseUrl, Language, RequestCredentials
from quartier.server.http.language import language_of
from quartier.server.http.pages import error_page, render
from quartier.server.http.routes.replays import start_review
from quartier.server.http.visitor import visitor_of
from quartier.server.root_path import site_path
from quartier.server.services import services_of
from quartier.server.storage.secrets import new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job
from quartier.server.views import catalogue, replays, text_page
from quartier.server.views.daily import puzzles
from quartier.server.views.finished import reviews
from quartier.server.views.finished.models import Review
from quartier.server.views.table_view import Viewer

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303


# ----- tables -----


@router.get("/table/{table_id}/text")
def table_address(request: Request, services: AppServices, table_id: TableId) -> Response:
    """Send the browser to where it also sends a table's cookie of an earlier release."""
    services.tables.setup_of(table_id)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(_table_path(table_id) + query, SEE_OTHER)


@router.get("/api/tables/{table_id}/text")
def table(
    request: Request,
    credentials: RequestCredentials,
    table_id: TableId,
    seat: Annotated[int | None, Query(ge=0)] = None,
) -> HTMLResponse:
    """The table as the caller sees it; a device with several hands shows one only when `seat` names it."""
    try:
        return _table_page(request, credentials, table_id, seat)
    except DomainError as refused:
        return error_page(request, refused)


@router.post("/api/tables/{table_id}/text")
async def command(request: Request, table_id: TableId) -> Response:
    """Carry out what the form says, and go back to the page; a refusal is a sentence on it."""
    body, credentials = await read_form(request), await credentials_of(request)
    context = CommandContext(
        credentials, body.seat, body.version, body.client_move_id, visitor_of(request).address
    )
    tables = services_of(request).tables
    try:
        job = await run_in_thread(_job, tables, table_id, context, body)
        await tables.run_async(job)
    except DomainError as refused:
        return await run_in_thread(_refused_page, request, credentials, table_id, body, refused)
    return RedirectResponse(f"{_table_path(table_id)}#now", SEE_OTHER)


def _table_path(table_id: str) -> str:
    return site_path(f"/api/tables/{quote(table_id, safe='')}/text")


def _job(store: TableStore, table_id: str, context: CommandContext, body: TextCommandBody) -> Job[Answer]:
    match body.action:
        case "undo" | "restart":
            return taking_back.take_back(store, table_id, context, body.action == "restart")
        case "ask":
            return taking_back.ask(store, table_id, context)
        case "agree" | "decline":
            return taking_back.answer(store, table_id, context, body.action == "agree")
    if not body.move.strip():
        raise DomainError(422, "no_move", N_("Choose a move first."))
    _, table = store.load(table_id)
    return play.move(store, table_id, context, _typed_move(table, body))


def _typed_move(table: Table, body: TextCommandBody) -> str:
    """The legal move that was typed, ignoring case; the text itself if there is none."""
    typed = body.move.strip()
    if not table.may_move(body.seat):
        return typed
    legal = table.state.concealed(body.seat).moves(body.seat)
    fitting = [str(move) for move in legal if move.casefold() == typed.casefold()]
    return typed if typed in fitting or len(fitting) != 1 else fitting[0]


def _refused_page(
    request: Request, credentials: Credentials, table_id: str, body: TextCommandBody, refused: DomainError
) -> HTMLResponse:
    """The page with the reason for a refusal, and what was typed; where there is no such page, the reason alone."""
    try:
        return _table_page(request, credentials, table_id, body.seat, refused, body.move)
    except DomainError as unseen:
        return error_page(request, unseen)


def _table_page(
    request: Request,
    credentials: Credentials,
    table_id: str,
    seat: int | None,
    refused: DomainError | None = None,
    typed: str = "",
) -> HTMLResponse:
    services, lang = services_of(request), language_of(request)
    row, table = services.tables.load(table_id)
    caller = require_viewer(services.tables, row, table, credentials)
    looking = caller.seat(seat, table.to_act())
    viewer = Viewer(caller, looking, lang, base_url(request))
    view = services.views.view(row, table, viewer, services.hub.presence(table_id))
    is_covered = view["covered"] is not None and seat is None
    t = translator(lang)
    return render(
        request,
        "text",
        200 if refused is None else refused.status,
        view=view,
        title=view["title"],
        groups=[]
        if is_covered
        else text_page.move_groups(text_page.named_choices(table, view["choices"], lang)),
        max_open=text_page.MAX_OPEN,
        sections=text_page.table_description(table, None if is_covered else looking, lang),
        recent=[] if is_covered else text_page.recent_lines(table, view["log"], looking),
        clocks=[text_page.clock_text(seat_view["time"], t) for seat_view in view["seats"]],
        covered=is_covered,
        asked=view["takeback"] is not None and view["takeback"]["seat"] != looking and looking is not None,
        key=new_secret(),
        typed=typed,
        problem="" if refused is None else _problem(table, looking, typed, refused, t),
    )


def _problem(table: Table, seat: int | None, typed: str, refused: DomainError, t: Translator) -> str:
    """Why something was refused; of a move, also which legal one is most similar."""
    text = refused.text(t.lang)
    if not isinstance(refused, IllegalMoveError) or seat is None or not table.may_move(seat):
        return text
    near = table.state.concealed(seat).suggestion(seat, typed)
    return text if near is None else f"{text} {t('Did you mean {near}?').format(near=near)}"


def _share(lang: str) -> Callable[[float], str]:
    """How a share of a hundred is written."""
    return lambda share: percent(share / 100, lang=lang)


# ----- puzzles -----


@router.get("/today/{title}/{day}/text")
def puzzle(
    request: Request,
    services: AppServices,
    lang: Language,
    home: BaseUrl,
    title: str,
    day: date,
    move: Annotated[MoveText | None, Query()] = None,
    solution: bool = False,
) -> HTMLResponse:
    """A puzzle, and what is said of a move that was tried, or of the solution."""
    name = translator(lang)(N_("You"))
    view = puzzles.view(services.views, title, day, name, lang, home)
    tried: dict[str, Any] = {"answer": None, "problem": ""}
    if move is not None or solution:
        try:
            tried["answer"] = puzzles.try_move(
                services.views, title, day, (move or "").strip(), name, lang, home
            )
        except DomainError as refused:
            tried["problem"] = refused.text(lang)
    table, seat = puzzles.puzzle_table(title, day, name, lang)
    return render(
        request,
        "text-puzzle",
        title=catalogue.title(title, lang),
        question=puzzles.puzzle_view(title, day, lang)["question"],
        day=day.isoformat(),
        day_start=datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp(),
        share=_share(lang),
        view=view,
        groups=text_page.move_groups(text_page.named_choices(table, view["choices"], lang)),
        max_open=text_page.MAX_OPEN,
        sections=text_page.table_description(table, seat, lang),
        typed=move or "",
        **tried,
    )


# ----- replays -----


@router.get("/replay/{replay_id}/text")
def replay(
    request: Request,
    services: AppServices,
    lang: Language,
    replay_id: ReplayId,
    at: int | None = None,
    seat: int | None = None,
) -> HTMLResponse:
    """A position of a finished game or a record, with the review if there is one."""
    game = replays.find(services.tables, replay_id, lang)
    view = replays.view(game, at, seat, lang)
    progress = services.reviews.look(game.id)
    review, looking = reviews.review_view(game, progress, lang), view["viewer"]["seat"]
    return render(
        request,
        "text-replay",
        id=replay_id,
        title=view["title"],
        view=view,
        sections=game.state.at(view["at"]).seen_by(looking, lang).description(game.names),
        finished=game.is_finished,
        review=review,
        judged=_verdict_name(review, view["at"]),
        share=_share(lang),
        chances=text_page.chances(game, progress.data, view["at"], translator(lang)),
    )


def _verdict_name(review: Review, at: int) -> str:
    """The verdict on the decision that led to a position, in words; "" where there was none."""
    if review["status"] != "ready":
        return ""
    return next((verdict["judged"] for verdict in review["verdicts"] if verdict["at"] == at), "")


@router.post("/replay/{replay_id}/text")
def review(request: Request, services: AppServices, lang: Language, replay_id: ReplayId) -> Response:
    """Have the game reviewed, and go back to the page."""
    try:
        start_review(request, services, replays.find(services.tables, replay_id, lang))
    except DomainError as refused:
        return error_page(request, refused)
    return RedirectResponse(site_path(f"/replay/{quote(replay_id, safe='')}/text#analysis"), SEE_OTHER)
