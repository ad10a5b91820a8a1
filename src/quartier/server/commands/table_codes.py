"""Finding a free seat by the code of its table. A code is short, so whoever tries many is not heard for a while."""

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


def find(store: TableStore, quotas: Quotas, visitor: Visitor, said: str) -> tuple[str, str]:
    """The table that has the code, and the invitation to one of its free seats. Raises DomainError."""
    quotas.check("codes", visitor)
    code = "".join(sign for sign in said.upper() if sign.isalnum())
    result = _invitation(store, code) if len(code) == 6 and set(code) <= set(CODE_LETTERS) else None
    if result is None:
        quotas.note("codes", visitor)
        text = N_("No open table has this code. A code is gone when all seats are taken. Ask for the link.")
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


def free_invites(head: TableRow, table: Table) -> list[str]:
    """The invitations to seats that nobody has taken."""
    return [
        row.invite
        for row in head.seats
        if row.invite is not None and row.seat not in table.names and table.bot(row.seat) is None
    ]
