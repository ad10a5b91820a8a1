"""Diverse move selection: which of a search's candidates a hint shows, few and different ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

MAX_SHOWN = 3
WORTHY = 40
"""The promise of a move can be believed if the search has looked at it this part (one in so many) as often as at the best
one; others only fill up, and never seem better than it.
"""
NEARLY = 0.03
"""By how much less than a move that achieves nothing another one may promise and still be the better advice."""


class MoveIdea(NamedTuple):
    """A candidate move of a search, with what distinguishes it."""

    move: str
    value: float
    """What it promises its seat: the share of the win, alone the points."""
    visits: int
    target: str
    """Where it ends: two ways of doing something there are one idea."""
    means: str
    """With what it begins: a piece of the hand, a tool."""
    idea: str
    """What it is for, in one word: the same for all moves that do the same thing."""
    points: int
    """What it brings at once."""
    expected: int = 0
    """What a network expects of it by the end, compared with other moves, in tenths of points; nothing without a network."""
    idle: bool = False
    """Whether it achieves nothing, as far as its game can tell."""


def select_diverse(candidates: Sequence[MoveIdea], decided: bool = False) -> list[MoveIdea]:
    """Select the moves to show, from candidates in the search's order.

    Args:
        candidates: The moves that the search has tried.
        decided: Whether it is certain, or as good as that, who wins: the moves differ in points only.

    Returns:
        At most `MAX_SHOWN` moves, with one that brings most at once. By value in whole per cent, then, and alone where the
        game is decided, by the points that are expected by the end.
    """
    most = max(candidates, key=attrgetter("points"), default=None)
    candidates = _without_idle(candidates)
    credible = _credible(candidates)
    if decided:
        return _with_most(_distinct(sorted(credible, key=_by_points)), most)
    selection = _with_most(_several_ideas(candidates, credible), most)
    return sorted(selection, key=lambda candidate: (-round(100 * candidate.value), *_by_points(candidate)))


def _by_points(candidate: MoveIdea) -> tuple[int, int]:
    """Return a key that sorts by the points expected by the end, then by those at once."""
    return -candidate.expected, -candidate.points


def _credible(candidates: Sequence[MoveIdea]) -> list[MoveIdea]:
    return [candidate for candidate in candidates if candidate.visits * WORTHY >= candidates[0].visits]


def _without_idle(candidates: Sequence[MoveIdea]) -> list[MoveIdea]:
    """Leave out moves that achieve nothing, unless all others promise clearly less."""
    useful = max(
        (candidate.value for candidate in _credible(candidates) if not candidate.idle), default=-math.inf
    )
    return [candidate for candidate in candidates if not candidate.idle or candidate.value > useful + NEARLY]


def _with_most(selection: list[MoveIdea], most: MoveIdea | None) -> list[MoveIdea]:
    """Put the move that brings most at once in the last place, if none of the selection brings as much."""
    if most is None or most.points <= max([0, *(candidate.points for candidate in selection)]):
        return selection
    return [*selection[: MAX_SHOWN - 1], most]


def _several_ideas(candidates: Sequence[MoveIdea], credible: Sequence[MoveIdea]) -> list[MoveIdea]:
    """Select the best moves of different ideas, then of different means, then any."""
    others = [
        candidate
        for candidate in candidates
        if candidate not in credible and candidate.value <= candidates[0].value
    ]
    ideas, means = _distinct(credible, attrgetter("idea")), _distinct(credible, attrgetter("means"))
    return _distinct([*ideas, *means, *credible, *others])


_target = attrgetter("target")


def _distinct(ranked: Iterable[MoveIdea], by: Callable[[MoveIdea], str] = _target) -> list[MoveIdea]:
    """Return the first moves of which no two have the same target, or the same key by `by`."""
    selection: list[MoveIdea] = []
    for candidate in ranked:
        if all(_target(candidate) != _target(other) and by(candidate) != by(other) for other in selection):
            selection.append(candidate)
    return selection[:MAX_SHOWN]
