"""Rounds and clocks: games end within their round.

With days per turn each player has an equal share of the round for all turns, so no one can play so slowly that a game
outlasts it. A live game must begin early enough to end in time.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

import numpy as np

import quartier
from quartier.server.domain.clocks import DAY, HOUR, TimeControl
from quartier.server.domain.tournaments.model import Tournament

MINUTE: Final = 60.0
SPARE: Final = MINUTE
"""Seconds before the deadline in which the last clock runs out, and the scheduler notices."""
MIN_TURN_SECONDS: Final = HOUR
"""Seconds for an average turn that a round over days must leave to each player."""
MIN_WAIT: Final = 15 * MINUTE
"""Seconds at the beginning of a round in which the players of a live game can come."""
DEFAULT_TURNS: Final = 60
"""Turns of a player in a title that doesn't say how many there are."""


def turns(title: str, seats: int) -> int:
    """Return about the most turns that a player has in a game."""
    game = quartier.load(title)
    (fewest, most), estimates = game.seats, game.spec.metadata.turns
    if not estimates:
        return DEFAULT_TURNS
    return ceil(np.interp(seats, np.linspace(max(2, fewest), most, len(estimates)), estimates))


def live_game_seconds(title: str, seats: int, time: TimeControl) -> float:
    """Return about the longest time that a live game takes."""
    clock = time.base + time.increment * turns(title, seats) + time.grace
    return seats * clock + SPARE


def min_round_hours(title: str, seats: int, time: TimeControl) -> int:
    """Return the shortest round into which a game fits."""
    if time.live:
        return ceil((live_game_seconds(title, seats, time) + MIN_WAIT) / HOUR)
    return ceil(seats * max(time.days * DAY, turns(title, seats) * MIN_TURN_SECONDS) / HOUR)


def with_share(tournament: Tournament, seats: int, now: float) -> TimeControl:
    """Return the time control of a game that begins now: over days with each player's share of the round."""
    time = tournament.plan.time
    if time.live or tournament.deadline is None:
        return time
    return replace(time, total=max(1, int((tournament.deadline - now - SPARE) / seats)))


def latest_arrival(tournament: Tournament, seats: int) -> float | None:
    """Return until when the players of a live game must have come for it to end within the round; None: any time."""
    time = tournament.plan.time
    if not time.live or tournament.deadline is None:
        return None
    latest = tournament.deadline - live_game_seconds(tournament.plan.title, seats, time)
    return max(latest, tournament.deadline - tournament.plan.length + MIN_WAIT)
