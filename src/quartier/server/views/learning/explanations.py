"""Explanations of moves: network feature groups, and the title's own sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from quartier.core.game.base_state import BaseState
from quartier.core.game.previews import previews
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure

MAX_PARTS, MAX_SENTENCES = 3, 2
"""Parts that are named, the largest first; sentences at most."""
_TENTHS = 10

Parts = Sequence[tuple[str, int]]
"""As in `quartier.bots.explanations`; a review that was stored has lists."""


def beside_average(view: BaseState, seat: int, move: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the average of all moves; `view` is concealed for the seat, which is to move.

    Where no network was asked, `parts` is empty and the title's own sentences about the move are all.
    """
    return _reasons_text(view, seat, move, parts, (_ABOVE, _BELOW), lang) or _facts(
        view, seat, move, None, lang
    )


def beside_played(view: BaseState, seat: int, move: str, played: str, parts: Parts, lang: str) -> str:
    """What speaks for a move against the one that was played; without `parts` what the title says of it alone."""
    return _reasons_text(view, seat, move, parts, (_MORE, _LESS), lang) or _facts(
        view, seat, move, played, lang
    )


_ABOVE, _BELOW = (
    N_("{total} compared with an average move: {parts}."),
    N_("On its own {total} compared with an average move: {parts}. The search looks further ahead."),
)
_MORE, _LESS = (
    "{total}: {parts}.",
    N_("On its own {total}: {parts}. The search looks further ahead."),
)


def _reasons_text(
    view: BaseState, seat: int, move: str, parts: Parts, forms: tuple[str, str], lang: str
) -> str:
    title_text: Any = view.game.spec.text
    if not parts or not hasattr(title_text, "GROUPS"):
        return ""
    t = translator(lang, view.game.spec.folder)
    total = sum(part for _, part in parts)
    named = _named_parts(title_text.GROUPS, parts, t)
    points = t.ngettext("{count} point", "{count} points", 1 if abs(total) == _TENTHS else 2).format(
        count=_number(total, t)
    )
    numbers = ", ".join(f"{name} {_number(part, t)}" for name, part in _largest_parts(named, t))
    first = [t(forms[total < 0]).format(total=points, parts=numbers)] if numbers else []
    for_it = sorted((item for item in parts if item[1] > 0), key=lambda item: -item[1])
    return " ".join(
        [*_sentences(view, seat, move, [group for group, _ in for_it], t)[:MAX_SENTENCES], *first]
    )


def _facts(view: BaseState, seat: int, move: str, other: str | None, lang: str) -> str:
    """What the title says of a move, and not of the other one, whatever a network would make of it."""
    groups: Collection[str] = getattr(view.game.spec.text, "GROUPS", ())
    t = translator(lang, view.game.spec.folder)
    theirs = _sentences(view, seat, other, groups, t) if other else []
    return " ".join(
        [sentence for sentence in _sentences(view, seat, move, groups, t) if sentence not in theirs][
            :MAX_SENTENCES
        ]
    )


def _named_parts(names: dict[str, str], parts: Parts, t: Translator) -> dict[str, int]:
    """The parts by what people call them: the title may call several groups the same."""
    result: dict[str, int] = {}
    for group, part in parts:
        name = t(names[group])
        result[name] = result.get(name, 0) + part
    return result


def _largest_parts(named: dict[str, int], t: Translator) -> list[tuple[str, int]]:
    """The largest parts, and what is left of them all, so that what is shown adds up."""
    ranked = sorted(((name, part) for name, part in named.items() if part), key=lambda item: -abs(item[1]))
    rest = sum(part for _, part in ranked[MAX_PARTS:])
    return [*ranked[:MAX_PARTS], *([(t("the rest"), rest)] if rest else [])]


def _number(tenths: int, t: Translator) -> str:
    """Tenths of a point as a signed number: "+3.1", "−2"."""
    mark = "+" if tenths > 0 else ""
    return mark + figure(tenths / _TENTHS, 1 if tenths % _TENTHS else 0, t.lang)


def _sentences(view: BaseState, seat: int, move: str, groups: Collection[str], t: Translator) -> list[str]:
    """What the title says of a move about groups of features, in their order, each sentence once."""
    if not groups:
        return []
    action = view.read(move)
    before, after = view.open_record(), previews(view, seat, np.array([action], np.int64)).open_record(0)
    title_text: Any = view.game.spec.text
    sentences = (title_text.explain(before, after, seat, action, group, t) for group in groups)
    return list(dict.fromkeys(filter(None, sentences)))
