"""Who sits where in each game of an arena, and from which random numbers each game is played."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from quartier.core.bits import next64
from quartier.core.dice import Dice

_GAMMA = 0x9E3779B97F4A7C15
_LOW64 = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True)
class Plan:
    """The games of an arena. Everything about game `i` follows from these few values, never from who plays it."""

    seats: int
    games: int
    seed: int
    duplicate: bool = False
    rotate: bool = True

    @property
    def orders(self) -> list[tuple[int, ...]]:
        """The seatings that games go through in turn: `order[seat]` is the contestant."""
        return list(permutations(range(self.seats))) if self.rotate else [tuple(range(self.seats))]

    def seating(self, first: int, last: int) -> Any:
        """Contestant by game and seat for the games first..last-1: int64, shape (last - first, seats)."""
        orders = np.array(self.orders, np.int64)
        return orders[np.arange(first, last) % len(orders)]

    def streams(self, first: int, last: int) -> Any:
        """The start of the chance and of the choice stream of each game: uint64, shape (last - first, 2)."""
        return np.array([self._streams_of(game) for game in range(first, last)], np.uint64).reshape(-1, 2)

    def _streams_of(self, game: int) -> tuple[int, int]:
        # Duplicate: all seatings of one deal meet the same chance stream, hence the same setup.
        deal = game // len(self.orders) if self.duplicate else game
        return self._number(2 * deal), self._number(2 * game + 1)

    def _number(self, index: int) -> int:
        """The index-th number of the stream of the seed: splitmix64 can be entered anywhere."""
        return next64(Dice((self.seed + index * _GAMMA) & _LOW64).state)
