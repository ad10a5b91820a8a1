"""Proofs in the search: who wins for certain, held to an exhaustive search of the same positions."""

from random import Random
from typing import Any

import numpy as np
import pytest

from quartier import Dice, State, bots
from quartier.bots.mcts import proofs, tree
from quartier.bots.mcts.search import Search, _Branch
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game
from quartier.core.engine.contract import CHANCE
from tests.daily import daily

Shares = tuple[float, ...]
MAX_POSITIONS = 4000
"""Positions of an exhaustive search."""


class TooLarge(Exception):
    """The position has too many successors, or something hidden."""


def exact(state: State, left: list[int]) -> Shares:
    """The shares of the win if every seat takes its best: by trying everything."""
    left[0] -= 1
    if state.over:
        won = state.winners()
        return tuple((seat in won) / len(won) for seat in range(state.seats))
    actors = state.to_act()
    if left[0] < 0 or len(actors) > 1:
        raise TooLarge
    if "*" in actors:
        return expectation(state, left)
    (seat,) = state.seats_to_act()
    return max((exact(after(state, seat, move), left) for move in state.moves(seat)), key=lambda s: s[seat])


def expectation(state: State, left: list[int]) -> Shares:
    """The mean over all outcomes of a chance event."""
    outcomes = state.chances()
    total = sum(outcomes.values())
    values = [
        (weight / total, exact(after(state, "*", outcome), left)) for outcome, weight in outcomes.items()
    ]
    return tuple(sum(weight * value[seat] for weight, value in values) for seat in range(state.seats))


def after(state: State, actor: Any, move: str) -> State:
    result = state.copy()
    result.play(actor, move)
    return result


def ends(title: str, games: int, depth: int) -> list[State]:
    """Positions of random games for two, up to `depth` events before the end, without hidden information."""
    positions = []
    for seed in range(games):
        game = random_game(load_compiled(title), seed, seats=2)
        for back in range(1, depth):
            state = game.at(len(game.past) - back)
            actors = state.to_act()
            if len(actors) == 1 and "*" not in actors:
                positions.append(state)
    return positions


TITLES = ("block_city", "connect_four", "city_blocks", "metromania", "neue_heimat")


@pytest.mark.parametrize("games", daily([3, 40], [3]))
@pytest.mark.parametrize("title", TITLES)
def test_proofs_agree_with_an_exhaustive_search(title: str, games: int) -> None:
    checked = 0
    for state in ends(title, games, 7):
        (seat,) = state.seats_to_act()
        analysis = bots.analyse(state.concealed(seat), seat, "mcts:800", Dice(1))
        for candidate in analysis.candidates:
            if not candidate.is_proven:
                continue
            try:
                truth = exact(after(state, seat, candidate.move), [MAX_POSITIONS])
            except TooLarge:
                continue
            assert candidate.values == pytest.approx(truth), (title, state.record(), candidate)
            checked += 1
    assert checked >= games


def connect_four(moves: str) -> tuple[State, int]:
    state = load_compiled("connect_four").new()
    for index, column in enumerate(moves):
        state.play(index % 2, column)
    return state, len(moves) % 2


def test_a_proven_win_is_played() -> None:
    state, seat = connect_four("dadada")
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:100000", Dice(1))
    assert (analysis.best.move, analysis.best.is_proven, analysis.best.values) == ("d", True, (1.0, 0.0))
    assert analysis.simulations < 100


def test_a_win_that_a_kept_tree_has_seen_is_played() -> None:
    """A leaf with a win in one has no children: as the root of the next search it must still find the move."""
    game = load_compiled("connect_four")
    for seed in range(40):
        state, bot, dice, chance = game.new(seed=seed), bots.make("mcts:200", game), Dice(seed), Random(seed)
        while not state.over:
            (seat,) = state.seats_to_act()
            if seat == 1:
                state.play(seat, str(chance.choice(state.moves(seat))))
                continue
            wins = [str(move) for move in state.moves(0) if after(state, 0, str(move)).winners() == [0]]
            move = bot.choose(state.concealed(0), 0, dice)
            assert not wins or move in wins, (seed, state.record())
            state.play(0, move)


