"""What the learners here share: a small network, the bot that plays with it, and their command line."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from quartier import Dice, State

HIDDEN = 128
FORBIDDEN = -1e9
"""The logit of an action that isn’t legal."""

Network = dict[str, Any]
Report = Callable[[int, Network], None]
IsOver = Callable[[int], bool]


def new_network(game: Any, seed: int) -> Network:
    """Return two hidden layers, then a logit for each action and a value."""
    random, size = np.random.default_rng(seed), game.observation.size
    layers = {"first": (size, HIDDEN, 1.4), "second": (HIDDEN, HIDDEN, 1.4)}
    heads = {"policy": (HIDDEN, game.actions, 0.01), "value": (HIDDEN, 1, 0.1)}
    network: Network = {}
    for name, (rows, columns, gain) in (layers | heads).items():
        weights = random.normal(0, gain / np.sqrt(rows), (rows, columns))
        network |= {name: weights.astype(np.float32), f"{name}_bias": np.zeros(columns, np.float32)}
    return network


def rescale(game: Any, observations: Any) -> Any:
    """Return observations as floats from −1 to 1."""
    most = np.maximum(np.maximum(game.observation.high, -game.observation.low), 1)
    return observations / most.astype(np.float32)


def forward(network: Network, x: Any) -> tuple[Any, Any]:
    """Return the logits and the value of each rescaled observation, NumPy’s or JAX’s."""
    for layer in ("first", "second"):
        x = x @ network[layer] + network[f"{layer}_bias"]
        x = x * (x > 0)
    value = (x @ network["value"] + network["value_bias"])[..., 0]
    return x @ network["policy"] + network["policy_bias"], value


@jax.jit
def evaluate(network: Network, x: Any, mask: Any) -> tuple[Any, Any]:
    """Return the logarithms of the probabilities of the actions, and the values."""
    logits, value = forward(network, x)
    return jax.nn.log_softmax(jnp.where(mask, logits, FORBIDDEN)), value


def updater(optimizer: Any, loss: Callable[[Network, Any], Any]) -> Any:
    """Return a compiled function that improves a network by a batch of samples."""

    @jax.jit
    def update(network: Network, memory: Any, samples: Any) -> tuple[Network, Any]:
        changes, memory = optimizer.update(jax.grad(loss)(network, samples), memory, network)
        return optax.apply_updates(network, changes), memory

    return update


class PolicyBot:
    """Plays the likeliest legal action. Without a network, it reads the file that its learner wrote for the game."""

    learner = ""

    def __init__(self, game: Any, network: Network | None = None) -> None:
        self._game, self._network = game, network or dict(np.load(f"{self.learner}-{game.name}.npz"))

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Choose a move from what the seat knows."""
        legal = position.legal(seat)
        logits, _ = forward(self._network, rescale(self._game, position.observation(seat)))
        return position.write(legal[int(np.argmax(logits[legal]))])


def run(train: Callable[..., Network], bot: type[PolicyBot], description: str | None) -> None:
    """Read the command line, train, and write the network where the bot finds it."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", help="city_blocks, block_city, metromania, neue_heimat or gridlock")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--steps", type=int, help="stop after so many steps instead")
    args = parser.parse_args()
    ends = time.monotonic() + 60 * args.minutes

    def is_over(steps: int) -> bool:
        return steps >= args.steps if args.steps else time.monotonic() > ends

    def report(steps: int, _: Network) -> None:
        print(f"{steps:,} steps", flush=True)

    file = Path(f"{bot.learner}-{args.title}.npz")
    np.savez(file, **train(args.title, args.seats, args.seed, report, is_over))
    print(file)
