"""Tree reuse: the game has reached a node of the tree, so the subtree below it can be kept."""

from typing import Any

from quartier.bots.mcts import tree as arrays
from quartier.bots.mcts.tree import (
    COLUMNS,
    FIRST,
    NEXT,
    NONE,
    ROOT,
    SEATS,
    USED,
    VISITS,
    WINNERS,
    Tree,
)

TYPES = arrays.TYPES
SIGNATURES = {
    "find_node": "int64(Tree, int64)",
    "keep_subtree": "void(Tree, Tree, int64, ints)",
}


def find_node(tree: Tree, observed: int) -> int:
    """Return the node at or below the root with this observation hash and most visits; NONE if there is none."""
    best, most = NONE, 0
    for node in range(1, tree.integers[USED]):
        if tree.hashes[node] == observed and tree.nodes[node, VISITS] > most:
            best, most = node, tree.nodes[node, VISITS]
    return best


def keep_subtree(tree: Tree, target: Tree, root: int, moved: Any) -> None:
    """Copy the tree below `root` into the tree `target`, breadth first.

    `moved` (int64, (capacity,)) is scratch space: the old row of each new node. Siblings keep their order.
    """
    copy_node(tree, target, root, 1)
    moved[1] = root
    used, node = 2, 1
    while node < used:
        child = tree.nodes[moved[node], FIRST]
        last = NONE
        while child != NONE:
            copy_node(tree, target, child, used)
            if last == NONE:
                target.nodes[node, FIRST] = used
            else:
                target.nodes[last, NEXT] = used
            moved[used] = child
            last = used
            used += 1
            child = tree.nodes[child, NEXT]
        node += 1
    target.integers[USED], target.integers[ROOT] = used, 1
    if target.nodes[1, FIRST] == NONE:
        target.nodes[1, WINNERS] = 0  # a leaf with a win in one doesn't know which move it is
    target.nodes[NONE, VISITS] = 0
    for seat in range(tree.integers[SEATS]):
        target.totals[NONE, seat] = 0.0


def copy_node(tree: Tree, target: Tree, old: int, new: int) -> None:
    """Copy a row without its links."""
    for column in range(COLUMNS):
        target.nodes[new, column] = tree.nodes[old, column]
    target.nodes[new, FIRST] = target.nodes[new, NEXT] = NONE
    for column in range(tree.integers[SEATS] + 1):
        target.totals[new, column] = tree.totals[old, column]
    target.hashes[new] = tree.hashes[old]
