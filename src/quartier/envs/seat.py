"""Many environments in which one seat plays against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quartier import bots as ladder
from quartier.bots import plugins
from quartier.bots.plugins import BotSpec
from quartier.bots.registry import Greedy, Random, Searcher
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.envs import bot_moves, stepping
from quartier.envs.batch import Batch
from quartier.envs.vector import VectorEnv
from quartier.lab.bot_errors import play_bot


class SeatVectorEnv(VectorEnv):
    """Many games of one title, in each of which one seat is played from outside and bots play the others.

    A step plays an action of that seat, and the bots' moves up to its next decision, of the next game if this one ends.
    Its rewards are the sum of all that. `actors` are always the seats played from outside; `final` is what they know.
    "random", "greedy" and "learned" choose their moves in compiled code, all other bots one by one.

    A bot object of yours plays in all environments at once, so it must not remember its last move.

    Args:
        title: As for `VectorEnv`.
        envs: As for `VectorEnv`.
        seats: As for `VectorEnv`.
        seed: The seed of all games, of `sample` and of the bots.
        seat: The seat played from outside, from 0: one for all environments, or one for each.
        bots: The bot of the other seats, as `quartier.bots.make` takes it, such as "greedy", "learned@PATH" or "mcts:50";
            or one for each, in the order of play after the seat played from outside.
        **more: Further arguments of `VectorEnv`, such as `max_steps`, which counts steps of the seat, and options.

    Attributes:
        seat: The seats played from outside: int64 of shape (envs,).

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid, or there is no such bot.
        BadBoard: There is no such board.

    Examples:
        >>> env = SeatVectorEnv("city_blocks", envs=4, seed=1, bots="greedy")
        >>> batch = env.reset()
        >>> while not batch.done.any():
        ...     batch = env.step(env.sample())
    """

    def __init__(
        self,
        title: str | Game,
        envs: int,
        seats: int | None = None,
        seed: int | None = None,
        *,
        seat: ArrayLike = 0,
        bots: BotSpec | Sequence[BotSpec] = "greedy",
        **more: Any,
    ) -> None:
        super().__init__(title, envs, seats, seed, **more)
        self._at.seats[:] = self._check_seats(seat)
        others = max(1, self.seats - 1)
        self._specs: list[Any] = list(bots) if isinstance(bots, (list, tuple)) else [bots] * others
        if len(self._specs) != others:
            raise BadOption(_BOTS, others=others, count=len(self._specs))
        # What bots bring before the first decision of a game belongs to its first step.
        self._early_rewards = np.zeros((self.envs, self.seats), np.float32)
        self._make_bots()

    def _make_bots(self) -> None:
        self.seat: NDArray[np.int64] = self._at.seats.copy()
        self._bots = [ladder.make(spec, self.game, self._start) for spec in self._specs]

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_specs": self._specs, "_early_rewards": self._early_rewards}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._make_bots()

    def __repr__(self) -> str:
        return f"SeatVectorEnv({self.game.name!r}, envs={self.envs}, seats={self.seats}, bots={self._specs})"

    def _advance(self, actions: NDArray[np.int64]) -> Batch:
        at = self._at
        batch, early = super()._advance(actions), self._early_rewards
        is_new = actions < 0
        at.rewards[:] += np.where(is_new[:, None], 0, early)
        early[:] = 0
        rewards, done, truncated = at.rewards.copy(), at.done.copy(), at.truncated.copy()
        while (others := np.flatnonzero(at.actors != at.seats)).size:
            batch = super()._advance(self._choose(others))
            begins = is_new[others] | (done[others] != 0)
            for sums, envs in ((early, others[begins]), (rewards, others[~begins])):
                sums[envs] += at.rewards[envs]
            done[others] |= at.done[others]
            truncated[others] |= at.truncated[others]
        done[is_new] = 0
        at.rewards[:], at.done[:], at.truncated[:] = rewards, done, truncated
        return batch

    def _choose(self, envs: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the actions of the bots in some environments; the others wait."""
        chosen = np.full(self.envs, stepping.WAIT, np.int64)
        numbers = (self._at.actors[envs] - self._at.seats[envs] - 1) % self.seats
        try:
            for number in np.unique(numbers):
                self._choose_by(int(number), envs[numbers == number], chosen)
        except BaseException:
            # Bots are still to move, so the next action would be for another seat: only a reset helps.
            self._has_begun = False
            raise
        return chosen

    def _choose_by(self, number: int, envs: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """Let one bot choose in some environments: in compiled code if it can."""
        bot = self._bots[number]
        if isinstance(bot, Greedy | Random):
            scratch = self.game.spec.record_class.new(2)
            self.game.bound(bot_moves).choose(self._at, envs, *bot.policy(self._start), scratch, chosen)
            return
        for env in envs:
            if isinstance(bot, Searcher):
                # A tree from another game or from before a pickle would change its moves.
                bot = ladder.make(self._specs[number], self.game)
            state, dice = self.state(int(env)), Dice(next64(self._at.choices[env]))
            play_bot(state, int(self._at.actors[env]), bot, plugins.name_of(self._specs[number]), dice)
            chosen[env] = state.past[0].action


_BOTS = N_("Name one bot for all other seats, or {others}, one for each of them, not {count}.")
