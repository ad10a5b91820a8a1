"""Random walks through every kernel, as digests; as a program, in a separate process."""

import hashlib
import os
import subprocess
import sys

import numpy as np

import quartier
from quartier import Dice
from quartier.conformance.positions import Setup, setups
from quartier.core.engine import kernels as contract_kernels
from quartier.core.engine import observing
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game
from quartier.lab import loops

WALKED_KERNELS = {
    *("begin_at", "to_act_at", "legal_at", "explain_illegal_at", "score_at", "winners_at"),
    *("conceal_at", "determinize_at", "evaluate_at", "walk"),
}
OBSERVATION_INTERVAL = 8
"""Each seat observes at one in this many events."""
SAMPLED_ACTIONS = 60
"""About how many actions are checked for legality, at each event and for each actor."""


def digest_of_walk(game: Game, seed: int, setup: Setup) -> str:
    """Play one random game, event by event; hash every output of the rules."""
    state, rng = game.new(chance="manual", **setup), Dice(seed).state
    out, weights = state.buffers()
    scratch, digest, kernels = state.array.copy(), hashlib.sha256(), game.kernels
    events = 0
    while kernels.to_act_at(state.array) != 0:
        digest.update(state.to_bytes())
        for viewer in (CHANCE, *range(state.seats)):
            scratch[:] = state.array
            kernels.conceal_at(scratch, viewer)
            kernels.determinize_at(scratch, viewer, rng)
            digest.update(scratch.tobytes())
            actions = kernels.legal_at(state.array, viewer, out) if viewer != CHANCE else 0
            digest.update(out[:actions].tobytes())
            digest.update(np.float64(kernels.evaluate_at(state.array, max(viewer, 0))).tobytes())
            for action in range(0, game.actions, max(29, game.actions // SAMPLED_ACTIONS)):
                digest.update(bytes([kernels.explain_illegal_at(state.array, viewer, action) % 251]))
        events += 1
        if events % OBSERVATION_INTERVAL == 1:
            digest.update(b"".join(observation_bytes(game, state.array, seat) for seat in range(state.seats)))
        if game.bound(loops).walk(state.array, 1, rng, out, weights):
            break
    scores = [kernels.score_at(state.array, seat) for seat in range(state.seats)]
    digest.update(repr((scores, kernels.winners_at(state.array), int(rng[0]))).encode())
    digest.update(state.to_bytes())
    return digest.hexdigest()


def observation_bytes(game: Game, position: np.ndarray, seat: int) -> bytes:
    """Return what a seat knows of a position, as numbers."""
    record, numbers = position.copy(), np.zeros(game.observation.size, np.int16)
    game.kernels.conceal_at(record, seat)
    game.bound(observing).observe_at(record, seat, numbers)
    return numbers.tobytes()


def digests(game: Game, seeds: range) -> list[str]:
    """Return the digest of a walk for each seed, cycling through the setups of the game."""
    kinds = setups(game)
    return [digest_of_walk(game, seed, kinds[seed % len(kinds)]) for seed in seeds]


def digests_of_a_process(game: Game, seeds: range, mode: str) -> list[str]:
    """Return the same from a separate process with an environment variable of Numba set; its output if it fails."""
    command = [sys.executable, "-m", __name__, game.name, str(seeds.stop)]
    run = subprocess.run(command, env={**os.environ, mode: "1"}, capture_output=True, text=True)
    return run.stdout.split() if run.returncode == 0 else [run.stderr]


def playout_totals(game: Game, games: int) -> tuple[list[int], bytes, int]:
    """Return moves and events of random games by the whole-game kernel, the last position, and the RNG state."""
    start, rng, totals = game.new(chance="manual"), Dice(99).state, np.zeros(2, np.int64)
    board = start.array.copy()
    game.bound(loops).playouts(board, start.array, games, rng, *start.buffers(), totals)
    return list(totals), board.tobytes(), int(rng[0])


def compile_only_what_walks_need() -> None:
    """Kernels not called by any walk: they take most of the compile time, and their bounds checks would never run."""
    for module in (contract_kernels, loops):
        for name in set(module.SIGNATURES) - WALKED_KERNELS:
            del module.SIGNATURES[name]


def main() -> None:
    """Print the digests of some walks of a title, in the mode set by the environment."""
    game = quartier.load(sys.argv[1])
    compile_only_what_walks_need()
    game.compile()
    print(*digests(game, range(int(sys.argv[2]))), sep="\n")


if __name__ == "__main__":
    main()
