"""Using a tree again: the game has come to a node of it, and what lies below that node is still worth something."""

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
    Tree,
)

TYPES = arrays.TYPES
SIGNATURES = {
    "find_node": "int64(Tree, int64)",
    "keep_subtree": "void(Tree, Tree, int64, ints)",
}


def find_node(tree: Tree, observed: int) -> int:
    """The node below the root, or the root, with this hash of an observation and most visits; NONE if there is none."""
    best, most = NONE, 0
    for node in range(1, tree.integers[USED]):
        if tree.hashes[node] == observed and tree.nodes[node, VISITS] > most:
            best, most = node, tree.nodes[node, VISITS]
    return best


def keep_subtree(tree: Tree, kept: Tree, root: int, moved: Any) -> None:
    """Copy the tree below `root` into the tree `kept`, breadth first.

    `moved` (int64, (capacity,)) is working space: the old row of each new node. Siblings keep their order.
    """
    copy_node(tree, kept, root, 1)
    moved[1] = root
    used, node = 2, 1
    while node < used:
        found = tree.nodes[moved[node], FIRST]
        last = NONE
        while found != NONE:
            copy_node(tree, kept, found, used)
            if last == NONE:
                kept.nodes[node, FIRST] = used
            else:
                kept.nodes[last, NEXT] = used
            moved[used] = found
            last = used
            used += 1
            found = tree.nodes[found, NEXT]
        node += 1
    kept.integers[USED], kept.integers[ROOT] = used, 1
    kept.nodes[NONE, VISITS] = 0
    for seat in range(tree.integers[SEATS]):
        kept.totals[NONE, seat] = 0.0


def copy_node(tree: Tree, kept: Tree, old: int, new: int) -> None:
    """Copy a row without its links."""
    for column in range(COLUMNS):
        kept.nodes[new, column] = tree.nodes[old, column]
    kept.nodes[new, FIRST] = kept.nodes[new, NEXT] = NONE
    for column in range(tree.integers[SEATS] + 1):
        kept.totals[new, column] = tree.totals[old, column]
    kept.hashes[new] = tree.hashes[old]
