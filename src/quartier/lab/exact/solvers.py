"""Solvers on a game tree, in compiled code: strategy values, best responses, backward induction, CFR+.

A strategy of both seats is one list of probabilities: for each information set those of its actions, from
`Graph.offset` on. All values are those of seat 0 unless said otherwise; games are zero-sum.
"""

from typing import Any, NamedTuple

from quartier.core.engine.signatures import Fields, Types

OVER = -2
"""The actor of a finished game, as in `expansion`; the other negative one is chance."""


class Graph(NamedTuple):
    """A game tree. Nodes are numbered layer by layer, so that edges lead to higher numbers."""

    layers: Any
    """int64 (layers + 1,): the first node of each layer"""
    actor: Any
    """int32 (nodes,): a seat, chance or OVER"""
    info: Any
    """int32 (nodes,): the information set, where a seat acts"""
    worth: Any
    """float64 (nodes,): the value of a finished game"""
    first: Any
    """int64 (nodes + 1,): the first edge of each node"""
    child: Any
    """int32 (edges,)"""
    weight: Any
    """float64 (edges,): the probability of an outcome of chance"""
    offset: Any
    """int64 (information sets + 1,)"""


def probability(graph: Graph, strategy: Any, node: int, edge: int) -> float:
    """Return the probability of an edge."""
    if graph.actor[node] < 0:
        return float(graph.weight[edge])
    return float(strategy[graph.offset[graph.info[node]] + edge - graph.first[node]])


def values(graph: Graph, strategy: Any, value: Any) -> None:
    """Compute the value of each node if both seats play the strategy."""
    for node in range(len(graph.actor) - 1, -1, -1):
        value[node] = graph.worth[node]
        for edge in range(graph.first[node], graph.first[node + 1]):
            value[node] += probability(graph, strategy, node, edge) * value[graph.child[edge]]


def reach(graph: Graph, strategy: Any, seat: int, own: int, reached: Any) -> None:
    """Compute the reach probability of each node: the seat's own part (`own`), or that of all others and chance."""
    reached[:] = 0.0
    reached[0] = 1.0
    for node in range(len(graph.actor)):
        counts = (graph.actor[node] == seat) == (own == 1)
        for edge in range(graph.first[node], graph.first[node + 1]):
            share = probability(graph, strategy, node, edge) if counts else 1.0
            reached[graph.child[edge]] += reached[node] * share


def respond(graph: Graph, strategy: Any, seat: int, reached: Any, worth: Any, best: Any, value: Any) -> None:
    """Compute a seat's best response to the other's part of a strategy.

    `reached`: as of `reach` for the others; `worth`: scratch space, as long as the strategy; `best`
    (information sets,) receives the number of the best action in each; `value` the value of each node to the
    seat.
    """
    worth[:] = 0.0
    best[:] = -1
    sign = 1.0 if seat == 0 else -1.0
    for layer in range(len(graph.layers) - 2, -1, -1):
        for node in range(graph.layers[layer], graph.layers[layer + 1]):
            value[node] = sign * graph.worth[node]
            for edge in range(graph.first[node], graph.first[node + 1]):
                below = value[graph.child[edge]]
                if graph.actor[node] == seat:
                    worth[graph.offset[graph.info[node]] + edge - graph.first[node]] += reached[node] * below
                else:
                    value[node] += probability(graph, strategy, node, edge) * below
        for node in range(graph.layers[layer], graph.layers[layer + 1]):
            if graph.actor[node] == seat:
                value[node] = value[
                    graph.child[graph.first[node] + choice(graph, graph.info[node], worth, best)]
                ]


def choice(graph: Graph, info: int, worth: Any, best: Any) -> int:
    """Return the action of an information set with the highest value, cached in `best`."""
    if best[info] < 0:
        first, last = graph.offset[info], graph.offset[info + 1]
        top = first
        for index in range(first, last):
            if worth[index] > worth[top]:
                top = index
        best[info] = top - first
    return int(best[info])


def minimax(graph: Graph, strategy: Any, value: Any) -> None:
    """Backward induction with perfect information: the best strategy of both, and the value of each node."""
    strategy[:] = 0.0
    for node in range(len(graph.actor) - 1, -1, -1):
        value[node] = graph.worth[node]
        if graph.actor[node] >= 0:
            edge = best_edge(graph, node, value)
            strategy[graph.offset[graph.info[node]] + edge - graph.first[node]] = 1.0
            value[node] = value[graph.child[edge]]
        else:
            for edge in range(graph.first[node], graph.first[node + 1]):
                value[node] += graph.weight[edge] * value[graph.child[edge]]


def best_edge(graph: Graph, node: int, value: Any) -> int:
    """Return the best edge for the seat to act in a node."""
    sign = 1.0 if graph.actor[node] == 0 else -1.0
    best = graph.first[node]
    for edge in range(graph.first[node], graph.first[node + 1]):
        if sign * value[graph.child[edge]] > sign * value[graph.child[best]]:
            best = edge
    return int(best)


class Regrets(NamedTuple):
    """The arrays of CFR+. The first three are float64, (decisions,); the last three are scratch space, float64, (nodes,)."""

    strategy: Any
    regrets: Any
    total: Any
    """The weighted sum of the strategies, later ones more"""
    owner: Any
    """int64, (information sets,): the seat of each"""
    reached: Any
    own: Any
    value: Any


def improve(graph: Graph, work: Regrets, rounds: int, begin: int) -> None:
    """CFR+ (Tammelin, 2014): rounds of regret matching, the seats in turn; `begin`: rounds before."""
    strategy, regrets, total = work.strategy, work.regrets, work.total
    reached, own, value = work.reached, work.own, work.value
    for number in range(begin + 1, begin + rounds + 1):
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            values(graph, strategy, value)
            reach(graph, strategy, seat, 0, reached)
            reach(graph, strategy, seat, 1, own)
            for node in range(len(graph.actor)):
                if graph.actor[node] == seat:
                    first = graph.offset[graph.info[node]]
                    for edge in range(graph.first[node], graph.first[node + 1]):
                        index = first + edge - graph.first[node]
                        regrets[index] += sign * reached[node] * (value[graph.child[edge]] - value[node])
                        total[index] += number * own[node] * strategy[index]
            match(graph, strategy, regrets, work.owner, seat)


def match(graph: Graph, strategy: Any, regrets: Any, owner: Any, seat: int) -> None:
    """Regret matching: play each action in proportion to its positive regret."""
    for info in range(len(owner)):
        if owner[info] == seat:
            first, last = graph.offset[info], graph.offset[info + 1]
            whole = 0.0
            for index in range(first, last):
                regrets[index] = max(regrets[index], 0.0)
                whole += regrets[index]
            for index in range(first, last):
                strategy[index] = regrets[index] / whole if whole > 0.0 else 1.0 / (last - first)


TYPES: Types = {
    "Graph": Fields(Graph, "ints, int32s, int32s, floats, ints, int32s, floats, ints"),
    "Regrets": Fields(Regrets, "floats, floats, floats, ints, floats, floats, floats"),
}
SIGNATURES = {
    "values": "void(Graph, floats, floats)",
    "reach": "void(Graph, floats, int64, int64, floats)",
    "respond": "void(Graph, floats, int64, floats, floats, ints, floats)",
    "minimax": "void(Graph, floats, floats)",
    "improve": "void(Graph, Regrets, int64, int64)",
}
