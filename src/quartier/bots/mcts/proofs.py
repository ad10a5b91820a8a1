"""Proofs: a node whose result is certain is not searched any more (MCTS-Solver; Winands, Björnsson, Saito 2008).

Proofs exist where nothing is hidden. They propagate from finished games towards the root: a seat that can choose a win has
won, and where all choices are proven, it takes its best one. A chance event is proven once all its outcomes are: by the
same winners, or by its expectation. Proofs never pass a position in which several seats act.
"""

from typing import Any

from quartier.bots.mcts.tree import (
    ACTOR,
    CHILDREN,
    CHOICES,
    ENDED,
    FIRST,
    KIND,
    MIXED,
    NEXT,
    NONE,
    OPEN,
    SEATS,
    USED,
    VISITS,
    WINNERS,
    Model,
    Tree,
)
from quartier.bots.model_functions import Workspace
from quartier.core.engine.bits import lowest, popcount
from quartier.core.engine.contract import CHANCE

LOST = -1e200
"""The score of a choice that is proven lost: it is chosen only if all are."""
_EQUAL = 1e-9
"""Shares closer than this are equal: expectations are rounded."""


def share_of(won: int, seat: int) -> float:
    """Return the share of the win of a seat, from the bits of the winners."""
    return 1.0 / popcount(won) if won >> seat & 1 else 0.0


def proven_share(tree: Tree, node: int, seat: int) -> float:
    """Return the certain share of the win of a seat at a proven node."""
    won = tree.nodes[node, WINNERS]
    return tree.totals[node, seat] / tree.nodes[node, VISITS] if won == MIXED else share_of(won, seat)


def proven_score(tree: Tree, node: int, actor: int) -> float:
    """Return the score of a proven choice for selection: there is nothing left to explore."""
    share = proven_share(tree, node, actor)
    return share if share > 0.0 else LOST


def prove_leaf(model: Model, tree: Tree, work: Workspace, depth: int, unproven: int) -> None:
    """Record the winners if the game ends at the leaf or with the next move, and propagate the proof along the path.

    Args:
        model: The functions of a title.
        tree: The tree.
        work: Its world is the position at the end of the path.
        depth: The length of the path.
        unproven: So many nodes at the beginning of the path can't be proven from below.
    """
    leaf = work.path[depth - 1]
    if not tree.integers[OPEN] or tree.integers[SEATS] == 1:
        return
    if tree.integers[USED] == len(tree.nodes):  # then the world may be one event further than the path
        return
    if tree.nodes[leaf, WINNERS] == 0:
        tree.nodes[leaf, WINNERS] = certain_winners(model, tree, work, leaf)
    if tree.nodes[leaf, WINNERS] == 0:
        return
    for i in range(depth - 2, unproven - 1, -1):
        node, actor = work.path[i], tree.nodes[work.path[i + 1], ACTOR]
        if actor == CHANCE:
            is_proven = prove_chance(tree, node)
        else:
            is_proven = prove_choice(tree, node, KIND - actor if actor <= KIND else actor)
        if not is_proven:
            break


def certain_winners(model: Model, tree: Tree, work: Workspace, leaf: int) -> int:
    """Return the winners of a finished game; near its end also a seat that can win with the next move; else 0."""
    actors = model.actors_of(work.world)
    if actors == 0:
        tree.integers[ENDED] = 1
        return int(model.winners_of(work.world))
    if actors < 0 or actors & (actors - 1) or not tree.integers[ENDED] or tree.nodes[leaf, VISITS]:
        return 0
    return int(actors) if model.can_win_now(work, lowest(actors)) else 0


def prove_choice(tree: Tree, node: int, actor: int) -> bool:
    """Give a node the proof of the best child for `actor`, if its children prove it; return whether they do."""
    best, best_share, is_certain = NONE, -1.0, tree.nodes[node, CHILDREN] == tree.nodes[node, CHOICES]
    child = tree.nodes[node, FIRST]
    while child != NONE:
        won = tree.nodes[child, WINNERS]
        if won == 1 << actor:
            best, is_certain = child, True
            break
        share = proven_share(tree, child, actor) if won else -1.0
        if won == 0 or (abs(share - best_share) < _EQUAL and differ(tree, child, best)):
            is_certain = False  # not proven, or a choice between others of which it doesn't matter to the actor who wins
        elif share > best_share:
            best, best_share = child, share
        child = tree.nodes[child, NEXT]
    if best == NONE or not is_certain:
        return False
    tree.nodes[node, WINNERS] = tree.nodes[best, WINNERS]
    if tree.nodes[node, WINNERS] == MIXED:
        for seat in range(tree.integers[SEATS]):
            tree.totals[node, seat] = tree.nodes[node, VISITS] * proven_share(tree, best, seat)
    return True


def differ(tree: Tree, node: int, other: int) -> bool:
    """Return whether two proven nodes differ for any seat."""
    for seat in range(tree.integers[SEATS]):
        if abs(proven_share(tree, node, seat) - proven_share(tree, other, seat)) > _EQUAL:
            return True
    return False


def prove_chance(tree: Tree, node: int) -> bool:
    """Prove a chance event if each of its outcomes has been seen and is proven; return whether it is."""
    if tree.nodes[node, CHILDREN] != tree.nodes[node, CHOICES]:
        return False
    seats, total, won = tree.integers[SEATS], 0.0, 0
    child = tree.nodes[node, FIRST]
    while child != NONE:
        weight, here = tree.totals[child, seats], tree.nodes[child, WINNERS]
        if here == 0 or weight == 0.0:
            return False
        if won == 0:
            won = here
        elif won != here:
            won = MIXED
        total += weight
        child = tree.nodes[child, NEXT]
    tree.nodes[node, WINNERS] = won
    if won == MIXED:
        for seat in range(seats):
            tree.totals[node, seat] = tree.nodes[node, VISITS] * expected_share(tree, node, seat) / total
    return True


def expected_share(tree: Tree, node: int, seat: int) -> float:
    """Return the sum of a seat's shares after a chance event, times the weights of its outcomes."""
    result, child = 0.0, tree.nodes[node, FIRST]
    while child != NONE:
        result += tree.totals[child, tree.integers[SEATS]] * proven_share(tree, child, seat)
        child = tree.nodes[child, NEXT]
    return result


def proven_values(tree: Tree, work: Workspace, node: int) -> None:
    """Write the value of a proven node for each seat into the workspace's values."""
    for seat in range(tree.integers[SEATS]):
        work.values[seat] = proven_share(tree, node, seat)


def is_decided(tree: Tree, root: Any) -> bool:
    """Return whether the result is certain at the root."""
    return bool(tree.nodes[root, WINNERS])
