"""The contract of a title: the functions its `rules` (and `bots`) define, with their meaning.

Each function works on one record `s` of the title's state, is plain Python over NumPy scalars, allocates
nothing and is compiled unchanged. Generic code calls the functions of this module;
`quartier.core.engine.program` binds them to those of a title by name. Every title defines those in REQUIRED;
the others have a default here, for titles without chance or secrets, or one that a title may replace with a
faster version: the conformance suite checks that both give the same results.

Its rules also declare the names in DECLARED; `DERIVED_SIZE` if they have `derive`, for drawings;
`PARAMETERS`, the figures that may be varied, if any (`begin` stores them in derived fields); and, if games
can continue forever, `ENDING` (options with which they end soon, within `MAX_EVENTS` events). If the
interpretation of a rule has changed since an earlier release, they declare `VERSION` (2, 3 ...): games
continue under the version that they began with, so `begin` stores it in a derived field and the rules check
it.
"""

from types import FunctionType
from typing import Any

from quartier.core.engine.bits import below

CHANCE = -1
"""The actor number of chance, and the value of `to_act` when chance is due."""

MAX_STATS = 8
"""Maximum number of indices that `count_stats` writes for an action."""


class Unbound(RuntimeError):
    """A contract function was called without a title."""


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """Fill a zeroed record with the position before the first event.

    Args:
        s: The record, all zeros.
        seats: The number of seats.
        options: int64, flat: values in the order of OPTIONS, then the version of the rules, then those of PARAMETERS.
        board: int64, flat: the numbers of the board; empty if there is none.
    """
    raise Unbound


def to_act(s: Any) -> int:
    """Return CHANCE, or the set of seats that may act now as bits, or 0 when the game is over."""
    raise Unbound


def legal(s: Any, actor: int, out: Any) -> int:
    """Write every legal action of a seat into `out` and return how many there are.

    Args:
        actor: A seat.
        out: int64, shape (ACTIONS,).
    """
    raise Unbound


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """Write the outcomes of the chance event now due, with their integer weights, and return how many there are.

    A title without chance has none.

    Args:
        out: int64, shape (ACTIONS,): the outcomes, as actions.
        weights: int64, shape (ACTIONS,): their weights, all positive.
    """
    return 0


