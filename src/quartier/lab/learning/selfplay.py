"""Self-play in compiled code: TD(lambda) targets for the positions after each seat's own moves."""

from typing import Any, NamedTuple

from quartier.bots.network import worth
from quartier.bots.policies import PLAIN, greedy
from quartier.core.engine.bits import any_of, below
from quartier.core.engine.contract import CHANCE, conceal, draw, features, play, points_so_far, sample, to_act
from quartier.core.engine.kernels import assign
from quartier.core.engine.networks import Net
from quartier.core.engine.signatures import Fields, Types
from quartier.lab import game_buffers
from quartier.lab.game_buffers import GameBuffers

CERTAIN = 1 << 20
"""A probability of 1."""


class Samples(NamedTuple):
    """Training samples: positions after moves, as the seat that moved knows them, with their targets."""

    indices: Any
    values: Any
    """int32, (samples, widest): see `features`"""
    counts: Any
    """int64, (samples,): the number of features of each"""
    seats: Any
    """int64, (samples,): the seat that moved"""
    strayed: Any
    """int64, (samples,): 1 if the move was random"""
    bases: Any
    """float64, (samples,): the seat's `points_so_far`"""
    targets: Any
    """float64, (samples,): first the value of the decision's best move, finally the target of this position"""


TYPES: Types = {
    **game_buffers.TYPES,
    "Samples": Fields(Samples, "int32_rows, int32_rows, ints, ints, ints, floats, floats"),
}
SIGNATURES = {
    "selfplay": "int64(record, rng, int64, float64, Samples, floats, GameBuffers)",
    "decide": "int64(record, int64, rng, int64, Samples, int64, GameBuffers)",
    "add_sample": "int64(record, int64, int64, float64, Net, Samples, int64)",
    "set_targets": "void(record, float64, Samples, int64, floats)",
    "td_lambda_targets": "void(Samples, int64, float64, floats)",
}


def selfplay(
    a: Any, rng: Any, stray: int, trace: float, samples: Samples, returns: Any, buffers: GameBuffers
) -> int:
    """Play the game in `a` to its end and store its training samples; return their number.

    Every seat plays the network's best move, or with a probability of `stray` (of CERTAIN) a random one.
    `trace`: the lambda of TD(lambda); `returns` (float64) is scratch space, one for each seat. When the
    buffer is full the game continues without storing.
    """
    filled = 0
    actors = to_act(a[0])
    while actors != 0:
        if actors == CHANCE:
            play(a[0], actors, draw(a[0], rng, buffers.actions, buffers.weights))
        else:
            filled = decide(a, any_of(rng, actors), rng, stray, samples, filled, buffers)
        actors = to_act(a[0])
    set_targets(a, trace, samples, filled, returns)
    return filled


def decide(
    a: Any, seat: int, rng: Any, stray: int, samples: Samples, filled: int, buffers: GameBuffers
) -> int:
    """Play a move of `seat`; store the position after it unless the game is over. Return the number of samples."""
    concealed, scratch, net, out = buffers.concealed, buffers.scratch, buffers.net, buffers.actions
    assign(concealed, a)
    conceal(concealed[0], seat)
    action = greedy(concealed, scratch, seat, rng, net, 0.0, PLAIN, out)
    follow(concealed, scratch, seat, action)
    promised, strays = worth(scratch[0], seat, net), below(rng, CERTAIN) < stray
    if strays:
        action = sample(concealed[0], seat, rng, out)
        follow(concealed, scratch, seat, action)
    play(a[0], seat, action)
    return add_sample(scratch, seat, 1 if strays else 0, promised, net, samples, filled)


def add_sample(
    a: Any, seat: int, strayed: int, promised: float, net: Net, samples: Samples, filled: int
) -> int:
    """Store the position after a move of `seat`, as it knows it; return the number of samples.

    Nothing is stored if the game is over, or the buffer is full.
    """
    if filled == len(samples.counts) or to_act(a[0]) == 0:
        return filled
    samples.seats[filled], samples.strayed[filled], samples.targets[filled] = seat, strayed, promised
    write_features(a[0], seat, net, samples, filled)
    return filled + 1


def follow(concealed: Any, scratch: Any, seat: int, action: int) -> None:
    """Write the position after an action, as its seat knows it, into `scratch`."""
    assign(scratch, concealed)
    play(scratch[0], seat, action)


def write_features(s: Any, seat: int, net: Net, samples: Samples, filled: int) -> None:
    """Write the features of a position and the points of the seat so far into a sample."""
    count = features(s, seat, net.indices, net.values)
    samples.counts[filled], samples.bases[filled] = count, points_so_far(s, seat)
    for i in range(count):
        samples.indices[filled, i], samples.values[filled, i] = net.indices[i], net.values[i]


def set_targets(a: Any, trace: float, samples: Samples, filled: int, returns: Any) -> None:
    """Set the targets of the samples by the results of the finished game in `a`."""
    for seat in range(len(returns)):
        returns[seat] = points_so_far(a[0], seat)
    td_lambda_targets(samples, filled, trace, returns)


def td_lambda_targets(samples: Samples, filled: int, trace: float, returns: Any) -> None:
    """Set TD(lambda) targets from the last position to the first: `returns` begins with the results by seat.

    What follows a random move says nothing about the position before it: there the best move's value is used.
    """
    for i in range(filled - 1, -1, -1):
        seat, promised = samples.seats[i], samples.targets[i]
        samples.targets[i] = returns[seat]
        decay = 0.0 if samples.strayed[i] else trace
        returns[seat] = (1.0 - decay) * promised + decay * returns[seat]
