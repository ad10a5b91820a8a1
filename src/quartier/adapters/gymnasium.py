"""Any title as an environment of Gymnasium: one seat against bots, or many games at once; needs `quartier[gymnasium]`.

Examples:
    >>> from quartier.adapters import gymnasium
    >>> env = gymnasium.env("city_blocks", bots="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))

Observations have the parts of `game.observation`; legal actions stand in `info["action_mask"]` and `env.action_masks()`.
Rewards are those of `quartier.envs.VectorEnv`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as VectorBase
from numpy.typing import NDArray

from quartier import bots as ladder
from quartier.adapters.tables import Table
from quartier.bots.player import Bot
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, IllegalMove, QuartierError
from quartier.core.text.languages import N_
from quartier.envs import Batch, VectorEnv

ILLEGAL = ("lose", "refuse")
RENDER_MODES = ["ansi"]
Info = dict[str, Any]


def env(
    title: str,
    seat: int = 0,
    seats: int | None = None,
    bots: str | Bot = "greedy",
    rewards: str | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """One seat of a title; the others are played by a bot: a level (`quartier.bots.make`), or a bot of yours.

    `illegal`: what becomes of an action that the rules forbid, because an action space cannot say which ones are legal:
    "lose" ends the game as a loss (`info["refusal"]` says why), "refuse" raises IllegalMove, and nothing has happened.
    `options` are those of `Game.new`, `board` among them. Raises UnknownTitle, BadOption, BadBoard.
    """
    return SeatEnv(Table(title, seats, rewards, options), seat, bots, illegal, render_mode)


def vector_env(
    title: str, num_envs: int, seats: int | None = None, copy: bool = True, **more: Any
) -> SelfPlayEnv:
    """Many games of a title at once, over `VectorEnv`, which takes `more`; every seat is played by whoever calls `step`.

    With `copy=False` the next step overwrites the arrays.
    """
    return SelfPlayEnv(VectorEnv(title, num_envs, seats, **more), copy)


class SeatEnv(Env[NDArray[np.int16], np.int64]):
    """One seat of a game against bots; `env.position` is the position as a `State`."""

    def __init__(
        self, table: Table, seat: int, bots: str | Bot, illegal: str, render_mode: str | None
    ) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < table.seats:
            raise BadOption(_NO_SEAT, seat=seat, last=table.seats - 1)
        if illegal not in ILLEGAL:
            raise BadOption(_NO_WAY, illegal=illegal, known=", ".join(ILLEGAL))
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(_NO_RENDERING, mode=render_mode, known=", ".join(RENDER_MODES))
        self.metadata = {"render_modes": RENDER_MODES}
        self.render_mode = render_mode
        self._table, self._seat, self._illegal = table, seat, illegal
        self._bot = ladder.make(bots, table.game) if isinstance(bots, str) else bots
        self._dice = Dice(0)
        self._position: State | None = None
        seen = table.game.observation
        self.observation_space = Box(seen.low, seen.high, dtype=np.int16)
        self.action_space = Discrete(table.game.actions)

    @property
    def position(self) -> State:
        """The present position. Raises QuartierError before the first reset."""
        if self._position is None:
            raise QuartierError(_NOT_BEGUN)
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], Info]:
        """Begin a new game, up to the seat's first decision."""
        super().reset(seed=seed)
        chance, choices = (int(number) for number in self.np_random.integers(1 << 63, size=2))
        self._position, self._dice = self._table.new(chance), Dice(choices)
        self._play_others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, Info]:
        """Play an action of the seat, and what follows up to its next decision. Raises BadOption, IllegalMove."""
        state, before = self.position, self.position.scores()
        if state.over:
            raise QuartierError(_OVER)
        refusal = self._refusal(state, action)
        if refusal is not None:
            if self._illegal == "refuse":
                raise refusal
            lost = self._table.loss(state, self._seat)
            return self._seen(), lost, True, False, {**self._info(), "refusal": str(refusal)}
        state.play_action(self._seat, int(action))
        self._play_others()
        reward = self._table.rewards(before, state)[self._seat]
        return self._seen(), reward, state.over, False, self._info()

    def _refusal(self, state: State, action: Any) -> IllegalMove | None:
        whole = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
        if not whole or not 0 <= action < self._table.game.actions:
            raise BadOption(_NO_ACTION, action=action, last=self._table.game.actions - 1)
        return state.refusal(self._seat, int(action))

    def _play_others(self) -> None:
        """The others play until it is the seat's turn; of several that may act at the same time the lowest."""
        state = self.position
        while (seats := state.seats_to_act()) and min(seats) != self._seat:
            other = min(seats)
            state.play(other, self._bot.choose(state.concealed(other), other, self._dice))

    def _seen(self) -> NDArray[np.int16]:
        return self.position.observation(self._seat)

    def _info(self) -> Info:
        return {"action_mask": self._table.mask(self.position, self._seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as algorithms with masks ask for it."""
        return self._table.mask(self.position, self._seat).view(np.bool_)

    def render(self) -> str | None:
        """The table in plain characters, as the seat sees it, if `render_mode` is "ansi"."""
        return str(self.position.concealed(self._seat)) if self.render_mode == "ansi" else None


class SelfPlayEnv(VectorBase[NDArray[np.int16], NDArray[np.int64], NDArray[Any]]):
    """Many games at once. In a step one seat of each acts, and the step's reward is that seat's.

    `info` has "action_mask" and "actors" (the seats that act next), and "rewards" of all seats, (num_envs, seats): at a
    game's end everybody has some. A game that ends is followed by a new one in the same step; what the seat that acted then
    knows of the last position stands in `info["final_obs"]`, and in `info["_final_obs"]` which environments have one.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, games: VectorEnv, copy: bool) -> None:
        self.games, self.num_envs, self._copy = games, games.envs, copy
        seen = games.game.observation
        self.single_observation_space = Box(seen.low, seen.high, dtype=np.int16)
        self.single_action_space = Discrete(games.actions)
        low, high = (np.tile(bound, (self.num_envs, 1)) for bound in (seen.low, seen.high))
        self.observation_space = Box(low, high, dtype=np.int16)
        self.action_space = MultiDiscrete(np.full(self.num_envs, games.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], Info]:
        """Begin a new game in each environment."""
        super().reset(seed=seed)
        return self._told(self.games.reset(seed))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play an action in each environment. Raises IllegalAction, with all environments as they were."""
        acted = self.games.actors.copy()
        batch = self.games.step(actions)
        observation, info = self._told(batch)
        reward = batch.rewards[np.arange(self.num_envs), acted]
        if batch.done.any():
            info |= self._final(batch.done)
        return observation, reward, batch.done.copy(), np.zeros(self.num_envs, np.bool_), info

    def _final(self, done: NDArray[np.bool_]) -> Info:
        """The last observations as Gymnasium has them: an array of objects, None where no game has ended."""
        last = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(done):
            last[number] = self.games.final[number].copy()
        return {"final_obs": last, "_final_obs": done.copy()}

    def _told(self, batch: Batch) -> tuple[NDArray[np.int16], Info]:
        told = batch.copy() if self._copy else batch
        mask, actors, rewards = told.action_mask.view(np.int8), told.actors, told.rewards
        return told.observation, {"action_mask": mask, "actors": actors, "rewards": rewards}


_NOT_BEGUN = N_("No game has begun: call reset() first.")
_OVER = N_("The game is over: call reset() for the next one.")
_NO_SEAT = N_("There is no seat {seat}; they are numbered from 0 to {last}.")
_NO_WAY = N_("An illegal action can “lose” or be refused: “illegal” is one of {known}, not “{illegal}”.")
_NO_RENDERING = N_("There is no render mode “{mode}”. There are: {known}.")
_NO_ACTION = N_("“{action}” is no action: actions are whole numbers from 0 to {last}.")
