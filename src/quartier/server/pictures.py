"""A picture of each title: its board after some moves, drawn by the title itself, made when first asked for."""

from __future__ import annotations

import random
from functools import lru_cache

from quartier.core.svg import standalone
from quartier.server import catalogue

SEED = 5
SEATS = 3
MOVES = 34
"""Moves of seats that a picture shows: far enough for a city, short enough to be made in a moment."""
THEMES = ("light", "dark")


def svg(title: str, lang: str, theme: str) -> str:
    """The board as a spectator would see it, as one SVG document; `theme` "" follows the reader's system.

    Raises Refused 404 for an unknown title.
    """
    game = catalogue.game(title)
    drawn = _drawn(title, lang)
    picture = standalone({"board": drawn}, lang, game.title(lang))
    return picture.replace("<svg", f'<svg data-theme="{theme}"', 1) if theme in THEMES else picture


@lru_cache(maxsize=32)
def _drawn(title: str, lang: str) -> str:
    rng = random.Random(SEED)
    game = catalogue.game(title)
    state = game.new(seats=min(SEATS, game.seats[1]), seed=SEED)
    for _ in range(MOVES):
        if state.over:
            break
        seat = min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
    return str(state.parts(None, lang)["board"])
