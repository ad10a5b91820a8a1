"""The search itself: information-set Monte Carlo tree search, written once and compiled once for all titles.

Every simulation draws a world that the searching seat may imagine, goes down the tree of events that this seat would see,
adds a leaf, plays on from it, and adds what that was worth to every node passed (one number for each seat). What a node
counts is therefore an average over all worlds that lead there. `docs/search.md` explains it, with sources.
"""

from math import sqrt
from typing import Any, NamedTuple

from quartier.core.engine.bits import below, lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.entries import SIGNATURES as ENTRIES

ACTION, NEXT, FIRST, VISITS, SEEN, ACTOR, CHILDREN, CHOICES = range(8)
"""Columns of a node: its action or outcome; the next sibling and the first child (0: none); simulations that passed it;
how often it could have been chosen; who chose it (a seat, CHANCE, or KIND - seat); its children; its choices when last
listed."""
COLUMNS = 8

NONE = 0
"""No node: the first root of a tree is node 1."""
KIND = -2
"""KIND - seat is the actor of an edge by which a seat chooses a kind of action; nothing is played there."""
HIDDEN = -1
"""The action of an edge for all outcomes of a chance event that the searching seat may not see."""

SEAT, USED, ROOT, OPEN, SEATS, KINDS, FORCED = range(7)
"""The integers of a tree: the searching seat; rows in use; the root; 1 if nothing is hidden from anybody; the number of
seats; 1 if the title has kinds of actions; an action with which every simulation begins, or -1."""
INTEGERS = 7

EXPLORE, UNTRIED, PRIOR_SCALE, WIDTH, WIDENING, RIPE, HORIZON, GREEDY, LEAD, MARGIN, DOUBT, LOW, HIGH = range(
    13
)
"""The real numbers of a tree: those of `quartier.bots.settings`, then the range of points that a seat alone has found, whose
values are points and not shares of the win."""
REALS = 13


class Title(NamedTuple):
    """What a search asks of a title: `quartier.core.engine.entries`."""

    begin_world: Any
    redraw: Any
    turn: Any
    list_legal: Any
    step: Any
    happen: Any
    kind_of: Any
    judge: Any
    finish: Any
    assess: Any
    mark: Any


class Tree(NamedTuple):
    """A node is a row of three arrays, and also the edge that leads to it."""

    nodes: Any
    """int32, (capacity, COLUMNS)"""
    totals: Any
    """float64, (capacity, seats + 1): sums of values by seat, and the prior of the edge"""
    marks: Any
    """int64, (capacity,): a hash of what the searching seat knows where it is to act, else 0"""
    integers: Any
    """int64, (INTEGERS,)"""
    reals: Any
    """float64, (REALS,)"""


class Room(NamedTuple):
    """Working space, one for each thread."""

    world: Any
    scratch: Any
    spare: Any
    """uint8, (bytes of a record,)"""
    path: Any
    """int64, (longest line,)"""
    actions: Any
    weights: Any
    places: Any
    """int64, (alphabet,); `places` is all 0 between two uses"""
    priors: Any
    """float64, (alphabet,)"""
    values: Any
    """float64, (3 * seats,): what was found, scratch space, and what is added to evaluations (see `level_out`)"""
    rng: Any
    """uint64, (1,)"""


TYPES = {
    Tree: ("rows", "table", "ints", "ints", "floats"),
    Room: ("raw", "raw", "raw", "ints", "ints", "ints", "ints", "floats", "floats", "rng"),
}
SIGNATURES = {
    "simulate": f"void({', '.join(ENTRIES)}, Tree, Room, raw, int64)",
    "keep": "void(Tree, Tree, int64, ints)",
    "find": "int64(Tree, int64)",
}
"""What is compiled, with its types (`quartier.core.compiled.signature`)."""


