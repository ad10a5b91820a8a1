"""A base class for bots whose value function is written in any framework: all moves are evaluated in one batch."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quartier.bots.player import Picker
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State


class OneAhead(Picker):
    """A bot that looks one move ahead with a value function of yours, which gets all moves as one batch.

    Subclass it, define `values`, and name it as `package.module:Class` wherever a bot is named.
    """

    level = "one ahead"

    @abstractmethod
    def values(self, observations: NDArray[np.int16]) -> ArrayLike:
        """Evaluate positions; the bot plays the move that leads to the highest value.

        Args:
            observations: What the seat knows after each of its legal moves, before chance and the others' moves: int16
                of shape (moves, game.observation.size).

        Returns:
            The value of each position for that seat: numbers of shape (moves,).
        """

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions = position.legal(seat)
        observations = np.empty((len(actions), self.game.observation.size), np.int16)
        for row, action in zip(observations, actions, strict=True):
            after = position.copy()
            after.play_action(seat, action)
            row[:] = after.observation(seat)
        return actions[int(np.argmax(np.asarray(self.values(observations))))]
