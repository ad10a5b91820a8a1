"""Which of the moves that a search has found a hint shows: few, and not three times the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

MOST = 3
WORTHY = 40
"""The promise of a move can be believed if the search has looked at it this part (one in so many) as often as at the best
one; others only fill up, and never seem better than it.
"""
WON, LOST = 97, 3
"""Per cent of the win from which, and up to which, a game is as good as decided."""


class Thought(NamedTuple):
    """A move as a search has found it."""

    move: str
    value: float
    """What it promises its seat: the share of the win, alone the points."""
    visits: int
    place: str
    """Where it ends: two ways of doing something there are one idea."""
    means: str
    """With what it begins: a piece of the hand, a tool."""
    idea: str
    """What it is for, in one word: the same for all moves that do the same thing."""
    points: int
    """What it brings at once."""


def chosen(found: Sequence[Thought], seats: int) -> list[Thought]:
    """Those to show of some moves in the order of the search, in the order in which to show them: what promises more first,
    and where all is won or lost what brings more points at once.
    """
    sure = [each for each in found if each.visits * WORTHY >= found[0].visits]
    settled = decided([sure[0].value], seats) if sure else ""
    if settled:
        alike = [each for each in sure if decided([each.value], seats) == settled]
        return _apart(sorted(alike, key=lambda each: -each.points))
    others = [each for each in found if each not in sure and each.value <= found[0].value]
    ideas, means = _apart(sure, attrgetter("idea")), _apart(sure, attrgetter("means"))
    shown = _apart([*ideas, *means, *sure, *others])
    return sorted(shown, key=lambda each: -each.value)


def decided(values: Iterable[float], seats: int) -> Literal["won", "lost", ""]:
    """Whether moves that promise this much are all as good as won, or as good as lost; alone nobody wins or loses."""
    shares = [round(100 * value) for value in values]
    if seats == 1 or not shares:
        return ""
    return "won" if min(shares) >= WON else "lost" if max(shares) <= LOST else ""


_place = attrgetter("place")


def _apart(ranked: Iterable[Thought], by: Callable[[Thought], str] = _place) -> list[Thought]:
    """The first ones, of which no two end at the same place, or are the same by something else."""
    shown: list[Thought] = []
    for each in ranked:
        if all(_place(each) != _place(other) and by(each) != by(other) for other in shown):
            shown.append(each)
    return shown[:MOST]
