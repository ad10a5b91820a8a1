"""View models of a game's end: headline, reason and margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quartier.core.text.languages import Translator, translator
from quartier.core.text.numbers import figure
from quartier.server.views import models


@dataclass(frozen=True)
class Result:
    """The end of a game: its last position, what the seats are called, who has won, and if that ended it, who gave up or ran
    out of time (`late`); and a `remark`: what it has made of their ratings, or what a challenger made of the same deal.
    """

    state: Any
    names: list[str]
    winners: list[int]
    resigned: int | None = None
    late: bool = False
    remark: str = ""


def ending_view(result: Result, lang: str) -> models.Ending:
    """Return the view model of a game's end."""
    return {
        "winners": result.winners,
        "scores": result.state.scores(),
        "headline": headline(result, lang),
        "reason": f"{reason(result, lang)} {result.remark}".strip(),
    }


def headline(result: Result, lang: str) -> str:
    """Return who has won, the same for all viewers; a solo game has its title's verdict."""
    t, names = translator(lang), [result.names[seat] for seat in result.winners]
    if result.resigned is not None:
        return _winners_headline(result, names, t)
    verdict = str(result.state.seen_by(None, lang).verdict())
    if verdict:
        return verdict
    if result.state.seats == 1:
        points = result.state.scores()[0]
        return t.ngettext("{count} point", "{count} points", points).format(count=figure(points, lang=lang))
    return _praise(result, names, lang)


def _winners_headline(result: Result, names: list[str], t: Translator) -> str:
    if not names:
        return _resignation(result, t)
    return t.ngettext("{name} wins", "{name} win", len(names)).format(name=join_names(names, t))


def _praise(result: Result, names: list[str], lang: str) -> str:
    """The winner in the title's own words, if it has any (its `PRAISE`)."""
    t, spec = translator(lang), result.state.game.spec
    if len(names) > 1:
        return t("{names} share first place").format(names=join_names(names, t))
    praise = getattr(spec.text, "PRAISE", None)
    if praise is None:
        return _winners_headline(result, names, t)
    return translator(lang, spec.folder)(praise).format(name=names[0])


def reason(result: Result, lang: str) -> str:
    """Why the game is over, and what decided among equals."""
    t = translator(lang)
    if result.resigned is not None:
        return _resignation(result, t)
    sentence = str(result.state.seen_by(None, lang).ending()) or t("The game is over.")
    return f"{sentence} {margin(result, lang)}".strip()


def margin(result: Result, lang: str) -> str:
    """By how much the winner is ahead of the next; empty where several have as many."""
    ranked = sorted(range(result.state.seats), key=lambda seat: -result.state.scores()[seat])
    if len(ranked) < 2 or result.winners != ranked[:1]:
        return ""
    first, second = (result.state.scores()[seat] for seat in ranked[:2])
    if first <= second:
        return ""
    lead = first - second
    form = translator(lang)("Ahead of {name} by {count}.")  # the unit differs: points, or dollars
    return form.format(count=figure(lead, lang=lang), name=result.names[ranked[1]])


def _resignation(result: Result, t: Translator) -> str:
    form = t("{name} ran out of time.") if result.late else t("{name} resigned.")
    return form.format(name=result.names[result.resigned or 0])


def join_names(names: list[str], t: Translator) -> str:
    """Return names as a list in words: "Ada, Bea and Cem"."""
    if len(names) == 1:
        return names[0]
    return t("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
