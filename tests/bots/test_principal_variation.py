"""The line that a search expects after a move can be played in a world that the seat can imagine, and tells no secret."""

from __future__ import annotations

import pytest

import quartier
from quartier import Dice, State, from_bytes
from quartier.bots import principal_variation
from quartier.bots.mcts.search import Search
from quartier.conformance.positions import random_game
from quartier.core.game.base_state import EVERYTHING

TITLES = ("block_city", "city_blocks", "gridlock", "metromania", "neue_heimat")


@pytest.fixture(autouse=True)
def _easily_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of a moment has not looked at anything often."""
    monkeypatch.setattr(principal_variation, "MIN_VISITS", 2)
    monkeypatch.setattr(principal_variation, "SHARE", 100)


def _lines(state: State, seat: int, simulations: int = 40) -> list[list[principal_variation.Step]]:
    """The lines of some moves, from what a seat knows."""
    view, dice = state.concealed(seat), Dice(5)
    search = Search(state.game, f"mcts:{simulations}")
    moves = [candidate.move for candidate in search.run(view, seat, dice).candidates[:3]]
    return [
        principal_variation.play_line(
            view, seat, move, principal_variation.expected_line(search.trees(), view.read(move)), dice
        )
        for move in moves
    ]


def _decision(title: str, part: float) -> tuple[State, int]:
    """A position of a random game with a seat that decides there."""
    whole = random_game(quartier.load(title), 9, seats=2)
    moments = (whole.at(index) for index in range(int(len(whole.past) * part), len(whole.past)))
    state = next(moment for moment in moments if moment.seats_to_act())
    return state, min(state.seats_to_act())


@pytest.mark.parametrize("title", TITLES)
def test_a_line_begins_with_its_move_and_each_step_is_legal_where_it_is_played(title: str) -> None:
    state, seat = _decision(title, 0.9)
    for line in _lines(state, seat):
        assert 1 <= len(line) <= principal_variation.MAX_STEPS
        assert line[0].seat == seat
        assert line[0].before == bytes(state.concealed(seat))
        for step in line:
            view = from_bytes(step.before)
            assert view.seen_by(seat, "de").describe_move(step.seat, step.move)[0]
            assert step.seat != seat or step.move in view.moves(seat)


@pytest.mark.parametrize("title", ["city_blocks", "gridlock"])
def test_what_the_seat_cannot_know_does_not_change_its_lines(title: str) -> None:
    """CB-23, GL-28: the same knowledge and the same dice give the same lines, whatever is true."""
    state, seat = _decision(title, 0.9)
    other = state.determinize(seat, Dice(77)).as_seen_by(EVERYTHING)
    assert other.to_bytes() != state.to_bytes()
    assert _lines(other, seat) == _lines(state, seat)


def test_nobody_goes_on_from_a_draw_that_they_have_seen() -> None:
    """CB-15: after one's own move one draws a tile, and no line says what one does with it."""
    state, seat = _decision("city_blocks", 0.4)
    seats_of_steps = [[step.seat for step in line] for line in _lines(state, seat, 150)]
    assert all(seats in ([seat], [seat, 1 - seat]) for seats in seats_of_steps)
    assert any(len(seats) == 2 for seats in seats_of_steps)
