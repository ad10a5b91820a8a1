"""Game tree expansion, layer by layer, in compiled code.

A node is a position with each seat's observation history, as a hash for each seat. When nothing is hidden
from anyone the history is irrelevant: it is reset there, so equal positions are one node.
"""

from typing import Any, NamedTuple

from quartier.core.engine.bits import lowest, popcount
from quartier.core.engine.contract import (
    CHANCE,
    conceal,
    legal,
    observes_draw,
    outcomes,
    play,
    score,
    to_act,
    winners,
)
from quartier.core.engine.kernels import assign
from quartier.core.engine.signatures import Fields, Types

OVER = -2
"""In place of an actor: the game is over."""
UNSEEN = -2
"""What a seat records of an outcome that it did not see; no action has this number."""
_PRIME, _POSITIVE = 1099511628211, (1 << 63) - 1
"""The constants of FNV-1a (Fowler, Noll, Vo), whose hashes are truncated to 63 bits."""


class Nodes(NamedTuple):
    """The nodes of a layer; `count` of the capacity is used."""

    positions: Any
    """records (room,)"""
    raw: Any
    """uint8 (room, bytes): the positions, the same memory"""
    pasts: Any
    """int64 (room, seats): each seat's observation history"""
    origin: Any
    """int64 (room, 2): a node of the previous layer, and the action that led here"""
    marks: Any
    """int64 (room,): hash for finding equal nodes"""
    count: Any
    """int64 (1,)"""


class Branches(NamedTuple):
    """Actors and edges of a layer; `count` edges of the capacity are used."""

    actor: Any
    """int64 (nodes,): a seat, CHANCE or OVER"""
    info: Any
    """int64 (nodes,): a hash of what the acting seat knows"""
    worth: Any
    """float64 (nodes,): for a finished game, its value for seat 0: 1 for a win, -1 for a loss"""
    gain: Any
    """float64 (nodes,): for a finished game, by how many points seat 0 has more than the mean of both"""
    first: Any
    """int64 (nodes + 1,): the first edge of each node"""
    child: Any
    """int64 (room,): the node of the next layer"""
    action: Any
    """int64 (room,)"""
    weight: Any
    """float64 (room,): the probability of an outcome of chance"""
    count: Any
    """int64 (1,)"""


class Scratch(NamedTuple):
    """Scratch space."""

    concealed: Any
    """record: a position as a seat knows it"""
    concealed_bytes: Any
    """uint8 (1, bytes): the same memory"""
    actions: Any
    weights: Any
    """int64 (ACTIONS,)"""


def grow(now: Nodes, then: Nodes, table: Any, branches: Branches, scratch: Scratch, begin: int) -> int:
    """Expand the nodes of a layer from `begin` on until all are done or the capacity is used up; return the next node.

    `table`: the hash table of the nodes below, -1 for none, a power of two and more than twice the capacity.
    """
    node, alphabet = begin, len(scratch.actions)
    while node < now.count[0]:
        s = now.positions[node]
        actors = to_act(s)
        if branches.count[0] + alphabet > len(branches.child) or then.count[0] + alphabet > len(then.raw):
            return node
        branches.first[node] = branches.count[0]
        if actors == 0:
            branches.actor[node] = OVER
            won = winners(s)
            branches.worth[node] = 2.0 * (won & 1) / popcount(won) - 1.0
            branches.gain[node] = (score(s, 0) - score(s, 1)) / 2.0
        else:
            branch(now, then, table, branches, scratch, node, actors)
        node += 1
    branches.first[node] = branches.count[0]
    return node


def branch(
    now: Nodes, then: Nodes, table: Any, branches: Branches, scratch: Scratch, node: int, actors: int
) -> None:
    """Expand one node; if several seats may act, the lowest does."""
    out, weights = scratch.actions, scratch.weights
    actor = CHANCE if actors == CHANCE else lowest(actors)
    branches.actor[node] = actor
    if actor == CHANCE:
        count = outcomes(now.positions[node], out, weights)
    else:
        count = legal(now.positions[node], actor, out)
        for k in range(count):
            weights[k] = 1
        look(now, scratch, node, actor)
        branches.info[node] = mix(digest(scratch.concealed_bytes[0], actor + 1), now.pasts[node, actor])
    total = in_order(out, weights, count)
    for k in range(count):
        edge = branches.count[0]
        branches.child[edge] = follow(now, then, table, scratch, node, actor, out[k])
        branches.action[edge], branches.weight[edge] = out[k], weights[k] / total
        branches.count[0] = edge + 1


