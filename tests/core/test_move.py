"""A move is its notation, with who plays it, its number and its label."""

import copy
import pickle

import pytest

import quartier
from quartier import Move
from quartier.core.engine.contract import CHANCE


def test_a_move_is_its_notation() -> None:
    move = Move("H3@c4", 1, 65)
    assert (move, str(move), repr(move), f"{move}") == ("H3@c4", "H3@c4", "'H3@c4'", "H3@c4")
    assert type(str(move)) is str
    assert hash(move) == hash("H3@c4")
    assert sorted([move, "H2@c4"]) == ["H2@c4", "H3@c4"]
    assert (move.actor, move.action) == (1, 65)


def test_a_move_is_a_value() -> None:
    move = Move("H3@c4", 1, 65)
    with pytest.raises(AttributeError, match="value"):
        move.action = 3
    with pytest.raises(AttributeError, match="value"):
        del move.actor
    for again in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
        assert (type(again), again, again.actor, again.action) == (Move, "H3@c4", 1, 65)


@pytest.mark.parametrize("title", quartier.titles())
def test_states_list_moves_of_their_actor(title: str) -> None:
    state = quartier.load(title).new(seed=3)
    for seat in state.seats_to_act():
        moves = state.moves(seat)
        assert {move.actor for move in moves} == {seat}
        assert [state.write(move.action) for move in moves] == moves == sorted(moves)
        assert {move.action for move in moves} == set(state.legal(seat))


def test_outcomes_of_chance_are_moves_of_chance() -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    outcomes = state.moves("*")
    assert {outcome.actor for outcome in outcomes} == {"*"}
    assert {outcome.action for outcome in outcomes} == set(state.legal(CHANCE))
    assert outcomes[0].label(state) == outcomes[0]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_label_is_that_of_the_page(lang: str) -> None:
    state = quartier.load("city_blocks").new(seed=7)
    (seat,) = state.seats_to_act()
    labels = {choice.move: choice.label for choice in state.seen_by(seat, lang).choices()}
    assert {move: move.label(state, lang) for move in state.moves(seat)} == labels
