"""Games of a network against itself, and what they teach: TD(lambda) over the positions after each seat's own moves."""

from typing import Any, NamedTuple

from quartier.bots import network
from quartier.bots.network import worth
from quartier.bots.policies import PLAIN, greedy
from quartier.core.engine.bits import any_of, below
from quartier.core.engine.contract import CHANCE, conceal, draw, features, play, points_so_far, sample, to_act
from quartier.core.engine.kernels import assign
from quartier.core.engine.networks import Net
from quartier.core.engine.signatures import Fields, Types

CERTAIN = 1 << 20
"""A probability of 1."""


class Lessons(NamedTuple):
    """Positions after moves, as the seat that moved knows them, and what they turned out to be worth."""

    places: Any
    amounts: Any
    """int32, (lessons, widest): see `features`"""
    counts: Any
    """int64, (lessons,): how many features each has"""
    seats: Any
    """int64, (lessons,): who moved"""
    strayed: Any
    """int64, (lessons,): 1 where the move was a random one"""
    bases: Any
    """float64, (lessons,): what the seat has `points_so_far`"""
    targets: Any
    """float64, (lessons,): first what the best move of the decision promised, in the end what this position is worth"""


TYPES: Types = {
    **network.TYPES,
    "Lessons": Fields(Lessons, "int32_rows, int32_rows, ints, ints, ints, floats, floats"),
}
SIGNATURES = {
    "selfplay": "int64(record, record, record, rng, int64, float64, Net, Lessons, floats, ints, ints)",
    "decide": "int64(record, record, record, int64, rng, int64, Net, Lessons, int64, ints)",
    "note": "int64(record, int64, int64, float64, Net, Lessons, int64)",
    "settle": "void(record, float64, Lessons, int64, floats)",
    "look_back": "void(Lessons, int64, float64, floats)",
}


def selfplay(
    a: Any,
    known: Any,
    scratch: Any,
    rng: Any,
    stray: int,
    trace: float,
    net: Net,
    lessons: Lessons,
    returns: Any,
    out: Any,
    weights: Any,
) -> int:
    """Play the game in `a` to its end and write down what it teaches; how many lessons that makes.

    Every seat plays the move that the network likes best, or with a probability of `stray` (of CERTAIN) a random one.
    `trace`: the lambda of TD(lambda); `returns` (float64) is working space, one for each seat. Where there is no room for
    more lessons the game is only played on.
    """
    made = 0
    actors = to_act(a[0])
    while actors != 0:
        if actors == CHANCE:
            play(a[0], actors, draw(a[0], rng, out, weights))
        else:
            made = decide(a, known, scratch, any_of(rng, actors), rng, stray, net, lessons, made, out)
        actors = to_act(a[0])
    settle(a, trace, lessons, made, returns)
    return made


def decide(
    a: Any,
    known: Any,
    scratch: Any,
    seat: int,
    rng: Any,
    stray: int,
    net: Net,
    lessons: Lessons,
    made: int,
    out: Any,
) -> int:
    """Make a move of `seat`; the position after it is the next lesson unless the game is over. How many there are then."""
    assign(known, a)
    conceal(known[0], seat)
    action = greedy(known, scratch, seat, rng, net, 0.0, PLAIN, out)
    follow(known, scratch, seat, action)
    promised, strays = worth(scratch[0], seat, net), below(rng, CERTAIN) < stray
    if strays:
        action = sample(known[0], seat, rng, out)
        follow(known, scratch, seat, action)
    play(a[0], seat, action)
    return note(scratch, seat, 1 if strays else 0, promised, net, lessons, made)


def note(a: Any, seat: int, strayed: int, promised: float, net: Net, lessons: Lessons, made: int) -> int:
    """Make a lesson of the position after a move of `seat`, as it knows it; how many there are then.

    It is none if the game is over, or there is no room.
    """
    if made == len(lessons.counts) or to_act(a[0]) == 0:
        return made
    lessons.seats[made], lessons.strayed[made], lessons.targets[made] = seat, strayed, promised
    write_down(a[0], seat, net, lessons, made)
    return made + 1


def follow(known: Any, scratch: Any, seat: int, action: int) -> None:
    """The position after an action, as its seat knows it, into `scratch`."""
    assign(scratch, known)
    play(scratch[0], seat, action)


def write_down(s: Any, seat: int, net: Net, lessons: Lessons, made: int) -> None:
    """What the network is told of a position, and what the seat has gained."""
    count = features(s, seat, net.places, net.amounts)
    lessons.counts[made], lessons.bases[made] = count, points_so_far(s, seat)
    for i in range(count):
        lessons.places[made, i], lessons.amounts[made, i] = net.places[i], net.amounts[i]


def settle(a: Any, trace: float, lessons: Lessons, made: int, returns: Any) -> None:
    """Write down what the positions of the finished game in `a` were worth."""
    for seat in range(len(returns)):
        returns[seat] = points_so_far(a[0], seat)
    look_back(lessons, made, trace, returns)


def look_back(lessons: Lessons, made: int, trace: float, returns: Any) -> None:
    """What the positions of a game were worth, from the last to the first: `returns` begins with the results by seat.

    What comes after a random move says nothing about the position before it: there the best move's promise counts.
    """
    for i in range(made - 1, -1, -1):
        seat, promised = lessons.seats[i], lessons.targets[i]
        lessons.targets[i] = returns[seat]
        kept = 0.0 if lessons.strayed[i] else trace
        returns[seat] = (1.0 - kept) * promised + kept * returns[seat]
