"""Why a move, in words: the parts of what a network sees in it, and what the title itself has to say about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quartier.core.play.position import Position
from quartier.core.play.previews import previews
from quartier.core.text.languages import N_, Translator, translator

SHOWN, TOLD = 3, 2
"""Parts that are named, the largest first; sentences at most."""
_TENTHS = 10

Parts = Sequence[tuple[str, int]]
"""As in `quartier.bots.reasons`; a review that was stored has lists."""


def beside_average(known: Position, seat: int, move: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the average of all moves; `known` is concealed for the seat, which is to move."""
    return _told(known, seat, move, parts, (_ABOVE, _BELOW), lang)


def beside_played(known: Position, seat: int, move: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the one that was played."""
    return _told(known, seat, move, parts, (_MORE, _LESS), lang)


_ABOVE, _BELOW = (
    N_("{total} against an average move: {parts}."),
    N_("By itself {total} against an average move: {parts}. The search looks further ahead."),
)
_MORE, _LESS = (
    "{total}: {parts}.",
    N_("By itself {total}: {parts}. The search looks further ahead."),
)


def _told(known: Position, seat: int, move: str, parts: Parts, forms: tuple[str, str], lang: str) -> str:
    words: Any = known.game.declared.words
    if not parts or not hasattr(words, "GROUPS"):
        return ""
    t = translator(lang, known.game.declared.folder)
    total = sum(part for _, part in parts)
    named = _named(words.GROUPS, parts, t)
    points = t("{points} points").format(points=_number(total, t))
    numbers = ", ".join(f"{name} {_number(part, t)}" for name, part in _shown(named, t))
    first = [t(forms[total < 0]).format(total=points, parts=numbers)] if numbers else []
    return " ".join([*_sentences(words.argues, known, seat, move, parts, t), *first])


def _named(names: dict[str, str], parts: Parts, t: Translator) -> dict[str, int]:
    """The parts by what people call them: the title may call several groups the same."""
    found: dict[str, int] = {}
    for group, part in parts:
        name = t(names[group])
        found[name] = found.get(name, 0) + part
    return found


def _shown(named: dict[str, int], t: Translator) -> list[tuple[str, int]]:
    """The largest parts, and what is left of them all, so that what is shown adds up."""
    ranked = sorted(((name, part) for name, part in named.items() if part), key=lambda each: -abs(each[1]))
    rest = sum(part for _, part in ranked[SHOWN:])
    return [*ranked[:SHOWN], *([(t("the rest"), rest)] if rest else [])]


def _number(tenths: int, t: Translator) -> str:
    """Tenths of a point as a signed number: "+3.1", "−2"."""
    whole, tenth = divmod(abs(tenths), _TENTHS)
    mark = "−" if tenths < 0 else "+" if tenths else ""
    return mark + (t("{whole}.{tenth}").format(whole=whole, tenth=tenth) if tenth else str(whole))


def _sentences(argues: Any, known: Position, seat: int, move: str, parts: Parts, t: Translator) -> list[str]:
    """What the title says about the groups that speak for the move, the weightiest first."""
    action = known.read(move)
    after = previews(known, seat, np.array([action], np.int64)).opened(0)
    for_it = sorted((each for each in parts if each[1] > 0), key=lambda each: -each[1])
    found = (argues(known.opened(), after, seat, action, group, t) for group, _ in for_it)
    return list(dict.fromkeys(filter(None, found)))[:TOLD]
