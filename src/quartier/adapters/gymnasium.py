"""Any title as a Gymnasium environment: one seat against bots, or many games at once; needs `quartier[gymnasium]`.

Examples:
    >>> from quartier.adapters import gymnasium
    >>> env = gymnasium.env("city_blocks", bots="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))

Importing this module registers each title, such as "quartier/CityBlocks-v0", for `gymnasium.make` (one seat against
bots: the arguments of `env`) and `gymnasium.make_vec` (many games of it: the arguments of `vector_env`).

Observations have the parts of `game.observation`; the legal actions are in `info["action_mask"]` and
`env.action_masks()`.
Rewards are those of `quartier.envs.VectorEnv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env, register
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as VectorBase
from numpy.typing import NDArray

import quartier
from quartier import bots as ladder
from quartier.adapters.tables import Table
from quartier.bots.player import Bot
from quartier.bots.plugins import BotSpec
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.envs import Batch, SeatVectorEnv, VectorEnv

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
    """Create an environment for one seat of a title; a bot plays the others.

    Args:
        title: The name of the title; its rules are compiled.
        seat: The seat that the environment plays, from 0.
        seats: The number of seats, by default the fewest.
        bots: The bot of the other seats: a name for `quartier.bots.make`, or a bot of yours.
        rewards: "win" or "points", as for `quartier.envs.VectorEnv`.
        illegal: What happens after an illegal action, since an action space can't say which ones are legal. "lose" ends
            the game as a loss, and `info["refusal"]` says why; "refuse" raises IllegalMove, and nothing changes.
        render_mode: "ansi" for `render` in plain characters, or None.
        **options: Options of the title, and `board`. Games that might never end get the options of `game.ending` unless
            others are given.

    Returns:
        The environment.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """
    return SeatEnv(Table(title, seats, rewards, options), seat, bots, illegal, render_mode)


def vector_env(
    title: str,
    num_envs: int,
    seats: int | None = None,
    copy: bool = True,
    bots: BotSpec | Sequence[BotSpec] | None = None,
    max_episode_steps: int | None = None,
    **more: Any,
) -> SelfPlayEnv:
    """Create an environment of many games of a title, over `quartier.envs`.

    Args:
        title: The name of the title; its rules are compiled.
        num_envs: The number of environments, at least 1.
        seats: The number of seats, by default the fewest.
        copy: Whether each step returns new arrays; with False the next step overwrites them.
        bots: The bots of all seats but one, as for `quartier.envs.SeatVectorEnv`; None if the caller plays every seat.
        max_episode_steps: The number of steps after which a game is truncated; None for no limit.
        **more: Further arguments of `quartier.envs.SeatVectorEnv` (with bots) or `VectorEnv`, such as `seed`, `seat`,
            `threads`, `rewards`, and options of the title.

    Returns:
        The environment.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """
    more["max_steps"] = max_episode_steps
    if bots is None:
        return SelfPlayEnv(VectorEnv(title, num_envs, seats, **more), copy)
    return SelfPlayEnv(SeatVectorEnv(title, num_envs, seats, bots=bots, **more), copy)


def env_id(title: str) -> str:
    """Return the id of a title for `gymnasium.make` and `gymnasium.make_vec`.

    Args:
        title: The name of the title.

    Returns:
        Such as "quartier/CityBlocks-v0".
    """
    return f"quartier/{title.title().replace('_', '')}-v0"


def _make_vec(num_envs: int, bots: BotSpec | Sequence[BotSpec] | None = "greedy", **more: Any) -> SelfPlayEnv:
    """Create many games of what `env` creates one of."""
    return vector_env(num_envs=num_envs, bots=bots, **more)


def _register() -> None:
    for title in quartier.titles():
        register(
            env_id(title),
            entry_point="quartier.adapters.gymnasium:env",
            vector_entry_point="quartier.adapters.gymnasium:_make_vec",
            kwargs={"title": title},
        )


class SeatEnv(Env[NDArray[np.int16], np.int64]):
    """One seat of a game against bots; `env` creates one and describes the arguments.

    Attributes:
        observation_space: A Box of int16, shape (game.observation.size,).
        action_space: Discrete(game.actions).
    """

    def __init__(
        self, table: Table, seat: int, bots: str | Bot, illegal: str, render_mode: str | None
    ) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < table.seats:
            raise BadOption(_NO_SEAT, seat=seat, last=table.seats - 1)
        if illegal not in ILLEGAL:
            raise BadOption(_NO_WAY, illegal=illegal, known=", ".join(ILLEGAL))
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(_NO_RENDERING, mode=render_mode, known=", ".join(RENDER_MODES))
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
        self.render_mode = render_mode
        self._table, self._seat, self._illegal = table, seat, illegal
        self._bot = ladder.make(bots, table.game, table.new(0)) if isinstance(bots, str) else bots
        self._dice = Dice(0)
        self._position: State | None = None
        self._lost = False  # by an illegal action
        observation = table.game.observation
        self.observation_space = Box(observation.low, observation.high, dtype=np.int16)
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
        """Begin a new game and play it up to the seat's first decision.

        Args:
            seed: The seed of chance and bots; None to continue the present random numbers.
            options: Ignored.

        Returns:
            The observation, int16 of shape (game.observation.size,), and `info` with "action_mask", int8 of shape
                (game.actions,).
        """
        super().reset(seed=seed)
        chance, choices = (int(number) for number in self.np_random.integers(1 << 63, size=2))
        self._position, self._dice, self._lost = self._table.new(chance), Dice(choices), False
        self._play_others()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, Info]:
        """Play an action of the seat, and what follows up to its next decision.

        Args:
            action: An integer, 0 to game.actions - 1.

        Returns:
            The observation (int16 of shape (game.observation.size,)), the seat's reward, whether the game is over,
                False (a game is never truncated), and `info` with "action_mask", after an illegal action also
                "refusal".

        Raises:
            BadOption: It is no action of the title.
            IllegalMove: The rules forbid it, and `illegal` is "refuse". Nothing has changed.
            QuartierError: No game has begun, or it is over: call `reset`.
        """
        state, before = self.position, self.position.scores()
        if state.over or self._lost:
            raise QuartierError(_OVER)
        refusal = state.refusal(self._seat, self._table.game.check_action(action))
        if refusal is not None:
            if self._illegal == "refuse":
                raise refusal
            self._lost = True
            lost = self._table.loss(state, self._seat)
            return self._observation(), lost, True, False, {**self._info(), "refusal": str(refusal)}
        state.play_action(self._seat, int(action))
        self._play_others()
        reward = self._table.rewards(before, state)[self._seat]
        return self._observation(), reward, state.over, False, self._info()

    def _play_others(self) -> None:
        """Play the bots' moves until it is the seat's turn; of several that may act at the same time the lowest acts
        first.
        """
        state = self.position
        while (seats := state.seats_to_act()) and min(seats) != self._seat:
            other = min(seats)
            state.play(other, self._bot.choose(state.concealed(other), other, self._dice))

    def _observation(self) -> NDArray[np.int16]:
        return self.position.observation(self._seat)

    def _info(self) -> Info:
        return {"action_mask": self._table.mask(self.position, self._seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, in the form that algorithms with masks call.

        Returns:
            The mask, bool of shape (game.actions,).

        Raises:
            QuartierError: No game has begun: call `reset`.
        """
        return self._table.mask(self.position, self._seat).view(np.bool_)

    def render(self) -> str | None:
        """Return the table in plain characters, as the seat sees it, if `render_mode` is "ansi"; else None."""
        return str(self.position.concealed(self._seat)) if self.render_mode == "ansi" else None


