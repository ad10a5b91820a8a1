"""The bot level at which a player wins about half of the games, from the last ones against a single bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from quartier.bots import LEVELS
from quartier.core.game.game import Game
from quartier.server.views import bot_levels, catalogue
from quartier.server.views.lobby.models import Summary

LEAST_GAMES: Final = 3
RECENT_GAMES: Final = 10
"""Older ones say little about a player who learns."""
SHARES: Final = {"won": 1.0, "tied": 0.5, "lost": 0.0}
_SCALE: Final = 400.0
_FARTHEST: Final = 400.0
"""Rating points beyond the weakest and the strongest opponent; all won or all lost says no more."""


def own_levels(summaries: Iterable[Summary]) -> dict[str, str]:
    """Return the player's level by title, where at least LEAST_GAMES of `summaries`, the latest first, say something."""
    played: dict[str, list[tuple[str, float]]] = {}
    for summary in summaries:
        if summary["rival"] is not None and summary["outcome"] in SHARES:
            games = played.setdefault(summary["title"]["name"], [])
            games.append((summary["rival"], SHARES[summary["outcome"]]))
    return {
        title: own_level(catalogue.game(title), games[:RECENT_GAMES])
        for title, games in played.items()
        if len(games) >= LEAST_GAMES
    }


def own_level(game: Game, results: Sequence[tuple[str, float]]) -> str:
    """Return the level whose rating is next to the player's, by the opponents' levels and the player's shares of the win."""
    levels = bot_levels.of_levels(game)
    rated = [
        (bot_levels.ratings(game)[bot], share) for bot, share in results if bot in bot_levels.ratings(game)
    ]
    if not rated or not levels:
        return LEVELS[0]
    own = _performance([rating for rating, _ in rated], sum(share for _, share in rated))
    return min(levels, key=lambda level: abs(levels[level] - own))


def _performance(ratings: Sequence[int], points: float) -> float:
    """Return the rating with which so many points were to be expected, by bisection; one more game counts as drawn."""
    low, high = min(ratings) - _FARTHEST, max(ratings) + _FARTHEST
    opponents = [*ratings, sum(ratings) / len(ratings)]
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((rating - middle) / _SCALE)) for rating in opponents)
        low, high = (middle, high) if expected < points + 0.5 else (low, middle)
    return low
