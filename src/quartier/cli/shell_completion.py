"""Shell completion of titles, bots, boards, options and rules."""

from __future__ import annotations

from collections.abc import Iterable

import typer

import quartier
from quartier.bots import LEVELS, plugins
from quartier.core.game.game import Game

_BOTS = ("random", "novice", "greedy", "learned", "priority", "mcts:400", "mcts:1s", "learned:1s", "learned@")
"""Names of bots, with an example for some families."""


def title(incomplete: str) -> list[str]:
    """Return the matching titles."""
    return _matching(incomplete, quartier.titles())


def bot(incomplete: str) -> list[str]:
    """Return the matching bots."""
    return _matching(incomplete, (*LEVELS, *_BOTS, *plugins.names()))


def bots(incomplete: str) -> list[str]:
    """Complete the last entry of a comma-separated list of bots."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot(last)]


def rule(context: typer.Context, incomplete: str) -> list[str]:
    """Return the matching rule ids of the title."""
    return [match for game in _game(context) for match in _matching(incomplete, game.spec.rule_ids())]


def board(context: typer.Context, incomplete: str) -> list[str]:
    """Return the matching boards of the title, including those of the laboratory."""
    return [
        match
        for game in _game(context)
        for match in _matching(incomplete, (*game.spec.boards.names(), *game.spec.boards.laboratory()))
    ]


def boards(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the last entry of a comma-separated list of boards."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in board(context, last)]


def option(context: typer.Context, incomplete: str) -> list[str]:
    """Return the matching options of the title, each with its values."""
    return [
        match
        for game in _game(context)
        for match in _matching(
            incomplete, (f"{name}={value}" for name, kind in game.options.items() for value in kind.texts())
        )
    ]


def _game(context: typer.Context) -> list[Game]:
    """Return the title on the command line, if there is a valid one.

    While an option still lacks its value, Click leaves the preceding arguments unparsed in `args`.
    """
    words = [context.params.get("title"), *context.args]
    return [quartier.load(word) for word in words if word in quartier.titles()][:1]


def _matching(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
