"""Tree search for Python: positions and moves instead of bytes and numbers, on one or several threads."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from operator import add
from typing import Any

import numpy as np

from quartier.bots import model_functions, network, policies
from quartier.bots.analysis import Analysis, Candidate
from quartier.bots.mcts import proofs, simulation, tree, tree_reuse
from quartier.bots.player import check
from quartier.bots.settings import Budget, Settings, parse_budget
from quartier.bots.weights import Networks, Weights, find_weights
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import untrained_net
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State

_ROWS_EACH = 24
"""Approximate rows of a tree per simulation; a full tree stops growing."""
_MAX_ROWS = 1_500_000
_GLANCE = 0.005
"""Seconds between two checks of the clock and of `stop`."""
_LOOKS = 4
"""After this many of them, a search that may hurry checks whether its move is decided."""
_INCLUDED = 8
"""A move that must be a candidate gets at least one in this many of all simulations."""
_WORLDS = 16
"""If this many worlds from the knowledge of each seat are the same, there is no other."""
_AFTER_PROOF = 400
"""Of at least so many, if the search has a budget in seconds."""

Stop = Callable[[], bool]


def analyse(
    position: State,
    seat: int,
    budget: str | Budget = "mcts:1s",
    dice: Dice | None = None,
    include: Iterable[str] = (),
    stop: Stop | None = None,
) -> Analysis:
    """Search a position and return the values of its moves.

    Args:
        position: What the seat knows: `state.concealed(seat)`.
        seat: The seat to move.
        budget: "mcts:400" (simulations), "mcts:400x2" (in each of two trees, on two threads), "mcts:1s" (seconds, on up
            to 8 threads), or "learned:..." for the title's network. With simulations the result depends on `dice`
            alone.
        dice: Random numbers; None for the operating system's entropy.
        include: Moves in notation that are candidates even if they are bad.
        stop: Polled every few milliseconds; when it returns True, the search ends with the result so far.

    Returns:
        The candidates, best first, with visits and values.

    Raises:
        QuartierError: The position isn't concealed for the seat, or another seat is to move.
        BadOption: The budget is malformed.
        IllegalMove: A move of `include` is unreadable.
    """
    check(position.game, position, seat)
    return Search(position.game, budget).run(position, seat, dice or Dice(), include, stop)


class Search:
    """A search for one seat of one game, which reuses its trees when the game continues.

    Args:
        game: The game.
        budget: As for `analyse`.
        settings: Parameters of the search, by default the title's.
        weights: The weights of the network, or several networks to choose from; by default the title's. Only for
            "learned:..." budgets.

    Raises:
        BadOption: The budget is malformed.
    """

    def __init__(
        self,
        game: Ruleset,
        budget: str | Budget,
        settings: Settings | None = None,
        weights: Weights | Networks | None = None,
    ) -> None:
        """Create a search without trees."""
        self.game = game
        self.budget = parse_budget(budget)
        self._settings = settings
        self._weights = weights
        self._branches: list[_Branch] = []

    def run(
        self,
        position: State,
        seat: int,
        dice: Dice,
        include: Iterable[str] = (),
        stop: Stop | None = None,
        hurry: bool = False,
    ) -> Analysis:
        """Search a position; see `analyse`.

        Args:
            position: What the seat knows: `state.concealed(seat)`.
            seat: The seat to move.
            dice: Random numbers.
            include: Moves in notation that are candidates even if they are bad.
            stop: Polled every few milliseconds; when it returns True, the search ends with the result so far.
            hurry: Whether a search with a budget in seconds ends as soon as no other move can get more visits in the
                time left.

        Returns:
            The candidates, best first, with visits and values.
        """
        began = time.perf_counter()
        root = np.frombuffer(bytearray(position.to_bytes()), np.uint8)
        branches = self._branches_for(position, seat, root, dice)
        forced = [position.read(move) for move in include]
        ends = began + self.budget.seconds if self.budget.seconds is not None else None
        race = Race(len(branches)) if hurry else None

        def grow(branch: _Branch) -> int:
            return branch.grow(root, self.budget.simulations, ends, forced, stop, race)

        if len(branches) == 1:
            done = grow(branches[0])
        else:
            with ThreadPoolExecutor(len(branches)) as threads:
                done = sum(threads.map(grow, branches))
        return _analysis(position, seat, branches, done, time.perf_counter() - began)

    def trees(self) -> list[tree.Tree]:
        """Return the present trees, one for each thread."""
        return [branch.current_tree for branch in self._branches]

    def _branches_for(self, position: State, seat: int, root: Any, dice: Dice) -> list[_Branch]:
        weights = find_weights(position, self._weights) if self.budget.learned else None
        if not self._branches or not self._branches[0].fits(position, weights):
            rows = _MAX_ROWS
            if self.budget.simulations is not None:
                rows = min(rows, 1000 + _ROWS_EACH * self.budget.simulations)
            self._branches = [_Branch(position, weights, rows) for _ in range(self.budget.threads)]
        settings = self._settings or Settings.of(self.game, weights is not None)
        reals = [*settings.reals(), self.budget.noise]
        for branch in self._branches:
            branch.begin(reals, seat, root, next64(dice.state))
        return self._branches


class Race:
    """Return the most visited move in all trees of a search, and how many more simulations are possible."""

    def __init__(self, trees: int) -> None:
        self._trees = trees
        self._reports: dict[object, tuple[dict[int, int], float]] = {}

    def is_over(self, tree: object, visits: dict[int, int], left: float) -> bool:
        """The visit counts of one tree, and its remaining simulations: whether any move can still overtake the first."""
        self._reports[tree] = visits, left
        reports = list(self._reports.values())
        total: Counter[int] = Counter()
        for counts, _ in reports:
            total.update(counts)
        ranked = [count for _, count in total.most_common(2)]
        ahead = ranked[0] - ranked[1] if len(ranked) > 1 else 0
        return len(reports) == self._trees and ahead > sum(more for _, more in reports)


class _Branch:
    """One tree with its scratch space; one thread grows it."""

    def __init__(self, position: State, weights: Weights | None, rows: int) -> None:
        self.seats = position.seats
        self._weights = weights
        game = position.game
        model = game.bound(model_functions)
        # Read once: another thread may compile the game at any moment.
        self._plain = model.is_interpreted
        self._model = tree.Model(*(getattr(model, name) for name in tree.Model._fields))
        self._search = search_functions(self._plain)
        self._kinds = callable(getattr(game.spec.bots, "kind", None))
        self._tree, self._other = self._empty_tree(rows), self._empty_tree(rows)
        net = weights.net(game) if weights else untrained_net()
        self._workspace = model_functions.new_workspace(game, self.seats, net)
        self._moved = np.zeros(rows, np.int64)
        self._pace = 16.0

    def _empty_tree(self, rows: int) -> tree.Tree:
        return tree.Tree(
            np.zeros((rows, tree.COLUMNS), np.int32),
            np.zeros((rows, self.seats + 1)),
            np.zeros(rows, np.int64),
            np.zeros(tree.INTEGERS, np.int64),
            np.zeros(tree.REALS),
        )

    def fits(self, position: State, weights: Weights | None) -> bool:
        """Return whether the tree fits this position and these weights, and the rules are compiled as they are now."""
        alike = self.seats == position.seats and self._weights is weights
        return alike and self._plain == position.game.is_interpreted

    @property
    def current_tree(self) -> tree.Tree:
        """Return the present tree."""
        return self._tree

    # ----- starting -----

    def begin(self, reals: list[float], seat: int, root: Any, seed: int) -> None:
        """Make `root` the root, reusing the tree if the game has reached one of its nodes.

        `reals` are the first of the tree's real numbers, up to `tree.NOISE`.
        """
        work = self._native(self._workspace)
        self._workspace.rng[0] = seed
        observed = int(self._model.observation_hash(self._bytes(root), work.world, seat))
        is_reusable = self._tree.integers[tree.SEAT] == seat and self._tree.integers[tree.USED] > 1
        node = (
            int(self._search["find_node"](self._native(self._tree), observed)) if is_reusable else tree.NONE
        )
        if node == tree.NONE:
            self._plant(seat, observed, root)
        elif node != self._tree.integers[tree.ROOT]:
            self._keep(node)
        self._tree.reals[: len(reals)] = reals

    def _plant(self, seat: int, observed: int, root: Any) -> None:
        """Reset the tree to its root."""
        for column in self._tree[:3]:
            column[:2] = 0
        self._tree.hashes[1] = observed
        integers = self._tree.integers
        integers[:] = 0
        integers[tree.SEAT], integers[tree.SEATS] = seat, self.seats
        integers[tree.USED], integers[tree.ROOT] = 2, 1
        integers[tree.KINDS], integers[tree.FORCED] = int(self._kinds), -1
        integers[tree.OPEN] = int(self._is_open(seat, root))
        self._tree.reals[tree.LOW], self._tree.reals[tree.HIGH] = 1e300, -1e300

    def _is_open(self, seat: int, root: Any) -> bool:
        """Return whether all seats know all: they see the same, or can infer the rest (City Blocks without a pile)."""
        work = self._native(self._workspace)
        self._model.sample_world(work.world, self._bytes(root), seat, work.rng)
        hashes = {
            int(self._model.observation_hash(work.world, work.scratch, other)) for other in range(self.seats)
        }
        if len(hashes) == 1:
            return int(self._model.observation_hash(self._bytes(root), work.scratch, seat)) in hashes
        return self._can_infer_all()

    def _can_infer_all(self) -> bool:
        """Return whether the determinizations for every seat are identical to the workspace's world."""
        work, native = self._workspace, self._native(self._workspace)
        before = work.rng.copy()
        is_certain = True
        for number in range(_WORLDS * self.seats):
            work.scratch[:] = work.world
            self._model.redeterminize(native.scratch, number % self.seats, native.rng)
            if not np.array_equal(work.scratch, work.world):
                is_certain = False
                break
        work.rng[:] = before
        return is_certain

    def _keep(self, root: int) -> None:
        """Keep only the subtree of the new root."""
        self._other.integers[:], self._other.reals[:] = self._tree.integers, self._tree.reals
        self._search["keep_subtree"](self._native(self._tree), self._native(self._other), root, self._moved)
        self._tree, self._other = self._other, self._tree

    # ----- growing -----

    def grow(
        self,
        root: Any,
        simulations: int | None,
        ends: float | None,
        forced: list[int],
        stop: Stop | None,
        race: Race | None,
    ) -> int:
        """Simulate until the budget is spent, or the best move is decided; return the number of simulations."""
        done = self._simulate(root, simulations, ends, stop, race)
        planned = _AFTER_PROOF if simulations is None else simulations  # a proof ends a search early
        for action in forced:
            missing = max(done, planned) // _INCLUDED - self._visits(action)
            if missing > 0:
                self._tree.integers[tree.FORCED] = action
                done += self._simulate(root, missing, None, stop)
                self._tree.integers[tree.FORCED] = -1
        return done

    def _simulate(
        self,
        root: Any,
        simulations: int | None,
        ends: float | None,
        stop: Stop | None,
        race: Race | None = None,
    ) -> int:
        done, glances, model = 0, 0, self._model
        native_tree, work, start = self._native(self._tree), self._native(self._workspace), self._bytes(root)
        while (simulations is None or done < simulations) and not (stop and stop()):
            clock = time.perf_counter()
            if ends is not None and clock >= ends and done:
                break
            count = max(1, int(self._pace))
            count = count if simulations is None else min(count, simulations - done)
            added = int(self._search["simulate"](model, native_tree, work, start, count))
            done += added
            if added < count:
                break
            now = time.perf_counter()
            rate = count / max(1e-6, now - clock)
            self._pace = min(2.0 * self._pace, rate * _GLANCE)
            glances += 1
            if race and ends is not None and glances % _LOOKS == 0:
                visits = {action: count_ for action, count_, *_ in self.counts()}
                if race.is_over(self, visits, rate * (ends - now)):
                    break
        return done

    # ----- reading -----

    def actions(self) -> list[int]:
        """Return the rows of the actions that were tried at the root."""
        result = []
        for node in self._children(int(self._tree.integers[tree.ROOT])):
            is_kind = self._tree.nodes[node, tree.ACTOR] <= tree.KIND
            result += self._children(node) if is_kind else [node]
        return result

    def _children(self, node: int) -> list[int]:
        result, child = [], int(self._tree.nodes[node, tree.FIRST])
        while child != tree.NONE:
            result.append(child)
            child = int(self._tree.nodes[child, tree.NEXT])
        return result

    def _visits(self, action: int) -> int:
        return sum(visits for tried, visits, *_ in self.counts() if tried == action)

    def counts(self) -> list[tuple[int, int, list[float], tuple[float, ...]]]:
        """Return action, visits, sums of values by seat, and proven values if any, of each action tried at the root."""
        nodes, totals = self._tree.nodes, self._tree.totals
        return [
            (
                int(nodes[node, tree.ACTION]),
                int(nodes[node, tree.VISITS]),
                totals[node, : self.seats].tolist(),
                self._certain_values(node),
            )
            for node in self.actions()
        ]

    def _certain_values(self, node: int) -> tuple[float, ...]:
        if not self._tree.nodes[node, tree.WINNERS]:
            return ()
        return tuple(float(proofs.proven_share(self._tree, node, seat)) for seat in range(self.seats))

    # ----- compiled or not -----

    def _bytes(self, array: Any) -> Any:
        return memoryview(array) if self._plain else array

    def _native(self, arrays: Any) -> Any:
        """Return the same arrays in the form that compiled code or plain Python needs."""
        return as_memoryviews(arrays) if self._plain else arrays


