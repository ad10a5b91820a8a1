"""Shared arguments: a title, its options as `name=value`, and its board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from quartier.cli import shell_completion
from quartier.core.game.game import Game
from quartier.core.text.languages import N_

TitleName = Annotated[
    str,
    typer.Argument(
        metavar=N_("GAME"),
        help=N_("Game, as listed by `quartier games`."),
        autocompletion=shell_completion.title,
    ),
]
OptionWords = Annotated[
    list[str],
    typer.Option(
        "--option",
        "-o",
        metavar=N_("NAME=VALUE"),
        help=N_("Option of the game. Repeatable."),
        autocompletion=shell_completion.option,
    ),
]
VariedOptions = Annotated[
    list[str],
    typer.Option(
        "--option",
        "-o",
        metavar=N_("NAME=VALUE,..."),
        help=N_("Option of the game, with one or more values. Games are played with each value. Repeatable."),
        autocompletion=shell_completion.option,
    ),
]
BoardName = Annotated[
    str,
    typer.Option(
        "--board",
        metavar=N_("NAME|FILE"),
        help=N_("Board to play on: a name, or a file (.json) of yours. The standard board by default."),
        autocompletion=shell_completion.board,
    ),
]


def parse_options(game: Game, words: list[str], board: str = "") -> dict[str, Any]:
    """Parse `name=value` into keywords for `Game.new`, with the board if one is given. Raises BadOption."""
    result: dict[str, Any] = dict(_option(game, word) for word in words)
    return {**result, "board": parse_board(game, board)} if board else result


def parse_varied_options(game: Game, words: list[str], board: str = "") -> dict[str, Any]:
    """Parse options that may have several values, `name=value,value`, into lists."""
    result: dict[str, Any] = {}
    for word in words:
        name, _, given = word.partition("=")
        values = [game.spec.read_choice(name, value) for value in given.split(",")]
        result[name] = values if len(values) > 1 else values[0]
    return {**result, "board": parse_board(game, board)} if board else result


def parse_board(game: Game, word: str) -> str | dict[str, Any]:
    """Return what `Game.new` takes for a board: the name that a word is, or the data in the file that it names.

    Raises:
        BadBoard: The file can't be read, or isn't a board of this game.
    """
    file = Path(word).expanduser()
    if file.suffix != ".json" and len(file.parts) < 2:
        return word
    return game.spec.boards.get(file).data


def _option(game: Game, word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    return name, game.spec.read_choice(name, value)
