"""Compiled loops of experiments: random games, matches of fast bots, and the benchmark's loops.

Records are passed as arrays (shape (1,) unless said otherwise); `Game.bound` binds the loops to a title.
"""

from typing import Any

from quartier.bots.policies import decide
from quartier.core.engine.bits import any_of, lowest
from quartier.core.engine.contract import (
    CHANCE,
    conceal,
    draw,
    legal,
    play,
    sample,
    score,
    to_act,
    winners,
)
from quartier.core.engine.kernels import assign
from quartier.lab import game_buffers
from quartier.lab.game_buffers import GameBuffers


def random_event(a: Any, rng: Any, out: Any, weights: Any) -> int:
    """Play one random event: chance by weight, else a uniform move of a uniform actor. Return 1 if it was a move, else 0."""
    actors = to_act(a[0])
    if actors == CHANCE:
        # Not CHANCE itself: for a constant Numba would compile `play` a second time.
        play(a[0], actors, draw(a[0], rng, out, weights))
        return 0
    seat = any_of(rng, actors)
    play(a[0], seat, sample(a[0], seat, rng, out))
    return 1


def playouts(a: Any, start: Any, games: int, rng: Any, out: Any, weights: Any, totals: Any) -> None:
    """Play random games from `start`, using `a` as board; add to `totals` (int64, shape (2,)) moves and events."""
    for _ in range(games):
        assign(a, start)
        while to_act(a[0]) != 0:
            totals[0] += random_event(a, rng, out, weights)
            totals[1] += 1


def walk(a: Any, events: int, rng: Any, out: Any, weights: Any) -> int:
    """Play at most `events` random events; return how many were left when the game ended (0: it continues)."""
    for left in range(events, 0, -1):
        if to_act(a[0]) == 0:
            return left
        random_event(a, rng, out, weights)
    return 0


def copies(positions: Any, count: int) -> None:
    """Copy each position to the next one, `count` times in all, for the benchmark.

    `positions` has shape (n,), n a power of two; with one position the compiler would drop all copies but
    one.
    """
    last = len(positions) - 1
    for i in range(count):
        assign(positions[(i + 1) & last :], positions[i & last :])


def listings(positions: Any, count: int, out: Any) -> int:
    """List the legal actions of one position after the other, `count` times in all; return the sum of their numbers.

    `positions` as in `copies`; in each of them a seat may act.
    """
    total, last = 0, len(positions) - 1
    for i in range(count):
        s = positions[i & last]
        total += legal(s, lowest(to_act(s)), out)
    return total


def scorings(positions: Any, count: int) -> int:
    """Determine the winners of one finished game after the other, `count` times in all; `positions` as in `copies`."""
    total, last = 0, len(positions) - 1
    for i in range(count):
        total += winners(positions[i & last])
    return total


def contest(a: Any, policies: Any, chance: Any, choice: Any, buffers: GameBuffers) -> int:
    """Play the game in `a` to its end, one policy (int64) per seat; return the number of moves.

    Chance and choices have separate streams of random numbers, so that several line-ups can play the same
    deal.
    """
    concealed, scratch, net, out = buffers.concealed, buffers.scratch, buffers.net, buffers.actions
    moves = 0
    actors = to_act(a[0])
    while actors != 0:
        if actors == CHANCE:
            play(a[0], actors, draw(a[0], chance, out, buffers.weights))
        else:
            seat = any_of(choice, actors)
            assign(concealed, a)
            conceal(concealed[0], seat)
            play(a[0], seat, decide(policies[seat], concealed, scratch, seat, choice, net, out))
            moves += 1
        actors = to_act(a[0])
    return moves


def contests(
    a: Any,
    start: Any,
    policies: Any,
    streams: Any,
    results: Any,
    chance: Any,
    choice: Any,
    buffers: GameBuffers,
) -> None:
    """Play one game per row from `start`.

    `policies` int64 (games, seats) by seat; `streams` uint64 (games, 2) start chance and choices; `results` int64
    (games, seats + 2) take the scores by seat, the winners as bits, and the number of moves.
    """
    seats = policies.shape[1]
    for game in range(len(policies)):
        assign(a, start)
        chance[0], choice[0] = streams[game, 0], streams[game, 1]
        moves = contest(a, policies[game], chance, choice, buffers)
        for seat in range(seats):
            results[game, seat] = score(a[0], seat)
        results[game, seats] = winners(a[0])
        results[game, seats + 1] = moves


TYPES = game_buffers.TYPES
SIGNATURES = {
    "playouts": "void(record, record, int64, rng, ints, ints, ints)",
    "walk": "int64(record, int64, rng, ints, ints)",
    "copies": "void(record, int64)",
    "listings": "int64(record, int64, ints)",
    "scorings": "int64(record, int64)",
    "contests": "void(record, record, int_rows, rng_rows, int_rows, rng, rng, GameBuffers)",
}
