"""The line that a search expects after a move: what it looked at most, over all worlds and draws that it has imagined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from quartier.bots.mcts import tree
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State

MOST = 3
"""Steps of a line, the move with which it begins included."""
FEWEST, SHARE = 20, 8
"""A step is expected if the search has looked at it so many times, and at least every so manyth time of all."""
WORLDS = 24
"""Imagined worlds that are tried, at most, until the whole line can be played in one."""

Node = tuple[Any, int]
"""A tree and a row of it."""


class Step(NamedTuple):
    """A move of a line."""

    seat: int
    move: str
    before: bytes
    """An imagined position in which it is played, as the seat knows it that searched."""


def expected(trees: Iterable[Any], action: int) -> list[tuple[int, int]]:
    """Who is expected to do what after an action at the root: whatever is drawn, and whatever others may hold."""
    here = [
        node for tree in trees for node in _choices([(tree, _root(tree))]).get(_at_root(tree, action), [])
    ]
    line: list[tuple[int, int]] = []
    while len(line) < MOST - 1 and here:
        choices = _choices(here)
        seen = {choice: sum(_visits(node) for node in nodes) for choice, nodes in choices.items()}
        best = max(seen, key=lambda choice: (seen[choice], choice), default=None)
        if best is None or seen[best] < FEWEST or SHARE * seen[best] < sum(seen.values()):
            break
        line.append(best)
        here = choices[best]
    return line


def imagined(known: State, seat: int, move: str, line: Sequence[tuple[int, int]], dice: Dice) -> list[Step]:
    """A move of a seat and as much of the line after it as can be played in one imagined world."""
    longest: list[Step] = []
    for _ in range(WORLDS):
        steps = _played(known.determinize(seat, dice), seat, [(seat, known.read(move)), *line], dice)
        longest = max(longest, steps, key=len)
        if len(longest) > len(line):
            break
    return longest


def _played(world: State, seat: int, line: Sequence[tuple[int, int]], dice: Dice) -> list[Step]:
    """As far as nobody goes on from a draw that they have seen: nobody can know what they will draw."""
    steps: list[Step] = []
    wiser: set[int] = set()
    for actor, action in line:
        wiser |= _drawn(world, dice)
        if actor in wiser or actor not in world.seats_to_act() or action not in world.legal(actor):
            break
        steps.append(Step(actor, world.write(action), bytes(world.concealed(seat))))
        world.play_action(actor, action)
    return steps


def _drawn(world: State, dice: Dice) -> set[int]:
    """Let chance have its turn; who has seen what it brought."""
    seen: set[int] = set()
    while world.to_act() == {"*"}:
        seen |= {seat for seat in range(world.seats) if world.observes_draw(seat)}
        world.draw(dice)
    return seen


def _choices(nodes: Iterable[Node]) -> dict[tuple[int, int], list[Node]]:
    """The edges below some nodes by who chooses what there, behind draws and kinds of actions."""
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
