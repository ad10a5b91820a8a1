"""Pictures as documents of their own: of each title its board after some moves, and those of its rulebooks."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from quartier.core.show.document import standalone
from quartier.core.text.languages import N_
from quartier.server.refusals import Refused
from quartier.server.show import catalogue

SEED = 5
SEATS = 3
MOVES = 34
"""Moves of seats that a picture shows: far enough for a city, short enough to be made in a moment."""
THEMES = ("light", "dark")


def svg(title: str, lang: str, theme: str) -> str:
    """The board as a spectator would see it, as one SVG document; `theme` "" follows the reader's system.

    Raises Refused 404 for an unknown title.
    """
    return _document(catalogue.game(title), _drawn(title, lang), lang, theme)


def of_rulebook(title: str, name: str, lang: str, theme: str) -> str:
    """A picture that a rulebook shows. Raises Refused 404 for an unknown title or picture."""
    game = catalogue.game(title)
    try:
        drawn = game.picture(name, lang)
    except (KeyError, ModuleNotFoundError):
        raise Refused(404, "no_picture", N_("There is no such picture.")) from None
    return _document(game, drawn, lang, theme)


def _document(game: Any, drawn: str, lang: str, theme: str) -> str:
    """A drawing with its stylesheet."""
    whole = standalone({"board": drawn}, lang, game.title(lang), game.styles)
    return whole.replace("<svg", f'<svg data-theme="{theme}"', 1) if theme in THEMES else whole


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