def simulate(
    begin_world: Any,
    redraw: Any,
    turn: Any,
    list_legal: Any,
    step: Any,
    happen: Any,
    kind_of: Any,
    judge: Any,
    finish: Any,
    assess: Any,
    mark: Any,
    tree: Tree,
    room: Room,
    root: Any,
    simulations: int,
) -> None:
    """Grow a tree by `simulations`; `root` (bytes) is concealed for the searching seat. First the fields of a Title."""
    title = Title(begin_world, redraw, turn, list_legal, step, happen, kind_of, judge, finish, assess, mark)
    for _ in range(simulations):
        doubtful = doubts(tree, room)
        depth, doubted = descend(title, tree, room, root, doubtful)
        play_out(title, tree, room)
        if doubted < 0:
            back_up(tree, room, depth)
        else:
            back_up_rivals(tree, room, doubted, depth)


def play_out(title: Title, tree: Tree, room: Room) -> None:
    """Play on from a leaf, and write into the room's values what that was worth."""
    reals, place = tree.reals, (room.actions, room.weights, room.values)
    horizon, greedy, lead, margin = int(reals[HORIZON]), reals[GREEDY], reals[LEAD], reals[MARGIN]
    title.finish(room.world, room.spare, room.rng, horizon, greedy, lead, margin, *place)


def doubts(tree: Tree, room: Room) -> bool:
    """Whether this simulation teaches rivals that they do not know the searching seat's secrets."""
    if tree.reals[DOUBT] == 0.0 or tree.integers[OPEN]:
        return False
    return below(room.rng, 1 << 20) < tree.reals[DOUBT] * (1 << 20)


def descend(title: Title, tree: Tree, room: Room, root: Any, doubtful: bool) -> tuple[int, int]:
    """Draw a world and go down to a new leaf: how long the path became, and from where on it was in doubt (-1: nowhere).

    In a doubtful simulation the world is drawn again where a rival first decides, from what that rival knows: in the worlds
    of the searching seat its own hand is always the true one, and a rival that learns only there would play as if it saw it.
    """
    seat, node, depth, doubted = tree.integers[SEAT], tree.integers[ROOT], 1, -1
    actors = title.begin_world(room.world, root, seat, room.rng)
    if not tree.integers[OPEN]:
        level_out(title, tree, room)
    room.path[0] = node
    while actors != 0 and depth < len(room.path) - 1:
        if actors == CHANCE:
            node, actors = chance(title, tree, room, node)
        else:
            actor = seat if actors >> seat & 1 else lowest(actors)
            if actor == seat and doubted >= 0:
                break
            if doubtful and doubted < 0 and actor != seat:
                title.redraw(room.world, actor, room.rng)
                doubted = depth
            if tree.integers[KINDS]:
                node = choose_kind(title, tree, room, node, actor)
                room.path[depth] = node
                depth += 1
            if node != NONE:
                node = choose(title, tree, room, node, actor)
            if node != NONE:
                actors = title.step(room.world, actor, tree.nodes[node, ACTION])
        if node == NONE:
            break
        room.path[depth] = node
        depth += 1
        if tree.nodes[node, VISITS] < tree.reals[RIPE]:
            break
    if node != NONE and actors > 0 and actors >> seat & 1 and tree.marks[node] == 0 and doubted < 0:
        tree.marks[node] = title.mark(room.world, room.scratch, seat)
    return depth, doubted


def level_out(title: Title, tree: Tree, room: Room) -> None:
    """Take the luck of the world out of the values: how far each seat's evaluation at the root is from its mean.

    A rival with bad secrets makes every move look good in one simulation and none in the next; this noise would drown the
    difference between moves (a control variate). The unused row NONE of the tree keeps the sums.
    """
    seats = title.assess(room.world, room.values)
    tree.nodes[NONE, VISITS] += 1
    for seat in range(seats):
        tree.totals[NONE, seat] += room.values[seat]
        mean = tree.totals[NONE, seat] / tree.nodes[NONE, VISITS]
        room.values[2 * seats + seat] = mean - room.values[seat]


