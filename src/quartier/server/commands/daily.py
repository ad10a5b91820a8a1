"""Daily deals: everyone on this server gets the same chance."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from quartier.core.fairness.daily_seed import day_key
from quartier.core.text.languages import N_
from quartier.server.commands import create_table
from quartier.server.commands.names import seat_names, word_filter
from quartier.server.commands.names.player_names import clean
from quartier.server.commands.table_options import SeatOptions, TableOptions
from quartier.server.errors import DomainError
from quartier.server.storage import daily, table_rows
from quartier.server.storage.secrets import hash_secret, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

BOT_OPPONENTS: dict[str, tuple[str, ...]] = {"block_city": (), "city_blocks": ("4",)}
"""The titles that have a deal each day, and the levels of the bots in it."""


class DailyTable(NamedTuple):
    """The table of a visitor, and the secret of the seat if it is new and no account has it."""

    table_id: str
    secret: str | None


def enter(
    store: TableStore, title: str, name: str, visitor: str, address: str, account: str | None = None
) -> DailyTable:
    """Open a visitor's table of today's deal; the second time it returns the same table.

    Raises DomainError 404 where a title has no deal, 422 for an invalid name.
    """
    if title not in BOT_OPPONENTS:
        raise DomainError(404, "no_deal", N_("This game has no daily challenge."))
    unwanted = word_filter.read(store.database.settings)
    me, secret = clean(name, unwanted), new_secret()
    seats = [SeatOptions("me", me), *(SeatOptions("bot", bot=level) for level in BOT_OPPONENTS[title])]
    setup = create_table.setup_of(TableOptions(title, {}, seats, hints=False))

    def run(transaction: Transaction) -> DailyTable:
        connection, day = transaction.connection, table_rows.day(transaction.now)
        existing = daily.game_of(connection, day, title, hash_secret(visitor))
        if existing is not None:
            return DailyTable(existing, None)
        # The results of a day are public.
        seat_names.must_not_be_another_accounts(connection, me, account)
        dealt = replace(setup, day_key=day_key(daily.days_secret(connection), day))
        rows = create_table.seat_rows(dealt, {0: None if account else secret}, {}, None, account)
        creator = create_table.Creator(hash_secret(secret), address, account)
        table = create_table.store_new_table(transaction, dealt, creator, rows, {0: me})
        daily.add_game(connection, day, hash_secret(visitor), table)
        return DailyTable(dealt.id, None if account else secret)

    return store.writer.run(Job(run, exclusive=True))
