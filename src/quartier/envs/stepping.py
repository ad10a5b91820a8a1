"""Many games at once in compiled code: steps, chance, new games, legal moves, observations.

Every function works on the environments from `begin` to `end` - 1, each of which has random numbers of its own: threads may
share the environments out in any way.
"""

from typing import Any, NamedTuple

from quartier.core.engine.bits import below, lowest, next64, popcount
from quartier.core.engine.contract import (
    CHANCE,
    conceal,
    draw,
    explain_illegal,
    legal,
    observe,
    play,
    score,
    to_act,
    winners,
)
from quartier.core.engine.kernels import assign
from quartier.core.engine.signatures import Fields, Types

NEW_GAME, GIVEN_POSITION, WAIT = -1, -2, -3
"""In the place of an action: the environment begins a new game, continues from a given position, or waits."""
NO_SEAT = -1
"""The seat of an environment in which all seats are played from outside."""
BY_WIN, BY_POINTS = range(2)
"""What rewards are: the win at the end, or points when they are made."""


class Arrays(NamedTuple):
    """The arrays of many environments, a row for each."""

    positions: Any
    """records (envs,)"""
    start: Any
    """record: the position before the first event"""
    streams: Any
    """uint64 (envs, 1): where the seeds of the next games come from"""
    dice: Any
    """uint64 (envs, 1): the random numbers of the present game's chance"""
    choices: Any
    """uint64 (envs, 1): the random numbers of `sample`"""
    seeds: Any
    """int64 (envs,): the seed of the present game"""
    scores: Any
    """int64 (envs, seats)"""
    actors: Any
    """int64 (envs,)"""
    moves: Any
    """int64 (envs, actions): the legal actions, as many as `counts` says; in between scratch space"""
    counts: Any
    """int64 (envs,)"""
    mask: Any
    """uint8 (envs, actions)"""
    observation: Any
    """int16 (envs, size)"""
    rewards: Any
    """float32 (envs, seats)"""
    done: Any
    """uint8 (envs,)"""
    final: Any
    """int16 (envs, size): of the last game that has ended"""
    truncated: Any
    """uint8 (envs,)"""
    ages: Any
    """int64 (envs,): the steps of the present game"""
    limit: Any
    """int64 (1,): the steps after which a game is broken off; 0 for none"""
    seats: Any
    """int64 (envs,): the only seat that is played from outside, or NO_SEAT"""


def first_illegal(at: Arrays, actions: Any, alphabet: int, begin: int, end: int) -> int:
    """The first environment whose action the rules forbid; -1 if all are legal."""
    for i in range(begin, end):
        if (
            actions[i] < 0
            or actions[i] >= alphabet
            or explain_illegal(at.positions[i], at.actors[i], actions[i])
        ):
            return i
    return -1


def advance(
    at: Arrays, scratch: Any, weights: Any, actions: Any, how: int, masked: int, begin: int, end: int
) -> None:
    """Play an action in each environment, and go on to the next decision of a seat: of a new game where one has ended.

    `scratch` (one record) and `weights` (int64, (actions,)): scratch space.
    """
    for i in range(begin, end):
        if actions[i] == WAIT:
            continue
        if masked:
            mark(at.mask[i], at.moves[i], at.counts[i], 0)
        step(at, i, scratch, weights, actions[i], how)
        s = at.positions[i]
        at.actors[i] = lowest(to_act(s))
        at.counts[i] = legal(s, at.actors[i], at.moves[i])
        if masked:
            mark(at.mask[i], at.moves[i], at.counts[i], 1)
        write_observation(at.positions[i : i + 1], scratch, at.actors[i], at.observation[i])


def mark(mask: Any, moves: Any, count: int, bit: int) -> None:
    """Set the mask of some actions."""
    for j in range(count):
        mask[moves[j]] = bit


