"""A title's contract functions as Python calls them: for records in arrays of shape (1,).

A compiled function takes an array far faster than a scalar record. Written against `quartier.core.engine.contract`;
`quartier.core.engine.program` binds them to one title, as it does with the loops of bots and lab.
"""

from typing import Any, NamedTuple

from quartier.core.engine.bits import list_bits
from quartier.core.engine.contract import (
    CHANCE,
    begin,
    conceal,
    decides,
    derive,
    determinize,
    draw,
    end_triggered,
    evaluate,
    explain_illegal,
    legal,
    observes_draw,
    outcomes,
    play,
    reveals,
    sample,
    score,
    to_act,
    winners,
)
from quartier.core.engine.signatures import Fields, Types

NO_END, ENDS_GAME, TRIGGERS_END = range(3)
"""What a move means for the end of the game: nothing, that it is over, that its end is certain."""


class Notes(NamedTuple):
    """Buffers in which kernels record events, one row each, and their scratch space."""

    before: Any
    """records (most,): the position before the event"""
    events: Any
    """int64 (most, 2): its actor and action"""
    dice: Any
    """uint64 (most,): the state of the dice once its outcome is known"""
    actions: Any
    weights: Any
    """int64 (ACTIONS,): scratch space"""


def assign(to: Any, source: Any) -> None:
    """Copy one record over another."""
    to[0] = source[0]


def keep(to: Any, source: Any) -> None:
    """`assign` to one of several records with a stride."""
    to[0] = source[0]


def begin_at(a: Any, seats: int, options: Any, board: Any) -> None:
    """Call `begin` for an array of one record; the functions below do the same."""
    begin(a[0], seats, options, board)


def to_act_at(a: Any) -> int:
    return to_act(a[0])


def legal_at(a: Any, actor: int, out: Any) -> int:
    return legal(a[0], actor, out)


def outcomes_at(a: Any, out: Any, weights: Any) -> int:
    return outcomes(a[0], out, weights)


def explain_illegal_at(a: Any, actor: int, action: int) -> int:
    return explain_illegal(a[0], actor, action)


def play_at(a: Any, actor: int, action: int) -> None:
    play(a[0], actor, action)


def score_at(a: Any, seat: int) -> int:
    return score(a[0], seat)


def winners_at(a: Any) -> int:
    return winners(a[0])


def observes_draw_at(a: Any, seat: int) -> int:
    return observes_draw(a[0], seat)


def conceal_at(a: Any, seat: int) -> None:
    conceal(a[0], seat)


def determinize_at(a: Any, seat: int, rng: Any) -> None:
    determinize(a[0], seat, rng)


def reveals_at(a: Any, seat: int, action: int) -> int:
    return reveals(a[0], seat, action)


def draw_at(a: Any, rng: Any, out: Any, weights: Any) -> int:
    return draw(a[0], rng, out, weights)


def sample_at(a: Any, seat: int, rng: Any, out: Any) -> int:
    return sample(a[0], seat, rng, out)


def decides_at(a: Any, seat: int, out: Any) -> int:
    return decides(a[0], seat, out)


def evaluate_at(a: Any, seat: int) -> float:
    return evaluate(a[0], seat)


def derive_at(a: Any, seat: int, out: Any) -> None:
    derive(a[0], seat, out)


SEAT_BITS = 63
"""Seats have lower numbers than this: sets of them are bits of an int64."""

WORD = 32
"""Bits in each word of a set of actions."""


