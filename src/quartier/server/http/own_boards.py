"""A board from a file: a plain form, after which the set-up of the game has the board.

The server keeps nothing: the page sends the board when it creates the table.
"""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from quartier.core.game.boards import as_line
from quartier.core.text import notation
from quartier.core.text.languages import N_
from quartier.server.domain.board_text import is_board_text
from quartier.server.errors import DomainError
from quartier.server.http.dependencies import Language
from quartier.server.http.language import language_of
from quartier.server.http.pages import home_page, render
from quartier.server.http.visitor import within_quota
from quartier.server.services import services_of
from quartier.server.views import catalogue

router = APIRouter(include_in_schema=False)
MAX_SHOWN = 20


@router.get("/own-board/{title}")
def form(request: Request, lang: Language, title: str) -> HTMLResponse:
    """The form."""
    return render(request, "own-board", title=catalogue.title(title, lang), problem="")


@router.post("/own-board/{title}")
async def bring(request: Request, title: str) -> HTMLResponse:
    """Try the board and show the set-up with it, or the form with the reason why it can't be used."""
    content_type, body = request.headers.get("content-type", ""), await request.body()
    return await run_in_threadpool(_answer, request, title, content_type, body)


def _answer(request: Request, title: str, content_type: str, body: bytes) -> HTMLResponse:
    services, lang = services_of(request), language_of(request)
    named = catalogue.title(title, lang)
    try:
        address = within_quota(request, "tables").address
        board = services.own_boards.read(title, read_file(content_type, body), address)
    except DomainError as refused:
        return render(request, "own-board", refused.status, title=named, problem=refused.text(lang))
    view = catalogue.title_view(catalogue.game(title), lang)
    chosen = {
        "name": as_line(board) if isinstance(board, dict) else board,
        "text": shorten(board["name"]) if isinstance(board, dict) else board,
    }
    others = [other for other in view["boards"] if other["name"] != chosen["name"]]
    own: dict[str, Any] = {**view, "boards": [chosen, *others]}
    return home_page(request, services.settings.lobby, [own], own_board=chosen["text"])


def shorten(name: str) -> str:
    """Return a name that fits into a list on a phone."""
    return name if len(name) <= MAX_SHOWN else f"{name[:MAX_SHOWN]}…"


def read_file(content_type: str, body: bytes) -> str:
    """Return the text of a board's file in a form. Raises DomainError."""
    message = message_from_bytes(
        b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n" + body
    )
    parts = message.get_payload() if message.is_multipart() else []
    content = next((part.get_payload(decode=True) for part in parts if isinstance(part, Message)), b"")
    try:
        text = notation.decode(content if isinstance(content, bytes) else b"")
    except UnicodeDecodeError:
        text = ""
    if not is_board_text(text):
        raise DomainError(422, "bad_board", N_("This isn’t a board’s file. Choose one in JSON."))
    return text
