"""Hints in words."""

from __future__ import annotations

from quartier.core.play.choices import Choice
from quartier.core.play.position import Position
from quartier.core.text.languages import Translator, translator
from quartier.server.show import reasons
from quartier.server.show.models import Hint
from quartier.server.thinking.advice import GoodMoves
from quartier.server.thinking.job_kinds import GoodMove


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    return in_words(round(value if seats == 1 else 100 * value), seats, t)


def in_words(value: int, seats: int, t: Translator) -> str:
    """An expectation in whole per cent of the win, or alone in points."""
    return t("{points} points").format(points=value) if seats == 1 else t("{percent}%").format(percent=value)


def worded(found: GoodMoves, known: Position, seat: int, choices: list[Choice], lang: str) -> list[Hint]:
    """A hint for the page: those of its moves that are among the choices offered there, with their labels.

    `known`: concealed for the seat, which is to move.
    """
    offered = {choice.move: choice for choice in choices}
    return [_worded(each, known, seat, offered[each.move], lang) for each in found if each.move in offered]


def _worded(good: GoodMove, known: Position, seat: int, choice: Choice, lang: str) -> Hint:
    """One move; where nothing is known of its reasons, what it brings is said."""
    why = reasons.beside_average(known, seat, good.move, good.reasons, lang)
    return {
        "move": good.move,
        "label": choice.label,
        "value": good.value,
        "promise": promise(good.value, known.seats, translator(lang)),
        "why": why or choice.gain.sentence,
    }
