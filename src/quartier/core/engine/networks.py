"""The arithmetic of a small network, in integers, so that interpreted and compiled code agree to the last bit.

Layout: the features of a position (`features` in the title's `bots`) are rows of a table. The rows of the
present features are added up, plus the last row, the bias. HIDDEN columns of the sum go through ReLU and are
weighted by `head`; the last column is added directly (the linear path). The result is points times 2 **
SHIFT, to which the seat's `points_so_far` is added.
"""

from typing import Any, NamedTuple

import numpy as np

HIDDEN = 64
MAX_FEATURES = 512
"""Maximum number of features of a position."""
ONE = 1 << 12
"""The weight 1 in integer tables."""
UNIT = 16
"""Points per unit of network output: keeps weights small."""
SHIFT = 20
"""Scale from sums to points: ONE * ONE / UNIT is 2 ** SHIFT."""


class Net(NamedTuple):
    """The weights, with scratch space for one thread. Without weights (no rows) the title's `evaluate` is used."""

    rows: Any
    """int16, (FEATURES + 1, HIDDEN + 1), in units of 1 / ONE"""
    head: Any
    """int64, (HIDDEN,), in units of 1 / ONE"""
    indices: Any
    values: Any
    """int64, (MAX_FEATURES,): see `features`"""
    sums: Any
    """int32, (HIDDEN + 1,)"""
    base_sums: Any
    """int32, (HIDDEN + 1,): the sums of a base position from which others differ little"""
    action_values: Any
    """float64, (alphabet,): the values of the moves of a position"""


def make_net(rows: Any, head: Any, actions: int = 0) -> Net:
    """Create a network with these weights (see `Net`) and its own scratch space; `actions`: those of the title."""
    indices, values = np.zeros(MAX_FEATURES, np.int64), np.zeros(MAX_FEATURES, np.int64)
    sums, base_sums = np.zeros(HIDDEN + 1, np.int32), np.zeros(HIDDEN + 1, np.int32)
    return Net(rows, head, indices, values, sums, base_sums, np.zeros(actions))


def untrained_net() -> Net:
    """Return a network without weights: the title's `evaluate` is used."""
    return make_net(np.zeros((0, HIDDEN + 1), np.int16), np.zeros(HIDDEN, np.int64))


def plain(net: Net) -> Net:
    """Return the same arrays for interpreted code, which computes with Python integers."""
    return Net(*(memoryview(array) for array in net))


def is_trained(net: Net) -> bool:
    """Return whether there are weights."""
    return len(net.rows) > 0


def output(net: Net, count: int) -> int:
    """Return the network's output for the first `count` features in its scratch space."""
    bias = len(net.rows) - 1
    for j in range(HIDDEN + 1):
        net.sums[j] = net.rows[bias, j]
    add_features(net, count)
    return output_of_sums(net)


def output_with(net: Net, count: int) -> int:
    """Return the network's output for the base position plus the first `count` features in its scratch space."""
    for j in range(HIDDEN + 1):
        net.sums[j] = net.base_sums[j]
    add_features(net, count)
    return output_of_sums(net)


def add_features(net: Net, count: int) -> None:
    """Add the rows of the first `count` features in the scratch space to the sums."""
    add_rows(net.rows, net.indices, count, net.sums)
    for i in range(count):
        if net.values[i] != 1:
            add_row(net.rows, net.indices[i], net.values[i] - 1, net.sums)


def output_of_sums(net: Net) -> int:
    """Return the output for these first-layer sums."""
    total = net.sums[HIDDEN] * ONE
    for j in range(HIDDEN):
        total += max(0, net.sums[j]) * net.head[j]
    return int(total)


def keep(net: Net) -> None:
    """Store the sums of a base position: others are described by their difference from it (`output_exchanging`)."""
    for j in range(HIDDEN + 1):
        net.base_sums[j] = net.sums[j]


def output_exchanging(net: Net, removed: int, removed_end: int, added: int, added_end: int) -> int:
    """Return the network's output for the base position without `indices[gone:gone_end]` and with `[come:come_end]`."""
    rows, indices, sums = net.rows, net.indices, net.sums
    for j in range(HIDDEN + 1):
        sums[j] = net.base_sums[j]
    while removed < removed_end and added < added_end:
        p, q = indices[removed], indices[added]
        for j in range(HIDDEN + 1):
            sums[j] += rows[q, j] - rows[p, j]
        removed += 1
        added += 1
    while removed < removed_end:
        p = indices[removed]
        for j in range(HIDDEN + 1):
            sums[j] -= rows[p, j]
        removed += 1
    while added < added_end:
        q = indices[added]
        for j in range(HIDDEN + 1):
            sums[j] += rows[q, j]
        added += 1
    return output_of_sums(net)


def add_rows(rows: Any, indices: Any, count: int, sums: Any) -> None:
    """Add rows of the table four at a time, so that the sums are read and written a quarter as often."""
    i = 0
    while i + 4 <= count:
        p, q, r, t = indices[i], indices[i + 1], indices[i + 2], indices[i + 3]
        for j in range(HIDDEN):
            sums[j] += rows[p, j] + rows[q, j] + rows[r, j] + rows[t, j]
        sums[HIDDEN] += rows[p, HIDDEN] + rows[q, HIDDEN] + rows[r, HIDDEN] + rows[t, HIDDEN]
        i += 4
    while i < count:
        add_row(rows, indices[i], 1, sums)
        i += 1


def add_row(rows: Any, index: int, amount: int, sums: Any) -> None:
    """Add a row a number of times."""
    for j in range(HIDDEN + 1):
        sums[j] += rows[index, j] * amount