def step(at: Arrays, i: int, scratch: Any, weights: Any, action: int, how: int) -> None:
    """Play an action and the chance after it, begin anew where that ends the game, and say what it has brought."""
    s, seat = at.positions[i], at.seats[i]
    viewer = at.actors[i] if seat == NO_SEAT else seat
    at.done[i] = at.truncated[i] = 0
    if action == NEW_GAME:
        begin_game(at, i)
    elif action == GIVEN_POSITION:
        draw_seed(at, i)
    else:
        at.ages[i] += at.actors[i] == viewer
        play(s, at.actors[i], action)
    actors = settle(s, at.dice[i], at.moves[i], weights)
    late = 0 < at.limit[0] <= at.ages[i] and (seat == NO_SEAT or lowest(actors) == seat)
    if actors == 0 or late:
        reward(s, at.scores[i], at.rewards[i], how, actors == 0)
        at.done[i], at.truncated[i] = 1, actors != 0
        write_observation(at.positions[i : i + 1], scratch, viewer, at.final[i])
        begin_game(at, i)
        while settle(s, at.dice[i], at.moves[i], weights) == 0:
            begin_game(at, i)
    if action < 0 or at.done[i]:
        reward_nothing(s, at.scores[i], at.rewards[i], action < 0)
    else:
        reward(s, at.scores[i], at.rewards[i], how, 0)


def begin_game(at: Arrays, i: int) -> None:
    """A new game, with a seed of its own."""
    assign(at.positions[i : i + 1], at.start)
    draw_seed(at, i)


def draw_seed(at: Arrays, i: int) -> None:
    """A seed of its own for the game that begins now."""
    at.ages[i] = 0
    at.seeds[i] = next64(at.streams[i])
    at.dice[i, 0] = at.seeds[i]


def settle(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """Play the chance events now due; who is to act then, as `to_act` says."""
    actors = to_act(s)
    while actors == CHANCE:
        # Not CHANCE itself: for a constant Numba would compile `play` a second time.
        play(s, actors, draw(s, rng, out, weights))
        actors = to_act(s)
    return actors


def reward(s: Any, scores: Any, rewards: Any, how: int, over: int) -> None:
    """What a step has brought: points, or in the end the win, for which the others pay."""
    seats, won = len(rewards), winners(s) if over else 0
    for seat in range(seats):
        if how == BY_POINTS:
            now = score(s, seat)
            rewards[seat] = now - scores[seat]
            scores[seat] = now
        elif over:
            share = (won >> seat & 1) / popcount(won)
            rewards[seat] = (seats * share - 1.0) / (seats - 1.0)
        else:
            rewards[seat] = 0.0


def reward_nothing(s: Any, scores: Any, rewards: Any, silent: int) -> None:
    """A new game begins with the points that it begins with; `silent`: no step has brought anything."""
    for seat in range(len(rewards)):
        scores[seat] = score(s, seat)
        if silent:
            rewards[seat] = 0.0


def write_observation(position: Any, scratch: Any, seat: int, out: Any) -> None:
    """What a seat knows of a position, as numbers; `scratch`: scratch space for what is left after concealing."""
    assign(scratch, position)
    s = scratch[0]
    conceal(s, seat)
    for j in range(len(out)):
        out[j] = 0
    observe(s, seat, out)


def observations(positions: Any, scratch: Any, seats: Any, out: Any, begin: int, end: int) -> None:
    """What a seat of each environment knows; `seats` int64 (envs,), `out` int16 (envs, size)."""
    for i in range(begin, end):
        write_observation(positions[i : i + 1], scratch, seats[i], out[i])


def marks(at: Arrays, begin: int, end: int) -> None:
    """The masks of the legal actions; `at.mask` is zeros."""
    for i in range(begin, end):
        mark(at.mask[i], at.moves[i], at.counts[i], 1)


def samples(at: Arrays, out: Any, begin: int, end: int) -> None:
    """A uniformly random legal action for each environment, into `out` (int64, (envs,))."""
    for i in range(begin, end):
        out[i] = at.moves[i, below(at.choices[i], at.counts[i])]


TYPES: Types = {
    "Arrays": Fields(
        Arrays,
        "record, record, rng_rows, rng_rows, rng_rows, ints, int_rows, ints, int_rows, ints, "
        "byte_rows, int16_rows, float32_rows, raw, int16_rows, raw, ints, ints, ints",
    )
}
SIGNATURES = {
    "first_illegal": "int64(Arrays, ints, int64, int64, int64)",
    "advance": "void(Arrays, record, ints, ints, int64, int64, int64, int64)",
    "observations": "void(record, record, ints, int16_rows, int64, int64)",
    "marks": "void(Arrays, int64, int64)",
    "samples": "void(Arrays, ints, int64, int64)",
}
