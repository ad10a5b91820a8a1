"""Route of coaching: whether a table is its player's first game, as JSON."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from quartier.server.commands.authorization import Credentials, authenticate, authorize_viewing
from quartier.server.domain.table import Table
from quartier.server.http.bodies.tables import TableId
from quartier.server.http.dependencies import AppServices, Language, RequestCredentials
from quartier.server.http.responses import json_response, response_model
from quartier.server.services import Services
from quartier.server.storage import table_rows
from quartier.server.views.learning import coaching, models

router = APIRouter(prefix="/api/tables")


@router.get("/{table_id}/coaching")
@response_model(models.Coaching)
def coaching_of(
    services: AppServices,
    lang: Language,
    credentials: RequestCredentials,
    table_id: TableId,
    seat: int | None = None,
) -> Response:
    """Whether the seat's player is to be coached, and of which kinds the components on the table are."""
    row, table = services.tables.load(table_id)
    caller = authenticate(row, credentials)
    authorize_viewing(row, table, caller)
    viewer = caller.seat(seat, table.to_act())
    result: models.Coaching = {"first": False, "kinds": {}}
    if viewer is not None and table.setup.hints and not _has_played_before(services, table, credentials):
        drawing = services.views.drawing(table, viewer, lang)
        player_view = table.state.seen_by(viewer, lang)
        result = {"first": True, "kinds": coaching.kinds(table.setup.title, player_view, drawing, lang)}
    return json_response(result)


def _has_played_before(services: Services, table: Table, credentials: Credentials) -> bool:
    """Return whether an account knows the title from another table."""
    if credentials.account is None:
        return False
    with services.database.read() as connection:
        setup = table.setup
        return table_rows.has_played(connection, setup.title, credentials.account, apart_from=setup.id)
