"""Export of an account's personal data as JSON: what its owner sees anyway, and what is stored beside it.

It is generated game by game, because an account may have thousands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import translator
from quartier.server.accounts.seat_transfer import daily_identity
from quartier.server.errors import DomainError
from quartier.server.storage import planned_moves
from quartier.server.storage.accounts.accounts import AccountRow
from quartier.server.storage.moderation import personal_data
from quartier.server.storage.secrets import hash_secret, person_id
from quartier.server.storage.table_store import TableStore
from quartier.server.views import messages, records


def export(tables: TableStore, account: AccountRow, lang: str) -> Iterator[str]:
    """Yield the JSON document in pieces. From a thread."""
    with tables.database.read() as connection:
        about, seats = _about(connection, account), personal_data.seats_of(connection, account.id)
    yield json.dumps(about, ensure_ascii=False, indent=1)[:-2] + ',\n "games": ['
    for number, (table_id, own) in enumerate(seats.items()):
        game = _game(tables, table_id, own, lang)
        yield (",\n" if number else "\n") + json.dumps(game, ensure_ascii=False)
    yield "\n ]\n}\n"


def _about(connection: sa.Connection, account: AccountRow) -> dict[str, Any]:
    person = person_id(account.id)
    return {
        "name": account.name,
        "since": account.created_at,
        "has_password": account.password is not None,
        "hidden_by_a_host": account.hidden_by_host,
        "settings": account.settings,
        "stored": personal_data.account_data(connection, account.id),
        "said": personal_data.messages_of(connection, person),
        "reported": personal_data.reports_by(connection, person),
        "muted_or_blocked": personal_data.blocks_of(connection, person),
        "deals_of_the_day": personal_data.deals(connection, hash_secret(daily_identity(account.id))),
    }


def _game(tables: TableStore, table_id: str, own: list[int], lang: str) -> dict[str, Any]:
    """A game as the account's first seat there has seen it."""
    try:
        row, table = tables.load(table_id)
    except DomainError as refused:  # set aside: its log cannot be followed
        return {"id": table_id, "seats": own, "problem": refused.text(lang)}
    seat = own[0] if own else None
    with tables.database.read() as connection:
        plans = planned_moves.find(connection, table_id)
    private = table.setup.access == "private" and not table.over and seat is None
    return {
        "id": table_id,
        "title": row.setup.title,
        "opened": row.opened_at,
        "seats": own,
        "names": messages.player_names(table, translator(lang)),
        "record": None if private else records.text(table, seat),
        "plans": {number: plans[number] for number in own if number in plans},
    }
