"""Ratings: Bradley-Terry model fitted to shares of wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

POINTS = 400 / log(10)
"""Elo points for each unit of the logarithm of the odds."""
_STEPS = 60
_TOLERANCE = 1e-9


class Rating(NamedTuple):
    """A rating with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Meeting:
    """Games of one player against `others` (1 or more) copies of another one."""

    player: int
    rival: int
    games: int
    share: float
    """The player's share of the wins."""
    others: int = 1


def fit(players: int, meetings: Sequence[Meeting], anchor: int, at: float) -> list[Rating | None]:
    """Return the maximum-likelihood ratings by Bradley and Terry's model, with the `anchor` fixed `at` a number.

    None for players whom no chain of games connects to the anchor. One drawn game is added to every meeting,
    so that a player who won everything gets a rating, too. Intervals follow from the curvature of the
    likelihood. (R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, 1952.)
    """
    joined = _reachable(meetings, anchor)
    free = sorted(joined - {anchor})
    used = [meeting for meeting in meetings if meeting.player in joined]
    values, deviations = _likeliest(used, {player: column for column, player in enumerate(free)})
    result: list[Rating | None] = [None] * players
    result[anchor] = Rating(at, at, at)
    for column, player in enumerate(free):
        value, reach = at + POINTS * float(values[column]), 1.96 * POINTS * deviations[column]
        result[player] = Rating(value, value - reach, value + reach)
    return result


def _reachable(meetings: Sequence[Meeting], anchor: int) -> set[int]:
    joined, before = {anchor}, 0
    while len(joined) > before:
        before = len(joined)
        for meeting in meetings:
            if joined & {meeting.player, meeting.rival}:
                joined |= {meeting.player, meeting.rival}
    return joined


def _likeliest(meetings: Sequence[Meeting], columns: dict[int, int]) -> tuple[Any, Any]:
    """Maximise the likelihood by Newton's method on logits; return values and standard deviations by column."""
    signs = np.zeros((len(meetings), len(columns)))
    for row, meeting in enumerate(meetings):
        for player, sign in ((meeting.player, 1.0), (meeting.rival, -1.0)):
            if player in columns:
                signs[row, columns[player]] = sign
    games = np.array([meeting.games + 1.0 for meeting in meetings])
    won = np.array([meeting.share * meeting.games + 1 / (meeting.others + 1) for meeting in meetings])
    offsets = np.log([float(meeting.others) for meeting in meetings])
    values = np.zeros(len(columns))
    information = np.eye(len(columns))
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(offsets - signs @ values))
        information = signs.T @ (signs * (games * expected * (1 - expected))[:, None])
        step = np.linalg.solve(information, signs.T @ (won - games * expected))
        values += np.clip(step, -1, 1)
        if not len(step) or np.abs(step).max() < _TOLERANCE:
            break
    return values, [sqrt(variance) for variance in np.diag(np.linalg.inv(information))]
