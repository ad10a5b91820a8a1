"""Levels of bots for people: a word each, and the rating that was measured for the title."""

from __future__ import annotations

from functools import lru_cache

from quartier import bots
from quartier.core.play.game import Game
from quartier.core.text.languages import N_, Translator
from quartier.server.show.models import Level

WORDS = {
    "1": N_("Beginner"),
    "2": N_("Casual"),
    "3": N_("Experienced"),
    "4": N_("Strong"),
    "5": N_("Expert"),
    "6": N_("Master"),
    "random": N_("random"),
    "greedy": N_("greedy"),
}


def word(level: str, t: Translator) -> str:
    """The level in a word."""
    return t(WORDS.get(level, level))


def rating(game: Game, level: str) -> int | None:
    """The level's rating at a title; None where nobody has measured it."""
    return ratings(game).get(level)


@lru_cache
def ratings(game: Game) -> dict[str, int]:
    """The measured ratings of a title by level."""
    return {str(level.number): round(level.rating) for level in bots.levels(game) if level.rating is not None}


def offered(game: Game, t: Translator) -> list[Level]:
    """The levels for a form, weakest first: "Strong · 1240"."""
    measured = ratings(game)
    return [
        {"name": level, "text": " · ".join([word(level, t), *_number(measured.get(level))])}
        for level in bots.LEVELS
    ]


def _number(found: int | None) -> list[str]:
    return [] if found is None else [str(found)]
