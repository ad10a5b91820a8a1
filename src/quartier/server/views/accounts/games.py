"""View models of the tables of an account and a browser, those last played first."""

from __future__ import annotations

from contextlib import suppress

from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.accounts import browser_seats, own_games
from quartier.server.storage.accounts.own_games import GameRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import my_tables
from quartier.server.views.lobby import models

MAX_FINISHED = 48
"""Finished games that are shown, unless more are asked for; running ones are all shown."""
MAX_CACHED_SUMMARIES = 4096
"""Tables that are remembered as they were described: a game that has not moved on is not looked at again."""


class Games:
    """Lists tables by who has seats there. Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._cache: LruCache[tuple[GameRow, Credentials, str], models.Summary] = LruCache(
            MAX_CACHED_SUMMARIES
        )

    def of(
        self, credentials: Credentials, lang: str, max_finished: int = MAX_FINISHED
    ) -> list[models.Summary]:
        """Return the tables of the account and the browser: one query, and one more for each game that has moved on."""
        account, browser = credentials.account, credentials.browser
        if account is None and browser is None:
            return []
        with self._tables.database.read() as connection:
            rows = own_games.find(connection, account, browser, max_finished)
        owner = Credentials(account=account, browser=browser)
        summaries = []
        for game_row in rows:
            with suppress(DomainError):  # cancelled, set aside
                summaries.append(self._summary(game_row, owner, lang))
        return summaries

    def of_guest(self, credentials: Credentials) -> list[str]:
        """Return the ids of the tables at which the browser holds secrets."""
        if credentials.browser is None:
            return []
        with self._tables.database.read() as connection:
            return browser_seats.tables_of(connection, credentials.browser)

    def _summary(self, game_row: GameRow, owner: Credentials, lang: str) -> models.Summary:
        cached = self._cache.get((game_row, owner, lang))
        if cached is not None:
            return cached
        summary = self._load_summary(game_row, owner, lang)
        if not summary["time"]:  # what is left of it is another number each time
            self._cache.put((game_row, owner, lang), summary)
        return summary

    def _load_summary(self, game_row: GameRow, owner: Credentials, lang: str) -> models.Summary:
        row, table = self._tables.load(game_row.id)
        at = my_tables.Moments(game_row.at, self._tables.clock.now())
        return my_tables.summary(row, table, authenticate(row, owner), lang, at)
