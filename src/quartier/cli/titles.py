"""Arguments that several commands share: a title, and its options as `name=value`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quartier.cli import shell_completion
from quartier.core.game.game import Game
from quartier.core.text.languages import N_

TitleName = Annotated[
    str,
    typer.Argument(
        metavar="TITLE",
        help=N_("A title, as listed by `quartier games`."),
        autocompletion=shell_completion.title,
    ),
]
OptionWords = Annotated[
    list[str],
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help=N_("An option of the title; may be repeated."),
        autocompletion=shell_completion.option,
    ),
]
VariedOptions = Annotated[
    list[str],
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE,...",
        help=N_("An option of the title, or several values: it plays games with each. May be repeated."),
        autocompletion=shell_completion.option,
    ),
]
BoardName = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="NAME",
        help=N_("A board of the title; by default the standard one."),
        autocompletion=shell_completion.board,
    ),
]


def chosen(game: Game, words: list[str], board: str = "") -> dict[str, Any]:
    """`name=value` words as keywords for `Game.new`, with the board if one is named. BadOption suggests the nearest."""
    found: dict[str, Any] = dict(_option(game, word) for word in words)
    return {**found, "board": board} if board else found


def varied(game: Game, words: list[str], board: str = "") -> dict[str, Any]:
    """The same where a word may give several values, `name=value,value`: a list of them then."""
    found: dict[str, Any] = {}
    for word in words:
        name, _, given = word.partition("=")
        values = [game.declared.read_choice(name, value) for value in given.split(",")]
        found[name] = values if len(values) > 1 else values[0]
    return {**found, "board": board} if board else found


def _option(game: Game, word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    return name, game.declared.read_choice(name, value)
