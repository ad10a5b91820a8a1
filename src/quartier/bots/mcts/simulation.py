"""Information-set Monte Carlo tree search, written once and compiled once for all titles.

Every simulation samples a world consistent with the searching seat's knowledge (a determinization), descends
the tree of events that this seat would see, adds a leaf, plays a rollout from it, and adds its value to every
node on the path (one number for each seat). A node's statistics are therefore averages over all worlds that
lead there. `docs/search.md` has the sources.
"""

from typing import Any

from quartier.bots.mcts import tree as arrays
from quartier.bots.mcts.proofs import is_decided, prove_leaf, proven_values
from quartier.bots.mcts.selection import select_child, select_kind
from quartier.bots.mcts.tree import (
    ACTION,
    CHOICES,
    DOUBT,
    ENDED,
    FIRST,
    FORCED,
    GREEDY,
    HIGH,
    HORIZON,
    KINDS,
    LEAD,
    LOW,
    MARGIN,
    MIXED,
    NEXT,
    NONE,
    OPEN,
    RIPE,
    ROOT,
    SEAT,
    SEATS,
    VISITS,
    WINNERS,
    Model,
    Tree,
    add_node,
)
from quartier.bots.model_functions import HIDDEN, Workspace
from quartier.core.engine.bits import below, lowest
from quartier.core.engine.contract import CHANCE

TYPES = arrays.TYPES
SIGNATURES = {"simulate": "int64(Model, Tree, Workspace, raw, int64)"}


def simulate(model: Model, tree: Tree, work: Workspace, root: Any, simulations: int) -> int:
    """Grow a tree, until the winners are proven or all simulations are done.

    Args:
        model: The functions of a title.
        tree: The tree that grows.
        work: Scratch space; its generator samples the worlds.
        root: The position as bytes, concealed for the searching seat.
        simulations: How many simulations to add at most.

    Returns:
        How many were added.
    """
    for done in range(simulations):
        if is_decided(tree, tree.integers[ROOT]) and tree.integers[FORCED] < 0:
            return done
        doubtful = doubts(tree, work)
        depth, doubt_depth, unproven = select(model, tree, work, root, doubtful)
        prove_leaf(model, tree, work, depth, unproven)
        evaluate_leaf(model, tree, work, work.path[depth - 1])
        if doubt_depth < 0:
            backup(tree, work, depth)
        else:
            backup_from(tree, work, doubt_depth, depth)
    return simulations


def evaluate_leaf(model: Model, tree: Tree, work: Workspace, leaf: int) -> None:
    """Write the value of a leaf into the workspace's values: its proven one, or that of a rollout.

    A rollout from a finished game has no moves; its value also depends on points.
    """
    if tree.nodes[leaf, WINNERS] and model.actors_of(work.world) != 0:
        proven_values(tree, work, leaf)
        return
    reals = tree.reals
    model.rollout(work, int(reals[HORIZON]), reals[GREEDY], reals[LEAD], reals[MARGIN])


def doubts(tree: Tree, work: Workspace) -> bool:
    """Return whether this simulation is doubtful: it teaches rivals that they do not know the searching seat's secrets."""
    if tree.reals[DOUBT] == 0.0 or tree.integers[OPEN]:
        return False
    return bool(below(work.rng, 1 << 20) < tree.reals[DOUBT] * (1 << 20))


