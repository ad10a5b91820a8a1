"""The finished games of an account, over all titles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

import quartier
from quartier.bots import names as bot_names
from quartier.core.text.languages import Translator, translator
from quartier.server.storage.database import Database
from quartier.server.storage.rating import profiles
from quartier.server.storage.rating.profiles import OpponentRow
from quartier.server.storage.rating.results import Outcome
from quartier.server.views import bot_levels, catalogue
from quartier.server.views.accounts.models import PlayedGame

MAX_GAMES = 1000
"""Games that are counted, the last ones."""


def of_account(database: Database, account: str, lang: str) -> list[PlayedGame]:
    """Return the finished games of an account, last first."""
    t, installed = translator(lang), quartier.titles()
    result: list[PlayedGame] = []
    with database.read() as connection:
        for title in profiles.titles(connection, account, everything=True):
            if title not in installed:
                continue  # a title may have been taken away again
            games = profiles.games(connection, account, title, everything=True)
            rows = profiles.opponents(connection, account, title, everything=True)
            others = {game: list(group) for game, group in groupby(rows, lambda row: row.game_id)}
            result += [_game_view(game, others.get(game.game_id, []), t) for game in games]
    return sorted(result, key=lambda game: -game["at"])[:MAX_GAMES]


def _game_view(game: Outcome, others: Sequence[OpponentRow], t: Translator) -> PlayedGame:
    return {
        "id": game.game_id,
        "title": catalogue.title(game.title, t.lang),
        "at": game.at,
        "outcome": _outcome(game.place, [other.place for other in others]),
        "opponents": [_name(game.title, other, t) for other in others],
        "score": game.score,
    }


def _outcome(rank: int, others: Sequence[int]) -> Literal["won", "tied", "lost", "solo"]:
    if not others:
        return "solo"
    best = min(others)
    return "won" if rank < best else "tied" if rank == best else "lost"


def _name(title: str, other: OpponentRow, t: Translator) -> str:
    """Return what an opponent is called; a bot as at the table."""
    if other.bot is None:
        return other.name or t("Guests")
    own = bot_names.character(catalogue.game(title), other.bot).name
    return own or t("Bot ({level})").format(level=bot_levels.level_name(other.bot, t))
