"""Random walks through every kernel, as digests; run as a program they are made in a process of their own."""

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

CALLED = {
    *("begin_at", "to_act_at", "legal_at", "explain_illegal_at", "score_at", "winners_at"),
    *("conceal_at", "determinize_at", "evaluate_at", "walk"),
}
OBSERVED = 8
"""At one of so many events each seat observes."""
ASKED = 60
"""Of about so many actions is asked, at each event and for each actor, whether they are forbidden."""


def digest_of_walk(game: Game, seed: int, setup: Setup) -> str:
    """One random game, event by event; everything the rules say at each is hashed."""
    state, rng = game.new(chance="manual", **setup), Dice(seed).state
    out, weights = state.buffers()
    scratch, digest, kernels = state.position.copy(), hashlib.sha256(), game.kernels
    events = 0
    while kernels.to_act_at(state.position) != 0:
        digest.update(state.to_bytes())
        for viewer in (CHANCE, *range(state.seats)):
            scratch[:] = state.position
            kernels.conceal_at(scratch, viewer)
            kernels.determinize_at(scratch, viewer, rng)
            digest.update(scratch.tobytes())
            actions = kernels.legal_at(state.position, viewer, out) if viewer != CHANCE else 0
            digest.update(out[:actions].tobytes())
            digest.update(np.float64(kernels.evaluate_at(state.position, max(viewer, 0))).tobytes())
            for action in range(0, game.actions, max(29, game.actions // ASKED)):
                digest.update(bytes([kernels.explain_illegal_at(state.position, viewer, action) % 251]))
        events += 1
        if events % OBSERVED == 1:
            digest.update(b"".join(observed(game, state.position, seat) for seat in range(state.seats)))
        if game.bound(loops).walk(state.position, 1, rng, out, weights):
            break
    scores = [kernels.score_at(state.position, seat) for seat in range(state.seats)]
    digest.update(repr((scores, kernels.winners_at(state.position), int(rng[0]))).encode())
    digest.update(state.to_bytes())
    return digest.hexdigest()


def observed(game: Game, position: np.ndarray, seat: int) -> bytes:
    """What a seat knows of a position, as numbers."""
    known, told = position.copy(), np.zeros(game.observation.size, np.int16)
    game.kernels.conceal_at(known, seat)
    game.bound(observing).observe_at(known, seat, told)
    return told.tobytes()


def digests(game: Game, seeds: range) -> list[str]:
    """Digests of a walk for each seed, over the setups of the game in turn."""
    kinds = setups(game)
    return [digest_of_walk(game, seed, kinds[seed % len(kinds)]) for seed in seeds]


def digests_of_a_process(game: Game, seeds: range, mode: str) -> list[str]:
    """The same, made by a process of its own with an environment variable of Numba set; what it says if it fails."""
    command = [sys.executable, "-m", __name__, game.name, str(seeds.stop)]
    run = subprocess.run(command, env={**os.environ, mode: "1"}, capture_output=True, text=True)
    return run.stdout.split() if run.returncode == 0 else [run.stderr]


def playout_totals(game: Game, games: int) -> tuple[list[int], bytes, int]:
    """Moves and events of random games by the kernel that plays whole ones, the last position, and the dice after it."""
    start, rng, totals = game.new(chance="manual"), Dice(99).state, np.zeros(2, np.int64)
    board = start.position.copy()
    game.bound(loops).playouts(board, start.position, games, rng, *start.buffers(), totals)
    return list(totals), board.tobytes(), int(rng[0])


def compile_only_what_walks_need() -> None:
    """The kernels that no walk calls take most of the time to compile, and checks of their indices would never run."""
    for module in (contract_kernels, loops):
        for name in set(module.SIGNATURES) - CALLED:
            del module.SIGNATURES[name]


def main() -> None:
    """Print the digests of so many walks of a title, in the mode that the environment asks for."""
    compile_only_what_walks_need()
    game = quartier.load(sys.argv[1])
    game.compile()
    print(*digests(game, range(int(sys.argv[2]))), sep="\n")


if __name__ == "__main__":
    main()
