"""Match schedule: the seating and the random streams of each game of an arena."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice

_GAMMA = 0x9E3779B97F4A7C15
_LOW64 = 0xFFFFFFFFFFFFFFFF
_LARGE = 4
"""With more seats there are so many seatings (5! = 120) that few deals would be played."""


@dataclass(frozen=True)
class Plan:
    """The schedule of an arena. Game `i` depends on these values alone, whichever process plays it."""

    seats: int
    games: int
    seed: int
    duplicate: bool = False
    rotate: bool = True

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """The seatings that games cycle through: `order[seat]` is the contestant.

        Every `seats` games in a row are the rotations of one cyclic order, so that an early stop is nearly
        fair, too.
        """
        if not self.rotate:
            return [tuple(range(self.seats))]
        circles = [(0, *others) for others in permutations(range(1, self.seats))]
        return [circle[-turn:] + circle[:-turn] for circle in circles for turn in range(self.seats)]

    @property
    def seatings_of_a_deal(self) -> int:
        """How many games in a row share a deal with `duplicate`: all seatings; at a large table, rotations of one circle."""
        return self.seats if self.rotate and self.seats > _LARGE else len(self.orders)

    def seating(self, first: int, last: int) -> Any:
        """Return the contestant by game and seat for the games first..last-1: int64, shape (last - first, seats)."""
        return self.seating_of(np.arange(first, last))

    def seating_of(self, games: Any) -> Any:
        """Return the contestant by game and seat for games by number: int64, shape (len(games), seats)."""
        orders = np.array(self.orders, np.int64)
        return orders[games % len(orders)]

    def streams(self, first: int, last: int) -> Any:
        """Return the seeds of each game's chance and choice streams: uint64, shape (last - first, 2)."""
        return np.array([self._streams_of(game) for game in range(first, last)], np.uint64).reshape(-1, 2)

    def _streams_of(self, game: int) -> tuple[int, int]:
        # Duplicate: the seatings of one deal have the same chance stream, hence the same setup.
        deal = game // self.seatings_of_a_deal if self.duplicate else game
        return self._number(2 * deal), self._number(2 * game + 1)

    def _number(self, index: int) -> int:
        """Return the index-th number of the seed's stream: splitmix64 allows random access."""
        return next64(Dice((self.seed + index * _GAMMA) & _LOW64).state)
