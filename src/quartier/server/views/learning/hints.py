"""View models of hints."""

from __future__ import annotations

from quartier import from_bytes
from quartier.bots.explanations import TENTHS
from quartier.core.game.base_state import BaseState
from quartier.core.game.choices import Choice
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure, percent
from quartier.server.views.learning import explanations
from quartier.server.views.learning.models import Hint, Hints, HintStep
from quartier.server.workers.jobs import GoodMove, HintResult
from quartier.server.workers.outlook import Outlook


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    return in_words(round(value if seats == 1 else 100 * value), seats, t)


def in_words(value: int, seats: int, t: Translator) -> str:
    """An expectation in whole per cent of the win, or alone in points."""
    if seats > 1:
        return percent(value / 100, lang=t.lang)
    return t.ngettext("{count} point", "{count} points", value).format(count=figure(value, lang=t.lang))


def hint_view(
    result: HintResult, view: BaseState, seat: int, choices: list[Choice], lang: str, names: list[str]
) -> Hints:
    """Return a hint for the page: those of its moves that are among the offered choices, with their labels.

    Args:
        result: The recommended moves, and what is certain about who wins.
        view: The position concealed for the seat, which is to move.
        seat: The seat.
        choices: The choices that the page offers.
        lang: The language.
        names: Names of the seats' players.
    """
    offered = {choice.move: choice for choice in choices}
    offered_moves = [good for good in result.moves if good.move in offered]
    describe = _in_shares if result.outlook.kind in ("", "quick") else _in_points
    moves = [describe(good, view, seat, offered[good.move], lang) for good in offered_moves]
    for hint, good in zip(moves, offered_moves, strict=True):
        hint["line"] = line(good, view, seat, lang, names)
        first = offered_moves[0]
        if good.drawback and (result.outlook.kind or hint["promise"] != moves[0]["promise"]):
            hint["why"] = _behind(good, first, view, seat, names, translator(lang)) or hint["why"]
        if result.outlook.kind != "decided":
            t = translator(lang)
            opening = _proof(good, view.seats, t) or _threat(good, names, t)
            hint["why"] = " ".join(filter(None, (opening, hint["why"])))
    return {"verdict": _verdict(result.outlook, translator(lang)), "moves": moves}


def _verdict(outlook: Outlook, t: Translator) -> str:
    """Say that the game is decided, or as good as that, or that no search was made; "" otherwise."""
    if not outlook.kind:
        return ""
    if outlook.kind == "decided":
        return t("The game is decided: no move changes who wins. Your moves score:")
    return t(_VERDICTS[outlook.kind])


_VERDICTS = {
    "won": N_("You’ve all but won. Your moves score:"),
    "lost": N_("You’re unlikely to turn this around. Your moves score:"),
    "quick": N_("A quick look, one move ahead. Ask again for better ideas."),
}


def _proof(good: GoodMove, seats: int, t: Translator) -> str:
    """Say that a move certainly wins or loses; "" if that isn't proven.

    With more than two seats a proof assumes that each of the others prefers its own win.
    """
    if not good.is_proven or seats != 2 or 0.0 < good.value < 1.0:
        return ""
    return t("This wins whatever they do.") if good.value else t("This loses if they make no mistake.")


def _threat(good: GoodMove, names: list[str], t: Translator) -> str:
    """Say what a move keeps an opponent from; "" if that is nothing."""
    if not good.parries:
        return ""
    form = t("Otherwise {name} could score {count}.")
    return form.format(name=names[good.parries.seat], count=figure(good.parries.points, lang=t.lang))


def _behind(
    good: GoodMove, first: GoodMove, view: BaseState, seat: int, names: list[str], t: Translator
) -> str:
    """Say why the move that brings most at once is behind the first one; "" if the bot expects as much of it."""
    assert good.drawback
    parts, reply = good.drawback
    if reply:
        form = t("Scores most now, but {name} could then score {count}.")
        return form.format(name=names[reply.seat], count=figure(reply.points, lang=t.lang))
    facts = explanations.reasons_for(view, seat, first.move, parts, t.lang, good.move)
    if facts:
        return t("Scores most now. The first move has other advantages. {facts}").format(facts=facts)
    fewer = round(sum(part for _, part in parts) / TENTHS)
    if view.seats == 1:
        fewer = round(first.value) - round(good.value)
    if fewer > 0:
        return _fewer(fewer, t)
    if good.value >= first.value or not good.reliable:
        return ""
    form = t("Scores most now, but your chances are {share}, not {best}.")
    return form.format(share=promise(good.value, view.seats, t), best=promise(first.value, view.seats, t))


def _fewer(count: int, t: Translator) -> str:
    form = t.ngettext(
        "Scores most now, but {count} point less by the end.",
        "Scores most now, but {count} points fewer by the end.",
        count,
    )
    return form.format(count=figure(count, lang=t.lang))


def _in_shares(good: GoodMove, view: BaseState, seat: int, choice: Choice, lang: str) -> Hint:
    """One move by what it promises, with facts that speak for it, or what it brings at once."""
    why = explanations.reasons_for(view, seat, good.move, good.reasons, lang)
    why = why or explanations.reasons_for(view, seat, good.move, (), lang)
    if not why and explanations.is_gain(choice.gain):
        why = choice.gain.sentence
    promised = promise(good.value, view.seats, translator(lang)) if good.reliable else ""
    return _hint(good, choice, promised, why)


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
