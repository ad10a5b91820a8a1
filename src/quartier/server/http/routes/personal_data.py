"""One's own data: what is stored, all of it in one file, and being forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.responses import StreamingResponse

from quartier.core.text.languages import N_
from quartier.server.accounts import deletion
from quartier.server.accounts.usernames import like
from quartier.server.errors import DomainError
from quartier.server.http.bodies.accounts import EmptyBody, LeaveBody
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.credentials import forget, forget_seats, session_token
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import answers, sent
from quartier.server.http.routes.accounts import visit_of
from quartier.server.http.visitor import within_quota
from quartier.server.storage.moderation import policy
from quartier.server.views.accounts import models, personal_data
from quartier.server.views.moderation import privacy

router = APIRouter()


@router.get("/privacy", include_in_schema=False)
def privacy_page(request: Request, services: AppServices, lang: Language) -> HTMLResponse:
    """What is stored, for how long, and who sees it."""
    with services.database.read() as connection:
        decided = policy.decided(connection)
    told = privacy.paragraphs(services.settings, decided, lang)
    return render(request, "privacy", told=told, contact=services.settings.contact)


@router.get("/api/account/export")
def export(request: Request, services: AppServices, lang: Language) -> StreamingResponse:
    """Everything that is stored about the account, as a file."""
    account = services.sessions.must_be_signed_in(session_token(request)).account
    within_quota(request, "records")
    file = personal_data.told(services.tables, services.doors.account(account), lang)
    headers = {"Content-Disposition": 'attachment; filename="quartier.json"', "Cache-Control": "no-store"}
    return StreamingResponse(file, media_type="application/json", headers=headers)


@router.post("/api/account/delete")
@answers(models.Accepted)
def delete(request: Request, services: AppServices, body: LeaveBody) -> Response:
    """Delete the account; its games stay for the others, under nobody's name."""
    session = services.sessions.must_be_signed_in(session_token(request))
    known = services.doors.must_be_sure(visit_of(request), session, body.current)
    if like(body.name) != known.name_skeleton:
        text = N_("To delete the account, type its name: {name}.")
        raise DomainError(422, "name", text, name=known.name)
    deletion.delete_account(services.tables, services.sessions, known.id)
    answer = sent({})
    forget(answer)
    return answer


@router.post("/api/tables/{table_id}/forget")
@answers(models.KeptSeats)
def forget_guest(
    request: Request, services: AppServices, keys: RequestCredentials, table_id: TableId, _: EmptyBody
) -> Response:
    """Forget who sat at the device's seats, which are nobody's from now on."""
    seats = deletion.forget_guest(services.tables, table_id, keys)
    answer = sent({"seats": seats})
    forget_seats(answer, table_id)
    return answer