def test_a_proven_loss_ends_the_search() -> None:
    state, seat = connect_four("daeac")  # three on the ground, open at both ends
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:100000", Dice(1))
    assert analysis.simulations < 100_000
    assert all(candidate.is_proven and candidate.values == (1.0, 0.0) for candidate in analysis.candidates)


def test_included_moves_are_searched_after_a_proof() -> None:
    state, seat = connect_four("dadada")
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:400", Dice(1), include=["a"])
    assert analysis.best.move == "d"
    assert analysis.of("a") is not None


# ----- one node and its children -----


def node_with(seats: int, *won: int, actor: int = 0, choices: int | None = None) -> tree.Tree:
    """A tree of a root whose children, visited once, have these proven winners (0: not proven)."""
    grown = tree.Tree(
        np.zeros((10, tree.COLUMNS), np.int32),
        np.zeros((10, seats + 1)),
        np.zeros(10, np.int64),
        np.zeros(tree.INTEGERS, np.int64),
        np.zeros(tree.REALS),
    )
    grown.integers[tree.USED], grown.integers[tree.ROOT], grown.integers[tree.SEATS] = 2, 1, seats
    for action, bits in enumerate(won):
        grown.nodes[tree.add_node(grown, 1, actor, action, 0.0), tree.WINNERS] = bits
    grown.nodes[1, tree.CHOICES] = len(won) if choices is None else choices
    grown.nodes[: len(won) + 2, tree.VISITS] = 1
    return grown


def winners_by_choice(grown: tree.Tree, actor: int = 0) -> int:
    """The winners at the root, which are proven if the function says so."""
    assert proofs.prove_choice(grown, 1, actor) == bool(grown.nodes[1, tree.WINNERS])
    return int(grown.nodes[1, tree.WINNERS])


@pytest.mark.parametrize(
    ("seats", "won", "expected"),
    [
        (2, (0, 0b01), 0b01),
        (2, (0b10, 0b10), 0b10),
        (2, (0b10, 0b11), 0b11),
        (2, (0b10, 0), 0),
        (3, (0b010, 0b010), 0b010),
        (3, (0b010, 0b100), 0),
        (3, (0b011, 0b101, 0b110), 0),
        (3, (0b011, 0b110), 0b011),
    ],
)
def test_a_proven_node_has_the_winners_of_its_best_choice(
    seats: int, won: tuple[int, ...], expected: int
) -> None:
    """Among choices that are equal for the seat, but not for the others, nothing is certain."""
    assert winners_by_choice(node_with(seats, *won)) == expected


def test_untried_choices_prevent_a_proof_of_a_loss() -> None:
    assert winners_by_choice(node_with(2, 0b10, choices=2)) == 0
    assert winners_by_choice(node_with(2, 0b01, choices=2)) == 0b01


def test_proven_choices_are_ordered_by_their_result() -> None:
    grown = node_with(2, 0b01, 0b10, 0b11)
    first, second, third = (proofs.proven_score(grown, node, 0) for node in (2, 3, 4))
    assert first > third > second
    assert second < -1e100


# ----- chance -----


def chance_with(seats: int, *won: int, weights: tuple[int, ...], choices: int | None = None) -> tree.Tree:
    """The same, where chance decides with these weights."""
    grown = node_with(seats, *won, actor=CHANCE, choices=choices)
    grown.totals[2 : 2 + len(won), seats] = weights
    return grown


def test_a_win_whatever_is_drawn_is_proven() -> None:
    grown = chance_with(2, 0b01, 0b01, weights=(1, 5))
    assert proofs.prove_chance(grown, 1)
    assert grown.nodes[1, tree.WINNERS] == 0b01


def test_mixed_outcomes_prove_the_expectation() -> None:
    grown = chance_with(2, 0b01, 0b10, 0b11, weights=(1, 2, 1))
    assert proofs.prove_chance(grown, 1)
    assert [proofs.proven_share(grown, 1, seat) for seat in range(2)] == [0.375, 0.625]


