"""Routes of personal data (GDPR): privacy page, export and deletion."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.responses import StreamingResponse

from quartier.core.text.languages import N_
from quartier.server.accounts import deletion
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError
from quartier.server.http.bodies.accounts import EmptyBody, LeaveBody
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.browser_seats import clear_table_cookie
from quartier.server.http.cookies import Cookie, delete_cookie
from quartier.server.http.credentials import clear_identity_cookies, session_token
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.pages import render
from quartier.server.http.responses import json_response, response_model
from quartier.server.http.routes.accounts import client_of
from quartier.server.http.visitor import within_quota
from quartier.server.storage.moderation import policy
from quartier.server.views.accounts import models, personal_data
from quartier.server.views.moderation import privacy

router = APIRouter()


@router.get("/privacy", include_in_schema=False)
def privacy_page(request: Request, services: AppServices, lang: Language) -> HTMLResponse:
    """What is stored, for how long, and who sees it."""
    with services.database.read() as connection:
        decided = policy.current(connection)
    paragraphs = privacy.paragraphs(services.settings, decided, lang)
    return render(request, "privacy", told=paragraphs, contact=services.settings.contact)


@router.get("/api/account/export")
def export(request: Request, services: AppServices, lang: Language) -> StreamingResponse:
    """Everything that is stored about the account, as a file."""
    account = services.sessions.require_session(session_token(request)).account
    within_quota(request, "records")
    file = personal_data.export(services.tables, services.account_service.account(account), lang)
    headers = {"Content-Disposition": 'attachment; filename="quartier.json"', "Cache-Control": "no-store"}
    return StreamingResponse(file, media_type="application/json", headers=headers)


@router.post("/api/account/delete")
@response_model(models.Accepted)
def delete(request: Request, services: AppServices, body: LeaveBody) -> Response:
    """Delete the account; its games stay for the other players, without the name."""
    session = services.sessions.require_session(session_token(request))
    account = services.account_service.reauthenticate(client_of(request), session, body.current)
    if username_skeleton(body.name) != account.name_skeleton:
        text = N_("To delete the account, type its name: {name}.")
        raise DomainError(422, "name", text, name=account.name)
    deletion.delete_account(services.tables, services.sessions, account.id)
    answer = json_response({})
    clear_identity_cookies(request, answer)
    delete_cookie(request, answer, Cookie.DEVICE)
    return answer


@router.post("/api/tables/{table_id}/forget")
@response_model(models.TransferredSeats)
def forget_guest(
    request: Request, services: AppServices, credentials: RequestCredentials, table_id: TableId, _: EmptyBody
) -> Response:
    """Erase who sat at the device's seats."""
    seats = deletion.forget_guest(services.tables, table_id, credentials)
    answer = json_response({"seats": seats})
    clear_table_cookie(answer, table_id)
    return answer
