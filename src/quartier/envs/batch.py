"""What a step of many games brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Batch:
    """All environments after a step: `observation, action_mask, actors, rewards, done = batch` works, too.

    The arrays are the environment's own: its next step overwrites them (`copy` keeps them).
    """

    observation: NDArray[np.int16]
    """(envs, observation size): what the seat that acts knows, in the parts of `game.observation`"""
    mask: Callable[[], NDArray[np.uint8]]
    """Makes the mask, where it has not been made yet."""
    actors: NDArray[np.int64]
    """(envs,): the seat that acts next; of several that may act at the same time the lowest"""
    rewards: NDArray[np.float32]
    """(envs, seats): what the step has brought each seat, that of the game's end included"""
    done: NDArray[np.bool_]
    """(envs,): whether the step has ended a game; all else is then of the new game that has begun, but for the rewards"""
    legal: NDArray[np.int64]
    """(envs, actions): the legal actions, in each row the first `legal_counts`; what follows means nothing"""
    legal_counts: NDArray[np.int64]
    """(envs,): how many actions are legal"""

    @property
    def action_mask(self) -> NDArray[np.uint8]:
        """(envs, actions): 1 for each action that is legal for the seat that acts."""
        return self.mask()

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter((self.observation, self.action_mask, self.actors, self.rewards, self.done))

    def copy(self) -> Batch:
        """The same batch in arrays of its own, for whoever keeps it longer than a step."""
        mask = self.action_mask.copy()
        return Batch(
            self.observation.copy(),
            lambda: mask,
            self.actors.copy(),
            self.rewards.copy(),
            self.done.copy(),
            self.legal.copy(),
            self.legal_counts.copy(),
        )
