"""Pictures as documents of their own: of each title a few pieces of a game, and those of its rulebooks."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from quartier.core.drawing.document import detail, standalone
from quartier.core.game.examples import Example
from quartier.core.text.languages import N_
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.views import catalogue

SEED = 5
SEATS = 3
MOVES = 34
"""Moves of seats that a picture of any title shows: far enough for a city, short enough to be made in a moment."""
THEMES = ("light", "dark")


def svg(title: str, lang: str, theme: str) -> str:
    """The picture of a title as one SVG document; `theme` "" follows the reader's system. Raises DomainError 404 for an unknown
    title.
    """
    return themed(_drawn(title, lang), theme)


def of_rulebook(title: str, name: str, lang: str, theme: str) -> str:
    """A picture that a rulebook shows. Raises DomainError 404 for an unknown title or picture."""
    game = catalogue.game(title)
    try:
        drawn = game.picture(name, lang)
    except (KeyError, ModuleNotFoundError):
        raise DomainError(404, "no_picture", N_("There is no such picture.")) from None
    return _document(game, drawn, lang, theme)


def of_table(table: Table, seat: int | None, lang: str, theme: str) -> str:
    """The board of a table as a seat sees it now, or a spectator."""
    game = table.state.game
    return _document(game, str(table.state.parts(seat, lang)["board"]), lang, theme)


def _document(game: Any, drawn: str, lang: str, theme: str) -> str:
    """A drawing with its stylesheet."""
    return themed(standalone({"board": drawn}, lang, game.title(lang), game.styles), theme)


def themed(document: str, theme: str) -> str:
    """A document in the colours of a theme; of none: in those of the reader's system."""
    return document.replace("<svg", f'<svg data-theme="{theme}"', 1) if theme in THEMES else document


@lru_cache(maxsize=32)
def _drawn(title: str, lang: str) -> str:
    """A piece of a recorded game where the title names one, else the board after some moves."""
    game = catalogue.game(title)
    scene = game.declared.front.scene
    if scene is None:
        board = str(_played(game).parts(None, lang)["board"])
        return standalone({"board": board}, lang, game.title(lang), game.styles)
    moment = Example(game.declared.package, scene.record).whole.at(scene.events)
    return detail(str(moment.parts(None, lang)["board"]), scene.x, scene.y, scene.side, game.styles)


def _played(game: Any) -> Any:
    rng = random.Random(SEED)
    state = game.new(seats=min(SEATS, game.seats[1]), seed=SEED)
    for _ in range(MOVES):
        if state.over:
            break
        seat = min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
    return state
