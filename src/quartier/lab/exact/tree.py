"""A whole game as a tree, for games that are small enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.lab.exact import growing
from quartier.lab.exact.growing import OVER, Found, Nodes
from quartier.lab.exact.solving import Graph

MOST_NODES = 5_000_000
"""More positions than these are not solved unless somebody asks for it: they take some gigabytes."""
MOST_BYTES = 4 << 30
"""Of the positions of two layers, which lie in memory together."""
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Tree:
    """All that may happen from a position on, for two seats, and what each seat knows of it."""

    start: State
    graph: Graph
    owner: NDArray[np.int64]
    """(information sets,): the seat that acts"""
    example: NDArray[np.int64]
    """(information sets,): one of its nodes"""
    action: NDArray[np.int32]
    """(edges,)"""
    origin: NDArray[np.int32]
    """(nodes, 2): a node that leads to each, -1 for the first one, and by which action"""

    @property
    def nodes(self) -> int:
        """How many positions there are; those that differ only in an open past are one."""
        return len(self.graph.actor)

    @property
    def infos(self) -> int:
        """How many information sets there are, of both seats."""
        return len(self.owner)

    @property
    def decisions(self) -> int:
        """How many probabilities a strategy of both seats has."""
        return int(self.graph.offset[-1])

    @cached_property
    def open(self) -> bool:
        """Whether nobody ever has to decide without knowing everything."""
        acting = int((self.graph.actor >= 0).sum())
        return acting == self.infos

    def actions(self, info: int) -> NDArray[np.int32]:
        """The legal actions of an information set, in order."""
        node = self.example[info]
        return self.action[self.graph.first[node] : self.graph.first[node + 1]]

    def state(self, info: int) -> State:
        """A position of an information set, with its past since the start."""
        path, node = [], int(self.example[info])
        while node > 0:
            before, action = self.origin[node]
            path.append((int(self.graph.actor[before]), int(action)))
            node = int(before)
        state = self.start.copy()
        for actor, action in reversed(path):
            state.play_action(actor, action)
        return state


def tree_of(start: State, most: int = MOST_NODES, report: Progress | None = None) -> Tree:
    """The tree of a game from a position on, of whose past nothing is hidden.

    `report` is told now and then how many nodes there are. QuartierError if there are more than `most`.
    """
    if start.seats != 2:
        raise BadOption(_TWO_SEATS, seats=start.seats)
    growth = _Growth(start, most, report)
    while growth.grow():
        pass
    return growth.tree()


class _Layer:
    """The positions of a layer, with room for more."""

    def __init__(self, game: Ruleset, room: int, seats: int) -> None:
        self.positions = game.declared.state.new(room)
        self.nodes = Nodes(
            self.positions.view(np.uint8).reshape(room, -1),
            np.zeros((room, seats), np.int64),
            np.zeros((room, 2), np.int64),
            np.zeros(room, np.int64),
            np.zeros(1, np.int64),
        )

    @property
    def count(self) -> int:
        return int(self.nodes.count[0])

    def wider(self, game: Ruleset, room: int) -> _Layer:
        """The same nodes with more room."""
        made = _Layer(game, room, self.nodes.pasts.shape[1])
        made.positions[: self.count] = self.positions[: self.count]
        for old, new in zip(self.nodes[1:], made.nodes[1:], strict=True):
            new[: len(old)] = old
        return made


class _Growth:
    """The tree as far as it has grown: what was found of each layer, and the positions of the last one."""

    def __init__(self, start: State, most: int, report: Progress | None) -> None:
        self._start = start
        self._most, self._report, self._done = most, report, 1
        self._game = start.game
        self._loops = self._game.bound(growing)
        self._known = self._game.declared.state.new(1)
        self._told = self._known.view(np.uint8).reshape(1, -1)
        self._buffers = start.buffers()
        self._layer = _Layer(self._game, 1, start.seats)
        self._layer.positions[:] = start.position
        self._layer.nodes.count[0] = 1
        self._found: list[Found] = []
        self._origins = [np.full((1, 2), -1, np.int64)]

    def grow(self) -> bool:
        """Work out what follows; whether anything does."""
        room = 2 * self._game.actions
        below, begin = _Layer(self._game, room, self._start.seats), 0
        found = _room(self._layer.count, room)
        table = _empty(room)
        while begin < self._layer.count:
            scratch = (table, self._told, *self._buffers, begin)
            begin = self._loops.grow(
                self._layer.positions,
                below.positions,
                self._known,
                self._layer.nodes,
                below.nodes,
                found,
                *scratch,
            )
            self._check(below)
            if begin < self._layer.count:
                found, below = _longer(found), below.wider(self._game, 2 * len(below.positions))
                table = _empty(len(below.positions))
                self._loops.find_again(below.nodes, table)
        edges = int(found.count[0])
        self._found.append(
            found._replace(
                child=found.child[:edges], action=found.action[:edges], weight=found.weight[:edges]
            )
        )
        self._origins.append(below.nodes.origin[: below.count].copy())
        self._layer, self._done = below, self._done + below.count
        return below.count > 0

    def _check(self, below: _Layer) -> None:
        """Neither more nodes than are allowed, nor more memory than most computers have."""
        total, bytes_ = self._done + below.count, self._layer.positions.nbytes + below.positions.nbytes
        if total > self._most or bytes_ > MOST_BYTES:
            raise QuartierError(_TOO_LARGE, most=total, game=self._game.title())
        if self._report:
            self._report(total)

    def tree(self) -> Tree:
        """All layers as one tree."""
        found, counts = self._found, [len(each.actor) for each in self._found]
        layers = np.concatenate([[0], np.cumsum(counts)])
        actor = np.concatenate([each.actor for each in found]).astype(np.int32)
        edges = np.cumsum([0] + [len(each.child) for each in found])
        first = np.concatenate(
            [*(each.first[:-1] + begun for each, begun in zip(found, edges, strict=False)), edges[-1:]]
        )
        child = np.concatenate([each.child + below for each, below in zip(found, layers[1:], strict=False)])
        origins = [
            each + np.array([before, 0]) for each, before in zip(self._origins[1:], layers, strict=False)
        ]
        info, example = _information_sets(found, layers)
        width = first[example + 1] - first[example]
        graph = Graph(
            layers,
            actor,
            info,
            np.concatenate([each.worth for each in found]),
            first,
            child.astype(np.int32),
            np.concatenate([each.weight for each in found]),
            np.concatenate([[0], np.cumsum(width)]),
        )
        action = np.concatenate([each.action for each in found]).astype(np.int32)
        origin = np.concatenate([self._origins[0], *origins])[: len(actor)].astype(np.int32)
        return Tree(self._start, graph, actor[example].astype(np.int64), example, action, origin)


def _information_sets(found: list[Found], layers: Any) -> tuple[Any, Any]:
    """By node its information set, -1 without one; and by information set one of its nodes."""
    infos, examples, count = [], [], 0
    for each, begun in zip(found, layers, strict=False):
        info, acting = np.full(len(each.actor), -1, np.int32), np.flatnonzero(each.actor >= 0)
        _, first, same = np.unique(
            np.stack([each.actor, each.info])[:, acting], axis=1, return_index=True, return_inverse=True
        )
        info[acting] = same.reshape(-1) + count
        infos.append(info)
        examples.append(acting[first] + begun)
        count += len(first)
    return np.concatenate(infos), np.concatenate(examples)


def _room(nodes: int, edges: int) -> Found:
    ints, floats = np.int64, np.float64
    made = (
        np.full(nodes, OVER, ints),
        np.zeros(nodes, ints),
        np.zeros(nodes, floats),
        np.zeros(nodes + 1, ints),
    )
    return Found(
        *made, np.zeros(edges, ints), np.zeros(edges, ints), np.zeros(edges, floats), np.zeros(1, ints)
    )


def _longer(found: Found) -> Found:
    """The same with more room for edges."""
    longer = {
        name: np.concatenate([old, np.zeros_like(old)])
        for name, old in found._asdict().items()
        if name in _EDGES
    }
    return found._replace(**longer)


_EDGES = ("child", "action", "weight")


def _empty(room: int) -> NDArray[np.int64]:
    """A table for as many nodes, twice as long at least."""
    return np.full(1 << (2 * room).bit_length(), -1, np.int64)


_TWO_SEATS = N_("Only games of two seats are solved, not of {seats}.")
_TOO_LARGE = N_(
    "{game} has more than {most} positions from there on: too many to look at each. Take a smaller board or a later "
    "position."
)
