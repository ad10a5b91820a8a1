"""Hints in words."""

from __future__ import annotations

from quartier import from_bytes
from quartier.core.game.choices import Choice
from quartier.core.game.position import Position
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.views.learning import explanations
from quartier.server.views.learning.models import Hint, Hints, HintStep
from quartier.server.workers.diversity import decided
from quartier.server.workers.hints import GoodMoves
from quartier.server.workers.jobs import GoodMove


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    return in_words(round(value if seats == 1 else 100 * value), seats, t)


def in_words(value: int, seats: int, t: Translator) -> str:
    """An expectation in whole per cent of the win, or alone in points."""
    return t("{points} points").format(points=value) if seats == 1 else t("{percent}%").format(percent=value)


VERDICTS = {
    "won": N_("You have as good as won. This is what your moves bring now:"),
    "lost": N_("This game can hardly be turned around. This is what your moves bring now:"),
}


def answered(
    found: GoodMoves, known: Position, seat: int, choices: list[Choice], lang: str, names: list[str]
) -> Hints:
    """A hint for the page: those of its moves that are among the choices offered there, with their labels.

    `known`: concealed for the seat, which is to move; `names`: to whom the seats belong.
    """
    offered = {choice.move: choice for choice in choices}
    shown = [each for each in found if each.move in offered]
    settled = decided([each.value for each in shown], known.seats)
    word = _in_points if settled else _in_shares
    moves = [word(each, known, seat, offered[each.move], lang) for each in shown]
    for hint, good in zip(moves, shown, strict=True):
        hint["line"] = line(good, known, seat, lang, names)
    return {"verdict": translator(lang)(VERDICTS[settled]) if settled else "", "moves": moves}


def _in_shares(good: GoodMove, known: Position, seat: int, choice: Choice, lang: str) -> Hint:
    """One move by what it promises; where nothing is known of its reasons, what it brings is said."""
    why = explanations.beside_average(known, seat, good.move, good.reasons, lang)
    promised = promise(good.value, known.seats, translator(lang))
    return _hint(good, choice, promised, why or choice.gain.sentence)


def _in_points(good: GoodMove, known: Position, seat: int, choice: Choice, lang: str) -> Hint:
    """One move by what it brings at once, where the promises of all are the same."""
    return _hint(good, choice, choice.gain.amount or choice.points or "0", choice.gain.sentence)


def line(good: GoodMove, known: Position, seat: int, lang: str, names: list[str]) -> list[HintStep]:
    """What is expected, step by step, each from a position that the seat can imagine."""
    looks, steps = known.looks(), []
    for step in good.line:
        label, places = from_bytes(step.before).seen_by(seat, lang).deed(step.seat, step.move)
        name = "" if step.seat == seat else names[step.seat]
        steps.append(HintStep(look=looks[step.seat], name=name, label=label, places=places))
    return steps


def _hint(good: GoodMove, choice: Choice, promised: str, why: str) -> Hint:
    return {
        "move": good.move,
        "label": choice.label,
        "value": good.value,
        "promise": promised,
        "why": why,
        "line": [],
    }
