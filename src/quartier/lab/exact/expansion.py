"""Game tree expansion, layer by layer, in compiled code.

A node is a position with what each seat has seen happen, as a number for each seat. Where nothing is hidden from
anybody, what happened before is of no use: it is forgotten there, and so equal positions are one node.
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
    to_act,
    winners,
)
from quartier.core.engine.kernels import assign
from quartier.core.engine.signatures import Fields, Types

OVER = -2
"""In the place of an actor: the game is over."""
UNSEEN = -2
"""What a seat notes of an outcome that it did not see; no action has this number."""
_PRIME, _POSITIVE = 1099511628211, (1 << 63) - 1
"""The numbers of FNV-1a (Fowler, Noll, Vo), whose hashes are kept to 63 bits."""


class Nodes(NamedTuple):
    """The nodes of a layer, beside their positions; `count` of as many as the capacity allows."""

    raw: Any
    """uint8 (room, bytes): the positions, the same memory"""
    pasts: Any
    """int64 (room, seats): what each seat has seen happen"""
    origin: Any
    """int64 (room, 2): a node of the layer before, and the action that led here"""
    marks: Any
    """int64 (room,): by which equal nodes are found"""
    count: Any
    """int64 (1,)"""


class Branches(NamedTuple):
    """Actors and edges of a layer; `count` edges of as many as the capacity allows."""

    actor: Any
    """int64 (nodes,): a seat, CHANCE or OVER"""
    info: Any
    """int64 (nodes,): a number of what the acting seat knows"""
    worth: Any
    """float64 (nodes,): of a finished game, what it is worth to seat 0: 1 for a win, -1 for a loss"""
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


def grow(
    here: Any,
    below: Any,
    concealed: Any,
    now: Nodes,
    then: Nodes,
    branches: Branches,
    table: Any,
    concealed_bytes: Any,
    out: Any,
    weights: Any,
    begin: int,
) -> int:
    """Expand the nodes of a layer from `begin` on until all are done or the capacity is used up; return the next node.

    `here`, `below`: the positions of both layers; `concealed`: one record of scratch space, `concealed_bytes` its
    bytes; `table`: the hash table of the nodes below, -1 for none, a power of two and more than twice the capacity.
    """
    node, alphabet = begin, len(out)
    while node < now.count[0]:
        s = here[node]
        actors = to_act(s)
        if branches.count[0] + alphabet > len(branches.child) or then.count[0] + alphabet > len(then.raw):
            return node
        branches.first[node] = branches.count[0]
        if actors == 0:
            branches.actor[node] = OVER
            won = winners(s)
            branches.worth[node] = 2.0 * (won & 1) / popcount(won) - 1.0
        else:
            branch(
                here,
                below,
                concealed,
                now,
                then,
                branches,
                table,
                concealed_bytes,
                out,
                weights,
                node,
                actors,
            )
        node += 1
    branches.first[node] = branches.count[0]
    return node


def branch(
    here: Any,
    below: Any,
    concealed: Any,
    now: Nodes,
    then: Nodes,
    branches: Branches,
    table: Any,
    concealed_bytes: Any,
    out: Any,
    weights: Any,
    node: int,
    actors: int,
) -> None:
    """Expand one node; of several seats the lowest acts."""
    actor = CHANCE if actors == CHANCE else lowest(actors)
    branches.actor[node] = actor
    if actor == CHANCE:
        count = outcomes(here[node], out, weights)
    else:
        count = legal(here[node], actor, out)
        for k in range(count):
            weights[k] = 1
        look(here, concealed, node, actor)
        branches.info[node] = mix(digest(concealed_bytes[0], actor + 1), now.pasts[node, actor])
    total = in_order(out, weights, count)
    for k in range(count):
        edge = branches.count[0]
        branches.child[edge] = follow(
            here, below, concealed, now, then, table, concealed_bytes, node, actor, out[k]
        )
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


def follow(
    here: Any,
    below: Any,
    concealed: Any,
    now: Nodes,
    then: Nodes,
    table: Any,
    concealed_bytes: Any,
    node: int,
    actor: int,
    action: int,
) -> int:
    """Return the node after an action: an existing one, or a new one."""
    fresh = then.count[0]
    for seat in range(now.pasts.shape[1]):
        observed = action if actor != CHANCE or observes_draw(here[node], seat) else UNSEEN
        then.pasts[fresh, seat] = mix(mix(now.pasts[node, seat], actor), observed)
    assign(below[fresh : fresh + 1], here[node : node + 1])
    play(below[fresh], actor, action)
    if to_act(below[fresh]) == 0 or is_open(below, concealed, then, concealed_bytes, fresh):
        for seat in range(now.pasts.shape[1]):
            then.pasts[fresh, seat] = digest(then.raw[fresh], 0)
    then.origin[fresh, 0], then.origin[fresh, 1] = node, action
    then.marks[fresh] = mark_of(then, fresh)
    return insert(then, table, fresh)


def is_open(below: Any, concealed: Any, then: Nodes, concealed_bytes: Any, node: int) -> bool:
    """Return whether nothing in a position is hidden from any seat."""
    for seat in range(then.pasts.shape[1]):
        look(below, concealed, node, seat)
        for i in range(concealed_bytes.shape[1]):
            if concealed_bytes[0, i] != then.raw[node, i]:
                return False
    return True


def look(positions: Any, concealed: Any, node: int, seat: int) -> None:
    """Write into `concealed` what a seat knows of a position."""
    assign(concealed, positions[node : node + 1])
    conceal(concealed[0], seat)


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
    """Return the hash of a node's position and pasts."""
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
    "Nodes": Fields(Nodes, "byte_rows, int_rows, int_rows, ints, ints"),
    "Branches": Fields(Branches, "ints, ints, floats, ints, ints, ints, floats, ints"),
}
SIGNATURES = {
    "grow": "int64(record, record, record, Nodes, Nodes, Branches, ints, byte_rows, ints, ints, int64)",
    "rehash": "void(Nodes, ints)",
}
