"""Your games: the tables of an account in short, those last played first."""

from __future__ import annotations

from contextlib import suppress

from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import GameRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import my_tables
from quartier.server.views.lobby import models

MOST = 48
"""Tables that are shown."""
KEPT = 4096
"""Tables that are remembered as they were described: a game that has not moved on is not looked at again."""


class Games:
    """Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._described: LruCache[tuple[GameRow, str, str], models.Summary] = LruCache(KEPT)

    def of(self, account: str, lang: str) -> list[models.Summary]:
        """One question to the database, and one more for each game that has moved on since."""
        with self._tables.database.read() as connection:
            found = accounts.games_of(connection, account, MOST)
        told = []
        for row in found:
            with suppress(DomainError):  # cancelled, set aside
                told.append(self._told(row, account, lang))
        return told

    def _told(self, row: GameRow, account: str, lang: str) -> models.Summary:
        known = self._described.get((row, account, lang))
        if known is not None:
            return known
        told = self._look(row, account, lang)
        if not told["time"]:  # what is left of it is another number each time
            self._described.put((row, account, lang), told)
        return told

    def _look(self, row: GameRow, account: str, lang: str) -> models.Summary:
        head, table = self._tables.load(row.id)
        at = my_tables.Moments(row.at, self._tables.clock.now())
        return my_tables.summary(head, table, authenticate(head, Credentials(account=account)), lang, at)
