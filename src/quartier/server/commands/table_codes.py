"""Table codes: finding a free seat by a short code. Wrong codes are rate limited."""

from __future__ import annotations

import secrets

from quartier.core.text.languages import N_
from quartier.server.access.rate_limits import Quotas, Visitor
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.secrets import CODE_LETTERS
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore


def find(store: TableStore, quotas: Quotas, visitor: Visitor, typed: str) -> tuple[str, str]:
    """Return the table with this code, and the invitation to one of its free seats. Raises DomainError."""
    quotas.check("codes", visitor)
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    result = _invitation(store, code) if len(code) == 6 and set(code) <= set(CODE_LETTERS) else None
    if result is None:
        quotas.note("codes", visitor)
        text = N_("No open table has this code. Codes expire once all seats are taken. Ask for the link.")
        raise DomainError(404, "no_code", text)
    return result


def _invitation(store: TableStore, code: str) -> tuple[str, str] | None:
    with store.database.read() as connection:
        table_id = table_rows.table_of_code(connection, code)
    if table_id is None:
        return None
    invites = free_invites(*store.load(table_id))
    # Any of them: two who come at the same time seldom want the same seat.
    return (table_id, secrets.choice(invites)) if invites else None


def free_invites(row: TableRow, table: Table) -> list[str]:
    """Return the invitations to seats that no one has taken."""
    return [
        seat_row.invite
        for seat_row in row.seats
        if seat_row.invite is not None
        and seat_row.seat not in table.names
        and table.bot(seat_row.seat) is None
    ]
