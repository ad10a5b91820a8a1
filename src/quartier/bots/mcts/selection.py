"""Selection and expansion: the kind of an action, then the action; PUCT, priors, progressive widening."""

from math import sqrt

from quartier.bots.mcts.proofs import LOST, proven_score
from quartier.bots.mcts.tree import (
    ACTION,
    ACTOR,
    AVAILABLE,
    CHILDREN,
    CHOICES,
    EXPLORE,
    FIRST,
    FORCED,
    HIGH,
    KIND,
    KINDS,
    LOW,
    NEXT,
    NOISE,
    NONE,
    OPEN,
    PRIOR_SCALE,
    ROOT,
    SEAT,
    SEATS,
    UNTRIED,
    VISITS,
    WIDENING,
    WIDTH,
    WINNERS,
    Model,
    Tree,
    add_node,
)
from quartier.bots.model_functions import Workspace
from quartier.core.engine.bits import below, lowest, popcount


def select_kind(model: Model, tree: Tree, work: Workspace, node: int, actor: int) -> int:
    """Return the edge for a kind of action: the kinds legal in this world compete, each with the same prior."""
    count = model.legal_actions(work.world, actor, work.actions)
    forced = tree.integers[FORCED] if node == tree.integers[ROOT] else -1
    kinds = 0
    for i in range(count):
        kinds |= 1 << model.kind_of(work.world, actor, work.actions[i])
    if forced >= 0:
        kinds = 1 << model.kind_of(work.world, actor, forced)
    existing = 0
    child = tree.nodes[node, FIRST]
    while child != NONE:
        existing |= 1 << tree.nodes[child, ACTION]
        child = tree.nodes[child, NEXT]
    missing = kinds & ~existing
    while missing:
        if add_node(tree, node, KIND - actor, lowest(missing), EVEN) == NONE:
            return NONE
        missing &= missing - 1
    tree.nodes[node, CHOICES] = popcount(kinds)
    best, best_worth = NONE, -1e300
    child = tree.nodes[node, FIRST]
    while child != NONE:
        if kinds >> tree.nodes[child, ACTION] & 1:
            tree.nodes[child, AVAILABLE] += 1
            worth = puct_score(tree, node, child, actor)
            if worth > best_worth:
                best, best_worth = child, worth
        child = tree.nodes[child, NEXT]
    return int(best)


EVEN = 0.4
"""Return the prior of each kind of action."""


def select_child(model: Model, tree: Tree, work: Workspace, node: int, actor: int) -> int:
    """Return the edge for an action of `actor`, adding edges once the node has enough visits; NONE without space for one."""
    if is_forced(tree, work, node):
        return forced_child(tree, node, actor)
    if tree.integers[OPEN] and is_fully_expanded(tree, node):
        best = best_child(tree, node, actor)
        if not is_proven_loss(tree, best, actor) or tree.nodes[node, CHILDREN] == tree.nodes[node, CHOICES]:
            return best
    count = legal_choices(model, tree, work, node, actor)
    present = find_children(tree, work, node, count)
    limit = allowed_children(tree, node, count)
    if tree.integers[OPEN] and present >= limit:
        limit = min(count, 2 * present)  # all of them lose
    if present < limit:
        expand(model, tree, work, node, actor, count, present, limit)
    best = best_legal_child(tree, work, node, actor)
    clear_children(work, count)
    return best


def is_proven_loss(tree: Tree, node: int, actor: int) -> bool:
    """Return whether a node is proven to be lost for `actor`."""
    return bool(tree.nodes[node, WINNERS] and proven_score(tree, node, actor) == LOST)


def is_forced(tree: Tree, work: Workspace, node: int) -> bool:
    """Return whether the choice at a node is forced: at the root, or below the first edge of a kind."""
    if tree.integers[FORCED] < 0:
        return False
    return bool(node == (work.path[1] if tree.integers[KINDS] else tree.integers[ROOT]))


def is_fully_expanded(tree: Tree, node: int) -> bool:
    """Return whether a node has all its children for now, if every world has the same choices."""
    children = tree.nodes[node, CHILDREN]
    return bool(children and children >= allowed_children(tree, node, tree.nodes[node, CHOICES]))


def forced_child(tree: Tree, node: int, actor: int) -> int:
    """Return the edge of the forced action, a new one if necessary."""
    child = tree.nodes[node, FIRST]
    while child != NONE and tree.nodes[child, ACTION] != tree.integers[FORCED]:
        child = tree.nodes[child, NEXT]
    return int(child) if child != NONE else add_node(tree, node, actor, tree.integers[FORCED], 0.0)


def allowed_children(tree: Tree, node: int, count: int) -> int:
    """Return how many of `count` choices a node may try: WIDTH, doubled for each 2 ** (1 / WIDENING) times the visits."""
    width = tree.reals[WIDTH]
    if width == 0.0:
        return count
    steps, visits = 0.0, tree.nodes[node, VISITS]
    while visits > 1:
        steps += tree.reals[WIDENING]
        visits >>= 1
    return min(count, int(width * (1 << int(steps))))


