"""Any title as an environment of PettingZoo, in turns (AEC) or all at once (parallel); needs `quartier[pettingzoo]`.

Examples:
    >>> from quartier.adapters import pettingzoo
    >>> env = pettingzoo.env("city_blocks")
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are called `player_0`, `player_1` and so on, by seat. An observation is a dict of "observation" (the parts of
`game.observation`) and "action_mask". Rewards are those of `quartier.envs.VectorEnv`. An illegal action is refused with the
rule that forbids it, and nothing has happened then.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv

from quartier.adapters.tables import Table
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
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
) -> TurnsEnv:
    """A title in turns. Seats that may act at the same time do so one after the other, the lowest first.

    `options` are those of `Game.new`, `board` among them. Raises UnknownTitle, BadOption, BadBoard.
    """
    return TurnsEnv(Seats(title, seats, rewards, render_mode, options))


def parallel_env(
    title: str,
    seats: int | None = None,
    rewards: str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> AtOnceEnv:
    """A title in steps of all agents: those act that may act at that moment, at the same time where the rules have it so.

    Of the others no action is asked, and one that is given means nothing; their mask is zeros. Otherwise as `env`.
    """
    return AtOnceEnv(Seats(title, seats, rewards, render_mode, options))


class Seats:
    """What both kinds have: the agents with their spaces, and the present game."""

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
        """A new game; without a seed one that the last seed decides."""
        if seed is not None:
            self._dice = Dice(seed)
        self.state = self.table.new(next64(self._dice.state))

    def observe(self, agent: str) -> Observed:
        """What an agent observes."""
        seat = self.agents.index(agent)
        mask = self.table.mask(self.state, seat)
        return {"observation": self.state.observation(seat), "action_mask": mask}

    def play(self, state: State, agent: str, action: Any) -> State:
        """A position after an agent's action. Raises IllegalMove, BadOption."""
        whole = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
        if not whole or not 0 <= action < self.table.game.actions:
            raise BadOption(_NO_ACTION, agent=agent, action=action, last=self.table.game.actions - 1)
        state.play_action(self.agents.index(agent), int(action))
        return state

    def render(self) -> str | None:
        """The table in plain characters, as a spectator sees it, if the mode is "ansi"."""
        return str(self.state.concealed(None)) if self.render_mode == "ansi" else None


class _Renderer:
    """What an environment of either kind tells of its seats and of the present game."""

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
        """The present position; look at it, or copy it."""
        return self._seats.state

    def observation_space(self, agent: str) -> Dict:
        """The dict of "observation" and "action_mask"."""
        return self._seats.observations[agent]

    def action_space(self, agent: str) -> Discrete:
        """All actions of the title by their numbers."""
        return self._seats.actions[agent]

    def render(self) -> str | None:
        """The table in plain characters, as a spectator sees it, if `render_mode` is "ansi"."""
        return self._seats.render()

    def close(self) -> None:
        """There is nothing to close."""


class TurnsEnv(_Renderer, AECEnv[str, Observed, np.int64]):
    """A game in which one agent acts after the other; `env.position` is the position as a `State`."""

    def __init__(self, seats: Seats) -> None:
        _Renderer.__init__(self, seats)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game, which the seed decides; without one the next game of the last seed."""
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
        """What an agent knows, and what it may do now."""
        return self._seats.observe(agent)

    def step(self, action: np.int64 | int | None) -> None:
        """Play the action of the selected agent, and the chance after it. Raises IllegalMove, BadOption."""
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
    """A game in which all agents act that may act; `env.position` is the position as a `State`."""

    def __init__(self, seats: Seats) -> None:
        _Renderer.__init__(self, seats)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], Infos]:
        """Begin a new game, which the seed decides; without one the next game of the last seed."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observed]:
        return {agent: self._seats.observe(agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, Any]) -> Stepped:
        """Play the actions of the agents that may act, and the chance after them. Raises IllegalMove, BadOption."""
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


_NOT_BEGUN = N_("No game has begun: call reset() first.")
_NO_RENDERING = N_("There is no render mode “{mode}”. There are: {known}.")
_NO_ACTION = N_("“{action}” is no action for {agent}: actions are whole numbers from 0 to {last}.")
_MISSING = N_("There is no action for {agent}, who has to act now.")
