"""Random games from given positions, in compiled code: on a processor, or shared out among the threads of a graphics card.

Every game has random numbers of its own, so it does not matter who plays it.
"""

from typing import Any

from quartier.core.engine.contract import score, to_act, winners
from quartier.core.engine.kernels import assign
from quartier.lab.loops import random_event


def roll_out(
    boards: Any,
    starts: Any,
    seeds: Any,
    rngs: Any,
    outs: Any,
    weights: Any,
    results: Any,
    worker: int,
) -> None:
    """Play the games of one of `len(boards)` workers: the first of them is number `worker`, the next `len(boards)` later.

    `starts`: records, game `i` begins with `starts[i % len(starts)]`; `seeds` int64 (games,); `results` int64
    (games, seats + 2) take scores by seat, the winners as bits, and the number of moves. The others are scratch space with a
    row for each worker: `boards` records, `rngs` uint64 (workers, 1), `outs` and `weights` int64 (workers, actions).
    """
    for game in range(worker, len(seeds), len(boards)):
        start = game % len(starts)
        assign(boards[worker : worker + 1], starts[start : start + 1])
        rngs[worker, 0] = seeds[game]
        moves = 0
        while to_act(boards[worker]) != 0:
            moves += random_event(boards[worker : worker + 1], rngs[worker], outs[worker], weights[worker])
        write_result(boards[worker], results[game], moves)


def write_result(s: Any, result: Any, moves: int) -> None:
    """How a game has ended."""
    seats = len(result) - 2
    for seat in range(seats):
        result[seat] = score(s, seat)
    result[seats] = winners(s)
    result[seats + 1] = moves


SIGNATURES = {
    "roll_out": "void(record, record, ints, rng_rows, int_rows, int_rows, int_rows, int64)",
}