def legal_choices(model: Model, tree: Tree, work: Workspace, node: int, actor: int) -> int:
    """List the legal actions in this world, of the kind of `node` if it is the edge of a kind; return their number."""
    count = model.legal_actions(work.world, actor, work.actions)
    if tree.nodes[node, ACTOR] == KIND - actor and tree.integers[KINDS]:
        matching = 0
        for i in range(count):
            if model.kind_of(work.world, actor, work.actions[i]) == tree.nodes[node, ACTION]:
                work.actions[matching] = work.actions[i]
                matching += 1
        count = matching
    tree.nodes[node, CHOICES] = count
    return int(count)


def find_children(tree: Tree, work: Workspace, node: int, count: int) -> int:
    """Write the node of each legal action into `children`, -1 for those without; return how many have one."""
    for i in range(count):
        work.children[work.actions[i]] = -1
    present = 0
    child = tree.nodes[node, FIRST]
    while child != NONE:
        action = tree.nodes[child, ACTION]
        if action >= 0 and work.children[action] == -1:
            work.children[action] = child
            present += 1
        child = tree.nodes[child, NEXT]
    return present


def clear_children(work: Workspace, count: int) -> None:
    """Reset `children` to 0."""
    for i in range(count):
        work.children[work.actions[i]] = 0


def expand(
    model: Model, tree: Tree, work: Workspace, node: int, actor: int, count: int, present: int, limit: int
) -> None:
    """Add the likeliest of the missing actions up to `limit` children, the very likeliest as first child."""
    seats = tree.integers[SEATS]
    redeterminized = 1 if actor != tree.integers[SEAT] and not tree.integers[OPEN] else 0
    scale, noise = tree.reals[PRIOR_SCALE], tree.reals[NOISE]
    model.priors(work, actor, seats, redeterminized, count, scale, noise)
    shuffle(work, count)
    first = count
    while present < limit:
        first -= 1
        bring_likeliest(work, first)
        present += 1
    for i in range(first, count):
        action = work.actions[i]
        work.children[action] = add_node(tree, node, actor, action, work.priors[i])
        if work.children[action] == NONE:
            work.children[action] = -1


def shuffle(work: Workspace, count: int) -> None:
    """Shuffle actions and priors: those with the same prior must not be tried in the order of their numbers."""
    for i in range(count - 1, 0, -1):
        swap(work, i, below(work.rng, i + 1))


def swap(work: Workspace, i: int, j: int) -> None:
    """Swap two actions with their priors."""
    work.actions[i], work.actions[j] = work.actions[j], work.actions[i]
    work.priors[i], work.priors[j] = work.priors[j], work.priors[i]


def bring_likeliest(work: Workspace, last: int) -> None:
    """Swap the likeliest missing action among those up to `last` with that at `last`."""
    best = -1
    for i in range(last + 1):
        if work.children[work.actions[i]] == -1 and (best < 0 or work.priors[i] > work.priors[best]):
            best = i
    swap(work, best, last)


def best_child(tree: Tree, node: int, actor: int) -> int:
    """Return the best child if every child can be chosen: `puct_score`, with the common terms computed once."""
    seats, visited = tree.integers[SEATS], tree.nodes[node, VISITS]
    span = tree.reals[HIGH] - tree.reals[LOW] if seats == 1 else 1.0
    curious = span * tree.reals[EXPLORE] * sqrt(float(visited))
    untried = tree.totals[node, actor] / visited - span * tree.reals[UNTRIED] if visited else 0.0
    best, best_worth = NONE, -1e300
    child = tree.nodes[node, FIRST]
    while child != NONE:
        visits = tree.nodes[child, VISITS]
        worth = tree.totals[child, actor] / visits if visits else untried
        worth += curious * tree.totals[child, seats] / (1.0 + visits)
        if tree.nodes[child, WINNERS]:
            worth = proven_score(tree, child, actor)
        if worth > best_worth:
            best, best_worth = child, worth
        child = tree.nodes[child, NEXT]
    return int(best)


def best_legal_child(tree: Tree, work: Workspace, node: int, actor: int) -> int:
    """Return the best child among those whose action is legal in this world."""
    best, best_worth = NONE, -1e300
    child = tree.nodes[node, FIRST]
    while child != NONE:
        if work.children[tree.nodes[child, ACTION]] == child:
            tree.nodes[child, AVAILABLE] += 1
            worth = puct_score(tree, node, child, actor)
            if worth > best_worth:
                best, best_worth = child, worth
        child = tree.nodes[child, NEXT]
    return int(best)


def puct_score(tree: Tree, node: int, child: int, actor: int) -> float:
    """Return the PUCT score of a child: its mean value to `actor`, and an exploration bonus.

    If not every child is legal in every world, the number of times that it was available replaces the visits
    of the parent. It is at least its own visits: availability is only counted once something hidden has come
    up.
    """
    if tree.nodes[child, WINNERS]:
        return proven_score(tree, child, actor)
    visits, seats = tree.nodes[child, VISITS], tree.integers[SEATS]
    chances = tree.nodes[node, VISITS] if tree.integers[OPEN] else max(tree.nodes[child, AVAILABLE], visits)
    span = tree.reals[HIGH] - tree.reals[LOW] if seats == 1 else 1.0
    curious = span * tree.reals[EXPLORE] * tree.totals[child, seats] * sqrt(float(chances)) / (1.0 + visits)
    if visits:
        return float(tree.totals[child, actor] / visits + curious)
    if tree.nodes[node, VISITS] == 0:
        return float(curious)
    return float(tree.totals[node, actor] / tree.nodes[node, VISITS] - span * tree.reals[UNTRIED] + curious)
