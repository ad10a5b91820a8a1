"""Steps of many games at once, per second and on one core: Quartier's and OpenSpiel's."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from quartier.envs import VectorEnv
from quartier.games.registry import OURS
from quartier.lab.bench import rate

ENVS = 256
THEIR_ENVS = 32
LISTS = " by lists"
SUBJECTS = (
    *OURS,
    *(title + LISTS for title in OURS),
    "connect_four",
    "OpenSpiel connect_four",
    "OpenSpiel backgammon",
)


def measure(subject: str, seconds: float) -> dict[str, float]:
    """Steps per second of a title, or of one of OpenSpiel's games."""
    if subject.startswith("OpenSpiel "):
        return {"steps": THEIR_ENVS * rate(Theirs(subject.partition(" ")[2]).play, seconds)}
    return {"steps": ENVS * rate(lambda count: play(ours(subject), count), seconds)}


@cache
def ours(subject: str) -> VectorEnv:
    """A title's environments, in the middle of their games."""
    env = VectorEnv(subject.removesuffix(LISTS), ENVS, 2, seed=1, legal_list=subject.endswith(LISTS))
    env.reset()
    play(env, 60)
    return env


def play(env: VectorEnv, count: int) -> None:
    """So many steps of all environments."""
    for _ in range(count):
        env.step(env.sample())


class Theirs:
    """OpenSpiel's vectorised environment, with random legal moves."""

    def __init__(self, game: str) -> None:
        from open_spiel.python.rl_environment import Environment
        from open_spiel.python.vector_env import SyncVectorEnv

        self._env = SyncVectorEnv([Environment(game) for _ in range(THEIR_ENVS)])
        self._steps: Any = self._env.reset()
        self._random = Random(1)

    def play(self, count: int) -> None:
        """So many steps of all environments."""
        from open_spiel.python.rl_agent import StepOutput

        for _ in range(count):
            chosen = [StepOutput(action=self._chosen(step), probs=None) for step in self._steps]
            self._steps, *_ = self._env.step(chosen, reset_if_done=True)

    def _chosen(self, step: Any) -> int:
        seat = step.observations["current_player"]
        return int(self._random.choice(step.observations["legal_actions"][seat]))
