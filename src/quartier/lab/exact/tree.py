"""Game tree of a whole game that is small enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, Phrase, QuartierError
from quartier.core.text.languages import N_
from quartier.core.text.numbers import figure
from quartier.lab.exact import expansion
from quartier.lab.exact.expansion import OVER, Branches, Nodes, Scratch
from quartier.lab.exact.solvers import Graph

MAX_NODES = 5_000_000
"""Default limit of positions to solve; they take some gigabytes."""
MAX_BYTES = 4 << 30
"""Limit for the positions of two layers, which are in memory together."""
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Tree:
    """Everything that can happen from a position on, for two seats, and what each seat knows of it."""

    start: State
    graph: Graph
    owner: NDArray[np.int64]
    """(information sets,): the seat that acts"""
    example: NDArray[np.int64]
    """(information sets,): one of its nodes"""
    action: NDArray[np.int32]
    """(edges,)"""
    origin: NDArray[np.int32]
    """(nodes, 2): a predecessor of each, -1 for the first one, and the action that led from it"""

    @property
    def nodes(self) -> int:
        """Number of positions; those that differ only in a public history are one."""
        return len(self.graph.actor)

    @property
    def infos(self) -> int:
        """Number of information sets of both seats."""
        return len(self.owner)

    @property
    def decisions(self) -> int:
        """Number of probabilities of a strategy of both seats."""
        return int(self.graph.offset[-1])

    @cached_property
    def open(self) -> bool:
        """Whether the game has perfect information."""
        acting = int((self.graph.actor >= 0).sum())
        return acting == self.infos

    def actions(self, info: int) -> NDArray[np.int32]:
        """Return the legal actions of an information set, in order."""
        node = self.example[info]
        return self.action[self.graph.first[node] : self.graph.first[node + 1]]

    def state(self, info: int) -> State:
        """Return a position of an information set, with its history since the start."""
        path, node = [], int(self.example[info])
        while node > 0:
            before, action = self.origin[node]
            path.append((int(self.graph.actor[before]), int(action)))
            node = int(before)
        state = self.start.copy()
        for actor, action in reversed(path):
            state.play_action(actor, action)
        return state


def tree_of(
    start: State, most: int = MAX_NODES, report: Progress | None = None, points: bool = False
) -> Tree:
    """Build the tree of a game from a position whose history hides nothing.

    A finished game is worth 1 for a win and -1 for a loss; with `points`, by how much a seat's score is above the mean of
    both. `report(count)` is called now and then. Raises QuartierError if there are more nodes than `most`.
    """
    if start.seats != 2:
        raise BadOption(_TWO_SEATS, seats=start.seats)
    builder = _TreeBuilder(start, most, report)
    while builder.grow():
        pass
    return builder.tree(points)


class _Layer:
    """The positions of a layer, with spare capacity."""

    def __init__(self, game: Ruleset, capacity: int, seats: int) -> None:
        positions = game.spec.record_class.new(capacity)
        self.nodes = Nodes(
            positions,
            positions.view(np.uint8).reshape(capacity, -1),
            np.zeros((capacity, seats), np.int64),
            np.zeros((capacity, 2), np.int64),
            np.zeros(capacity, np.int64),
            np.zeros(1, np.int64),
        )

    @property
    def count(self) -> int:
        return int(self.nodes.count[0])

    @property
    def capacity(self) -> int:
        return len(self.nodes.raw)

    def wider(self, game: Ruleset, capacity: int) -> _Layer:
        """Return the same nodes with more capacity."""
        layer = _Layer(game, capacity, self.nodes.pasts.shape[1])
        for old, new in zip(self.nodes[1:], layer.nodes[1:], strict=True):
            new[: len(old)] = old
        return layer


class _TreeBuilder:
    """The tree under construction: branches of each layer, and the positions of the last one."""

    def __init__(self, start: State, most: int, report: Progress | None) -> None:
        self._start = start
        self._most, self._report, self._done = most, report, 1
        self._game = start.game
        self._loops = self._game.bound(expansion)
        concealed = self._game.spec.record_class.new(1)
        self._scratch = Scratch(concealed, concealed.view(np.uint8).reshape(1, -1), *start.buffers())
        self._layer = _Layer(self._game, 1, start.seats)
        self._layer.nodes.positions[:] = start.array
        self._layer.nodes.count[0] = 1
        self._branches: list[Branches] = []
        self._origins = [np.full((1, 2), -1, np.int64)]

    def grow(self) -> bool:
        """Expand the last layer; return whether anything follows."""
        capacity = 2 * self._game.actions
        below, begin = _Layer(self._game, capacity, self._start.seats), 0
        branches = _allocate(self._layer.count, capacity)
        table = _empty(capacity)
        while begin < self._layer.count:
            begin = self._loops.grow(self._layer.nodes, below.nodes, table, branches, self._scratch, begin)
            self._check(below)
            if begin < self._layer.count:
                branches, below = _longer(branches), below.wider(self._game, 2 * below.capacity)
                table = _empty(below.capacity)
                self._loops.rehash(below.nodes, table)
        edges = int(branches.count[0])
        self._branches.append(
            branches._replace(
                child=branches.child[:edges], action=branches.action[:edges], weight=branches.weight[:edges]
            )
        )
        self._origins.append(below.nodes.origin[: below.count].copy())
        self._layer, self._done = below, self._done + below.count
        return below.count > 0

    def _check(self, below: _Layer) -> None:
        """Raise QuartierError above the limits of nodes and memory."""
        total, bytes_ = self._done + below.count, self._layer.nodes.raw.nbytes + below.nodes.raw.nbytes
        if total > self._most or bytes_ > MAX_BYTES:
            raise QuartierError(
                _TOO_LARGE, most=Phrase(lambda t: figure(total, lang=t.lang)), game=self._game.title()
            )
        if self._report:
            self._report(total)

    def tree(self, points: bool) -> Tree:
        """Join all layers into one tree."""
        branches, counts = self._branches, [len(layer.actor) for layer in self._branches]
        layers = np.concatenate([[0], np.cumsum(counts)])
        actor = np.concatenate([layer.actor for layer in branches]).astype(np.int32)
        edges = np.cumsum([0] + [len(layer.child) for layer in branches])
        first = np.concatenate(
            [*(layer.first[:-1] + offset for layer, offset in zip(branches, edges, strict=False)), edges[-1:]]
        )
        child = np.concatenate(
            [layer.child + below for layer, below in zip(branches, layers[1:], strict=False)]
        )
        origins = [
            layer + np.array([before, 0]) for layer, before in zip(self._origins[1:], layers, strict=False)
        ]
        info, example = _information_sets(branches, layers)
        width = first[example + 1] - first[example]
        graph = Graph(
            layers,
            actor,
            info,
            np.concatenate([layer.gain if points else layer.worth for layer in branches]),
            first,
            child.astype(np.int32),
            np.concatenate([layer.weight for layer in branches]),
            np.concatenate([[0], np.cumsum(width)]),
        )
        action = np.concatenate([layer.action for layer in branches]).astype(np.int32)
        origin = np.concatenate([self._origins[0], *origins])[: len(actor)].astype(np.int32)
        return Tree(self._start, graph, actor[example].astype(np.int64), example, action, origin)


def _information_sets(branches: list[Branches], layers: Any) -> tuple[Any, Any]:
    """Return the information set of each node, -1 without one, and one node of each information set."""
    infos, examples, count = [], [], 0
    for layer, offset in zip(branches, layers, strict=False):
        info, acting = np.full(len(layer.actor), -1, np.int32), np.flatnonzero(layer.actor >= 0)
        _, first, same = np.unique(
            np.stack([layer.actor, layer.info])[:, acting], axis=1, return_index=True, return_inverse=True
        )
        info[acting] = same.reshape(-1) + count
        infos.append(info)
        examples.append(acting[first] + offset)
        count += len(first)
    return np.concatenate(infos), np.concatenate(examples)


def _allocate(nodes: int, edges: int) -> Branches:
    ints, floats = np.int64, np.float64
    arrays = (
        np.full(nodes, OVER, ints),
        np.zeros(nodes, ints),
        np.zeros(nodes, floats),
        np.zeros(nodes, floats),
        np.zeros(nodes + 1, ints),
    )
    return Branches(
        *arrays, np.zeros(edges, ints), np.zeros(edges, ints), np.zeros(edges, floats), np.zeros(1, ints)
    )


def _longer(branches: Branches) -> Branches:
    """Return the same with twice the capacity for edges."""
    longer = {
        name: np.concatenate([old, np.zeros_like(old)])
        for name, old in branches._asdict().items()
        if name in _EDGES
    }
    return branches._replace(**longer)


_EDGES = ("child", "action", "weight")


def _empty(capacity: int) -> NDArray[np.int64]:
    """Return an empty hash table for this many nodes, at least twice as long."""
    return np.full(1 << (2 * capacity).bit_length(), -1, np.int64)


_TWO_SEATS = N_("Only two-player games can be solved, not {seats}-player ones.")
_TOO_LARGE = N_(
    "{game} has at least {most} positions from here, too many to solve. Use a smaller board or start "
    "later in the game."
)
