"""Very many random games from one position or several, on a processor or on a graphics card: the same games."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.envs import rollouts

DEVICES = ("cpu", "cuda")
BLOCK = 128
"""Threads of a block; a warp has 32, and more blocks hide more waiting."""
MAX_THREADS = 1 << 16
MAX_BYTES = 4 << 30
"""Of the card's memory, for what each thread needs to work."""


@dataclass(frozen=True)
class Played:
    """How many games ended: int64, a row for each."""

    scores: NDArray[np.int64]
    """(games, seats)"""
    winners: NDArray[np.int64]
    """(games,): the seats that won, as bits"""
    moves: NDArray[np.int64]
    """(games,)"""


def random_games(starts: State | list[State], games: int, seed: int = 1, device: str = "cpu") -> Played:
    """Play random games to their ends: game `i` from start `i % len(starts)`, by random numbers of its own.

    Every move is uniform among the legal ones, and so is the seat where several may act. All starts are of one game, whose
    options let games end (`game.ending`). `device="cuda"` plays on a graphics card, or in Numba's simulator of one. Raises
    BadOption, and QuartierError where there is no card.
    """
    if device not in DEVICES:
        raise BadOption(
            N_("“device” must be one of {known}, not “{device}”."), known=", ".join(DEVICES), device=device
        )
    several = [starts] if isinstance(starts, State) else starts
    first, positions = several[0], np.concatenate([state.array for state in several])
    seeds = (np.random.SeedSequence(seed).generate_state(games, np.uint64) >> np.uint64(1)).astype(np.int64)
    results = np.zeros((games, first.seats + 2), np.int64)
    (_on_card if device == "cuda" else _here)(first.game, positions, seeds, results)
    return Played(results[:, :-2], results[:, -2], results[:, -1])


def _here(game: Ruleset, starts: Any, seeds: Any, results: Any) -> None:
    game.bound(rollouts).roll_out(*_new_buffers(game, 1, starts, seeds, results), 0)


def _new_buffers(game: Ruleset, workers: int, starts: Any, seeds: Any, results: Any) -> tuple[Any, ...]:
    """The arrays of `roll_out`, with scratch space for so many workers."""
    boards, rngs = game.spec.record_class.new(workers), np.zeros((workers, 1), np.uint64)
    outs, weights = (np.zeros((workers, game.actions), np.int64) for _ in range(2))
    return boards, starts, seeds, rngs, outs, weights, results


def _on_card(game: Ruleset, starts: Any, seeds: Any, results: Any) -> None:
    cuda = _cuda()
    own = game.spec.record_class.dtype.itemsize + 16 * game.actions
    threads = max(1, min(len(seeds), MAX_THREADS, MAX_BYTES // own))
    block = min(BLOCK, threads)
    grid = -(-threads // block)
    arrays = [cuda.cuda.to_device(size) for size in _new_buffers(game, grid * block, starts, seeds, results)]
    cuda.kernel(game.spec.program.on_card(rollouts)["roll_out"])[grid, block](*arrays)
    arrays[-1].copy_to_host(results)


def _cuda() -> Any:
    from quartier.core import cuda

    if not cuda.is_simulated() and find_spec("numba_cuda") is None:
        raise QuartierError(
            N_('Running on a GPU needs the package {name}. Install it with: pip install "quartier[cuda]"'),
            name="numba-cuda",
        )
    if not cuda.cuda.is_available():
        raise QuartierError(N_("No CUDA GPU found."))
    return cuda