def select(model: Model, tree: Tree, work: Workspace, root: Any, doubtful: bool) -> tuple[int, int, int]:
    """Sample a world and descend to a new leaf, or to a proven node.

    Return the path's length, where doubt began (-1: nowhere), and how many nodes at its beginning proofs don't reach:
    those up to the last position in which several seats act.

    In a doubtful simulation the world is resampled where a rival first decides, from what that rival knows:
    in the searching seat's worlds its own hand is always the true one, and rivals that learn only there would
    play as if they saw it.
    """
    seat, node, depth, doubt_depth, unproven = tree.integers[SEAT], tree.integers[ROOT], 1, -1, 0
    actors = model.sample_world(work.world, root, seat, work.rng)
    if not tree.integers[OPEN]:
        control_variate(model, tree, work)
    work.path[0] = node
    while actors != 0 and depth < len(work.path) - 1:
        if actors == CHANCE:
            node, actors = select_outcome(model, tree, work, node)
        else:
            actor = seat if actors >> seat & 1 else lowest(actors)
            if actors != 1 << actor:
                unproven = depth + tree.integers[KINDS]
            if actor == seat and doubt_depth >= 0:
                break
            if doubtful and doubt_depth < 0 and actor != seat:
                model.redeterminize(work.world, actor, work.rng)
                doubt_depth = depth
            if tree.integers[KINDS]:
                node = select_kind(model, tree, work, node, actor)
                work.path[depth] = node
                depth += 1
            if node != NONE:
                node = select_child(model, tree, work, node, actor)
            if node != NONE:
                actors = model.step(work.world, actor, tree.nodes[node, ACTION])
        if node == NONE:
            break
        work.path[depth] = node
        depth += 1
        if tree.nodes[node, VISITS] < tree.reals[RIPE] or tree.nodes[node, WINNERS]:
            break
    if node != NONE and actors > 0 and actors >> seat & 1 and tree.hashes[node] == 0 and doubt_depth < 0:
        tree.hashes[node] = model.observation_hash(work.world, work.scratch, seat)
    return depth, doubt_depth, unproven


def control_variate(model: Model, tree: Tree, work: Workspace) -> None:
    """Subtract the luck of the world from the values: the deviation of each seat's root evaluation from its mean.

    A rival with bad secrets makes every move look good in one simulation and none in the next; this noise
    would hide the difference between moves (a control variate). The unused row NONE of the tree holds the
    sums.
    """
    seats = model.evaluate_seats(work.world, work.net, work.values)
    tree.nodes[NONE, VISITS] += 1
    for seat in range(seats):
        tree.totals[NONE, seat] += work.values[seat]
        mean = tree.totals[NONE, seat] / tree.nodes[NONE, VISITS]
        work.values[2 * seats + seat] = mean - work.values[seat]


def select_outcome(model: Model, tree: Tree, work: Workspace, node: int) -> tuple[int, int]:
    """Play a chance event; return the node after it (NONE if there is no space for one), and who is to act then."""
    count = 0
    if tree.integers[OPEN] and tree.integers[ENDED]:
        count = model.list_outcomes(work)
        tree.nodes[node, CHOICES] = count
    outcome = model.step_chance(work.world, tree.integers[SEAT], work.rng, work.actions, work.weights)
    if outcome == HIDDEN:
        tree.integers[OPEN] = 0
    child = tree.nodes[node, FIRST]
    while child != NONE and tree.nodes[child, ACTION] != outcome:
        child = tree.nodes[child, NEXT]
    if child == NONE:
        child = add_node(tree, node, CHANCE, outcome, 0.0)
    for i in range(count):  # the weights, for the proof of an expectation
        if work.actions[i] == outcome and child != NONE:
            tree.totals[child, tree.integers[SEATS]] = work.weights[i]
    return child, model.actors_of(work.world)


def backup(tree: Tree, work: Workspace, depth: int) -> None:
    """Add the values to every node of the path."""
    seats = tree.integers[SEATS]
    for i in range(depth):
        add_values(tree, work, work.path[i])
    if seats == 1:
        tree.reals[LOW] = min(tree.reals[LOW], work.values[0])
        tree.reals[HIGH] = max(tree.reals[HIGH], work.values[0])


def backup_from(tree: Tree, work: Workspace, doubt_depth: int, depth: int) -> None:
    """Add the values to the nodes after the doubt began; above it the searching seat learns from its own worlds alone."""
    for i in range(doubt_depth, depth):
        add_values(tree, work, work.path[i])


def add_values(tree: Tree, work: Workspace, node: int) -> None:
    """Add a visit with these values to a node; a proven expectation remains what it is."""
    visits, is_exact = tree.nodes[node, VISITS], tree.nodes[node, WINNERS] == MIXED
    for seat in range(tree.integers[SEATS]):
        tree.totals[node, seat] += tree.totals[node, seat] / visits if is_exact else work.values[seat]
    tree.nodes[node, VISITS] += 1
