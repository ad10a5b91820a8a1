"""Self-play batches: games of a network against itself or a pool of bots, in this process or in workers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from quartier import bots
from quartier.bots.weights import Weights, net_for
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import Net
from quartier.core.game.state import State
from quartier.games.registry import load
from quartier.lab.executors import (
    WorkerPool,
    Workers,
    check_workers,
    worker_pool,
)
from quartier.lab.learning import selfplay
from quartier.lab.learning.games import concatenate, play_against, play_itself, watch
from quartier.lab.learning.selfplay import Samples
from quartier.lab.learning.training_config import ITSELF, TrainingConfig


class Players:
    """Plays the batches of a training: in this process, or in a worker pool."""

    def __init__(self, config: TrainingConfig, pool: WorkerPool | None) -> None:
        self._course = config
        self._pool = pool

    def play(self, generation: int, weights: Weights) -> tuple[Samples, float]:
        """Play a generation with these weights; return its training samples and the processor time."""
        batches = [(self._course, generation, n, weights) for n in range(self._course.batches)]
        played = self._map(play_batch, batches)
        return concatenate([samples for samples, _ in played]), sum(seconds for _, seconds in played)

    def watch(self, games: range) -> tuple[list[Samples], float]:
        """Play the teacher's games with these numbers; return the samples of each and the processor time."""
        config = self._course
        batches = [(config, games[n : n + config.batch]) for n in range(0, len(games), config.batch)]
        watched = self._map(watch_batch, batches)
        result = [samples for batch, _ in watched for samples in batch]
        return result, sum(seconds for _, seconds in watched)

    def _map(self, work: Callable[..., Any], args: list[tuple[Any, ...]]) -> list[Any]:
        return self._pool.map(work, args) if self._pool else [work(*entry) for entry in args]


@contextmanager
def players(config: TrainingConfig, workers: Workers = None) -> Iterator[Players]:
    """Open players on a number of processes (None: one per core) or on a cluster."""
    check_workers(workers)
    count = workers if isinstance(workers, str) else min(workers or os.cpu_count() or 1, config.batches)
    if count == 1:
        yield Players(config, None)
        return
    with worker_pool(count, _warm_up, config) as pool:
        yield Players(config, pool)


def _warm_up(config: TrainingConfig) -> None:
    game = load(config.title)
    game.compile(loops=(selfplay,))
    if config.pool or config.apprentice:
        bots.compile_for(game)


def play_batch(
    config: TrainingConfig, generation: int, batch: int, weights: Weights
) -> tuple[Samples, float]:
    """Play one batch with a network of these weights; return its training samples and the processor time."""
    began, start, dice = time.process_time(), config.start(generation), config.dice(generation, batch)
    net = net_for(start, weights)
    stray, first = config.stray_in(generation), config.number(generation, batch, 0)
    played = [_play_game(config, first + game, start, net, dice, stray) for game in range(config.batch)]
    return concatenate(played), time.process_time() - began


def watch_batch(config: TrainingConfig, games: range) -> tuple[list[Samples], float]:
    """Play some of the teacher's games; return the samples of each and the processor time."""
    began = time.process_time()
    return [_watch_game(config, game) for game in games], time.process_time() - began


def _watch_game(config: TrainingConfig, game: int) -> Samples:
    """Play a game with the teacher in all seats."""
    start = config.start(game)
    players = [bots.make(config.teacher, start.game) for _ in range(start.seats)]
    dice, stray = config.dice_of_teacher(game), config.stray_of_teacher(game)
    return watch(start, players, net_for(start, None), dice, stray)


def _play_game(
    config: TrainingConfig, game: int, start: State, net: Net, dice: Dice, stray: float
) -> Samples:
    """Play one game against the opponent that its number assigns."""
    rival = config.rival_in(game)
    if rival == ITSELF:
        return play_itself(start, net, dice, stray, config.trace)
    others = [bots.make(rival, start.game) for _ in range(start.seats)]
    seat = config.seat_in(game, start.seats)
    return play_against(start.copy(), seat, others, net, dice, stray, config.trace).samples
