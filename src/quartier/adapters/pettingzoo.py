"""Any title as a PettingZoo environment, in turns (AEC) or all at once (parallel); needs `quartier[pettingzoo]`.

Examples:
    >>> from quartier.adapters import pettingzoo
    >>> env = pettingzoo.env("city_blocks")
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are `player_0`, `player_1` and so on, by seat. An observation is a dict of "observation" (the parts of
`game.observation`: int16, shape (game.observation.size,)) and "action_mask" (int8, shape (game.actions,)). Rewards are
those
of `quartier.envs.VectorEnv`. An illegal action raises IllegalMove with the rule that forbids it, and nothing changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from quartier.adapters.tables import Table
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.integers import is_integer
from quartier.core.text.languages import N_

RENDER_MODES = ["ansi"]
Observed = dict[str, Any]
Infos = dict[str, dict[str, Any]]
Stepped = tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], Infos]


def env(
    title: str,
    seats: int | None = None,
    rewards: str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> OrderEnforcingWrapper[str, Observed, np.int64]:
    """Create an environment in turns. Of several seats that may act at the same time the lowest acts first.

    PettingZoo's wrapper refuses calls before `reset` and after the end, with the errors of its other environments.

    Args:
        title: The name of the title; its rules are compiled.
        seats: The number of seats, by default the fewest.
        rewards: "win" or "points", as for `quartier.envs.VectorEnv`.
        render_mode: "ansi" for `render` in plain characters, or None.
        **options: Options of the title, and `board`. Games that might never end get the options of `game.ending` unless
            others are given.

    Returns:
        A `TurnsEnv` in the wrapper; `position` and all else of it can be used through it.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """
    return OrderEnforcingWrapper(TurnsEnv(Seats(title, seats, rewards, render_mode, options)))


def parallel_env(
    title: str,
    seats: int | None = None,
    rewards: str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> AtOnceEnv:
    """Create an environment in steps of all agents that may act, at the same time where the rules say so.

    The mask of an agent that may not act is all zeros; an action for it is ignored and may be missing.

    Args:
        title: The name of the title; its rules are compiled.
        seats: The number of seats, by default the fewest.
        rewards: "win" or "points", as for `quartier.envs.VectorEnv`.
        render_mode: "ansi" for `render` in plain characters, or None.
        **options: Options of the title, and `board`, as for `env`.

    Returns:
        The environment.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """
    return AtOnceEnv(Seats(title, seats, rewards, render_mode, options))


class Seats:
    """The agents with their spaces, and the present game: what both kinds of environments share.

    Args:
        title: The name of the title.
        seats: The number of seats; None for the fewest.
        rewards: "win" or "points", as for `quartier.envs.VectorEnv`.
        render_mode: "ansi" or None.
        options: Options of the title, and "board".

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.
    """

    def __init__(
        self, title: str, seats: int | None, rewards: str | None, render_mode: str | None, options: Any
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(_NO_RENDERING, mode=render_mode, known=", ".join(RENDER_MODES))
        self.render_mode = render_mode
        self.table = Table(title, seats, rewards, options)
        self.agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.actions = {agent: Discrete(self.table.game.actions) for agent in self.agents}
        self.observations = {agent: self._space() for agent in self.agents}
        self._dice = Dice()
        self._state: State | None = None

    def _space(self) -> Dict:
        observation = self.table.game.observation
        mask = Box(0, 1, (self.table.game.actions,), np.int8)
        return Dict(
            {"observation": Box(observation.low, observation.high, dtype=np.int16), "action_mask": mask}
        )

    @property
    def state(self) -> State:
        """The present position. Raises QuartierError before the first reset."""
        if self._state is None:
            raise QuartierError(_NOT_BEGUN)
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    def begin(self, seed: int | None) -> None:
        """Begin a new game.

        Args:
            seed: The seed that determines it; None for the next game of the last seed.
        """
        if seed is not None:
            self._dice = Dice(seed)
        self.state = self.table.new(next64(self._dice.state))

    def observe(self, agent: str) -> Observed:
        """Return the observation of an agent.

        Args:
            agent: The name of an agent.

        Returns:
            A dict of "observation", int16 of shape (game.observation.size,), and "action_mask", int8 of shape
                (game.actions,).

        Raises:
            QuartierError: No game has begun.
        """
        seat = self.agents.index(agent)
        mask = self.table.mask(self.state, seat)
        return {"observation": self.state.observation(seat), "action_mask": mask}

    def play(self, state: State, agent: str, action: Any) -> State:
        """Play an agent's action on a position.

        Args:
            state: The position, which is changed.
            agent: The name of the agent.
            action: An integer, 0 to game.actions - 1.

        Returns:
            The same position.

        Raises:
            BadOption: It is no action of the title.
            IllegalMove: The rules forbid it. Nothing has changed.
        """
        if not is_integer(action) or not 0 <= action < self.table.game.actions:
            raise BadOption(_NO_ACTION, agent=agent, action=action, last=self.table.game.actions - 1)
        state.play_action(self.agents.index(agent), int(action))
        return state

    def render(self) -> str | None:
        """Return the table in plain characters, as a spectator sees it, if the mode is "ansi"; else None."""
        return str(self.state.concealed(None)) if self.render_mode == "ansi" else None


class _Renderer:
    """The part that both kinds of environments have in common: agents, spaces, position, rendering."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self.metadata: dict[str, Any] = {"name": seats.table.game.name, "render_modes": RENDER_MODES}
        self.render_mode = seats.render_mode
        self.possible_agents: list[str] = list(seats.agents)
        self.observation_spaces: dict[str, Space[Any]] = dict(seats.observations)
        self.action_spaces: dict[str, Space[Any]] = dict(seats.actions)

    def __str__(self) -> str:
        return self._seats.table.game.name

    @property
    def position(self) -> State:
        """The present position, to look at or to copy. Raises QuartierError before the first reset."""
        return self._seats.state

    def observation_space(self, agent: str) -> Dict:
        """Return the Dict space of "observation" and "action_mask".

        Args:
            agent: The name of an agent.
        """
        return self._seats.observations[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of all actions of the title: Discrete(game.actions).

        Args:
            agent: The name of an agent.
        """
        return self._seats.actions[agent]

    def render(self) -> str | None:
        """Return the table in plain characters, as a spectator sees it, if `render_mode` is "ansi"; else None."""
        return self._seats.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class TurnsEnv(_Renderer, AECEnv[str, Observed, np.int64]):
    """An AEC environment: one agent acts after the other; `env` creates one."""

    def __init__(self, seats: Seats) -> None:
        _Renderer.__init__(self, seats)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: The seed that determines the game; None for the next game of the last seed.
            options: Ignored.
        """
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[min(self.position.seats_to_act(), default=0)]

    def observe(self, agent: str) -> Observed:
        """Return what an agent knows, and what it may do now.

        Args:
            agent: The name of an agent.

        Returns:
            A dict of "observation", int16 of shape (game.observation.size,), and "action_mask", int8 of shape
                (game.actions,).

        Raises:
            QuartierError: No game has begun: call `reset`.
        """
        return self._seats.observe(agent)

    def step(self, action: np.int64 | int | None) -> None:
        """Play the action of the selected agent, and the chance events after it.

        Args:
            action: An integer, 0 to game.actions - 1; None for an agent whose game is over.

        Raises:
            BadOption: It is no action of the title.
            IllegalMove: The rules forbid it. Nothing has changed.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # None, as PettingZoo asks of whose game is over
            return
        state = self.position
        before = state.scores()
        self._seats.play(state, self.agent_selection, action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        rewards = self._seats.table.rewards(before, state)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, state.over)
        self._select()
        self._accumulate_rewards()


class AtOnceEnv(_Renderer, ParallelEnv[str, Observed, np.int64]):
    """A parallel environment: in each step all agents act that may act; `parallel_env` creates one."""

    def __init__(self, seats: Seats) -> None:
        _Renderer.__init__(self, seats)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], Infos]:
        """Begin a new game.

        Args:
            seed: The seed that determines the game; None for the next game of the last seed.
            options: Ignored.

        Returns:
            The observation of each agent (as for `TurnsEnv.observe`), and an empty dict for each.
        """
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observed]:
        return {agent: self._seats.observe(agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, Any]) -> Stepped:
        """Play the actions of the agents that may act, and the chance events after them.

        Args:
            actions: By agent, an integer, 0 to game.actions - 1. Those of agents that may not act are ignored.

        Returns:
            Five dicts by agent, of observations, rewards, whether the game is over, False (games are never truncated),
                and empty dicts.

        Raises:
            BadOption: The action of an agent that has to act is missing, or is no action of the title.
            IllegalMove: The rules forbid an action. Nothing has changed.
        """
        state, before = self.position.copy(), self.position.scores()
        for seat in sorted(state.seats_to_act()):
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise BadOption(_MISSING, agent=agent)
            self._seats.play(state, agent, actions[agent])
        self._seats.state = state
        agents = self.agents
        rewards = dict(zip(self.possible_agents, self._seats.table.rewards(before, state), strict=True))
        self.agents = [] if state.over else agents
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, state.over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )


_NOT_BEGUN = N_("No game in progress. Call reset() first.")
_NO_RENDERING = N_("There’s no render mode “{mode}”. Available: {known}.")
_NO_ACTION = N_("Invalid action “{action}” for {agent}. Actions are whole numbers from 0 to {last}.")
_MISSING = N_("No action for {agent}, who has to act now.")
