"""Masked PPO by self-play: one network plays all seats, and a seat's rewards count between its own decisions.

pip install "quartier[training]"
python ppo.py city_blocks --minutes 5 --seed 1            # writes ppo-city_blocks.npz
quartier arena city_blocks --seats ppo:Bot,greedy --games 100
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
import optax
from policy import IsOver, Network, PolicyBot, Report, evaluate, forward, new_network, rescale, run, updater

from quartier.envs import VectorEnv

ENVS, STEPS, EPOCHS, PARTS = 64, 64, 3, 4
RATE, GAMMA, LAMBDA, CLIP, VALUE, ENTROPY = 1e-3, 1.0, 0.95, 0.2, 0.5, 0.01


class Samples(NamedTuple):
    """Decisions: what the acting seat knew and did, and what came of it."""

    observation: Any
    mask: Any
    action: Any
    chance: Any
    """The logarithm of the probability with which the action was drawn."""
    advantage: Any
    goal: Any
    """What the value should have been."""


class Bot(PolicyBot):
    """Plays what PPO has learned."""

    learner = "ppo"


def collect(env: VectorEnv, network: Network, random: np.random.Generator) -> Samples:
    """Play STEPS steps in all games."""
    rows, steps = np.arange(env.envs), []
    for _ in range(STEPS):
        inputs, mask, actors = (
            rescale(env.game, env.observation),
            env.action_mask.astype(bool),
            env.actors.copy(),
        )
        chances, value = map(np.asarray, evaluate(network, inputs, mask))
        action = (chances + random.gumbel(size=chances.shape)).argmax(axis=1)  # drawn by probability
        batch = env.step(action)
        decision = (inputs, mask, action, chances[rows, action])
        steps.append((*decision, value, actors, batch.rewards.copy(), batch.done.copy()))
    *decisions, value, actors, rewards, done = (np.stack(arrays) for arrays in zip(*steps, strict=True))
    ahead = [forward(network, rescale(env.game, env.observe(seat)))[1] for seat in range(env.seats)]
    gains = advantages(value, actors, rewards, done, np.stack(ahead, axis=1))
    samples = (*decisions, gains, gains + value)
    return Samples(*(array.reshape(-1, *array.shape[2:]) for array in samples))


def advantages(value: Any, actors: Any, rewards: Any, done: Any, ahead: Any) -> Any:
    """Return the generalized advantage of each decision: the same seat's next one follows, whoever moves in between.

    Args:
        value: What each decision's position was worth to the acting seat: (steps, envs).
        actors: That seat: (steps, envs).
        rewards: Of all seats: (steps, envs, seats).
        done: Whether the step ended the game: (steps, envs).
        ahead: What the position after the last step is worth to each seat: (envs, seats).
    """
    rows, result = np.arange(value.shape[1]), np.zeros_like(value)
    since, following, gain = np.zeros_like(ahead), np.array(ahead), np.zeros_like(ahead)
    for step in reversed(range(len(value))):
        ended, own = done[step], (rows, actors[step])
        since[ended], following[ended], gain[ended] = 0, 0, 0
        since += rewards[step]
        result[step] = since[own] + GAMMA * following[own] - value[step] + GAMMA * LAMBDA * gain[own]
        since[own], following[own], gain[own] = 0, value[step], result[step]
    return result


def loss(network: Network, part: Samples) -> Any:
    """Return the clipped objective, with the error of the value and a bonus for entropy."""
    chances, value = evaluate(network, part.observation, part.mask)
    chosen = jnp.take_along_axis(chances, part.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(chosen - part.chance)
    gain = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-8)
    gained = jnp.minimum(ratio * gain, ratio.clip(1 - CLIP, 1 + CLIP) * gain).mean()
    entropy = -jnp.where(part.mask, jnp.exp(chances) * chances, 0).sum(axis=1).mean()
    return VALUE * jnp.square(value - part.goal).mean() - gained - ENTROPY * entropy


def train(title: str, seats: int, seed: int, report: Report, is_over: IsOver) -> Network:
    """Learn until `is_over(steps)`; `report(steps, network)` follows each round."""
    env, random = VectorEnv(title, ENVS, seats, seed=seed, rewards="win"), np.random.default_rng(seed)
    network, steps = new_network(env.game, seed), 0
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))
    memory, update = optimizer.init(network), updater(optimizer, loss)
    env.reset()
    while not is_over(steps):
        samples = collect(env, network, random)
        for _ in range(EPOCHS):
            for part in np.split(random.permutation(STEPS * ENVS), PARTS):
                network, memory = update(network, memory, Samples(*(array[part] for array in samples)))
        steps += STEPS * ENVS
        report(steps, network)
    return network


if __name__ == "__main__":
    run(train, Bot, __doc__)
