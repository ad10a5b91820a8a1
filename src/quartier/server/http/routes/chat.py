"""Routes of the chat at a table: messages, muting, blocking, reports."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from quartier.server.commands import chat, reports
from quartier.server.commands.chat import Sender
from quartier.server.http.bodies.tables import (
    ChatDisabledBody,
    ChatMessageBody,
    MessageNumber,
    MuteBody,
    SeatNumber,
    TableId,
)
from quartier.server.http.credentials import (
    browser_secret,
    person,
    person_of,
    set_visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.visitor import within_quota
from quartier.server.views import models
from quartier.server.views.lobby import chat as chat_view
from quartier.server.views.lobby import chat_models

router = APIRouter(prefix="/api/tables/{table_id}/words")
seat_router = APIRouter(prefix="/api/tables/{table_id}/seats")


@router.get("")
@response_model(chat_models.ChatHistory)
def listing(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    table_id: TableId,
) -> Response:
    """Return the messages that the caller sees."""
    return json_response(
        chat_view.listing(services.tables, table_id, credentials, person_of(request, credentials), lang)
    )


@router.post("", status_code=201)
@response_model(chat_models.ChatMessage)
def post_message(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    table_id: TableId,
    body: ChatMessageBody,
) -> Response:
    """Post a message, from a seat or, under a name, as a spectator."""
    within_quota(request, "words")
    visitor = browser_secret(request)
    sender = Sender(credentials, person(credentials, visitor), body.seat, body.name, body.client_move_id)
    kind, text = ("chat", body.text) if body.reaction is None else ("reaction", body.reaction)
    message = services.tables.writer.run(chat.post_message(services.tables, table_id, sender, kind, text))
    answer = json_response(chat_view.message_view(message, person(credentials, visitor), lang), 201)
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.post("/hush")
@response_model(models.Changed)
def set_chat_disabled(
    services: AppServices, credentials: RequestCredentials, table_id: TableId, body: ChatDisabledBody
) -> Response:
    """Turn the table's chat off or on."""
    table = services.tables.writer.run(chat.set_chat_disabled(table_id, credentials, body.hushed))
    changed: models.Changed = {"version": table.version}
    return json_response(changed)


@router.post("/{seq}/shun")
@response_model(chat_models.ChatHistory)
def mute_author(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    lang: Language,
    table_id: TableId,
    seq: MessageNumber,
    body: MuteBody,
) -> Response:
    """Mute the sender of a message at this table, or block them everywhere; or undo that."""
    within_quota(request, "words")
    visitor = browser_secret(request)
    viewer = person(credentials, visitor)
    services.tables.writer.run(chat.block_sender(table_id, credentials, viewer, seq, body.how))
    answer = json_response(chat_view.listing(services.tables, table_id, credentials, viewer, lang))
    set_visitor_cookie(request, answer, visitor)
    return answer


@router.post("/{seq}/report")
@response_model(models.Nothing)
def report_message(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    table_id: TableId,
    seq: MessageNumber,
) -> Response:
    """Report a message to the hosts."""
    within_quota(request, "words")
    visitor = browser_secret(request)
    services.tables.writer.run(chat.report_message(table_id, credentials, person(credentials, visitor), seq))
    nothing: models.Nothing = {}
    answer = json_response(nothing)
    set_visitor_cookie(request, answer, visitor)
    return answer


@seat_router.post("/{seat}/report")
@response_model(models.Nothing)
def report_name(
    request: Request,
    services: AppServices,
    credentials: RequestCredentials,
    table_id: TableId,
    seat: SeatNumber,
) -> Response:
    """Report a player's name to the hosts."""
    within_quota(request, "words")
    visitor = browser_secret(request)
    job = reports.report_name(table_id, credentials, person(credentials, visitor), seat)
    services.tables.writer.run(job)
    nothing: models.Nothing = {}
    answer = json_response(nothing)
    set_visitor_cookie(request, answer, visitor)
    return answer
