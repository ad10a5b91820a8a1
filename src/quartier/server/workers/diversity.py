"""Diverse move selection: which of a search's candidates a hint shows, few and different ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

MAX_SHOWN = 3
WORTHY = 40
"""A value is credible if the move has one in this many of the best one's visits.

Others only fill up the list, and are never ranked above it.
"""
RELIABLE = 8
"""A value is shown if the move has one in this many of the most visits; fewer make it look much worse than it is."""
NEARLY = 0.03
"""By how much another move may be valued below an idle one and still be the better advice."""


class MoveIdea(NamedTuple):
    """A candidate move of a search, with its distinguishing features."""

    move: str
    value: float
    """Its value to the seat: the share of the win, for a single seat the points."""
    visits: int
    target: str
    """Its target: two ways of doing something there are one idea."""
    means: str
    """Its means: a piece of the hand, a tool."""
    idea: str
    """Its purpose, in one word: the same for all moves that do the same thing."""
    points: int
    """Its immediate gain."""
    expected: int = 0
    """Its expected gain by the end relative to other moves, in tenths of points; 0 without a network."""
    idle: bool = False
    """Whether it is idle, as far as its game can tell."""


def select_diverse(candidates: Sequence[MoveIdea], decided: bool = False) -> list[MoveIdea]:
    """Select the moves to show, from candidates in the search's order.

    Args:
        candidates: The moves that the search has tried.
        decided: Whether the winner is certain or nearly so: the moves differ in points only.

    Returns:
        At most `MAX_SHOWN` moves, including one with the highest immediate gain. Those with a reliable value come
        first, sorted by it in whole percent, then by the points expected by the end; if the game is decided,
        only the points count.
    """
    most = max(candidates, key=attrgetter("points"), default=None)
    candidates = _without_idle(candidates)
    credible = _credible(candidates)
    if decided:
        return _with_most(_distinct(sorted(credible, key=_by_points)), most)
    selection = _with_most(_several_ideas(candidates, credible), most)
    reliable = reliable_moves(candidates)
    return sorted(
        selection,
        key=lambda idea: (idea.move not in reliable, -round(100 * idea.value), *_by_points(idea)),
    )


def reliable_moves(candidates: Sequence[MoveIdea]) -> set[str]:
    """Return the moves that were visited so often that their values can be compared."""
    most = max((candidate.visits for candidate in candidates), default=0)
    return {candidate.move for candidate in candidates if candidate.visits * RELIABLE >= most}


def _by_points(candidate: MoveIdea) -> tuple[int, int]:
    """Return a key that sorts by the points expected by the end, then by immediate ones."""
    return -candidate.expected, -candidate.points


def _credible(candidates: Sequence[MoveIdea]) -> list[MoveIdea]:
    return [candidate for candidate in candidates if candidate.visits * WORTHY >= candidates[0].visits]


def _without_idle(candidates: Sequence[MoveIdea]) -> list[MoveIdea]:
    """Drop idle moves, unless all others are clearly worse."""
    useful = max(
        (candidate.value for candidate in _credible(candidates) if not candidate.idle), default=-math.inf
    )
    return [candidate for candidate in candidates if not candidate.idle or candidate.value > useful + NEARLY]


def _with_most(selection: list[MoveIdea], most: MoveIdea | None) -> list[MoveIdea]:
    """Put the move with the highest immediate gain in the last place, if none of the selection gains as much."""
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
