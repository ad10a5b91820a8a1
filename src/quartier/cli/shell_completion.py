"""How words of the command line go on, for a shell's Tab."""

from __future__ import annotations

from collections.abc import Iterable

import typer

import quartier
from quartier.bots import LEVELS, plugins
from quartier.core.game.game import Game

_BOTS = ("random", "novice", "greedy", "learned", "priority", "mcts:400", "mcts:1s", "learned:1s")
"""Those by name or, of some families, by an example."""


def title(begun: str) -> list[str]:
    """The titles that begin so."""
    return _going_on(begun, quartier.titles())


def bot(begun: str) -> list[str]:
    """The bots that begin so."""
    return _going_on(begun, (*LEVELS, *_BOTS, *plugins.names()))


def bots(begun: str) -> list[str]:
    """The same for a list: what stands before the last comma stays."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot(last)]


def rule(context: typer.Context, begun: str) -> list[str]:
    """The ids of the title's rules that begin so."""
    return [each for game in _game(context) for each in _going_on(begun, game.declared.rule_ids())]


def board(context: typer.Context, begun: str) -> list[str]:
    """The title's boards that begin so, those for exact work too."""
    return [
        each
        for game in _game(context)
        for each in _going_on(begun, (*game.declared.boards.names(), *game.declared.boards.laboratory()))
    ]


def boards(context: typer.Context, begun: str) -> list[str]:
    """The same for a list: what stands before the last comma stays."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in board(context, last)]


def option(context: typer.Context, begun: str) -> list[str]:
    """The title's options that begin so, each with its values."""
    return [
        each
        for game in _game(context)
        for each in _going_on(
            begun, (f"{name}={value}" for name, kind in game.options.items() for value in kind.texts())
        )
    ]


def _game(context: typer.Context) -> list[Game]:
    """The title that stands in the line, if there is one: a wrong one is told when the command runs.

    While an option still lacks its value, Click leaves the arguments before it as they stand, in `args`.
    """
    words = [context.params.get("title"), *context.args]
    return [quartier.load(word) for word in words if word in quartier.titles()][:1]


def _going_on(begun: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(begun)]
