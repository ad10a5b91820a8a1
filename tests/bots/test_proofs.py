"""Proofs in the search: who wins for certain, held to an exhaustive search of the same positions."""

from typing import Any

import numpy as np
import pytest

from quartier import Dice, State, bots
from quartier.bots.mcts import proofs, tree
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game
from quartier.core.engine.contract import CHANCE
from tests.daily import daily

Shares = tuple[float, ...]
MAX_POSITIONS = 4000
"""Positions of an exhaustive search."""


class TooLarge(Exception):
    """The position has too many successors, something hidden, or chance."""


def exact(state: State, left: list[int]) -> Shares:
    """The shares of the win if every seat takes its best: by trying everything."""
    left[0] -= 1
    if state.over:
        won = state.winners()
        return tuple((seat in won) / len(won) for seat in range(state.seats))
    actors = state.to_act()
    if left[0] < 0 or len(actors) > 1 or "*" in actors:
        raise TooLarge
    (seat,) = state.seats_to_act()
    return max((exact(after(state, seat, move), left) for move in state.moves(seat)), key=lambda s: s[seat])


def after(state: State, seat: int, move: str) -> State:
    result = state.copy()
    result.play(seat, move)
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


TITLES = ("connect_four", "city_blocks", "metromania", "neue_heimat")


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
            assert candidate.values == truth, (title, state.notation(), candidate)
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
    """A tree of a root whose children have these proven winners (0: not proven)."""
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
    return grown


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
    assert proofs.winners_by_choice(node_with(seats, *won), 1, 0) == expected


def test_untried_choices_prevent_a_proof_of_a_loss() -> None:
    assert proofs.winners_by_choice(node_with(2, 0b10, choices=2), 1, 0) == 0
    assert proofs.winners_by_choice(node_with(2, 0b01, choices=2), 1, 0) == 0b01


def test_proven_choices_are_ordered_by_their_result() -> None:
    order = sorted([0b01, 0b10, 0b11], key=lambda won: -proofs.proven_score(won, 0))
    assert order == [0b01, 0b11, 0b10]
    assert proofs.proven_score(0b10, 0) < -1e100


def test_proofs_do_not_pass_chance_or_simultaneous_moves() -> None:
    def winners_of_nodes(actor: int, unproven: int) -> Any:
        grown = node_with(2, 0, actor=actor)
        grown.integers[tree.OPEN] = 1
        work = Finished()
        work.path[:2] = 1, 2
        proofs.prove_leaf(Finished, grown, work, 2, unproven)
        return grown.nodes[1, tree.WINNERS], grown.nodes[2, tree.WINNERS]

    assert winners_of_nodes(0, 0) == (0b01, 0b01)
    assert winners_of_nodes(CHANCE, 0) == (0, 0b01)
    assert winners_of_nodes(0, 1) == (0, 0b01)


class Finished:
    """A title and a workspace: the first seat has won."""

    world = None

    def __init__(self) -> None:
        self.path = [0] * 4

    @staticmethod
    def actors_of(world: Any) -> int:
        return 0

    @staticmethod
    def winners_of(world: Any) -> int:
        return 0b01
