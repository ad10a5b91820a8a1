"""The arrays of a search: the tree, and the functions of the title."""

from typing import Any, NamedTuple

from quartier.bots import model_functions
from quartier.core.engine.signatures import Fields, Types

ACTION, NEXT, FIRST, VISITS, AVAILABLE, ACTOR, CHILDREN, CHOICES, WINNERS = range(9)
"""Columns of a node: its action or outcome; the next sibling and the first child (0: none); simulations that passed it;
how often it could have been chosen; who chose it (a seat, CHANCE, or KIND - seat); its children; its choices when last
listed; the bits of the seats that win from here if that is proven, MIXED, or 0."""
COLUMNS = 9

MIXED = -1
"""Proven, but chance decides who wins: the mean value of the node is exact."""
NONE = 0
"""No node: the first root of a tree is node 1."""
KIND = -2
"""KIND - seat is the actor of an edge by which a seat chooses a kind of action; nothing is played there."""

SEAT, USED, ROOT, OPEN, SEATS, KINDS, FORCED, ENDED = range(8)
"""The integers of a tree: the searching seat; rows in use; the root; 1 if nothing is hidden from anyone; the
number of seats; 1 if the title has kinds of actions; an action with which every simulation begins, or -1;
1 once a simulation has reached the end of the game."""
INTEGERS = 8

(
    EXPLORE,
    UNTRIED,
    PRIOR_SCALE,
    WIDTH,
    WIDENING,
    RIPE,
    HORIZON,
    GREEDY,
    LEAD,
    MARGIN,
    DOUBT,
    NOISE,
    LOW,
    HIGH,
) = range(14)
"""The real numbers of a tree: the `Settings` and the noise of `quartier.bots.settings`, then the range of
points found by a single seat, whose values are points rather than shares of the win."""
REALS = 14


class Model(NamedTuple):
    """The title's functions for a search: `quartier.bots.model_functions`."""

    sample_world: Any
    redeterminize: Any
    actors_of: Any
    winners_of: Any
    legal_actions: Any
    step: Any
    step_chance: Any
    list_outcomes: Any
    can_win_now: Any
    kind_of: Any
    priors: Any
    rollout: Any
    evaluate_seats: Any
    observation_hash: Any


class Tree(NamedTuple):
    """A tree. A node is a row of three arrays, and also the edge that leads to it."""

    nodes: Any
    """int32, (capacity, COLUMNS)"""
    totals: Any
    """float64, (capacity, seats + 1): sums of values by seat, and the prior of the edge"""
    hashes: Any
    """int64, (capacity,): a hash of the searching seat's observation where it is to act, else 0"""
    integers: Any
    """int64, (INTEGERS,)"""
    reals: Any
    """float64, (REALS,)"""


TYPES: Types = {
    **model_functions.TYPES,
    **model_functions.SIGNATURES,
    "Model": Fields(Model, ", ".join(model_functions.SIGNATURES)),
    "Tree": Fields(Tree, "int32_rows, float_rows, ints, ints, floats"),
}
"""The words for these in signatures: a function of the model is named as in `quartier.bots.model_functions`."""


def add_node(tree: Tree, parent: int, actor: int, action: int, prior: float) -> int:
    """Add a node as the first child of its parent; return NONE if the tree is full."""
    node = tree.integers[USED]
    if node == len(tree.nodes):
        return NONE
    tree.integers[USED] += 1
    for column in range(COLUMNS):
        tree.nodes[node, column] = 0
    for seat in range(tree.integers[SEATS]):
        tree.totals[node, seat] = 0.0
    tree.totals[node, tree.integers[SEATS]] = prior
    tree.hashes[node] = 0
    tree.nodes[node, ACTION] = action
    tree.nodes[node, ACTOR] = actor
    tree.nodes[node, NEXT] = tree.nodes[parent, FIRST]
    tree.nodes[parent, FIRST] = node
    tree.nodes[parent, CHILDREN] += 1
    return int(node)
