"""Why a move: facts of the position in the words of its title."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from quartier.bots.explanations import GAINED, RESULT
from quartier.core.game.base_state import BaseState
from quartier.core.game.previews import previews
from quartier.core.text.effects import Gain
from quartier.core.text.languages import Translator, translator

MAX_REASONS = 2

Parts = Sequence[tuple[str, int]]
"""As in `quartier.bots.explanations`; a review that was stored has lists."""


def reasons_for(view: BaseState, seat: int, move: str, parts: Parts, lang: str, played: str = "") -> str:
    """Return at most MAX_REASONS facts that speak for a move, what weighs most first.

    Args:
        view: The position concealed for the seat, which is to move.
        seat: The seat.
        move: The move.
        parts: What a network makes of it; where none was asked, all that the title says counts.
        lang: The language.
        played: Another move: facts that hold for it as well are left out.
    """
    t = translator(lang, view.game.spec.folder)
    groups = _groups(view, parts)
    others = _sentences(view, seat, played, groups, t) if played else []
    facts = [sentence for sentence in _sentences(view, seat, move, groups, t) if sentence not in others]
    return " ".join(facts[:MAX_REASONS])


def is_gain(gain: Gain) -> bool:
    """Whether a move brings points at once."""
    return gain.amount.startswith("+")


def _groups(view: BaseState, parts: Parts) -> Collection[str]:
    """The groups of features that speak for a move, what weighs most first; without a network all."""
    if parts:
        return [group for group, part in sorted(parts, key=lambda item: -item[1]) if part > 0]
    bots: Any = view.game.spec.bots
    return (GAINED, RESULT, *getattr(bots, "GROUPS", ()))


def _sentences(view: BaseState, seat: int, move: str, groups: Collection[str], t: Translator) -> list[str]:
    """What the title says of a move about groups of features, in their order, each sentence once."""
    title_text: Any = view.game.spec.text
    if not hasattr(title_text, "explain"):
        return []
    action = view.read(move)
    before, after = view.open_record(), previews(view, seat, np.array([action], np.int64)).open_record(0)
    sentences = (title_text.explain(before, after, seat, action, group, t) for group in groups)
    return list(dict.fromkeys(filter(None, sentences)))
