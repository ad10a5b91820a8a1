"""A learner after Gumbel AlphaZero (Danihelka and others 2022) for hidden information, by self-play.

    pip install "quartier[training]"
    python alphazero.py city_blocks --minutes 10 --seed 1     # writes alphazero-city_blocks.npz
    quartier arena city_blocks --seats alphazero:Bot,greedy --games 100

At the root it is theirs: actions are drawn by Gumbel noise, sequential halving shares the simulations among them, and
the policy learns from completed values. Instead of a tree, a simulation draws a world that the seat holds possible,
plays the action, and lets the policy play on for all seats, each from what that seat knows; then the value decides.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from policy import IsOver, Network, PolicyBot, Report, evaluate, new_network, rescale, run, updater

from quartier import Dice
from quartier.envs import VectorEnv

ENVS, ROUND, BATCH, UPDATES, MEMORY, RATE = 32, 32, 256, 16, 8192, 1e-3
CONSIDERED, PLIES = 8, 4
"""Actions that a search begins with, and moves that a simulation plays on."""
VISITS, SCALE = 50, 0.1
"""How much values count beside logits, as in the paper."""


class Sample(NamedTuple):
    """A decision: what the seat knew, the policy that the search found, and the result."""

    observation: Any
    mask: Any
    policy: Any
    result: Any


class Bot(PolicyBot):
    """Plays the policy, without a search."""

    learner = "alphazero"


class Search:
    """Searches the positions of all environments at once."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        self.env, self.random, self.dice = env, np.random.default_rng(seed), Dice(seed)
        self.worlds = VectorEnv(env.game, env.envs * CONSIDERED, env.seats, seed=seed, rewards="win")

    def run(self, network: Network) -> tuple[Any, Any]:
        """Return an action and an improved policy for each environment."""
        env, rows = self.env, np.arange(self.env.envs)[:, None]
        mask = env.action_mask.astype(bool)
        logits, value = map(np.asarray, evaluate(network, rescale(env.game, env.observation), mask))
        noisy = logits + self.random.gumbel(size=logits.shape)
        count = np.minimum(mask.sum(axis=1, keepdims=True), CONSIDERED)
        candidates = np.argsort(-noisy, axis=1)[rows, np.arange(CONSIDERED) % count]  # a few legal ones recur
        total, visits = np.zeros(logits.shape), np.zeros(logits.shape)
        while (count := candidates.shape[1]) > 1:
            results = self.simulate(network, candidates, CONSIDERED // count)
            np.add.at(total, (rows, candidates), results.sum(axis=2))
            np.add.at(visits, (rows, candidates), results.shape[2])
            weights = noisy + value_weight(total, visits, value, logits)
            best = np.argsort(-weights[rows, candidates], axis=1)[:, : count // 2]
            candidates = candidates[rows, best]
        improved = logits + value_weight(total, visits, value, logits)
        return candidates[:, 0], np.asarray(jax.nn.softmax(np.where(mask, improved, -np.inf), axis=1))

    def simulate(self, network: Network, candidates: Any, times: int) -> Any:
        """Return what each candidate brought in each of `times` worlds: (envs, candidates, times)."""
        shape, worlds = (*candidates.shape, times), []
        for number, seat in enumerate(self.env.actors):
            state = self.env.state(number)
            worlds += [state.determinize(int(seat), self.dice) for _ in range(times)] * candidates.shape[1]
        seats = np.repeat(self.env.actors, CONSIDERED)
        return self.play_on(network, worlds, np.repeat(candidates, times, axis=1).ravel(), seats).reshape(
            shape
        )

    def play_on(self, network: Network, worlds: list[Any], actions: Any, seats: Any) -> Any:
        """Return the results for `seats` after `actions`, or the values after some more moves by the policy."""
        env, rows = self.worlds, np.arange(len(worlds))
        env.reset(positions=worlds)
        results, ended = np.zeros(len(worlds)), np.zeros(len(worlds), bool)
        for _ in range(PLIES + 1):
            batch = env.step(actions)
            results += np.where(ended, 0, batch.rewards[rows, seats])
            ended |= batch.done
            chances, value = evaluate(
                network, rescale(env.game, batch.observation), env.action_mask.astype(bool)
            )
            actions = (np.asarray(chances) + self.random.gumbel(size=chances.shape)).argmax(axis=1)
        value = np.where(env.actors == seats, value, -value / (env.seats - 1))  # results add up to 0
        return np.where(ended, results, value.clip(-1, 1))


def value_weight(total: Any, visits: Any, value: Any, logits: Any) -> Any:
    """Return what values add to the logits; actions without a visit get a mix of the network’s and the others’."""
    visited, prior = visits > 0, np.exp(logits)
    values = total / np.maximum(visits, 1)
    by_policy = (prior * values * visited).sum(axis=1) / np.maximum((prior * visited).sum(axis=1), 1e-9)
    count = visits.sum(axis=1)
    mixed = (value + count * by_policy) / (1 + count)
    completed = np.where(visited, values, mixed[:, None])
    return (VISITS + visits.max(axis=1, keepdims=True)) * SCALE * (completed + 1) / 2


def loss(network: Network, part: Sample) -> Any:
    """Return the cross entropy of the policies, and the squared error of the value."""
    chances, value = evaluate(network, part.observation, part.mask)
    entropy = -jnp.where(part.mask, part.policy * chances, 0).sum(axis=1).mean()
    return entropy + jnp.square(value - part.result).mean()


def train(title: str, seats: int, seed: int, report: Report, is_over: IsOver) -> Network:
    """Learn until `is_over(steps)`; `report(steps, network)` follows each round."""
    env = VectorEnv(title, ENVS, seats, seed=seed, rewards="win")
    network, steps, search = new_network(env.game, seed), 0, Search(env, seed)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(RATE))
    memory, update = optimizer.init(network), updater(optimizer, loss)
    samples: deque[Sample] = deque(maxlen=MEMORY)
    unfinished: list[list[tuple[Any, ...]]] = [[] for _ in range(ENVS)]
    env.reset()
    while not is_over(steps):
        for _ in range(ROUND):
            actions, policies = search.run(network)
            for number, decisions in enumerate(unfinished):
                arrays = env.observation[number], env.action_mask[number], policies[number].astype(np.float16)
                decisions.append((*(array.copy() for array in arrays), env.actors[number]))
            batch = env.step(actions)
            for number in np.flatnonzero(batch.done):
                rewards = batch.rewards[number].copy()
                samples.extend(Sample(*arrays, rewards[seat]) for *arrays, seat in unfinished[number])
                unfinished[number].clear()
        for _ in range(UPDATES if len(samples) > BATCH else 0):
            chosen = search.random.integers(len(samples), size=BATCH)
            part = Sample(*map(np.stack, zip(*(samples[index] for index in chosen), strict=True)))
            inputs, mask = rescale(env.game, part.observation), part.mask.astype(bool)
            network, memory = update(network, memory, part._replace(observation=inputs, mask=mask))
        steps += ROUND * ENVS
        report(steps, network)
    return network


if __name__ == "__main__":
    run(train, Bot, __doc__)
