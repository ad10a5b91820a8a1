"""Training games: a network against itself, or in one seat against bots in the others; each returns training samples."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quartier import bots
from quartier.bots.player import Bot
from quartier.core.engine.bits import below
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import MAX_FEATURES, Net
from quartier.core.game.state import State
from quartier.lab.game_buffers import new_buffers
from quartier.lab.learning import selfplay
from quartier.lab.learning.selfplay import CERTAIN, Samples

_MAX_SAMPLES = 4096
"""Maximum samples per game; of a longer game only the beginning is used."""


class Played(NamedTuple):
    """A game against bots, and its training samples."""

    samples: Samples
    share: float
    """The network's share of the win, random moves included."""


def play_itself(start: State, net: Net, dice: Dice, stray: float, trace: float) -> Samples:
    """Play a self-play game; `stray`: the share of random moves."""
    game, buffer = start.game, sample_buffer()
    returns, chance = np.zeros(start.seats), int(stray * CERTAIN)
    play, buffers = game.bound(selfplay).selfplay, new_buffers(start, net)
    return trim(buffer, play(start.array.copy(), dice.state, chance, trace, buffer, returns, buffers))


def play_against(
    state: State, seat: int, others: list[Bot], net: Net, dice: Dice, stray: float, trace: float
) -> Played:
    """Continue the game in `state` with the network in one seat; only its own moves give samples."""
    loops, filled, buffer = state.game.bound(selfplay), 0, sample_buffer()
    buffers, chance = new_buffers(state, net), int(stray * CERTAIN)
    while not state.over:
        due = state.seats_to_act()
        if not due:
            state.draw(dice)
        elif seat in due:
            filled = int(loops.decide(state.array, seat, dice.state, chance, buffer, filled, buffers))
        else:
            other = min(due)
            state.play(other, others[other].choose(state.concealed(other), other, dice))
    loops.set_targets(state.array, trace, buffer, filled, np.zeros(state.seats))
    winners = state.winners()
    return Played(trim(buffer, filled), (seat in winners) / len(winners))


def watch(state: State, players: list[Bot], net: Net, dice: Dice, stray: float) -> Samples:
    """Continue the game in `state` with bots; the target of each position is the result of the game.

    `stray`: the share of random moves. `net` need not be trained: only its buffers are used.
    """
    loops, filled, buffer = state.game.bound(selfplay), 0, sample_buffer()
    random = bots.make("random", state.game)
    while not state.over:
        due = state.seats_to_act()
        if not due:
            state.draw(dice)
            continue
        seat = min(due)
        concealed = state.concealed(seat)
        mover = random if below(dice.state, CERTAIN) < stray * CERTAIN else players[seat]
        move = mover.choose(concealed, seat, dice)
        concealed.play(seat, move)
        state.play(seat, move)
        filled = int(loops.add_sample(concealed.array, seat, 0, 0.0, net, buffer, filled))
    loops.set_targets(state.array, 1.0, buffer, filled, np.zeros(state.seats))
    return trim(buffer, filled)


def trim(samples: Samples, filled: int) -> Samples:
    """Copy the first samples, as wide as the widest of them."""
    widest = int(samples.counts[:filled].max(initial=0))
    indices, values, *others = (array[:filled] for array in samples)
    return Samples(indices[:, :widest].copy(), values[:, :widest].copy(), *(array.copy() for array in others))


@cache
def sample_buffer() -> Samples:
    """Return a buffer for the samples of one game, the same on every call."""
    wide = (np.zeros((_MAX_SAMPLES, MAX_FEATURES), np.int32) for _ in range(2))
    return Samples(
        *wide,
        *(np.zeros(_MAX_SAMPLES, np.int64) for _ in range(3)),
        *(np.zeros(_MAX_SAMPLES) for _ in range(2)),
    )


def concatenate(parts: list[Samples]) -> Samples:
    """Concatenate samples, as wide as the widest."""
    width = max(part.indices.shape[1] for part in parts)
    widened = [
        Samples(*(_pad(array, width) if array.ndim == 2 else array for array in part)) for part in parts
    ]
    return Samples(*(np.concatenate(arrays) for arrays in zip(*widened, strict=True)))


def _pad(array: Any, width: int) -> Any:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))