def chance(title: Title, tree: Tree, room: Room, node: int) -> tuple[int, int]:
    """Let a chance event happen: the node after it (NONE if there is no room for one), and who is to act then."""
    outcome = title.happen(room.world, tree.integers[SEAT], room.rng, room.actions, room.weights)
    if outcome == HIDDEN:
        tree.integers[OPEN] = 0
    found = tree.nodes[node, FIRST]
    while found != NONE and tree.nodes[found, ACTION] != outcome:
        found = tree.nodes[found, NEXT]
    if found == NONE:
        found = add(tree, node, CHANCE, outcome, 0.0)
    return found, title.turn(room.world)


def add(tree: Tree, parent: int, actor: int, action: int, prior: float) -> int:
    """A new node as the first child of its parent; NONE if the tree is full."""
    node = tree.integers[USED]
    if node == len(tree.nodes):
        return NONE
    tree.integers[USED] += 1
    for column in range(COLUMNS):
        tree.nodes[node, column] = 0
    for seat in range(tree.integers[SEATS]):
        tree.totals[node, seat] = 0.0
    tree.totals[node, tree.integers[SEATS]] = prior
    tree.marks[node] = 0
    tree.nodes[node, ACTION] = action
    tree.nodes[node, ACTOR] = actor
    tree.nodes[node, NEXT] = tree.nodes[parent, FIRST]
    tree.nodes[parent, FIRST] = node
    tree.nodes[parent, CHILDREN] += 1
    return int(node)


# ----- choosing: the kind of an action, then the action -----


def choose_kind(title: Title, tree: Tree, room: Room, node: int, actor: int) -> int:
    """The edge for a kind of action: those that are legal in this world compete, each with the same prior."""
    count = title.list_legal(room.world, actor, room.actions)
    forced = tree.integers[FORCED] if node == tree.integers[ROOT] else -1
    kinds = 0
    for i in range(count):
        kinds |= 1 << title.kind_of(room.world, actor, room.actions[i])
    if forced >= 0:
        kinds = 1 << title.kind_of(room.world, actor, forced)
    known = 0
    found = tree.nodes[node, FIRST]
    while found != NONE:
        known |= 1 << tree.nodes[found, ACTION]
        found = tree.nodes[found, NEXT]
    missing = kinds & ~known
    while missing:
        if add(tree, node, KIND - actor, lowest(missing), EVEN) == NONE:
            return NONE
        missing &= missing - 1
    best, best_worth = NONE, -1e300
    found = tree.nodes[node, FIRST]
    while found != NONE:
        if kinds >> tree.nodes[found, ACTION] & 1:
            tree.nodes[found, SEEN] += 1
            worth = promise(tree, node, found, actor)
            if worth > best_worth:
                best, best_worth = found, worth
        found = tree.nodes[found, NEXT]
    return int(best)


EVEN = 0.4
"""The prior of each kind of action."""


def choose(title: Title, tree: Tree, room: Room, node: int, actor: int) -> int:
    """The edge for an action of `actor`, with new ones where the node has become worth them; NONE without room for one."""
    if is_forced(tree, room, node):
        return forced_child(tree, node, actor)
    if tree.integers[OPEN] and is_complete(tree, node):
        return best_child(tree, node, actor)
    count = choices(title, tree, room, node, actor)
    present = mark_present(tree, room, node, count)
    if present < allowed(tree, node, count):
        grow(title, tree, room, node, actor, count, present)
    best = best_present(tree, room, node, actor)
    clear_places(room, count)
    return best


def is_forced(tree: Tree, room: Room, node: int) -> bool:
    """Whether the choice at a node is the one that is made already: at the root, or below the first edge of a kind."""
    if tree.integers[FORCED] < 0:
        return False
    return bool(node == (room.path[1] if tree.integers[KINDS] else tree.integers[ROOT]))


def is_complete(tree: Tree, node: int) -> bool:
    """Whether a node has all the children that it may have now; asked where every world has the same choices."""
    children = tree.nodes[node, CHILDREN]
    return bool(children and children >= allowed(tree, node, tree.nodes[node, CHOICES]))


