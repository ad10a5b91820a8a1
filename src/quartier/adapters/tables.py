"""One game of a title for frameworks of single environments: masks and rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import quartier
from quartier.core.game.state import State
from quartier.envs.stepping import BY_POINTS
from quartier.envs.vector import kind_of_rewards


class Table:
    """A title with seats, board, options and rewards, compiled. Its games end.

    Args:
        title: The name of the title.
        seats: The number of seats; None for the fewest.
        rewards: "win" or "points", as for `quartier.envs.VectorEnv`.
        options: Options of the title, and "board".

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """

    def __init__(self, title: str, seats: int | None, rewards: str | None, options: dict[str, Any]) -> None:
        self.game = quartier.load(title)
        self.game.compile()
        self._setup = {"seats": seats, **self.game.ending, **options}
        self.seats = self.game.new(chance="manual", **self._setup).seats
        self._how = kind_of_rewards(rewards, self.seats)

    def new(self, seed: int | None) -> State:
        """Begin a new game.

        Args:
            seed: The seed of its chance events; None for the operating system's entropy.
        """
        return self.game.new(seed=seed, **self._setup)

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of a seat as a mask.

        Args:
            state: A position of this table.
            seat: A seat.

        Returns:
            1 for each legal action, else 0, int8 of shape (game.actions,); zeros if the seat isn't to act.
        """
        mask = np.zeros(self.game.actions, np.int8)
        mask[state.legal(seat)] = 1
        return mask

    def rewards(self, before: list[int], state: State) -> list[float]:
        """Return the reward of each seat for a step.

        Args:
            before: The scores before the step, by seat.
            state: The position after it.

        Returns:
            By seat, the change of the score, or at the end of the game the worth of the share of the win.
        """
        if self._how == BY_POINTS:
            return [float(now - then) for now, then in zip(state.scores(), before, strict=True)]
        winners = state.winners()
        if not winners:
            return [0.0] * self.seats
        return [self._worth((seat in winners) / len(winners)) for seat in range(self.seats)]

    def loss(self, state: State, seat: int) -> float:
        """Return the reward for losing now.

        Args:
            state: The present position.
            seat: The seat that loses.

        Returns:
            The reward of a loss; for points minus all points so far.
        """
        return -float(state.scores()[seat]) if self._how == BY_POINTS else self._worth(0.0)

    def _worth(self, share: float) -> float:
        """Return the worth of a share of the win: 1 for all of it, and 0 for all seats together."""
        return (self.seats * share - 1) / (self.seats - 1)