class SelfPlayEnv(VectorBase[NDArray[np.int16], NDArray[np.int64], NDArray[Any]]):
    """Many games at once. In a step one seat of each acts, and the step's reward is that seat's; `vector_env` creates one.

    `info` has "action_mask" (int8, shape (num_envs, actions)), "actors" (the seats to act next: int64, shape
    (num_envs,)) and "rewards" (of all seats: float32, shape (num_envs, seats)), because the end of a game rewards every
    seat.

    When a game ends, a new one begins in the same step. Then `info["_final_obs"]` says which environments have ended
    (bool, shape (num_envs,)), and `info["final_obs"]` has for each of them what the seat that acted knows of the final
    position.

    Attributes:
        games: The `quartier.envs.VectorEnv`, or `SeatVectorEnv` with bots.
        num_envs: The number of environments.
        single_observation_space: A Box of int16, shape (game.observation.size,).
        single_action_space: Discrete(game.actions).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, games: VectorEnv, copy: bool) -> None:
        self.games, self.num_envs, self._copy = games, games.envs, copy
        observation = games.game.observation
        self.single_observation_space = Box(observation.low, observation.high, dtype=np.int16)
        self.single_action_space = Discrete(games.actions)
        low, high = (np.tile(bound, (self.num_envs, 1)) for bound in (observation.low, observation.high))
        self.observation_space = Box(low, high, dtype=np.int16)
        self.action_space = MultiDiscrete(np.full(self.num_envs, games.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], Info]:
        """Begin a new game in each environment.

        Args:
            seed: A new seed of all games; None to continue with the present one.
            options: {"positions": ...} to begin from given positions, as for `quartier.envs.VectorEnv.reset`; None for
                new games.

        Returns:
            The observations of the seats to act, int16 of shape (num_envs, game.observation.size), and `info`.
        """
        super().reset(seed=seed)
        return self._observation_and_info(self.games.reset(seed, (options or {}).get("positions")))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play an action in each environment.

        Args:
            actions: Integers of shape (num_envs,), for the seats in `info["actors"]`.

        Returns:
            The observations of the seats to act next (int16 of shape (num_envs, game.observation.size)); the rewards of
                the seats that acted (float32 of shape (num_envs,)); whether each game ended by its rules, and whether
                it was truncated at `max_episode_steps` (both bool of shape (num_envs,)); and `info`.

        Raises:
            IllegalAction: The rules forbid an action. No environment has moved.
            BadOption: The actions aren't integers of shape (num_envs,).
            QuartierError: No game has begun: call `reset`.
        """
        acted = self.games.actors.copy()
        batch = self.games.step(actions)
        observation, info = self._observation_and_info(batch)
        reward = batch.rewards[np.arange(self.num_envs), acted]
        if batch.done.any():
            info |= self._final(batch.done)
        return observation, reward, batch.done & ~batch.truncated, batch.truncated.copy(), info

    def _final(self, done: NDArray[np.bool_]) -> Info:
        """Return the final observations in Gymnasium's form: an array of objects, None where no game has ended."""
        last = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(done):
            last[number] = self.games.final[number].copy()
        return {"final_obs": last, "_final_obs": done.copy()}

    def _observation_and_info(self, batch: Batch) -> tuple[NDArray[np.int16], Info]:
        result = batch.copy() if self._copy else batch
        mask, actors, rewards = result.action_mask.view(np.int8), result.actors, result.rewards
        return result.observation, {"action_mask": mask, "actors": actors, "rewards": rewards}


_register()

_NOT_BEGUN = N_("No game in progress. Call reset() first.")
_OVER = N_("The game is over. Call reset() to start the next one.")
_NO_SEAT = N_("There’s no seat {seat}. Seats are numbered 0 to {last}.")
_NO_WAY = N_(
    "“illegal” must be one of {known}, not “{illegal}”. With “lose”, an illegal action loses the game."
)
_NO_RENDERING = N_("There’s no render mode “{mode}”. Available: {known}.")