@pytest.mark.parametrize(
    ("won", "weights", "choices"),
    [((0b01,), (1,), 2), ((0b01, 0), (1, 1), 2), ((0b01, 0b01), (1, 0), 2)],
    ids=["an outcome not seen", "one not proven", "a weight not known"],
)
def test_chance_is_not_proven_by_some_of_its_outcomes(
    won: tuple[int, ...], weights: tuple[int, ...], choices: int
) -> None:
    grown = chance_with(2, *won, weights=weights, choices=choices)
    assert not proofs.prove_chance(grown, 1)
    assert grown.nodes[1, tree.WINNERS] == 0


def test_a_choice_takes_the_best_expectation() -> None:
    grown = node_with(2, 0b10, tree.MIXED)
    grown.totals[3, :2] = 0.25, 0.75
    assert winners_by_choice(grown) == tree.MIXED
    assert [proofs.proven_share(grown, 1, seat) for seat in range(2)] == [0.25, 0.75]


def test_of_all_proven_moves_the_best_expectation_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def best_of(*counts: tuple[int, int, list[float], tuple[float, ...]]) -> str:
        state, seat = connect_four("")
        search = Search(state.game, "mcts:1")
        monkeypatch.setattr(_Branch, "counts", lambda _: list(counts))
        return search.run(state.concealed(seat), seat, Dice(1)).best.move

    often, better = (0, 50, [20.0, 30.0], (0.4, 0.6)), (1, 10, [6.0, 4.0], (0.6, 0.4))
    assert best_of(often, better) == "b"
    assert best_of(often, better, (2, 60, [30.0, 30.0], ())) == "c"


# ----- the end of the path -----


def test_proofs_pass_chance_but_not_simultaneous_moves() -> None:
    finished: Any = Finished

    def winners_of_nodes(actor: int, unproven: int) -> Any:
        grown = node_with(2, 0, actor=actor)
        grown.totals[2, 2] = 1
        grown.integers[tree.OPEN] = 1
        work: Any = Position()
        work.path[:2] = 1, 2
        proofs.prove_leaf(finished, grown, work, 2, unproven)
        return grown.nodes[1, tree.WINNERS], grown.nodes[2, tree.WINNERS]

    assert winners_of_nodes(0, 0) == (0b01, 0b01)
    assert winners_of_nodes(CHANCE, 0) == (0b01, 0b01)
    assert winners_of_nodes(0, 1) == (0, 0b01)


def test_a_proof_goes_up_when_the_rest_is_known_later() -> None:
    """An outcome was proven before its weight was known: the next simulation that comes there says so."""
    finished: Any = Finished
    grown = node_with(2, 0b01, actor=CHANCE)
    grown.integers[tree.OPEN] = 1
    work: Any = Position()
    work.path[:2] = 1, 2
    for weight in (0, 1):
        grown.totals[2, 2] = weight
        proofs.prove_leaf(finished, grown, work, 2, 0)
        assert bool(grown.nodes[1, tree.WINNERS]) == bool(weight)


@pytest.mark.parametrize(
    ("ended", "visits", "expected"), [(1, 0, 0b10), (0, 0, 0), (1, 1, 0)], ids=["new", "far", "old"]
)
def test_a_new_leaf_near_the_end_looks_one_move_ahead(ended: int, visits: int, expected: int) -> None:
    grown = node_with(2, 0)
    grown.integers[tree.ENDED], grown.nodes[2, tree.VISITS] = ended, visits
    title: Any = AboutToWin
    work: Any = Position()
    assert proofs.certain_winners(title, grown, work, 2) == expected


class Position:
    """A workspace."""

    world = None

    def __init__(self) -> None:
        self.path = [0] * 4


class Finished:
    """A title: the first seat has won."""

    @staticmethod
    def actors_of(world: Any) -> int:
        return 0

    @staticmethod
    def winners_of(world: Any) -> int:
        return 0b01


class AboutToWin:
    """A title: the second seat can win with its next move."""

    @staticmethod
    def actors_of(world: Any) -> int:
        return 0b10

    @staticmethod
    def can_win_now(work: Any, seat: int) -> int:
        return 1
