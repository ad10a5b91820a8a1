"""The result of a step of many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Batch:
    """All environments after a step; it unpacks as `observation, action_mask, actors, rewards, done = batch`.

    The arrays belong to the environment: its next step overwrites them, so `copy` the batch to keep it.
    """

    observation: NDArray[np.int16]
    """What the seat to act knows, in the parts of `game.observation`: shape (envs, observation size)."""
    mask: Callable[[], NDArray[np.uint8]]
    """Returns `action_mask`, and creates it at the first call."""
    actors: NDArray[np.int64]
    """The seat to act next, the lowest of several: shape (envs,)."""
    rewards: NDArray[np.float32]
    """The reward of each seat for the step, a game's final reward included: shape (envs, seats)."""
    done: NDArray[np.bool_]
    """Whether the step ended a game: shape (envs,). All arrays except the rewards are then about the new game."""
    legal: NDArray[np.int64]
    """The legal actions: shape (envs, actions). In each row only the first `legal_counts` are valid."""
    legal_counts: NDArray[np.int64]
    """The number of legal actions: shape (envs,)."""
    truncated: NDArray[np.bool_]
    """Whether the step broke off a game at `max_steps`; `done` is then True, too: shape (envs,)."""

    @property
    def action_mask(self) -> NDArray[np.uint8]:
        """1 for each action that is legal for the seat to act, else 0: uint8 of shape (envs, actions)."""
        return self.mask()

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter((self.observation, self.action_mask, self.actors, self.rewards, self.done))

    def copy(self) -> Batch:
        """Return the same batch in arrays that later steps don't overwrite."""
        mask = self.action_mask.copy()
        return Batch(
            self.observation.copy(),
            lambda: mask,
            self.actors.copy(),
            self.rewards.copy(),
            self.done.copy(),
            self.legal.copy(),
            self.legal_counts.copy(),
            self.truncated.copy(),
        )