def as_memoryviews(arrays: Any) -> Any:
    """Return a named tuple of arrays, or of such tuples, as memoryviews."""
    return type(arrays)(
        *(as_memoryviews(array) if isinstance(array, tuple) else memoryview(array) for array in arrays)
    )


def search_functions(interpreted: bool) -> dict[str, Any]:
    """Return the functions of the search, interpreted or compiled like the game's own."""
    if interpreted:
        return {name: getattr(module, name) for module in _SHARED for name in module.SIGNATURES}
    from quartier.core.compiled import compile_shared, entries

    compiled = [entries(compile_shared(module)) for module in _SHARED]
    return {name: function for functions in compiled for name, function in functions.items()}


_SHARED = (simulation, tree_reuse)
"""Return the functions that are compiled once for all titles."""


def compile_for(game: Ruleset, progress: Callable[[int, int], None] | None = None) -> None:
    """Compile the rules of a title and all that its bots need, or load them from the cache on disk.

    Args:
        game: The title.
        progress: Called as `progress(done, total)` before each function, with numbers of functions. The search, which
            all titles share, comes last and isn't counted.
    """
    game.compile(progress, (policies, model_functions, network))
    search_functions(game.is_interpreted)


def _analysis(position: State, seat: int, branches: list[_Branch], done: int, seconds: float) -> Analysis:
    visits: dict[int, int] = {}
    sums: dict[int, list[float]] = {}
    certain: dict[int, tuple[float, ...]] = {}
    for branch in branches:
        for action, count, values, exact in branch.counts():
            visits[action] = visits.get(action, 0) + count
            sums[action] = list(map(add, sums[action], values)) if action in sums else values
            certain[action] = certain.get(action) or exact
    legal = _legal(position, seat)
    tried = [action for action in visits if visits[action] and action in legal]
    all_certain = all(certain[action] for action in tried)

    def rank(action: int) -> tuple[float, ...]:
        """Return what sorts proven wins first and proven losses last, and the others by visits, or all by their proofs."""
        exact = certain[action]
        if all_certain:
            return -exact[seat], -visits[action], action
        order = float(exact[seat] == 0.0) - float(exact[seat] == 1.0) if exact else 0.0
        return order, -visits[action], -sums[action][seat] / visits[action], action

    candidates = tuple(
        Candidate(
            position.write(action),
            visits[action],
            certain[action] or tuple(total / visits[action] for total in sums[action]),
            bool(certain[action]),
        )
        for action in sorted(tried, key=rank)
    )
    return Analysis(seat, candidates, candidates[0].values if candidates else (), done, seconds)


def _legal(position: State, seat: int) -> set[int]:
    actions, _ = position.buffers()
    count = int(position.game.kernels.legal_at(position.array, seat, actions))
    return {int(action) for action in actions[:count]}
