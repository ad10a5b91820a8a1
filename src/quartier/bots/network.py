"""A small network that says what a position is worth to a seat, in whole numbers, so that both modes agree to the last bit.

Layout: the features of a position (`features` in the title's hints) are rows of a table. Those that are there are added up,
and the last row, which always is. HIDDEN columns of the sum go through ReLU and are weighed by `head`; the last column is
added as it is (the linear path). That gives points times 2 ** SHIFT, and what the seat has `gained` comes on top.
"""

from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.contract import evaluate, features, gained, to_act
from quartier.core.engine.signatures import Fields, Types

HIDDEN = 64
MOST_FEATURES = 512
"""No title writes more features of one position."""
ONE = 1 << 12
"""The weight 1 in tables of whole numbers."""
UNIT = 16
"""Points that a network's value of 1 stands for: so weights stay small."""
SHIFT = 20
"""From sums to points: ONE * ONE / UNIT is 2 ** SHIFT."""


class Net(NamedTuple):
    """The weights, with working space for one thread. Without weights (no rows) the title's `evaluate` decides."""

    rows: Any
    """int16, (FEATURES + 1, HIDDEN + 1), in units of 1 / ONE"""
    head: Any
    """int64, (HIDDEN,), in units of 1 / ONE"""
    places: Any
    amounts: Any
    """int64, (MOST_FEATURES,): see `features`"""
    sums: Any
    """int32, (HIDDEN + 1,)"""


TYPES: Types = {"Net": Fields(Net, "int16_rows, ints, ints, ints, int32s")}
SIGNATURES = {
    "features_at": "int64(record, int64, ints, ints)",
}


def made(rows: Any, head: Any) -> Net:
    """A network with such weights (as in `Net`) and working space of its own."""
    places, amounts = np.zeros(MOST_FEATURES, np.int64), np.zeros(MOST_FEATURES, np.int64)
    return Net(rows, head, places, amounts, np.zeros(HIDDEN + 1, np.int32))


def untrained() -> Net:
    """No weights: the title's `evaluate` decides."""
    return made(np.zeros((0, HIDDEN + 1), np.int16), np.zeros(HIDDEN, np.int64))


def plain(net: Net) -> Net:
    """The same arrays for interpreted code, which computes with whole numbers of Python."""
    return Net(*(memoryview(array) for array in net))


def is_trained(net: Net) -> bool:
    """Whether there are weights."""
    return len(net.rows) > 0


def worth(s: Any, seat: int, net: Net) -> float:
    """What a (concealed) position is worth to `seat`, in points: by the network, or else by the title's hints."""
    if not is_trained(net):
        return evaluate(s, seat)
    if to_act(s) == 0:
        return float(gained(s, seat))
    count = features(s, seat, net.places, net.amounts)
    return gained(s, seat) + output(net, count) / (1 << SHIFT)


def features_at(a: Any, seat: int, places: Any, amounts: Any) -> int:
    """`features` for an array of one record."""
    return features(a[0], seat, places, amounts)


def output(net: Net, count: int) -> int:
    """The network's sum for the first `count` features in its working space."""
    sums, bias = net.sums, len(net.rows) - 1
    for j in range(HIDDEN + 1):
        sums[j] = net.rows[bias, j]
    add_rows(net.rows, net.places, count, sums)
    for i in range(count):
        if net.amounts[i] != 1:
            add_again(net.rows, net.places[i], net.amounts[i] - 1, sums)
    total = sums[HIDDEN] * ONE
    for j in range(HIDDEN):
        total += max(0, sums[j]) * net.head[j]
    return int(total)


def add_rows(rows: Any, places: Any, count: int, sums: Any) -> None:
    """Add rows of the table, four at once: the sums are then read and written a quarter as often."""
    i = 0
    while i + 4 <= count:
        p, q, r, t = places[i], places[i + 1], places[i + 2], places[i + 3]
        for j in range(HIDDEN):
            sums[j] += rows[p, j] + rows[q, j] + rows[r, j] + rows[t, j]
        sums[HIDDEN] += rows[p, HIDDEN] + rows[q, HIDDEN] + rows[r, HIDDEN] + rows[t, HIDDEN]
        i += 4
    while i < count:
        add_again(rows, places[i], 1, sums)
        i += 1


def add_again(rows: Any, place: int, amount: int, sums: Any) -> None:
    """Add a row so many times."""
    for j in range(HIDDEN + 1):
        sums[j] += rows[place, j] * amount
