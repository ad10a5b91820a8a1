"""A game tree, layer by layer, in compiled code: who acts in each position, what may happen, and where that leads.

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
    """The nodes of a layer, beside their positions; `count` of as many as there is room for."""

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


class Found(NamedTuple):
    """What may happen in each node of a layer, and where it leads; `count` edges of as many as there is room for."""

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
    known: Any,
    now: Nodes,
    then: Nodes,
    found: Found,
    table: Any,
    told: Any,
    out: Any,
    weights: Any,
    begin: int,
) -> int:
    """Go on from `begin` through the nodes of a layer until all are done or there is no room; the next node.

    `here`, `below`: the positions of both layers; `known`: one record of scratch space, `told` its bytes; `table`: where the
    nodes below are found by their marks, -1 for none, a power of two and more than twice as long as there is room.
    """
    node, alphabet = begin, len(out)
    while node < now.count[0]:
        s = here[node]
        actors = to_act(s)
        if found.count[0] + alphabet > len(found.child) or then.count[0] + alphabet > len(then.raw):
            return node
        found.first[node] = found.count[0]
        if actors == 0:
            found.actor[node] = OVER
            won = winners(s)
            found.worth[node] = 2.0 * (won & 1) / popcount(won) - 1.0
        else:
            branch(here, below, known, now, then, found, table, told, out, weights, node, actors)
        node += 1
    found.first[node] = found.count[0]
    return node


def branch(
    here: Any,
    below: Any,
    known: Any,
    now: Nodes,
    then: Nodes,
    found: Found,
    table: Any,
    told: Any,
    out: Any,
    weights: Any,
    node: int,
    actors: int,
) -> None:
    """Everything that may happen in one node; of several seats the lowest acts."""
    actor = CHANCE if actors == CHANCE else lowest(actors)
    found.actor[node] = actor
    if actor == CHANCE:
        count = outcomes(here[node], out, weights)
    else:
        count = legal(here[node], actor, out)
        for k in range(count):
            weights[k] = 1
        look(here, known, node, actor)
        found.info[node] = mixed(digest(told[0], actor + 1), now.pasts[node, actor])
    total = in_order(out, weights, count)
    for k in range(count):
        edge = found.count[0]
        found.child[edge] = follow(here, below, known, now, then, table, told, node, actor, out[k])
        found.action[edge], found.weight[edge] = out[k], weights[k] / total
        found.count[0] = edge + 1


def in_order(out: Any, weights: Any, count: int) -> int:
    """Sort the first actions with their weights; the sum of these."""
    total = 0
    for k in range(count):
        action, weight, place = out[k], weights[k], k
        while place > 0 and out[place - 1] > action:
            out[place], weights[place] = out[place - 1], weights[place - 1]
            place -= 1
        out[place], weights[place] = action, weight
        total += weight
    return total


def follow(
    here: Any,
    below: Any,
    known: Any,
    now: Nodes,
    then: Nodes,
    table: Any,
    told: Any,
    node: int,
    actor: int,
    action: int,
) -> int:
    """The node after an action: one that is there already, or a new one."""
    fresh = then.count[0]
    for seat in range(now.pasts.shape[1]):
        seen = action if actor != CHANCE or observes_draw(here[node], seat) else UNSEEN
        then.pasts[fresh, seat] = mixed(mixed(now.pasts[node, seat], actor), seen)
    assign(below[fresh : fresh + 1], here[node : node + 1])
    play(below[fresh], actor, action)
    if to_act(below[fresh]) == 0 or is_open(below, known, then, told, fresh):
        for seat in range(now.pasts.shape[1]):
            then.pasts[fresh, seat] = digest(then.raw[fresh], 0)
    then.origin[fresh, 0], then.origin[fresh, 1] = node, action
    then.marks[fresh] = mark_of(then, fresh)
    return placed(then, table, fresh)


def is_open(below: Any, known: Any, then: Nodes, told: Any, node: int) -> bool:
    """Whether nothing in a position is hidden from any seat."""
    for seat in range(then.pasts.shape[1]):
        look(below, known, node, seat)
        for i in range(told.shape[1]):
            if told[0, i] != then.raw[node, i]:
                return False
    return True


def look(positions: Any, known: Any, node: int, seat: int) -> None:
    """Leave in `known` what a seat knows of a position."""
    assign(known, positions[node : node + 1])
    conceal(known[0], seat)


def placed(then: Nodes, table: Any, fresh: int) -> int:
    """The node that equals the newest one and was there before; otherwise that one, which stays."""
    place = slot(then, table, fresh)
    if table[place] >= 0:
        return int(table[place])
    table[place] = fresh
    then.count[0] = fresh + 1
    return fresh


def slot(then: Nodes, table: Any, node: int) -> int:
    """Where a node stands in the table, or where it would."""
    last = len(table) - 1
    place = (then.marks[node] ^ then.marks[node] >> 29) & last
    while table[place] >= 0 and not same(then, int(table[place]), node):
        place = (place + 1) & last
    return int(place)


def same(then: Nodes, node: int, other: int) -> bool:
    """Whether two nodes of a layer are equal."""
    return (
        then.marks[node] == then.marks[other]
        and alike(then.pasts, node, other)
        and alike(then.raw, node, other)
    )


def alike(rows: Any, row: int, other: int) -> bool:
    """Whether two rows are equal."""
    different = 0
    for i in range(rows.shape[1]):
        different += rows[row, i] != rows[other, i]
    return different == 0


def mark_of(then: Nodes, node: int) -> int:
    """A number of a node's position and pasts."""
    mark = digest(then.raw[node], 0)
    for seat in range(then.pasts.shape[1]):
        mark = mixed(mark, then.pasts[node, seat])
    return mark


def digest(raw: Any, begin: int) -> int:
    """A number of some bytes."""
    result = begin
    for i in range(len(raw)):
        result = ((result ^ int(raw[i])) * _PRIME) & _POSITIVE
    return result


def mixed(number: int, other: int) -> int:
    """A number of two numbers, the first of which is not negative."""
    found = ((int(number) ^ (int(other) & 0xFFFFFFFF)) * _PRIME) & _POSITIVE
    found = ((found ^ (int(other) >> 32 & 0xFFFFFFFF)) * _PRIME) & _POSITIVE
    return found ^ found >> 31


def find_again(then: Nodes, table: Any) -> None:
    """Enter all nodes of a layer into a longer table, which is empty."""
    for node in range(then.count[0]):
        table[slot(then, table, node)] = node


TYPES: Types = {
    "Nodes": Fields(Nodes, "byte_rows, int_rows, int_rows, ints, ints"),
    "Found": Fields(Found, "ints, ints, floats, ints, ints, ints, floats, ints"),
}
SIGNATURES = {
    "grow": "int64(record, record, record, Nodes, Nodes, Found, ints, byte_rows, ints, ints, int64)",
    "find_again": "void(Nodes, ints)",
}
