"""Diverse move selection: which of a search's candidates a hint shows, few and different ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

MAX_SHOWN = 3
WORTHY = 40
"""The promise of a move can be believed if the search has looked at it this part (one in so many) as often as at the best
one; others only fill up, and never seem better than it.
"""
WON, LOST = 97, 3
"""Per cent of the win from which, and up to which, a game is as good as decided."""


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


def select_diverse(candidates: Sequence[MoveIdea], seats: int) -> list[MoveIdea]:
    """Select the moves to show, from candidates in the search's order.

    Returns:
        At most `MAX_SHOWN` moves: by value; where the game is as good as decided, by the points that they score at once.
    """
    credible = [candidate for candidate in candidates if candidate.visits * WORTHY >= candidates[0].visits]
    settled = outcome_of([credible[0].value], seats) if credible else ""
    if settled:
        alike = [candidate for candidate in credible if outcome_of([candidate.value], seats) == settled]
        return _distinct(sorted(alike, key=lambda candidate: -candidate.points))
    others = [
        candidate
        for candidate in candidates
        if candidate not in credible and candidate.value <= candidates[0].value
    ]
    ideas, means = _distinct(credible, attrgetter("idea")), _distinct(credible, attrgetter("means"))
    selection = _distinct([*ideas, *means, *credible, *others])
    return sorted(selection, key=lambda candidate: -candidate.value)


def outcome_of(values: Iterable[float], seats: int) -> Literal["won", "lost", ""]:
    """Return "won" or "lost" if all values say that the game is as good as decided, else ""; always "" alone."""
    shares = [round(100 * value) for value in values]
    if seats == 1 or not shares:
        return ""
    return "won" if min(shares) >= WON else "lost" if max(shares) <= LOST else ""


_target = attrgetter("target")


def _distinct(ranked: Iterable[MoveIdea], by: Callable[[MoveIdea], str] = _target) -> list[MoveIdea]:
    """Return the first moves of which no two have the same target, or the same key by `by`."""
    selection: list[MoveIdea] = []
    for candidate in ranked:
        if all(_target(candidate) != _target(other) and by(candidate) != by(other) for other in selection):
            selection.append(candidate)
    return selection[:MAX_SHOWN]
