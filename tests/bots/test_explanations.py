"""Reasons add up: what speaks for a move, group by group of features, is exactly what the network thinks it is better by."""

from __future__ import annotations

import numpy as np
import pytest

from quartier import Dice, State, bots
from quartier.bots import explanations, model_functions
from quartier.bots.weights import find_weights, net_for
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.engine.networks import SHIFT


def position(title: str, moves: int) -> tuple[State, int]:
    """A position after some moves, as the seat knows it that is to move."""
    state, dice = load_compiled(title).new(2, seed=5), Dice(5)
    for _ in range(moves):
        seat = min(state.seats_to_act())
        state.play(seat, bots.make("greedy", state.game).choose(state.concealed(seat), seat, dice))
    seat = min(state.seats_to_act())
    return state.concealed(seat), seat


def worth_after(view: State, seat: int, move: str) -> int:
    """What the network thinks of the position after a move, as a whole number."""
    after, values = view.copy(), np.zeros(3 * view.seats)
    after.game.kernels.play_at(after.array, seat, view.read(move))
    raw, net = np.frombuffer(bytearray(after.to_bytes()), np.uint8), net_for(view, find_weights(view))
    view.game.bound(model_functions).evaluate_seats(raw, net, values)
    return round(values[seat] * (1 << SHIFT))


def _over(view: State, seat: int, move: str) -> bool:
    after = view.copy()
    after.game.kernels.play_at(after.array, seat, view.read(move))
    return after.over


@pytest.mark.parametrize(
    ("title", "moves"),
    [
        ("block_city", 30),
        ("city_blocks", 12),
        ("city_blocks", 29),
        ("gridlock", 30),
        ("metromania", 20),
        ("neue_heimat", 60),
    ],
)
def test_the_parts_add_up(title: str, moves: int) -> None:
    """Also where a move ends the game: the last block of City Blocks."""
    existing, seat = position(title, moves)
    legal = [existing.write(action) for action in existing.legal(seat)]
    worth = {move: worth_after(existing, seat, move) for move in legal}
    ends = {move: _over(existing, seat, move) for move in legal}
    for move, parts in zip(legal[:5], explanations.against_all(existing, seat, legal[:5]), strict=True):
        assert any(ends.values()) or dict(parts)[explanations.RESULT] == 0
        assert not ends[move] or {name for name, part in parts if part} <= {explanations.RESULT}
        exact = 10 * (len(legal) * worth[move] - sum(worth.values()))
        assert abs(sum(part for _, part in parts) - exact / (len(legal) << SHIFT)) <= 0.5
        other = explanations.against(existing, seat, move, legal[-1])
        assert (
            abs(sum(part for _, part in other) - 10 * (worth[move] - worth[legal[-1]]) / (1 << SHIFT)) <= 0.5
        )


def test_shares_of_the_units_lose_nothing() -> None:
    existing, seat = position("block_city", 30)
    weights = find_weights(existing)
    assert weights is not None
    tried = explanations._try_moves(existing, seat, existing.legal(seat), weights)
    outputs = explanations._outputs(tried.sums, tried.over, weights)
    shares = explanations._shares(tried, weights, 0, slice(None))
    assert (shares.sum(axis=1) == outputs[0] - outputs).all()
    assert (tried.gained % (1 << SHIFT) == 0).all(), "what is no feature is whole points"


def test_rounding_keeps_the_sum() -> None:
    assert explanations._round_parts([14, 14, 12], 100) == [2, 1, 1]
    assert explanations._round_parts([-14, 4, 0], 100) == [-1, 0, 0]
    assert explanations._round_parts([0, 0], 100) == [0, 0]


def test_compiled_and_interpreted_give_the_same_reasons() -> None:
    existing, seat = position("block_city", 30)
    twin = load_interpreted("block_city").from_bytes(
        existing.to_bytes(), existing.seats, existing.options, seat
    )
    moves = [existing.write(action) for action in existing.legal(seat)[:2]]
    assert explanations.against_all(twin, seat, moves) == explanations.against_all(existing, seat, moves)


def test_without_a_network_there_are_none() -> None:
    state = load_compiled("block_city").new(2, seed=5, set_points=20)
    seat = min(state.seats_to_act())
    view = state.concealed(seat)
    move = view.write(view.legal(seat)[0])
    assert explanations.against_all(view, seat, [move]) == [()]
    assert explanations.against(view, seat, move, move) == ()
