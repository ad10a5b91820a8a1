"""Proofs: a node whose winners are certain is not searched any more (MCTS-Solver; Winands, Björnsson, Saito 2008).

Proofs exist where nothing is hidden. They propagate from finished games towards the root: a seat that can choose a win has
won, and where all choices are proven, it takes its best one. They never pass a chance event, nor a position in which
several seats act.
"""

from typing import Any

from quartier.bots.mcts.tree import (
    ACTOR,
    CHILDREN,
    CHOICES,
    FIRST,
    KIND,
    NEXT,
    NONE,
    OPEN,
    SEATS,
    USED,
    WINNERS,
    Model,
    Tree,
)
from quartier.bots.model_functions import Workspace
from quartier.core.engine.bits import popcount
from quartier.core.engine.contract import CHANCE

LOST = -1e200
"""The score of a choice that is proven lost: it is chosen only if all are."""


def share_of(won: int, seat: int) -> float:
    """Return the share of the win of a seat, from the bits of the winners."""
    return 1.0 / popcount(won) if won >> seat & 1 else 0.0


def proven_score(won: int, actor: int) -> float:
    """Return the score of a proven choice for selection: there is nothing left to explore."""
    share = share_of(won, actor)
    return share if share > 0.0 else LOST


def prove_leaf(model: Model, tree: Tree, work: Workspace, depth: int, unproven: int) -> None:
    """Record the winners if a simulation has reached the end of the game, and propagate the proof along its path.

    Args:
        model: The functions of a title.
        tree: The tree.
        work: Its world is the position at the end of the path.
        depth: The length of the path.
        unproven: So many nodes at the beginning of the path can't be proven from below.
    """
    leaf = work.path[depth - 1]
    if not tree.integers[OPEN] or tree.integers[SEATS] == 1 or tree.nodes[leaf, WINNERS]:
        return
    is_full = tree.integers[USED] == len(tree.nodes)  # then the world may be one event further than the path
    if is_full or model.actors_of(work.world) != 0:
        return
    tree.nodes[leaf, WINNERS] = model.winners_of(work.world)
    for i in range(depth - 2, unproven - 1, -1):
        node, actor = work.path[i], tree.nodes[work.path[i + 1], ACTOR]
        if actor == CHANCE:
            break
        won = winners_by_choice(tree, node, KIND - actor if actor <= KIND else actor)
        if won == 0:
            break
        tree.nodes[node, WINNERS] = won


def winners_by_choice(tree: Tree, node: int, actor: int) -> int:
    """Return the winners if `actor` chooses the best child of a node; 0 if the children don't prove it."""
    best, best_share, is_certain = 0, -1.0, tree.nodes[node, CHILDREN] == tree.nodes[node, CHOICES]
    child = tree.nodes[node, FIRST]
    while child != NONE:
        won = tree.nodes[child, WINNERS]
        if won == 1 << actor:
            return int(won)
        share = share_of(won, actor) if won else -1.0
        if won == 0 or (share == best_share and won != best):
            is_certain = False  # not proven, or a choice between others of which it doesn't matter to the actor who wins
        elif share > best_share:
            best, best_share = won, share
        child = tree.nodes[child, NEXT]
    return int(best) if is_certain else 0


def proven_values(tree: Tree, work: Workspace, node: int) -> None:
    """Write the value of a proven node for each seat into the workspace's values."""
    for seat in range(tree.integers[SEATS]):
        work.values[seat] = share_of(tree.nodes[node, WINNERS], seat)


def is_decided(tree: Tree, root: Any) -> bool:
    """Return whether the winners are certain at the root."""
    return bool(tree.nodes[root, WINNERS])
