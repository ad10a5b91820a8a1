"""Arguments that several commands share: a title, and its options as `name=value`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quartier.cli import completing
from quartier.core.play.game import Game
from quartier.core.text.errors import BadOption, nearest
from quartier.core.text.languages import N_

TitleName = Annotated[
    str,
    typer.Argument(
        metavar="TITLE", help=N_("A title, as listed by `quartier games`."), autocompletion=completing.title
    ),
]
OptionWords = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="NAME=VALUE", help=N_("An option of the title; may be repeated.")),
]
BoardName = Annotated[
    str,
    typer.Option("--board", metavar="NAME", help=N_("A board of the title; by default the standard one.")),
]


def chosen(game: Game, words: list[str], board: str = "") -> dict[str, Any]:
    """`name=value` words as keywords for `Game.new`, with the board if one is named. BadOption suggests the nearest."""
    found: dict[str, Any] = dict(_option(game, word) for word in words)
    return {**found, "board": board} if board else found


def _option(game: Game, word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    option = game.options.get(name)
    if option is None:
        near = nearest(name, list(game.options))
        known = ", ".join(game.options) or "–"
        message = _NO_OPTION_NEAR if near else _NO_OPTION
        raise BadOption(message, game=game.title(), name=name, near=near, known=known)
    try:
        return name, option.read(value)
    except ValueError:
        known = ", ".join(option.texts())
        raise BadOption(_BAD_VALUE, name=name, value=value, known=known) from None


_NO_OPTION = N_("{game} has no option “{name}”. Options: {known}.")
_NO_OPTION_NEAR = N_("{game} has no option “{name}”. Did you mean {near}?")
_BAD_VALUE = N_("Option “{name}” cannot be “{value}”. Possible values: {known}.")