def forced_child(tree: Tree, node: int, actor: int) -> int:
    """The edge of the forced action, a new one if need be."""
    found = tree.nodes[node, FIRST]
    while found != NONE and tree.nodes[found, ACTION] != tree.integers[FORCED]:
        found = tree.nodes[found, NEXT]
    return int(found) if found != NONE else add(tree, node, actor, tree.integers[FORCED], 0.0)


def allowed(tree: Tree, node: int, count: int) -> int:
    """How many of `count` choices a node may try: WIDTH, twice as many for each 2 ** (1 / WIDENING) times the visits."""
    width = tree.reals[WIDTH]
    if width == 0.0:
        return count
    steps, visits = 0.0, tree.nodes[node, VISITS]
    while visits > 1:
        steps += tree.reals[WIDENING]
        visits >>= 1
    return min(count, int(width * (1 << int(steps))))


def choices(title: Title, tree: Tree, room: Room, node: int, actor: int) -> int:
    """The legal actions in this world, of the kind that `node` has chosen if it is the edge of a kind; how many."""
    count = title.list_legal(room.world, actor, room.actions)
    if tree.nodes[node, ACTOR] == KIND - actor and tree.integers[KINDS]:
        kept = 0
        for i in range(count):
            if title.kind_of(room.world, actor, room.actions[i]) == tree.nodes[node, ACTION]:
                room.actions[kept] = room.actions[i]
                kept += 1
        count = kept
    tree.nodes[node, CHOICES] = count
    return int(count)


def mark_present(tree: Tree, room: Room, node: int, count: int) -> int:
    """Write into `places` the node of each legal action that has one, -1 for the others; return how many have one."""
    for i in range(count):
        room.places[room.actions[i]] = -1
    present = 0
    found = tree.nodes[node, FIRST]
    while found != NONE:
        action = tree.nodes[found, ACTION]
        if action >= 0 and room.places[action] == -1:
            room.places[action] = found
            present += 1
        found = tree.nodes[found, NEXT]
    return present


def clear_places(room: Room, count: int) -> None:
    """Make `places` all 0 again."""
    for i in range(count):
        room.places[room.actions[i]] = 0


def grow(title: Title, tree: Tree, room: Room, node: int, actor: int, count: int, present: int) -> None:
    """Add the likeliest of the missing actions, as many as the node may have more, the very likeliest as first child."""
    seat, limit = tree.integers[SEAT], allowed(tree, node, count)
    redraw = 1 if actor != seat and not tree.integers[OPEN] else 0
    scale, worlds = tree.reals[PRIOR_SCALE], (room.world, room.scratch, room.spare)
    title.judge(*worlds, actor, redraw, room.rng, room.actions, count, scale, room.priors)
    shuffle(room, count)
    first = count
    while present < limit:
        first -= 1
        bring_likeliest(room, first)
        present += 1
    for i in range(first, count):
        action = room.actions[i]
        room.places[action] = add(tree, node, actor, action, room.priors[i])
        if room.places[action] == NONE:
            room.places[action] = -1


def shuffle(room: Room, count: int) -> None:
    """Actions and priors in a random order: those with the same prior must not be tried in the order of their numbers."""
    for i in range(count - 1, 0, -1):
        swap(room, i, below(room.rng, i + 1))


def swap(room: Room, i: int, j: int) -> None:
    """Exchange two actions with their priors."""
    room.actions[i], room.actions[j] = room.actions[j], room.actions[i]
    room.priors[i], room.priors[j] = room.priors[j], room.priors[i]


def bring_likeliest(room: Room, last: int) -> None:
    """Exchange the likeliest missing action among those up to `last` with that at `last`."""
    best = -1
    for i in range(last + 1):
        if room.places[room.actions[i]] == -1 and (best < 0 or room.priors[i] > room.priors[best]):
            best = i
    swap(room, best, last)


