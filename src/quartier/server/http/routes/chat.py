"""Words at a table: saying and reading them, being spared some, telling the host, and switching them off."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from quartier.server.commands import chat
from quartier.server.commands.chat import Speaker
from quartier.server.http.bodies.tables import (
    HushBody,
    SayBody,
    ShunBody,
    TableId,
    WordNumber,
)
from quartier.server.http.credentials import (
    know,
    person,
    person_of,
    visitor_cookie,
)
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.responses import answers, sent
from quartier.server.http.visitor import within_quota
from quartier.server.storage.secrets import new_secret
from quartier.server.views import models
from quartier.server.views.lobby import chat as told
from quartier.server.views.lobby import chat_models

router = APIRouter(prefix="/api/tables/{table_id}/words")


@router.get("")
@answers(chat_models.Talk)
def listing(
    request: Request, services: AppServices, keys: RequestCredentials, lang: Language, table_id: TableId
) -> Response:
    """What was said, as far as the caller hears it."""
    return sent(told.listing(services.tables, table_id, keys, person_of(request, keys), lang))


@router.post("", status_code=201)
@answers(chat_models.Word)
def say(
    request: Request,
    services: AppServices,
    keys: RequestCredentials,
    lang: Language,
    table_id: TableId,
    body: SayBody,
) -> Response:
    """Say something, from a seat or, under a name, as one who watches."""
    within_quota(request, "words")
    visitor = visitor_cookie(request) or new_secret()
    speaker = Speaker(keys, person(keys, visitor), body.seat, body.name)
    kind, text = ("chat", body.text) if body.reaction is None else ("reaction", body.reaction)
    word = services.tables.writer.do(chat.say(services.tables, table_id, speaker, kind, text))
    answer = sent(told.described(word, person(keys, visitor), lang), 201)
    know(request, answer, visitor)
    return answer


@router.post("/hush")
@answers(models.Changed)
def hush(services: AppServices, keys: RequestCredentials, table_id: TableId, body: HushBody) -> Response:
    """Switch the chat off for everybody, or on again."""
    table = services.tables.writer.do(chat.hush(table_id, keys, body.hushed))
    changed: models.Changed = {"version": table.version}
    return sent(changed)


@router.post("/{seq}/shun")
@answers(chat_models.Talk)
def shun(
    request: Request,
    services: AppServices,
    keys: RequestCredentials,
    lang: Language,
    table_id: TableId,
    seq: WordNumber,
    body: ShunBody,
) -> Response:
    """Hear nothing more of who said this, at this table or anywhere; or hear them again."""
    within_quota(request, "words")
    visitor = visitor_cookie(request) or new_secret()
    viewer = person(keys, visitor)
    services.tables.writer.do(chat.shun(table_id, keys, viewer, seq, body.how))
    answer = sent(told.listing(services.tables, table_id, keys, viewer, lang))
    know(request, answer, visitor)
    return answer


@router.post("/{seq}/report")
@answers(models.Nothing)
def tell_host(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, seq: WordNumber
) -> Response:
    """Keep this for the host to read."""
    within_quota(request, "words")
    visitor = visitor_cookie(request) or new_secret()
    services.tables.writer.do(chat.tell_host(table_id, keys, person(keys, visitor), seq))
    nothing: models.Nothing = {}
    answer = sent(nothing)
    know(request, answer, visitor)
    return answer
