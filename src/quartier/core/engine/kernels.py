"""Loops over a title's contract functions that generic code runs at full speed.

Written against `quartier.core.engine.contract`; `quartier.core.engine.program` binds them to one title. Records are
passed as arrays (shape (1,) unless said otherwise), because a compiled function takes those far faster than a scalar record.
"""

from typing import Any

from quartier.core.engine.bits import lowest, next64, random_bit
from quartier.core.engine.contract import (
    CHANCE,
    begin,
    conceal,
    draw,
    evaluate,
    forbid,
    imagine,
    legal,
    outcomes,
    play,
    sample,
    score,
    sees,
    to_act,
    winners,
)


def assign(to: Any, source: Any) -> None:
    """Copy one record over another."""
    to[0] = source[0]


def begin_at(a: Any, seats: int, options: Any, board: Any) -> None:
    """`begin` for an array of one record; so are the functions below."""
    begin(a[0], seats, options, board)


def to_act_at(a: Any) -> int:
    return to_act(a[0])


def legal_at(a: Any, actor: int, out: Any) -> int:
    return legal(a[0], actor, out)


def outcomes_at(a: Any, out: Any, weights: Any) -> int:
    return outcomes(a[0], out, weights)


def forbid_at(a: Any, actor: int, action: int) -> int:
    return forbid(a[0], actor, action)


def play_at(a: Any, actor: int, action: int) -> None:
    play(a[0], actor, action)


def score_at(a: Any, seat: int) -> int:
    return score(a[0], seat)


def winners_at(a: Any) -> int:
    return winners(a[0])


def sees_at(a: Any, seat: int) -> int:
    return sees(a[0], seat)


def conceal_at(a: Any, seat: int) -> None:
    conceal(a[0], seat)


def imagine_at(a: Any, seat: int, rng: Any) -> None:
    imagine(a[0], seat, rng)


def draw_at(a: Any, rng: Any, out: Any, weights: Any) -> int:
    return draw(a[0], rng, out, weights)


def sample_at(a: Any, seat: int, rng: Any, out: Any) -> int:
    return sample(a[0], seat, rng, out)


def evaluate_at(a: Any, seat: int) -> float:
    return evaluate(a[0], seat)


def any_of(actors: int, rng: Any) -> int:
    """A random one of the seats that may act; where there is only one, no random number is drawn."""
    return random_bit(rng, actors) if actors & (actors - 1) else lowest(actors)


def random_event(a: Any, rng: Any, out: Any, weights: Any) -> int:
    """Play one random event: chance by weight, else a uniform move of a uniform actor. 1 if it was a move, else 0."""
    actors = to_act(a[0])
    if actors == CHANCE:
        # Not CHANCE itself: for a constant Numba would compile `play` a second time.
        play(a[0], actors, draw(a[0], rng, out, weights))
        return 0
    seat = any_of(actors, rng)
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
    """Play at most `events` random events; return how many were left over when the game ended (0: it goes on)."""
    for left in range(events, 0, -1):
        if to_act(a[0]) == 0:
            return left
        random_event(a, rng, out, weights)
    return 0


def copies(positions: Any, count: int) -> None:
    """Copy each position to the next one, `count` times in all, for the benchmark.

    `positions` has shape (n,), n a power of two; one position would let the compiler leave all copies but one out.
    """
    last = len(positions) - 1
    for i in range(count):
        assign(positions[(i + 1) & last :], positions[i & last :])


def listings(positions: Any, count: int, out: Any) -> int:
    """List the legal actions of one position after the other, `count` times in all; the sum of their numbers.

    `positions` as in `copies`; in each of them a seat may act.
    """
    total, last = 0, len(positions) - 1
    for i in range(count):
        s = positions[i & last]
        total += legal(s, lowest(to_act(s)), out)
    return total


def scorings(positions: Any, count: int) -> int:
    """Ask who has won one finished game after the other, `count` times in all; `positions` as in `copies`."""
    total, last = 0, len(positions) - 1
    for i in range(count):
        total += winners(positions[i & last])
    return total


def greedy(a: Any, scratch: Any, seat: int, rng: Any, out: Any) -> int:
    """The legal action with the best evaluation after it; ties are broken at random. `a` is concealed for `seat`."""
    count = legal(a[0], seat, out)
    best, best_value, ties = -1, 0.0, 0
    for i in range(count):
        assign(scratch, a)
        play(scratch[0], seat, out[i])
        value = evaluate(scratch[0], seat)
        if best < 0 or value > best_value:
            best, best_value, ties = out[i], value, 1
        elif value == best_value:
            ties += 1
            if next64(rng) % ties == 0:
                best = out[i]
    return best


RANDOM_POLICY, GREEDY_POLICY = 0, 1
"""Bots that are kernels, as `contest` numbers them."""


def decide(policy: int, known: Any, scratch: Any, seat: int, rng: Any, out: Any) -> int:
    """The action of a kernel bot; `known` is concealed for `seat`."""
    if policy == GREEDY_POLICY:
        return greedy(known, scratch, seat, rng, out)
    return sample(known[0], seat, rng, out)


def contest(
    a: Any, known: Any, scratch: Any, policies: Any, chance: Any, choice: Any, out: Any, weights: Any
) -> int:
    """Play the game in `a` to its end, one policy (int64) per seat; return the number of moves.

    Chance and choices have a stream of random numbers each, so that one deal can be given to several line-ups.
    """
    moves = 0
    actors = to_act(a[0])
    while actors != 0:
        if actors == CHANCE:
            play(a[0], actors, draw(a[0], chance, out, weights))
        else:
            seat = any_of(actors, choice)
            assign(known, a)
            conceal(known[0], seat)
            play(a[0], seat, decide(policies[seat], known, scratch, seat, choice, out))
            moves += 1
        actors = to_act(a[0])
    return moves


def contests(
    a: Any,
    known: Any,
    scratch: Any,
    start: Any,
    policies: Any,
    streams: Any,
    results: Any,
    chance: Any,
    choice: Any,
    out: Any,
    weights: Any,
) -> None:
    """Play one game per row from `start`.

    `policies` int64 (games, seats) by seat; `streams` uint64 (games, 2) start chance and choices; `results` int64
    (games, seats + 2) take the scores by seat, the winners as bits, and the number of moves.
    """
    seats = policies.shape[1]
    for game in range(len(policies)):
        assign(a, start)
        chance[0], choice[0] = streams[game, 0], streams[game, 1]
        moves = contest(a, known, scratch, policies[game], chance, choice, out, weights)
        for seat in range(seats):
            results[game, seat] = score(a[0], seat)
        results[game, seats] = winners(a[0])
        results[game, seats + 1] = moves
