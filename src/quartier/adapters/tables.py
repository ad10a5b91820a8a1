"""One game of a title as the frameworks of single environments want it: observations, masks, rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import quartier
from quartier.core.game.state import State
from quartier.envs.stepping import BY_POINTS
from quartier.envs.vector import kind_of_rewards


class Table:
    """A title with seats, board, options and rewards (as for `VectorEnv`); its games end. Raises what `Game.new` does."""

    def __init__(self, title: str, seats: int | None, rewards: str | None, options: dict[str, Any]) -> None:
        self.game = quartier.load(title)
        self.game.compile()
        self._setup = {"seats": seats, **self.game.ending, **options}
        self.seats = self.game.new(chance="manual", **self._setup).seats
        self._how = kind_of_rewards(rewards, self.seats)

    def new(self, seed: int | None) -> State:
        """A new game, whose chance the seed decides."""
        return self.game.new(seed=seed, **self._setup)

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """1 for each action that is legal for a seat; zeros where it has nothing to decide."""
        mask = np.zeros(self.game.actions, np.int8)
        mask[state.legal(seat)] = 1
        return mask

    def rewards(self, before: list[int], state: State) -> list[float]:
        """What has come since the scores before: points, or in the end the win."""
        if self._how == BY_POINTS:
            return [float(now - then) for now, then in zip(state.scores(), before, strict=True)]
        winners = state.winners()
        if not winners:
            return [0.0] * self.seats
        return [self._worth((seat in winners) / len(winners)) for seat in range(self.seats)]

    def loss(self, state: State, seat: int) -> float:
        """What it is worth to lose now: with points, all that have been made."""
        return -float(state.scores()[seat]) if self._how == BY_POINTS else self._worth(0.0)

    def _worth(self, share: float) -> float:
        """A share of the win: a whole one is 1, what the others lose adds up to 1."""
        return (self.seats * share - 1) / (self.seats - 1)
