"""Principal variation: the most visited line after a move, over all worlds and draws that the search sampled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from quartier.bots.mcts import tree
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State

MAX_STEPS = 3
"""Maximum steps of a line, including its first move."""
MIN_VISITS, SHARE = 20, 8
"""A step needs at least this many visits, and at least one in this many of all visits."""
WORLDS = 24
"""Maximum number of sampled worlds tried until the whole line can be played in one."""

Node = tuple[Any, int]
"""A tree and one of its rows."""


class Step(NamedTuple):
    """A move of a line."""

    seat: int
    move: str
    before: bytes
    """The sampled position in which it is played, as the searching seat knows it."""


def expected_line(trees: Iterable[Any], action: int) -> list[tuple[int, int]]:
    """Return the expected actions after one at the root, over all draws and all hands of others."""
    here = [
        node for tree in trees for node in _choices([(tree, _root(tree))]).get(_at_root(tree, action), [])
    ]
    line: list[tuple[int, int]] = []
    while len(line) < MAX_STEPS - 1 and here:
        choices = _choices(here)
        visits = {choice: sum(_visits(node) for node in nodes) for choice, nodes in choices.items()}
        best = max(visits, key=lambda choice: (visits[choice], choice), default=None)
        if best is None or visits[best] < MIN_VISITS or SHARE * visits[best] < sum(visits.values()):
            break
        line.append(best)
        here = choices[best]
    return line


def play_line(state: State, seat: int, move: str, line: Sequence[tuple[int, int]], dice: Dice) -> list[Step]:
    """Return a move of a seat and as much of the line after it as can be played in one sampled world."""
    longest: list[Step] = []
    for _ in range(WORLDS):
        steps = _play_in_world(state.determinize(seat, dice), seat, [(seat, state.read(move)), *line], dice)
        longest = max(longest, steps, key=len)
        if len(longest) > len(line):
            break
    return longest


def _play_in_world(world: State, seat: int, line: Sequence[tuple[int, int]], dice: Dice) -> list[Step]:
    """Cut the line where a seat continues from a draw that it has seen: its draws cannot be predicted."""
    steps: list[Step] = []
    wiser: set[int] = set()
    for actor, action in line:
        wiser |= _settle_chance(world, dice)
        if actor in wiser or actor not in world.seats_to_act() or action not in world.legal(actor):
            break
        steps.append(Step(actor, world.write(action), bytes(world.concealed(seat))))
        world.play_action(actor, action)
    return steps


def _settle_chance(world: State, dice: Dice) -> set[int]:
    """Play pending chance events; return who has seen them."""
    observers: set[int] = set()
    while world.to_act() == {"*"}:
        observers |= {seat for seat in range(world.seats) if world.observes_draw(seat)}
        world.draw(dice)
    return observers


def _choices(nodes: Iterable[Node]) -> dict[tuple[int, int], list[Node]]:
    """Return the edges below some nodes, by actor and action, across draws and kinds of actions."""
    result: dict[tuple[int, int], list[Node]] = {}
    waiting = [child for node in nodes for child in _children(node)]
    while waiting:
        edge = waiting.pop()
        rows = edge[0].nodes[edge[1]]
        actor = int(rows[tree.ACTOR])
        if actor == CHANCE or actor <= tree.KIND:
            waiting += _children(edge)
        else:
            result.setdefault((actor, int(rows[tree.ACTION])), []).append(edge)
    return result


def _children(node: Node) -> list[Node]:
    grown, row = node
    result, child = [], int(grown.nodes[row, tree.FIRST])
    while child != tree.NONE:
        result.append((grown, child))
        child = int(grown.nodes[child, tree.NEXT])
    return result


def _visits(node: Node) -> int:
    grown, row = node
    return int(grown.nodes[row, tree.VISITS])


def _root(grown: Any) -> int:
    return int(grown.integers[tree.ROOT])


def _at_root(grown: Any, action: int) -> tuple[int, int]:
    return int(grown.integers[tree.SEAT]), action
