"""Pictures of titles and rulebooks as SVG documents."""

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
    """Return the picture of a title as an SVG document.

    Args:
        title: The title's name.
        lang: The language of its texts.
        theme: "light", "dark", or "" for the reader's system.

    Raises:
        DomainError: 404 for an unknown title.
    """
    return apply_theme(_title_picture(title, lang), theme)


def of_rulebook(title: str, name: str, lang: str, theme: str) -> str:
    """Return a picture of a rulebook. Raises DomainError 404 for an unknown title or picture."""
    game = catalogue.game(title)
    try:
        svg_text = game.picture(name, lang)
    except (KeyError, ModuleNotFoundError):
        raise DomainError(404, "no_picture", N_("This picture doesn’t exist. Check the link.")) from None
    return _document(game, svg_text, lang, theme)


def of_table(table: Table, seat: int | None, lang: str, theme: str) -> str:
    """Return the board of a table as a seat or (None) a spectator sees it now."""
    game = table.state.game
    return _document(game, str(table.state.parts(seat, lang)["board"]), lang, theme)


def _document(game: Any, svg_text: str, lang: str, theme: str) -> str:
    """A drawing with its stylesheet."""
    return apply_theme(standalone({"board": svg_text}, lang, game.title(lang), game.styles), theme)


def apply_theme(document: str, theme: str) -> str:
    """Set the colours of a theme in an SVG document; without one those of the reader's system apply."""
    return document.replace("<svg", f'<svg data-theme="{theme}"', 1) if theme in THEMES else document


@lru_cache(maxsize=32)
def _title_picture(title: str, lang: str) -> str:
    """A piece of a recorded game where the title names one, else the board after some moves."""
    game = catalogue.game(title)
    scene = game.spec.metadata.scene
    if scene is None:
        board = str(_sample_position(game).parts(None, lang)["board"])
        return standalone({"board": board}, lang, game.title(lang), game.styles)
    moment = Example(game.spec.package, scene.record).whole.at(scene.events)
    return detail(str(moment.parts(None, lang)["board"]), scene.x, scene.y, scene.side, game.styles)


def _sample_position(game: Any) -> Any:
    rng = random.Random(SEED)
    state = game.new(seats=min(SEATS, game.seats[1]), seed=SEED)
    for _ in range(min(MOVES, game.max_events // 2)):
        if state.over:
            break
        seat = min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
    return state