def best_child(tree: Tree, node: int, actor: int) -> int:
    """The child that promises most where every child can be chosen: `promise`, with what all share worked out once."""
    seats, visited = tree.integers[SEATS], tree.nodes[node, VISITS]
    span = tree.reals[HIGH] - tree.reals[LOW] if seats == 1 else 1.0
    curious = span * tree.reals[EXPLORE] * sqrt(float(visited))
    untried = tree.totals[node, actor] / visited - span * tree.reals[UNTRIED] if visited else 0.0
    best, best_worth = NONE, -1e300
    found = tree.nodes[node, FIRST]
    while found != NONE:
        visits = tree.nodes[found, VISITS]
        worth = tree.totals[found, actor] / visits if visits else untried
        worth += curious * tree.totals[found, seats] / (1.0 + visits)
        if worth > best_worth:
            best, best_worth = found, worth
        found = tree.nodes[found, NEXT]
    return int(best)


def best_present(tree: Tree, room: Room, node: int, actor: int) -> int:
    """The child that promises most among those whose action is legal in this world."""
    best, best_worth = NONE, -1e300
    found = tree.nodes[node, FIRST]
    while found != NONE:
        if room.places[tree.nodes[found, ACTION]] == found:
            tree.nodes[found, SEEN] += 1
            worth = promise(tree, node, found, actor)
            if worth > best_worth:
                best, best_worth = found, worth
        found = tree.nodes[found, NEXT]
    return int(best)


def promise(tree: Tree, node: int, found: int, actor: int) -> float:
    """What a child has been worth to `actor`, and how much it deserves another look: the rule of PUCT.

    Where not every child can be chosen in every world, its own number of chances stands for the visits of the parent. It
    is at least its own visits: until something hidden turns up, chances are not counted.
    """
    visits, seats = tree.nodes[found, VISITS], tree.integers[SEATS]
    chances = tree.nodes[node, VISITS] if tree.integers[OPEN] else max(tree.nodes[found, SEEN], visits)
    span = tree.reals[HIGH] - tree.reals[LOW] if seats == 1 else 1.0
    curious = span * tree.reals[EXPLORE] * tree.totals[found, seats] * sqrt(float(chances)) / (1.0 + visits)
    if visits:
        return float(tree.totals[found, actor] / visits + curious)
    if tree.nodes[node, VISITS] == 0:
        return float(curious)
    return float(tree.totals[node, actor] / tree.nodes[node, VISITS] - span * tree.reals[UNTRIED] + curious)


# ----- adding what was found -----


def back_up(tree: Tree, room: Room, depth: int) -> None:
    """Add the values to every node of the path."""
    seats = tree.integers[SEATS]
    for i in range(depth):
        add_values(tree, room, room.path[i])
    if seats == 1:
        tree.reals[LOW] = min(tree.reals[LOW], room.values[0])
        tree.reals[HIGH] = max(tree.reals[HIGH], room.values[0])


def back_up_rivals(tree: Tree, room: Room, doubted: int, depth: int) -> None:
    """Add the values to what came after the world was in doubt: the searching seat learns from its own worlds alone."""
    for i in range(doubted, depth):
        add_values(tree, room, room.path[i])


def add_values(tree: Tree, room: Room, node: int) -> None:
    """One more visit of a node, with these values."""
    tree.nodes[node, VISITS] += 1
    for seat in range(tree.integers[SEATS]):
        tree.totals[node, seat] += room.values[seat]


# ----- using a tree again -----


def find(tree: Tree, mark: int) -> int:
    """The node below the root, or the root, with this mark and most visits; NONE if there is none."""
    best, most = NONE, 0
    for node in range(1, tree.integers[USED]):
        if tree.marks[node] == mark and tree.nodes[node, VISITS] > most:
            best, most = node, tree.nodes[node, VISITS]
    return best


def keep(tree: Tree, kept: Tree, root: int, moved: Any) -> None:
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
    kept.marks[new] = tree.marks[old]
