"""Training configuration: which games, how long, and the learning rates. The same configuration gives the same weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import product
from typing import Any

import numpy as np

from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.games.registry import load

_PLAYING, _MIXING, _BEGINNING = range(3)
"""Ids of independent streams of random numbers."""
_OF_TEACHERS = 10**6
"""No generation has this number."""
_SEEDS = 2**64 - 1
"""Only the lowest 64 bits of a seed count, as for `Dice`: so it may be negative."""
ITSELF = "itself"
"""In a pool: the generation's network, in all seats."""
_STRAYS = (0.0, 0.05, 0.15)
"""The shares of random moves of the teacher, cycling through the games of a kind."""
STRAIGHT = 0.8
"""The fraction of the training after which there are no more random moves."""


@dataclass(frozen=True)
class Kind:
    """Games of a title with the same number of seats and options."""

    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    """One value for each non-default option, and `board`."""

    def start(self, game: Game) -> State:
        """Return their initial position. Raises BadOption, BadBoard."""
        return game.new(self.seats, chance="manual", **self.options)


@dataclass(frozen=True)
class TrainingConfig:
    """Configuration of a training."""

    title: str
    games: int
    seats: tuple[int, ...]
    """The numbers of seats for which it trains."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the title, and `board`; a list of values means games with each of them."""
    seed: int = 1
    batches: int = 8
    batch: int = 32
    """A generation has this many batches of this many games, all played with the same weights."""
    step: int = 256
    """Samples per training step."""
    rate: float = 2e-3
    last_rate: float = 3e-5
    """The learning rates at the beginning and at the end."""
    trace: float = 0.8
    """The lambda of TD(lambda)."""
    stray: float = 0.07
    """The share of random moves at the beginning; it falls to 0."""
    apprentice: int = 0
    """The number of teacher games learned from before self-play."""
    teacher: str = "greedy"
    """The name of a bot, which takes all seats in these games."""
    pool: tuple[str, ...] = ()
    """The opponents, cycling through the games of a kind: bots, or ITSELF. Without any the network has all seats."""

    @property
    def game(self) -> Game:
        """The title's game."""
        return load(self.title)

    @property
    def generations(self) -> int:
        """Number of generations, rounded up."""
        return -(-self.games // (self.batches * self.batch))

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of games, cycling through the generations: all numbers of seats with all options."""
        values = [given if isinstance(given, list) else [given] for given in self.options.values()]
        variants = [dict(zip(self.options, chosen, strict=True)) for chosen in product(*values)]
        return [Kind(seats, options) for options in variants for seats in self.seats]

    def start(self, generation: int = 0) -> State:
        """Return the initial position of a generation. Raises BadOption, BadBoard."""
        kinds = self.kinds
        return kinds[generation % len(kinds)].start(self.game)

    def number(self, generation: int, batch: int, game: int) -> int:
        """Return the index of a game among those of its kind."""
        before = generation // len(self.kinds) * self.batches + batch
        return before * self.batch + game

    def rival_in(self, game: int) -> str:
        """Return the opponent in a game, by its index among those of its kind."""
        return self.pool[game % len(self.pool)] if self.pool else ITSELF

    def seat_in(self, game: int, seats: int) -> int:
        """Return the network's seat in a game against others: each equally often against each opponent."""
        return game // max(1, len(self.pool)) % seats

    def rate_in(self, generation: int) -> float:
        """Return the learning rate of a generation; it decays exponentially."""
        return float(self.rate * (self.last_rate / self.rate) ** self._part(generation))

    def stray_in(self, generation: int) -> float:
        """Return the share of random moves in a generation."""
        return self.stray * max(0.0, 1.0 - self._part(generation) / STRAIGHT)

    def stray_of_teacher(self, game: int) -> float:
        """Return the share of random moves in a game of the teacher."""
        return _STRAYS[game // len(self.kinds) % len(_STRAYS)]

    def _part(self, generation: int) -> float:
        return generation / self.generations

    def dice(self, generation: int, batch: int) -> Dice:
        """Return the random numbers of a batch, independent of other batches."""
        return Dice(int(self._stream(_PLAYING, generation, batch).generate_state(1, np.uint64)[0]))

    def dice_of_teacher(self, game: int) -> Dice:
        """Return the random numbers of a game of the teacher."""
        return self.dice(_OF_TEACHERS, game)

    def order(self, generation: int, samples: int) -> Any:
        """Return a random order of the samples of a generation: int64, (samples,)."""
        return np.random.default_rng(self._stream(_MIXING, generation)).permutation(samples)

    def first_weights(self, shape: tuple[int, int]) -> Any:
        """Return random initial weights, 0 on the linear path."""
        weights = np.random.default_rng(self._stream(_BEGINNING)).normal(0.0, 0.1, shape)
        weights[:, -1] = 0.0
        return weights

    def _stream(self, *parts: int) -> np.random.SeedSequence:
        return np.random.SeedSequence((self.seed & _SEEDS, *parts))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for checkpoints and cards."""
        return {**asdict(self), "seats": list(self.seats), "pool": list(self.pool)}
