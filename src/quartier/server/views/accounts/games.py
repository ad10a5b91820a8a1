"""View models of an account's tables, those last played first."""

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

MAX_TABLES = 48
"""Tables that are shown."""
MAX_CACHED_SUMMARIES = 4096
"""Tables that are remembered as they were described: a game that has not moved on is not looked at again."""


class Games:
    """Lists an account's tables. Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._cache: LruCache[tuple[GameRow, str, str], models.Summary] = LruCache(MAX_CACHED_SUMMARIES)

    def of(self, account: str, lang: str) -> list[models.Summary]:
        """Return the account's tables: one query, and one more for each game that has moved on since."""
        with self._tables.database.read() as connection:
            rows = accounts.games_of(connection, account, MAX_TABLES)
        summaries = []
        for game_row in rows:
            with suppress(DomainError):  # cancelled, set aside
                summaries.append(self._summary(game_row, account, lang))
        return summaries

    def _summary(self, game_row: GameRow, account: str, lang: str) -> models.Summary:
        cached = self._cache.get((game_row, account, lang))
        if cached is not None:
            return cached
        summary = self._load_summary(game_row, account, lang)
        if not summary["time"]:  # what is left of it is another number each time
            self._cache.put((game_row, account, lang), summary)
        return summary

    def _load_summary(self, game_row: GameRow, account: str, lang: str) -> models.Summary:
        row, table = self._tables.load(game_row.id)
        at = my_tables.Moments(game_row.at, self._tables.clock.now())
        return my_tables.summary(row, table, authenticate(row, Credentials(account=account)), lang, at)
