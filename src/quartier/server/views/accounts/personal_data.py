"""Everything that is stored about an account, as a file of JSON: what its owner sees anyway, and what is kept beside it.

It is told game by game, because somebody may have played thousands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import translator
from quartier.server.accounts.seat_transfer import deals_of
from quartier.server.errors import DomainError
from quartier.server.storage.accounts.accounts import AccountRow
from quartier.server.storage.moderation import personal_data
from quartier.server.storage.secrets import hashed, person_id
from quartier.server.storage.table_store import TableStore
from quartier.server.views import messages, records


def told(tables: TableStore, account: AccountRow, lang: str) -> Iterator[str]:
    """The file, piece by piece. From a thread."""
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
        "stored": personal_data.told(connection, account.id),
        "said": personal_data.said(connection, person),
        "reported": personal_data.reported(connection, person),
        "muted_or_blocked": personal_data.shunned_by(connection, person),
        "deals_of_the_day": personal_data.deals(connection, hashed(deals_of(account.id))),
    }


def _game(tables: TableStore, table_id: str, own: list[int], lang: str) -> dict[str, Any]:
    """A game as the account's first seat there has seen it."""
    try:
        head, table = tables.load(table_id)
    except DomainError as refused:  # set aside: its log cannot be followed
        return {"id": table_id, "seats": own, "problem": refused.text(lang)}
    seat = own[0] if own else None
    private = table.setup.access == "private" and not table.over and seat is None
    return {
        "id": table_id,
        "title": head.setup.title,
        "opened": head.opened_at,
        "seats": own,
        "names": messages.player_names(table, translator(lang)),
        "record": None if private else records.text(table, seat),
    }
