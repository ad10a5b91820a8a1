"""Playing the deal of a day: everybody at this server meets the same chance."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from quartier.core.fairness.daily_seed import day_key
from quartier.core.text.languages import N_
from quartier.server.commands import create_table, word_filter
from quartier.server.commands.player_names import clean
from quartier.server.commands.table_options import SeatOptions, TableOptions
from quartier.server.errors import DomainError
from quartier.server.storage import daily
from quartier.server.storage.secrets import hashed, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

RIVALS: dict[str, tuple[str, ...]] = {"block_city": (), "city_blocks": ("4",)}
"""The titles that have a deal each day, and the levels of the bots in it."""


class Door(NamedTuple):
    """The table of a visitor, and the secret of the seat if it is new and no account has it."""

    table_id: str
    secret: str | None


def enter(
    store: TableStore, title: str, name: str, visitor: str, address: str, account: str | None = None
) -> Door:
    """Open the table at which a visitor plays today's deal, once: later it leads back there.

    Raises DomainError 404 where a title has none, 422 for a name that cannot be.
    """
    if title not in RIVALS:
        raise DomainError(404, "no_deal", N_("This game has no deal of the day."))
    unwanted = word_filter.read(store.database.settings)
    me, secret, day = clean(name, unwanted), new_secret(), create_table.today()
    seats = [SeatOptions("me", me), *(SeatOptions("bot", bot=level) for level in RIVALS[title])]
    setup = create_table.setup_of(TableOptions(title, {}, seats, hints=False))

    def opened(transaction: Transaction) -> Door:
        connection = transaction.connection
        known = daily.game_of(connection, day, title, hashed(visitor))
        if known is not None:
            return Door(known, None)
        dealt = replace(setup, day_key=day_key(daily.days_secret(connection), day))
        rows = create_table.seat_rows(dealt, {0: None if account else secret}, {}, None, account)
        table = create_table.begin(transaction, dealt, hashed(secret), rows, {0: me}, address, owner=account)
        daily.add_game(connection, day, hashed(visitor), table)
        return Door(dealt.id, None if account else secret)

    return store.writer.do(Job(opened, alone=True))
