"""Moves one by one: lists in the order of texts, and a move with all draws after it in one call."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest

import quartier
from quartier import Dice, IllegalMove, State
from quartier.conformance.positions import step
from quartier.core.engine.contract import CHANCE
from quartier.core.game import base_state, event_buffer


def play_events(title: str, events: int, seed: int = 3) -> State:
    game, dice = quartier.load(title), Dice(seed)
    state = game.new(seats=game.seats[1], seed=seed, **game.ending)
    for _ in range(events):
        if not state.over:
            step(state, dice)
    return state


@pytest.mark.parametrize("title", quartier.titles())
def test_moves_are_the_texts_of_the_legal_actions_in_order(title: str) -> None:
    for events in (0, 7, 25):
        state = play_events(title, events)
        for seat in range(state.seats):
            moves = state.moves(seat)
            assert type(moves) is list
            assert moves == sorted(state.write(action) for action in state.legal(seat))


@pytest.mark.parametrize("title", ["city_blocks", "gridlock", "block_city"])
def test_it_does_not_matter_how_many_events_are_noted_at_once(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = play_events(title, 12)
    for events in (2, 3, 5):  # a single one would look contiguous to compiled code
        for module in (base_state, event_buffer):
            monkeypatch.setattr(module, "EVENTS", events)
        monkeypatch.setattr(event_buffer, "_BUFFERS", event_buffer._Buffers())
        state = play_events(title, 12)
        assert state == usual
        assert state.past == usual.past


def test_the_past_knows_the_dice_so_that_undo_draws_the_same_again() -> None:
    state = play_events("city_blocks", 0)
    seat = min(state.seats_to_act())
    state.play_action(seat, state.legal(seat)[0])
    events = list(state.events)
    assert [past.actor for past in state.past[-2:]] == [seat, CHANCE]
    assert all(isinstance(past.dice, int) for past in state.past)
    action = state.past[-2].action
    state.undo()
    state.play_action(seat, action)
    assert state.events == events


def test_dice_of_someone_else_are_not_noted() -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    state.settle(Dice(1))
    assert {past.dice for past in state.past} == {None}


def test_a_past_that_two_threads_ask_for_at_once_is_reported_once() -> None:
    record, state = play_events("city_blocks", 20).record(), play_events("city_blocks", 20)
    barrier = Barrier(4)
    results: list[int] = []

    def ask() -> None:
        barrier.wait()
        results.append(len(state.past))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(results) == {len(state.past)}
    assert state.record() == record


@pytest.mark.parametrize("wrong", ["3", 3.0, None])
def test_what_is_no_number_is_no_action(wrong: Any) -> None:
    state = play_events("city_blocks", 3)
    seat, before = min(state.seats_to_act()), state.to_bytes()
    with pytest.raises(TypeError):
        state.play_action(seat, wrong)
    with pytest.raises(TypeError):
        state.legal(wrong)
    assert state.to_bytes() == before


def test_a_refused_action_changes_nothing() -> None:
    state = play_events("city_blocks", 0)
    seat, before, past = min(state.seats_to_act()), state.to_bytes(), list(state.past)
    forbidden = next(action for action in range(state.game.actions) if action not in state.legal(seat))
    with pytest.raises(IllegalMove):
        state.play_action(seat, forbidden)
    assert (state.to_bytes(), state.past) == (before, past)


def test_threads_do_not_meet() -> None:
    """Each thread has its own room for what has happened."""
    record, results = play_events("city_blocks", 20).record(), []
    threads = [
        Thread(target=lambda: results.append(play_events("city_blocks", 20).record())) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [record] * 3