def legal_in_order(a: Any, actor: int, ranks: Any, out: Any, words: Any) -> int:
    """List legal actions like `legal`, but in the order of their notation: writes their ranks to `out`, ascending.

    `ranks`: int64, (ACTIONS,), the rank of each action's text; `words`: space for a set of all actions. A set
    takes one step per action, where sorting takes several.
    """
    for word in range(len(words)):
        words[word] = 0
    for i in range(legal(a[0], actor, out)):
        rank = ranks[out[i]]
        words[rank // WORD] |= 1 << rank % WORD
    count = 0
    for word in range(len(words)):
        if words[word]:
            count = list_bits(word * WORD, words[word], out, count)
    return count


def advance(a: Any, actor: int, action: int, draws: int, rng: Any, notes: Notes) -> int:
    """Play an action if it is legal, and if `draws` the chance events that are due after it.

    Returns the number of recorded events; minus the code of the violation, or 0 if there is no such actor or action:
    then nothing has changed. Stops as `draw_due` does.
    """
    if actor < CHANCE or actor >= SEAT_BITS or action < 0 or action >= len(notes.actions):
        return 0
    refused = explain_illegal(a[0], actor, action)
    if refused:
        return -refused
    _note_and_play(a, actor, action, rng, notes, 0)
    return draw_due(a, rng, notes, 1) if draws else 1


def draw_due(a: Any, rng: Any, notes: Notes, count: int) -> int:
    """Play the chance events that are due, after `count` events already recorded; return the new count.

    Stops when the buffer is full.
    """
    while count < len(notes.before) and to_act(a[0]) == CHANCE:
        _note_and_play(a, CHANCE, draw(a[0], rng, notes.actions, notes.weights), rng, notes, count)
        count += 1
    return count


def _note_and_play(a: Any, actor: int, action: int, rng: Any, notes: Notes, count: int) -> None:
    keep(notes.before[count : count + 1], a)
    notes.events[count, 0], notes.events[count, 1], notes.dice[count] = actor, action, rng[0]
    play(a[0], actor, action)


def previews(a: Any, seat: int, actions: Any, after: Any, results: Any, derived: Any, out: Any) -> None:
    """Try each of some legal actions of a seat: the positions after them, their results, and their derived values.

    `a`: one record; `actions`: int64, shape (count,); `after`: as many records; `results`: (count, 3),
    points, whether the move is free, and what it means for the end (NO_END, ENDS_GAME, TRIGGERS_END);
    `derived`: zeros, (count, DERIVED_SIZE); `out`: scratch space of shape (ACTIONS,).
    """
    now, triggered = score(a[0], seat), end_triggered(a[0])
    for i in range(len(actions)):
        assign(after[i : i + 1], a)
        play(after[i], seat, actions[i])
        results[i, 0] = score(after[i], seat) - now
        results[i, 1] = _is_free(a[0], after[i], seat, actions[i], out)
        results[i, 2] = NO_END
        if to_act(after[i]) == 0:
            results[i, 2] = ENDS_GAME
        elif triggered == 0 and end_triggered(after[i]) != 0:
            results[i, 2] = TRIGGERS_END
        derive(after[i], seat, derived[i])


def _is_free(before: Any, after: Any, seat: int, action: int, out: Any) -> int:
    """Return 1 if it is still the seat's turn with something to decide, and the move revealed nothing to it."""
    actors = to_act(after)
    if actors == CHANCE or actors >> seat & 1 == 0:
        return 0
    return int(reveals(before, seat, action) == 0 and decides(after, seat, out))


TYPES: Types = {"Notes": Fields(Notes, "records_apart, rows_apart, rng_apart, ints, ints")}
SIGNATURES = {
    "assign": "void(record, record)",
    "begin_at": "void(record, int64, ints, ints)",
    "to_act_at": "int64(record)",
    "legal_at": "int64(record, int64, ints)",
    "outcomes_at": "int64(record, ints, ints)",
    "explain_illegal_at": "int64(record, int64, int64)",
    "play_at": "void(record, int64, int64)",
    "score_at": "int64(record, int64)",
    "winners_at": "int64(record)",
    "observes_draw_at": "int64(record, int64)",
    "conceal_at": "void(record, int64)",
    "determinize_at": "void(record, int64, rng)",
    "reveals_at": "int64(record, int64, int64)",
    "draw_at": "int64(record, rng, ints, ints)",
    "sample_at": "int64(record, int64, rng, ints)",
    "decides_at": "int64(record, int64, ints)",
    "evaluate_at": "float64(record, int64)",
    "derive_at": "void(record, int64, ints)",
    "legal_in_order": "int64(record, int64, ints, ints, ints)",
    "advance": "int64(record, int64, int64, int64, rng, Notes)",
    "draw_due": "int64(record, rng, Notes, int64)",
    "previews": "void(record, int64, ints, record, int_rows, int_rows, ints)",
}
"""The kernels and their types (`quartier.core.engine.signatures`)."""
