"""Replay kernels: finished games event by event, with legal moves, scores, rollout win shares, and refusals.

Records are passed as arrays of shape (1,); `Game.bound` binds the loops to a title.
"""

from typing import Any, NamedTuple

from quartier.core.engine.bits import any_of
from quartier.core.engine.contract import (
    CHANCE,
    choose,
    count_stats,
    draw,
    explain_illegal,
    legal,
    play,
    score,
    to_act,
    winners,
)
from quartier.core.engine.kernels import assign
from quartier.core.engine.signatures import Fields, Types
from quartier.lab import game_buffers
from quartier.lab.game_buffers import GameBuffers

OFFERED, CHOSEN, AT_ONCE = range(3)
"""Columns by seat and name of `count_stats`: decisions with possible use, uses, immediate change of the lead."""
COUNTS = 3


class Survey(NamedTuple):
    """The results of `survey` for a game, and its scratch space."""

    choices: Any
    """int64, (events,): number of legal actions, 0 for chance"""
    scores: Any
    """int64, (events + 1, seats): before each event, and at the end"""
    counts: Any
    """int64, (uses, seats * COUNTS), zeros: uses"""
    stamps: Any
    """int64, (uses,), zeros: scratch space"""
    named: Any
    """int64, (MAX_STATS,): scratch space"""
    legal: Any
    """int64, (ACTIONS,): scratch space"""


def survey(a: Any, start: Any, events: Any, notes: Survey) -> None:
    """Play a game's events (int64, (events, 2): actor and action) and record its course."""
    scores, named = notes.scores, notes.named
    assign(a, start)
    note_scores(a, scores[0])
    for event in range(len(events)):
        actor, action = events[event, 0], events[event, 1]
        used = 0
        if actor != CHANCE:
            notes.choices[event] = legal(a[0], actor, notes.legal)
            for i in range(notes.choices[event]):
                offered = count_stats(a[0], actor, notes.legal[i], named)
                offer(named, offered, event + 1, actor, notes.stamps, notes.counts)
            used = count_stats(a[0], actor, action, named)
        play(a[0], actor, action)
        note_scores(a, scores[event + 1])
        if used:
            gain = lead(scores[event + 1], actor) - lead(scores[event], actor)
            take(named, used, actor, gain, notes.counts)


def note_scores(a: Any, row: Any) -> None:
    """Write the scores by seat into `row`."""
    for seat in range(len(row)):
        row[seat] = score(a[0], seat)


def offer(named: Any, used: int, stamp: int, seat: int, stamps: Any, counts: Any) -> None:
    """Count what a legal action would use, once per decision."""
    for i in range(used):
        if stamps[named[i]] != stamp:
            stamps[named[i]] = stamp
            counts[named[i], seat * COUNTS + OFFERED] += 1


def take(named: Any, used: int, seat: int, gain: int, counts: Any) -> None:
    """Count what the chosen action used, and its immediate gain."""
    for i in range(used):
        counts[named[i], seat * COUNTS + CHOSEN] += 1
        counts[named[i], seat * COUNTS + AT_ONCE] += gain


def lead(row: Any, seat: int) -> int:
    """Return the lead of a seat over the best other one; alone, its score."""
    best, others = 0, 0
    for other in range(len(row)):
        if other != seat:
            best = row[other] if others == 0 else max(best, row[other])
            others += 1
    difference: int = row[seat] - best
    return difference


def prospects(
    a: Any,
    start: Any,
    events: Any,
    sampled: Any,
    games: int,
    rng: Any,
    win_shares: Any,
    buffers: GameBuffers,
) -> None:
    """Estimate win shares by rollouts: `games` of them from before each of the events `sampled` (int64, ascending).

    All seats make quick moves (the contract's `choose`). `win_shares` (float64, (sampled, seats), zeros)
    receives the seats' shares of the wins.
    """
    b = buffers.scratch
    assign(a, start)
    played = 0
    for i in range(len(sampled)):
        while played < sampled[i]:
            play(a[0], events[played, 0], events[played, 1])
            played += 1
        for _ in range(games):
            assign(b, a)
            finish(b, rng, buffers.actions, buffers.weights)
            share_out(winners(b[0]), 1.0 / games, win_shares[i])


def finish(b: Any, rng: Any, out: Any, weights: Any) -> None:
    """Play a rollout to the end."""
    actors = to_act(b[0])
    while actors != 0:
        if actors == CHANCE:
            play(b[0], actors, draw(b[0], rng, out, weights))
        else:
            seat = any_of(rng, actors)
            play(b[0], seat, choose(b[0], seat, rng, out))
        actors = to_act(b[0])


def share_out(won: int, worth: float, row: Any) -> None:
    """Share a win among its winners."""
    count = 0
    for seat in range(len(row)):
        count += won >> seat & 1
    for seat in range(len(row)):
        if won >> seat & 1:
            row[seat] += worth / count


def refusals(a: Any, start: Any, events: Any, sampled: Any, seats: int, actions: int, counts: Any) -> None:
    """Count the answers of `explain_illegal` for every action of every actor before each of the events `sampled`.

    `counts`: int64, by the number that `explain_illegal` returns.
    """
    assign(a, start)
    played = 0
    for i in range(len(sampled)):
        while played < sampled[i]:
            play(a[0], events[played, 0], events[played, 1])
            played += 1
        for actor in range(-1, seats):
            for action in range(actions):
                counts[explain_illegal(a[0], actor, action)] += 1


TYPES: Types = {
    **game_buffers.TYPES,
    "Survey": Fields(Survey, "ints, int_rows, int_rows, ints, ints, ints"),
}
SIGNATURES = {
    "survey": "void(record, record, int_rows, Survey)",
    "prospects": "void(record, record, int_rows, ints, int64, rng, float_rows, GameBuffers)",
    "refusals": "void(record, record, int_rows, ints, int64, int64, ints)",
}
