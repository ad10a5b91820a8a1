"""The contract of a title: the functions its `rules` (and `hints`) define, with their meaning.

Each function works on one record `s` of the title's state, is plain Python over NumPy scalars, allocates nothing
and is compiled as it stands. Generic code calls the functions of this module; `quartier.core.engine.program` binds them to
those of a title by name. Those in REQUIRED every title defines; the others have a body here that does where a title has no
chance or no secrets, or that a title may replace by a faster one: the conformance suite holds both to the same results.

Its rules also declare the names in DECLARED; `DERIVED_SIZE` if they have `derive`, for drawings; `PARAMETERS`, the numbers
that may be varied, if any (`begin` keeps them in derived fields); and, if games can go on for ever, `ENDING` (options with
which they end within `MAX_EVENTS` events, and soon). Where a rule is read otherwise than in an earlier release, they declare
`VERSION` (2, 3 ...): games go on under the version that they began with, so `begin` keeps it in a derived field and the
rules ask for it.
"""

from types import FunctionType
from typing import Any

from quartier.core.engine.bits import below

CHANCE = -1
"""The actor number of chance, and the value of `to_act` when chance is due."""

MAX_STATS = 8
"""What an action uses at most (`count_stats`)."""


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

    A title that leaves nothing to chance has none.

    Args:
        out: int64, shape (ACTIONS,): the outcomes, as actions.
        weights: int64, shape (ACTIONS,): their weights, all positive.
    """
    return 0


def explain_illegal(s: Any, actor: int, action: int) -> int:
    """Return 0 if `action` is legal for `actor`, else the rule that forbids it as 10 * rule number + variant.

    It is written apart from `legal`, so that each checks the other. Where several rules forbid the action, the most specific
    one is returned.

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
    """Blank what a viewer does not know: what is left is the observation of that viewer.

    Concealing twice changes nothing. A title without hidden information has nothing to blank.

    Args:
        seat: The viewer: a seat, or -1 for a spectator.
    """


def determinize(s: Any, seat: int, rng: Any) -> None:
    """Fill a record that is concealed for `seat` with a random consistent world (a determinization).

    Each world comes with its true probability given what `seat` knows. A title without hidden information has nothing
    to fill.

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

    Where one kind has many more actions than another, a search chooses the kind first.
    """
    return 0


def reveals(s: Any, seat: int, action: int) -> int:
    """Return 1 if what follows from a legal action of `seat` may depend on something that `seat` does not know, else 0.

    A player who has made such a move has learnt something, so it cannot be taken back freely.
    """
    return 0


def derive(s: Any, seat: int, out: Any) -> None:
    """Work out the values that drawings and texts show and the record does not hold: sums, what counts, what is in reach.

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

    In a finished game this is the final result. By default it is the score; where taking points from others is as good as
    making them, a title may return the lead.

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
        indices: int64, shape (MAX_FEATURES,): which of the title's FEATURES there are.
        values: int64, shape (MAX_FEATURES,): how much there is of each, usually 1.
    """
    return 0


def evaluate_actions(s: Any, seat: int, actions: Any, count: int, net: Any, out: Any) -> int:
    """Evaluate the positions after several actions at once, where that is quicker than one by one.

    The result must equal that of playing each action and asking the network about the position after it.

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
    """Return how much the value of a move for the best rival counts against it in the priors of a search, 0 to 1.

    For an `evaluate` that ignores rivals; a network does not. By default 0.
    """
    return 0.0


def progress_penalty(s: Any, seat: int) -> float:
    """Return the points by which a position is worth less than a network says, so that bots prefer faster wins.

    Networks learn whether a game is won, not how soon: far ahead, all moves look equally good. It is not asked where
    `evaluate` or `evaluate_actions` judges, or when the game is over. By default 0.

    Args:
        s: Concealed for `seat`, or determinized from that.
    """
    return 0.0


def style_bonus(s: Any, seat: int, action: int, style: int) -> int:
    """Return the points by which an action looks better than it is to a bot with a style.

    Only bots that look one move ahead have styles. By default 0.

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
"""What no title can do without."""

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
"""What a title's rules declare beside functions."""

OPTIONAL = {
    "VERSION": "the version of the rules, 1 if it is not declared",
    "PARAMETERS": "the numbers of the rules that may be varied, by name",
    "ENDING": "options with which every game ends soon",
    "PLANS_AHEAD": "True if a seat that waits in a correspondence game may lay down answers to the moves of others",
    "DERIVED_SIZE": "how many numbers `derive` works out",
    "read_board": "the numbers of a board for `begin`",
    "check_setup": "what is asked of board, seats and options together",
}
"""What they may declare beside that."""

OF_BOTS = {
    "OBSERVATION": "the parts of what `observe` writes",
    "FEATURES": "how many features a network gets",
    "GROUPS": "the groups of features, each with its first number",
    "SEARCH": "settings of the tree search",
    "LEARNED": "the same for the search with a network",
    "STYLES": "the names of the styles that `style_bonus` knows",
    "COMPATIBLE_OPTIONS": "values of options that a network need not have learned",
}
"""What a title's bots may declare beside functions."""


def function_names() -> list[str]:
    """Return the names of all functions of the contract."""
    return [
        name
        for name, value in globals().items()
        if isinstance(value, FunctionType) and value.__module__ == __name__ and value is not function_names
    ]
