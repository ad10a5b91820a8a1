"""View models of hints."""

from __future__ import annotations

from quartier import from_bytes
from quartier.core.game.base_state import BaseState
from quartier.core.game.choices import Choice
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure, percent
from quartier.server.views.learning import explanations
from quartier.server.views.learning.models import Hint, Hints, HintStep
from quartier.server.workers.diversity import outcome_of
from quartier.server.workers.hints import GoodMoves
from quartier.server.workers.jobs import GoodMove


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    return in_words(round(value if seats == 1 else 100 * value), seats, t)


def in_words(value: int, seats: int, t: Translator) -> str:
    """An expectation in whole per cent of the win, or alone in points."""
    if seats > 1:
        return percent(value / 100, lang=t.lang)
    return t.ngettext("{count} point", "{count} points", value).format(count=figure(value, lang=t.lang))


VERDICTS = {
    "won": N_("You’ve all but won. Here’s what your moves score:"),
    "lost": N_("You’re very unlikely to turn this around. Here’s what your moves score:"),
}


def hint_view(
    candidates: GoodMoves, view: BaseState, seat: int, choices: list[Choice], lang: str, names: list[str]
) -> Hints:
    """Return a hint for the page: those of its moves that are among the offered choices, with their labels.

    Args:
        candidates: The recommended moves.
        view: The position concealed for the seat, which is to move.
        seat: The seat.
        choices: The choices that the page offers.
        lang: The language.
        names: Names of the seats' players.
    """
    offered = {choice.move: choice for choice in choices}
    offered_moves = [candidate for candidate in candidates if candidate.move in offered]
    settled = outcome_of([candidate.value for candidate in offered_moves], view.seats)
    describe = _in_points if settled else _in_shares
    moves = [describe(candidate, view, seat, offered[candidate.move], lang) for candidate in offered_moves]
    for hint, good in zip(moves, offered_moves, strict=True):
        hint["line"] = line(good, view, seat, lang, names)
    return {"verdict": translator(lang)(VERDICTS[settled]) if settled else "", "moves": moves}


def _in_shares(good: GoodMove, view: BaseState, seat: int, choice: Choice, lang: str) -> Hint:
    """One move by what it promises, with facts that speak for it, or what it brings, or that the bot looked ahead."""
    why = explanations.reasons_for(view, seat, good.move, good.reasons, lang)
    if not why and explanations.is_gain(choice.gain):
        why = choice.gain.sentence
    promised = promise(good.value, view.seats, translator(lang))
    return _hint(good, choice, promised, why or explanations.looked_ahead(len(good.line), lang))


def _in_points(good: GoodMove, view: BaseState, seat: int, choice: Choice, lang: str) -> Hint:
    """One move by what it brings at once, where the promises of all are the same."""
    return _hint(good, choice, choice.gain.amount or choice.points or "0", choice.gain.sentence)


def line(good: GoodMove, view: BaseState, seat: int, lang: str, names: list[str]) -> list[HintStep]:
    """What is expected, step by step, each from a position that the seat can imagine."""
    looks, steps = view.looks(), []
    for step in good.line:
        label, board_places = from_bytes(step.before).seen_by(seat, lang).describe_move(step.seat, step.move)
        name = "" if step.seat == seat else names[step.seat]
        steps.append(HintStep(look=looks[step.seat], name=name, label=label, places=board_places))
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
