"""Hints in words."""

from __future__ import annotations

from quartier.core.play.choices import Choice
from quartier.core.text.languages import Translator
from quartier.server.show.models import Hint
from quartier.server.thinking.advice import GoodMoves


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    if seats == 1:
        return t("{points} points").format(points=round(value))
    return t("{percent}%").format(percent=round(100 * value))


def worded(found: GoodMoves, choices: list[Choice], seats: int, t: Translator) -> list[Hint]:
    """A hint for the page: those of its moves that are among the choices offered there, with their labels."""
    labels = {choice.move: choice.label for choice in choices}
    return [
        {"move": move, "label": labels[move], "value": value, "promise": promise(value, seats, t)}
        for move, value in found
        if move in labels
    ]