def explain_illegal(s: Any, actor: int, action: int) -> int:
    """Return 0 if `action` is legal for `actor`, else the rule that forbids it as 10 * rule number + variant.

    It is implemented independently of `legal`, so that each checks the other. If several rules forbid the
    action, the most specific one is returned.

    Args:
        actor: A seat, or CHANCE.
    """
    raise Unbound


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action. Nothing is checked."""
    raise Unbound


def score(s: Any, seat: int) -> int:
    """Return the final score of a seat, applied to the present position."""
    raise Unbound


def winners(s: Any) -> int:
    """Return the winning seats as bits. It is called only when the game is over."""
    raise Unbound


def observes_draw(s: Any, seat: int) -> int:
    """Return 1 if a viewer observes the outcome of the chance event now due, else 0. By default everyone does.

    Args:
        seat: The viewer: a seat, or -1 for a spectator.
    """
    return 1


def conceal(s: Any, seat: int) -> None:
    """Blank what a viewer does not know; the rest is that viewer's observation.

    Idempotent. A title without hidden information has nothing to blank.

    Args:
        seat: The viewer: a seat, or -1 for a spectator.
    """


def determinize(s: Any, seat: int, rng: Any) -> None:
    """Fill a record that is concealed for `seat` with a random consistent world (a determinization).

    Each world is sampled with its true probability given what `seat` knows. A title without hidden
    information has nothing to fill.

    Args:
        seat: The viewer: a seat, or -1 for a spectator.
        rng: uint64, shape (1,): the state of the generator.
    """


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """Return a uniformly random legal action of `seat`.

    Args:
        rng: uint64, shape (1,): the state of the generator.
        out: int64, shape (ACTIONS,): scratch space.
    """
    choice: int = out[below(rng, legal(s, seat, out))]
    return choice


def decides(s: Any, seat: int, out: Any) -> int:
    """Return 1 if `seat` has more than one legal action, else 0.

    Args:
        out: int64, shape (ACTIONS,): scratch space.
    """
    return 1 if legal(s, seat, out) > 1 else 0


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """Return a random outcome of the chance event now due, drawn by weight.

    Args:
        rng: uint64, shape (1,): the state of the generator.
        out: int64, shape (ACTIONS,): scratch space.
        weights: int64, shape (ACTIONS,): scratch space.
    """
    count = outcomes(s, out, weights)
    total = 0
    for i in range(count):
        total += weights[i]
    left = below(rng, total)
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    outcome: int = out[i]
    return outcome


def choose(s: Any, seat: int, rng: Any, out: Any) -> int:
    """Return a sensible legal action of `seat` for a playout: quick rather than good.

    Args:
        rng: uint64, shape (1,): the state of the generator.
        out: int64, shape (ACTIONS,): scratch space.
    """
    return sample(s, seat, rng, out)


def kind(s: Any, seat: int, action: int) -> int:
    """Return the kind of a legal action, 0 to 62.

    If one kind has many more actions than another, a search chooses the kind first.
    """
    return 0


def reveals(s: Any, seat: int, action: int) -> int:
    """Return 1 if a legal action of `seat` may show anyone something hidden, else 0.

    Its result depends on what `seat` does not know, or it shows others what only `seat` knew: a showdown, say.
    Such a move cannot be undone freely, and its preview shows no more than `seat` knows.
    """
    return 0


def end_triggered(s: Any) -> int:
    """Return 1 if the end is certain, from what everyone knows, though the game goes on: in a last round, say; else 0.

    By default the end comes unannounced.
    """
    return 0


def derive(s: Any, seat: int, out: Any) -> None:
    """Compute values that drawings and texts show but the record does not hold, such as sums and reachable places.

    Drawings read them as `s.derived`.

    Args:
        s: Concealed for `seat`.
        seat: The viewer: a seat, or -1 for a spectator.
        out: int64, shape (DERIVED_SIZE,), all zeros.
    """


def count_stats(s: Any, seat: int, action: int, out: Any) -> int:
    """Write what a legal action of a seat uses (a tile, a street, a kind of move), for the balance lab.

    By default nothing is counted.

    Args:
        out: int64, shape (MAX_STATS,): indices into the lists of the title's `tallies`, one list after the other, each once.

    Returns:
        How many indices were written.
    """
    return 0


def evaluate(s: Any, seat: int) -> float:
    """Return how good a position is for `seat`, in points. By default its score.

    Args:
        s: Concealed for `seat`.
    """
    return float(score(s, seat))


def points_so_far(s: Any, seat: int) -> int:
    """Return the points of a seat to which a network adds what is still to come.

    In a finished game this is the final result. By default it is the score; if taking points from others is
    as valuable as scoring, a title may return the lead.

    Args:
        s: Concealed, perhaps for another seat.
    """
    points: int = score(s, seat)
    return points


def features(s: Any, seat: int, indices: Any, values: Any) -> int:
    """Write the sparse features of a position for a network, from what `seat` knows, and return how many there are.

    A title without a network has none.

    Args:
        s: Concealed for `seat`.
        indices: int64, shape (MAX_FEATURES,): the indices of the features that are present, below the title's
            FEATURES.
        values: int64, shape (MAX_FEATURES,): the value of each, usually 1.
    """
    return 0


def evaluate_actions(s: Any, seat: int, actions: Any, count: int, net: Any, out: Any) -> int:
    """Evaluate the positions after several actions together, if that is faster than one by one.

    The result must equal playing each action and evaluating the position after it with the network.

    Args:
        s: Concealed for `seat`, or determinized from that; unchanged afterwards.
        actions: int64: legal actions of `seat`, of which the first `count` are evaluated.
        net: A trained `quartier.core.engine.networks.Net`.
        out: float64: the value of each action, in points.

    Returns:
        1 if `out` was written; 0 (the default) if each action has to be evaluated by itself.
    """
    return 0


def rival_weight(s: Any) -> float:
    """Return the weight, 0 to 1, with which a move's value for the best rival counts against it in search priors.

    For an `evaluate` that ignores rivals; a network does not. By default 0.
    """
    return 0.0


def progress_penalty(s: Any, seat: int) -> float:
    """Return the penalty in points on a network's value that makes bots prefer faster wins.

    Networks learn whether a game is won, not how soon: far ahead, all moves look equally good. It isn't
    applied with `evaluate` or `evaluate_actions`, or when the game is over. By default 0.

    Args:
        s: Concealed for `seat`, or determinized from that.
    """
    return 0.0


def style_bonus(s: Any, seat: int, action: int, style: int) -> int:
    """Return the bonus in points that a bot with a style gives an action.

    Only one-step bots have styles. By default 0.

    Args:
        s: Concealed for `seat`, before the action.
        style: 1 for the first of the title's STYLES, and so on.
    """
    return 0


def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of `seat` into `out`, in the parts that the title's OBSERVATION names.

    By default the fields of the record; see `quartier.core.engine.observations`.

    Args:
        s: Concealed for `seat`.
        out: int16, shape (size,), all zeros.
    """
    raise Unbound


REQUIRED = (begin, to_act, legal, explain_illegal, play, score, winners)
"""The functions that every title must define."""

DECLARED = {
    "Record": "the class of its records, a `RecordBase`",
    "NAME": "what people call the game",
    "PREFIX": "the letters before the numbers of its rules",
    "RULES": "how many rules there are",
    "SEATS": "the fewest and the most seats, (2, 4)",
    "OPTIONS": "the options by name, {} for none",
    "ACTIONS": "how many moves and outcomes there are, numbered from 0",
    "MAX_EVENTS": "the number of events that no game exceeds",
}
"""The names that a title's rules must declare in addition to functions."""

OPTIONAL = {
    "VERSION": "the version of the rules, 1 if it is not declared",
    "PARAMETERS": "the numbers of the rules that may be varied, by name",
    "ENDING": "options with which every game ends soon",
    "PLANS_AHEAD": "True if a seat that waits in a correspondence game may lay down answers to the moves of others",
    "DERIVED_SIZE": "how many numbers `derive` works out",
    "read_board": "the numbers of a board for `begin`",
    "check_setup": "what is asked of board, seats and options together",
}
"""The names that they may declare."""

OF_BOTS = {
    "OBSERVATION": "the parts of what `observe` writes",
    "FEATURES": "how many features a network gets",
    "GROUPS": "the groups of features, each with its first number",
    "SEARCH": "settings of the tree search",
    "LEARNED": "the same for the search with a network",
    "STYLES": "the names of the styles that `style_bonus` knows",
    "COMPATIBLE_OPTIONS": "values of options that a network need not have learned",
}
"""The names that a title's bots may declare in addition to functions."""


def function_names() -> list[str]:
    """Return the names of all functions of the contract."""
    return [
        name
        for name, value in globals().items()
        if isinstance(value, FunctionType) and value.__module__ == __name__ and value is not function_names
    ]
