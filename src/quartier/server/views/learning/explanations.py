"""Why a move, in words: the parts of what a network sees in it, and what the title itself has to say of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from quartier.core.game.position import Position
from quartier.core.game.previews import previews
from quartier.core.text.languages import N_, Translator, translator

SHOWN, TOLD = 3, 2
"""Parts that are named, the largest first; sentences at most."""
_TENTHS = 10

Parts = Sequence[tuple[str, int]]
"""As in `quartier.bots.explanations`; a review that was stored has lists."""


def beside_average(known: Position, seat: int, move: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the average of all moves; `known` is concealed for the seat, which is to move.

    Where no network was asked, `parts` is empty and the title's own sentences about the move are all.
    """
    return _told(known, seat, move, parts, (_ABOVE, _BELOW), lang) or _facts(known, seat, move, None, lang)


def beside_played(known: Position, seat: int, move: str, played: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the one that was played; without `parts` what the title says of it alone."""
    return _told(known, seat, move, parts, (_MORE, _LESS), lang) or _facts(known, seat, move, played, lang)


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
    for_it = sorted((each for each in parts if each[1] > 0), key=lambda each: -each[1])
    return " ".join([*_sentences(known, seat, move, [group for group, _ in for_it], t)[:TOLD], *first])


def _facts(known: Position, seat: int, move: str, other: str | None, lang: str) -> str:
    """What the title says of a move, and not of the other one, whatever a network would make of it."""
    groups: Collection[str] = getattr(known.game.declared.words, "GROUPS", ())
    t = translator(lang, known.game.declared.folder)
    theirs = _sentences(known, seat, other, groups, t) if other else []
    return " ".join(
        [sentence for sentence in _sentences(known, seat, move, groups, t) if sentence not in theirs][:TOLD]
    )


def _named(names: dict[str, str], parts: Parts, t: Translator) -> dict[str, int]:
    """The parts by what people call them: the title may call several groups the same."""
    result: dict[str, int] = {}
    for group, part in parts:
        name = t(names[group])
        result[name] = result.get(name, 0) + part
    return result


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


def _sentences(known: Position, seat: int, move: str, groups: Collection[str], t: Translator) -> list[str]:
    """What the title says of a move about groups of features, in their order, each sentence once."""
    if not groups:
        return []
    action = known.read(move)
    before, after = known.opened(), previews(known, seat, np.array([action], np.int64)).opened(0)
    words: Any = known.game.declared.words
    found = (words.explain(before, after, seat, action, group, t) for group in groups)
    return list(dict.fromkeys(filter(None, found)))
