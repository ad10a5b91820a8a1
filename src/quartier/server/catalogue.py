"""What can be played: titles with their options, and levels of bots, for the pages."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import quartier
from quartier import bots
from quartier.core.errors import UnknownTitle
from quartier.core.languages import translator
from quartier.server.errors import Passed

PICTURE_SEED = 5
PICTURE_MOVES = 17


def title(name: str, lang: str) -> dict[str, str]:
    """Name and readable title of a game. Raises Refused 404 with the nearest name."""
    try:
        return {"name": name, "text": quartier.load(name).title(lang)}
    except UnknownTitle as unknown:
        raise Passed(404, "unknown_title", unknown) from unknown


def titles(lang: str) -> list[dict[str, Any]]:
    """All titles with seats and options, as `home.html` takes them."""
    t = translator(lang)
    return [_described(quartier.load(name), lang, t) for name in quartier.titles()]


def _described(game: Any, lang: str, t: Any) -> dict[str, Any]:
    options = [
        {"name": name, "values": list(option.values), "default": option.default, "help": t(option.help)}
        for name, option in game.options.items()
    ]
    return {
        "name": game.name,
        "text": game.title(lang),
        "seats": list(game.seats),
        "options": options,
        "picture": _picture(game.name, lang),
    }


@lru_cache(maxsize=32)
def _picture(name: str, lang: str) -> str:
    """The board of a game in its middle, as any spectator would see it; the same one every time."""
    rng = random.Random(PICTURE_SEED)
    state = quartier.load(name).new(seed=PICTURE_SEED)
    for _ in range(PICTURE_MOVES):
        seat = min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
    return str(state.parts(None, lang)["board"])


def bot_levels() -> list[str]:
    """Levels of bots, weakest first."""
    return list(bots.LEVELS)
