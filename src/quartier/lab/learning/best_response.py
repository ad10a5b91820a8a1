"""Best-response training: a network learns from games against one frozen bot, an approximate measure of exploitability.

It starts with the title's network. A share that stays below even after an hour does not prove that nothing
beats the bot, but finding something takes a longer search.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quartier import bots
from quartier.bots.player import Bot, Picker
from quartier.bots.weights import Weights, find_weights, net_for
from quartier.core.engine.networks import HIDDEN, ONE
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.arena import Progress
from quartier.lab.executors import Workers, check_workers, worker_pool
from quartier.lab.learning.evaluation import Candidate, EvaluationMatch, trial
from quartier.lab.learning.games import Played, concatenate, play_against
from quartier.lab.learning.training import Training
from quartier.lab.learning.training_config import STRAIGHT, TrainingConfig

RATE, BATCHES, GAMES = 5e-4, 4, 8
"""A smaller learning rate than for an untrained network; the batches of a round, and the games of a batch."""


@dataclass(frozen=True)
class Round:
    """Progress of a best-response training after a round of games."""

    games: int
    """Games since the beginning."""
    share: float
    """Its share of the wins in this round, random moves included."""
    seconds: float
    """Seconds since the beginning."""


RoundCallback = Callable[[Round], None]


def config_against(title: str, seats: int = 2, seed: int = 1, **options: Any) -> TrainingConfig:
    """Return the configuration of a best-response training. Raises BadOption, also for a single seat, and BadBoard."""
    if seats < 2:
        raise BadOption(_NO_RIVAL, seats=seats)
    config = TrainingConfig(title, 1, (seats,), options, seed, BATCHES, GAMES, rate=RATE)
    config.start()
    return config


def exploit(
    config: TrainingConfig,
    rival: str,
    seconds: float,
    workers: Workers = None,
    on_round: RoundCallback | None = None,
) -> Training:
    """Train for `seconds` against a bot in all other seats; at least one round.

    Raises QuartierError if the title has no network features; BadOption if there is no such bot.
    """
    training, began = _start_training(config), time.monotonic()
    with _players(config, rival, workers) as play:
        while True:
            part = _part(time.monotonic() - began, seconds) if training.generation else 0.0
            if part == 1.0:
                return training
            played = play(
                training.generation, config.stray * max(0.0, 1.0 - part / STRAIGHT), training.weights()
            )
            training.learn(
                concatenate([batch.samples for batch in played]),
                float(config.rate * (config.last_rate / config.rate) ** part),
            )
            share = sum(batch.share for batch in played) / len(played)
            games = training.generation * config.batches * config.batch
            if on_round:
                on_round(Round(games, share, time.monotonic() - began))


def _part(elapsed: float, seconds: float) -> float:
    """Return the elapsed share of the time."""
    return min(1.0, elapsed / seconds) if seconds else 1.0


def _start_training(config: TrainingConfig) -> Training:
    """Return a training initialised with the title's network for such games, if there is one."""
    training, champion = Training(config), find_weights(config.start())
    if champion:
        training.learner.weights[:-1] = champion.rows / ONE
        training.learner.weights[-1, :HIDDEN] = champion.head / ONE
    return training


def evaluate(
    config: TrainingConfig,
    weights: Weights,
    rival: str,
    games: int,
    simulations: int = 0,
    workers: Workers = None,
    progress: Progress | None = None,
) -> EvaluationMatch:
    """Play an evaluation match against the bot: one step ahead, or by a search of this many simulations."""
    candidate = Candidate(weights, simulations)
    return trial(config, candidate, rival, rival, config.kinds[0], games, workers, progress)


Play = Callable[[int, float, Weights], list[Played]]


@contextmanager
def _players(config: TrainingConfig, rival: str, workers: Workers) -> Iterator[Play]:
    """Yield an executor for rounds: this process, worker processes if the bot uses one core each, or a cluster."""
    check_workers(workers)
    bot = bots.make(rival, config.game)
    cores = bot.cores if isinstance(bot, Picker) else 1
    here = workers if isinstance(workers, int) else (os.cpu_count() or 1) // cores
    count = workers if isinstance(workers, str) else max(1, min(here, config.batches))
    if count == 1:
        yield lambda *round_: [play_batch(*batch) for batch in _batches(config, rival, *round_)]
        return
    with worker_pool(count, _warm_up, config.title, cores=cores) as pool:
        yield lambda *round_: pool.map(play_batch, _batches(config, rival, *round_))


def _batches(
    config: TrainingConfig, rival: str, generation: int, stray: float, weights: Weights
) -> list[tuple[Any, ...]]:
    """Return the arguments of `play_batch` for each batch of a round."""
    return [(config, rival, generation, n, stray, weights) for n in range(config.batches)]


def _warm_up(title: str) -> None:
    bots.compile_for(load(title))


def play_batch(
    config: TrainingConfig, rival: str, generation: int, batch: int, stray: float, weights: Weights
) -> Played:
    """Play one batch; the network sits in each seat in turn."""
    dice, start, played = config.dice(generation, batch), config.start(generation), []
    for game in range(config.batch):
        others: list[Bot] = [bots.make(rival, start.game) for _ in range(start.seats)]
        seat, net = config.number(generation, batch, game) % start.seats, net_for(start, weights)
        played.append(play_against(start.copy(), seat, others, net, dice, stray, config.trace))
    return Played(
        concatenate([entry.samples for entry in played]), sum(entry.share for entry in played) / len(played)
    )


_NO_RIVAL = N_("A best response needs an opponent: use at least 2 seats, not {seats}.")
