"""The contract of a title: the functions its `rules` (and `hints`) define, with their meaning.

Each function works on one record `s` of the title's state, is plain Python over NumPy scalars, allocates nothing
and is compiled as it stands. Generic code calls the functions of this module; `quartier.core.engine.program` binds them to
those of a title by name. Those in REQUIRED every title defines; the others have a body here that does where a title has no
chance or no secrets, or that a title may replace by a faster one: the conformance suite holds both to the same results.

Its rules also declare the names in DECLARED; `DERIVED_SIZE` if they have `derive`, for drawings; `PARAMETERS`, the numbers that may
be varied, if they have any (`begin` keeps them in derived fields); and, if games can go on for ever, `ENDING` (options with
which they end within `LONGEST` events, and soon). Where a rule is read otherwise than in an earlier release, they declare
`VERSION` (2, 3 ...): games go on under the version that they began with, so `begin` keeps it in a derived field and the
rules ask for it.
"""

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

    `options`: int64 values in the order of OPTIONS, then the version of the rules, then those of PARAMETERS; `board`: the
    numbers of the board (int64, flat), empty if there is none.
    """
    raise Unbound


def to_act(s: Any) -> int:
    """CHANCE, or the set of seats that may act now as bits, or 0 when the game is over."""
    raise Unbound


def legal(s: Any, actor: int, out: Any) -> int:
    """Write every legal action of a seat into `out` (int64, shape (ACTIONS,)); return how many."""
    raise Unbound


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """Write the outcomes of the chance event now due and their integer weights; return how many.

    A title that leaves nothing to chance has none.
    """
    return 0


def explain_illegal(s: Any, actor: int, action: int) -> int:
    """0 if `action` is legal for `actor` (a seat or CHANCE), else the refusal: 10 * rule number + variant.

    Defined apart from `legal`, so that each checks the other. Where several rules forbid, the most specific.
    """
    raise Unbound


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action. Nothing is checked."""
    raise Unbound


def score(s: Any, seat: int) -> int:
    """The final scoring applied to the present position."""
    raise Unbound


def winners(s: Any) -> int:
    """The winning seats as bits; asked only when the game is over."""
    raise Unbound


def observes_draw(s: Any, seat: int) -> int:
    """1 if `seat` (-1: a spectator) may see the outcome of the chance event now due, else 0. By default all see it."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) does not know; what is left is its observation.

    Concealing twice changes nothing. A title without secrets has nothing to blank.
    """


def determinize(s: Any, seat: int, rng: Any) -> None:
    """Fill a record concealed for `seat` with a random world, each with its true probability given what `seat` knows.

    The literature calls such a world a determinization of the observation. A title without secrets has nothing to fill.
    """


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action of `seat`; `out` is scratch space of shape (ACTIONS,)."""
    choice: int = out[below(rng, legal(s, seat, out))]
    return choice


def decides(s: Any, seat: int, out: Any) -> int:
    """1 if `seat` has something to decide: more than one legal action. `out` as in `sample`."""
    return 1 if legal(s, seat, out) > 1 else 0


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random outcome of the chance event now due, by weight; `out` and `weights` are scratch space."""
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
    """A sensible legal action of `seat` for a playout: quick rather than good; `out` as in `sample`."""
    return sample(s, seat, rng, out)


def kind(s: Any, seat: int, action: int) -> int:
    """The kind of a legal action, 0 to 62: where one kind swamps another, a search chooses the kind first."""
    return 0


def reveals(s: Any, seat: int, action: int) -> int:
    """1 if what follows from a legal action of `seat` may depend on something that `seat` does not know, else 0.

    Whoever has made such a move has learnt something, so nobody takes it back as if nothing had happened.
    """
    return 0


def derive(s: Any, seat: int, out: Any) -> None:
    """Work out what drawings show and a record does not say in so many words: sums, what counts, what is in reach.

    `s`: concealed for `seat` (-1: a spectator); `out`: zeros, int64, shape (FACTS,). Drawings find them as `s.derive`.
    """


def count_stats(s: Any, seat: int, action: int, out: Any) -> int:
    """What a legal action of a seat uses (a tile, a street, a kind of move), for the balance lab; returns of how much.

    Writes numbers into `out` (int64, shape (MOST_USES,)), each once: places in the lists of the title's `tallies`, one list
    after the other. By default nothing is counted.
    """
    return 0


def evaluate(s: Any, seat: int) -> float:
    """How good a (concealed) position is for `seat`, in points; a title's `hints` know better than this."""
    return float(score(s, seat))


def points_so_far(s: Any, seat: int) -> int:
    """What a seat has for sure, in points as a network counts them: it learns what comes on top.

    Of a finished game it is what the game was worth. By default the score; where it is as good to take points as to make
    them a title's hints may say the lead. `s`: concealed, perhaps for another seat.
    """
    points: int = score(s, seat)
    return points


def features(s: Any, seat: int, places: Any, amounts: Any) -> int:
    """What a network is told about a position, from what `seat` alone knows of it: which of the title's FEATURES there are.

    Writes their numbers into `places`, and how much there is of each into `amounts` (whole numbers, as a rule 1); returns
    how many it wrote. Both int64, shape (MOST_FEATURES,). A title without a network has none.
    """
    return 0


def evaluate_actions(s: Any, seat: int, actions: Any, count: int, net: Any, out: Any) -> int:
    """What a position is worth to `seat` after each of the first `count` of `actions`, if that is known quicker together.

    Whoever defines it writes into `out` (float64) just what would come of playing each and asking the network about the
    position after it, and returns 1; by default 0, and then that is what happens. `s`: concealed for `seat` or imagined
    from that, afterwards as before; `net`: trained, `quartier.core.engine.networks.Net`.
    """
    return 0


def rival_weight(s: Any) -> float:
    """How much of what a move leaves the best rival counts against it where a search decides what it looks at first.

    For an `evaluate` that says nothing of rivals; whatever a network judges has none. By default 0.
    """
    return 0.0


def progress_penalty(s: Any, seat: int) -> float:
    """By how many points a position is worth less to `seat` than a network says, so that bots do not put off what it takes.

    Networks learn whether a game is won, not how soon, and far ahead all moves seem as good to them. It is no lesson of
    theirs, and where a title's `evaluate` or `evaluate_actions` judges, or the game is over, it is not asked. `s`: concealed for
    `seat` or imagined from that. By default 0.
    """
    return 0.0


def style_bonus(s: Any, seat: int, action: int, style: int) -> int:
    """By how many points an action seems better than it is to a bot of a style, a number from 1 among the title's STYLES.

    Only bots that look one move ahead have styles. `s`: concealed for `seat`, before the action. By default 0.
    """
    return 0


def observe(s: Any, seat: int, out: Any) -> None:
    """Write what `seat` knows of a position into `out`, in the parts that the title's OBSERVATION names.

    `s`: concealed for `seat`; `out`: zeros, int16, shape (size,), see `quartier.core.engine.observations`. By default the
    fields of the record.
    """
    raise Unbound


REQUIRED = (begin, to_act, legal, explain_illegal, play, score, winners)
"""What no title can do without."""

DECLARED = {
    "State": "the class of positions, a `Record`",
    "NAME": "what people call the game",
    "PREFIX": "the letters before the numbers of its rules",
    "RULES": "how many rules there are",
    "SEATS": "the fewest and the most seats, (2, 4)",
    "OPTIONS": "the options by name, {} for none",
    "ACTIONS": "how many moves and outcomes there are, numbered from 0",
    "LONGEST": "the number of events that no game exceeds",
}
"""What a title's rules declare beside functions."""