def in_order(out: Any, weights: Any, count: int) -> int:
    """Sort the first actions with their weights; return the sum of the weights."""
    total = 0
    for k in range(count):
        action, weight, index = out[k], weights[k], k
        while index > 0 and out[index - 1] > action:
            out[index], weights[index] = out[index - 1], weights[index - 1]
            index -= 1
        out[index], weights[index] = action, weight
        total += weight
    return total


def follow(now: Nodes, then: Nodes, table: Any, scratch: Scratch, node: int, actor: int, action: int) -> int:
    """Return the node after an action: an existing one, or a new one."""
    below = then.positions
    fresh = then.count[0]
    for seat in range(now.pasts.shape[1]):
        observed = action if actor != CHANCE or observes_draw(now.positions[node], seat) else UNSEEN
        then.pasts[fresh, seat] = mix(mix(now.pasts[node, seat], actor), observed)
    assign(below[fresh : fresh + 1], now.positions[node : node + 1])
    play(below[fresh], actor, action)
    if to_act(below[fresh]) == 0 or is_open(then, scratch, fresh):
        for seat in range(now.pasts.shape[1]):
            then.pasts[fresh, seat] = digest(then.raw[fresh], 0)
    then.origin[fresh, 0], then.origin[fresh, 1] = node, action
    then.marks[fresh] = mark_of(then, fresh)
    return insert(then, table, fresh)


def is_open(then: Nodes, scratch: Scratch, node: int) -> bool:
    """Return whether nothing in a position is hidden from any seat."""
    for seat in range(then.pasts.shape[1]):
        look(then, scratch, node, seat)
        for i in range(then.raw.shape[1]):
            if scratch.concealed_bytes[0, i] != then.raw[node, i]:
                return False
    return True


def look(nodes: Nodes, scratch: Scratch, node: int, seat: int) -> None:
    """Write what a seat knows of a position into the scratch space."""
    assign(scratch.concealed, nodes.positions[node : node + 1])
    conceal(scratch.concealed[0], seat)


def insert(then: Nodes, table: Any, fresh: int) -> int:
    """Insert the newest node into the hash table; return an equal one if there is one."""
    index = slot(then, table, fresh)
    if table[index] >= 0:
        return int(table[index])
    table[index] = fresh
    then.count[0] = fresh + 1
    return fresh


def slot(then: Nodes, table: Any, node: int) -> int:
    """Return the slot of a node in the hash table, by linear probing."""
    last = len(table) - 1
    index = (then.marks[node] ^ then.marks[node] >> 29) & last
    while table[index] >= 0 and not same(then, int(table[index]), node):
        index = (index + 1) & last
    return int(index)


def same(then: Nodes, node: int, other: int) -> bool:
    """Return whether two nodes of a layer are equal."""
    return (
        then.marks[node] == then.marks[other]
        and alike(then.pasts, node, other)
        and alike(then.raw, node, other)
    )


def alike(rows: Any, row: int, other: int) -> bool:
    """Return whether two rows are equal."""
    different = 0
    for i in range(rows.shape[1]):
        different += rows[row, i] != rows[other, i]
    return different == 0


def mark_of(then: Nodes, node: int) -> int:
    """Return the hash of a node's position and histories."""
    mark = digest(then.raw[node], 0)
    for seat in range(then.pasts.shape[1]):
        mark = mix(mark, then.pasts[node, seat])
    return mark


def digest(raw: Any, begin: int) -> int:
    """Return the hash of some bytes."""
    result = begin
    for i in range(len(raw)):
        result = ((result ^ int(raw[i])) * _PRIME) & _POSITIVE
    return result


def mix(number: int, other: int) -> int:
    """Return the hash of two numbers, the first of which is not negative."""
    result = ((int(number) ^ (int(other) & 0xFFFFFFFF)) * _PRIME) & _POSITIVE
    result = ((result ^ (int(other) >> 32 & 0xFFFFFFFF)) * _PRIME) & _POSITIVE
    return result ^ result >> 31


def rehash(then: Nodes, table: Any) -> None:
    """Insert all nodes of a layer into a longer, empty hash table."""
    for node in range(then.count[0]):
        table[slot(then, table, node)] = node


TYPES: Types = {
    "Nodes": Fields(Nodes, "record, byte_rows, int_rows, int_rows, ints, ints"),
    "Branches": Fields(Branches, "ints, ints, floats, floats, ints, ints, ints, floats, ints"),
    "Scratch": Fields(Scratch, "record, byte_rows, ints, ints"),
}
SIGNATURES = {
    "grow": "int64(Nodes, Nodes, ints, Branches, Scratch, int64)",
    "rehash": "void(Nodes, ints)",
}
