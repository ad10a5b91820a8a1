"""What the moves that a search has found are for, in a title's own terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from quartier.bots.analysis import Candidate
from quartier.bots.explanations import Parts
from quartier.core.game.position import Position
from quartier.core.game.previews import Previews, previews
from quartier.core.text.languages import translator
from quartier.server.workers.diversity import Thought


def thoughts(
    known: Position, seat: int, found: Sequence[Candidate], why: Mapping[str, Parts]
) -> list[Thought]:
    """Each of some moves of a seat with its place, its idea and its points; `known` is concealed for the seat."""
    words: Any = known.game.declared.words
    tried = previews(known, seat, np.array([known.read(each.move) for each in found], np.int64))
    return [
        Thought(
            each.move,
            each.values[seat],
            each.visits,
            *_ends(words.paths(int(tried.actions[i]), known.board)[0]),
            _group(words, why[each.move]) or _verb(words, tried, i, seat),
            int(tried.points[i]),
        )
        for i, each in enumerate(found)
    ]


def _ends(path: list[str]) -> tuple[str, str]:
    """Place and means of a move: what is touched for it last, and first."""
    return path[-1], path[0]


def _group(words: Any, parts: Parts) -> str:
    """What people call the group of features that speaks most for a move; "" without a network, or if none does."""
    group, part = max(parts, key=lambda each: each[1], default=("", 0))
    return str(words.GROUPS[group]) if part > 0 and hasattr(words, "GROUPS") else ""


def _verb(words: Any, tried: Previews, place: int, seat: int) -> str:
    """What the button says that plays a move, where its title has words for that; else what is touched first."""
    known, action = tried.known, int(tried.actions[place])
    if not hasattr(words, "describe_effect"):
        return str(words.paths(action, known.board)[0][0])
    t = translator("en", known.game.declared.folder)
    points = int(tried.points[place])
    return str(words.describe_effect(known.opened(), tried.opened(place), seat, action, points, t).verb)
