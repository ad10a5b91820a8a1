"""The final count: its steps add up to the scores, and what it lights is there, in every title."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import quartier
from quartier import State
from quartier.core.text.final_count import shares
from tests.games.recordings import Recordings

TOUCHED = re.compile(r' (?:id|data-touch)="([^"]+)"')
SHORT_OPTIONS = {"gridlock": {"turn_limit": 12}}


def random_games(title: str) -> Iterator[State]:
    """A finished game for every number of seats, and for every option one in which it is not as usual."""
    game = quartier.load(title)
    fewest, most = game.seats
    wishes = [(seats, {}) for seats in range(fewest, most + 1)]
    for name, option in game.spec.options.items():
        other = next(value for value in option.values if value != option.default)
        needs = {option.needs: True} if option.needs else {}
        wishes.append((most, {name: other, **needs}))
    for number, (seats, options) in enumerate(wishes):
        try:
            yield play_random(
                game.new(seats=seats, seed=number, **{**SHORT_OPTIONS.get(title, {}), **options}), number
            )
        except quartier.BadOption:
            continue  # an option for another number of seats


def play_random(state: State, seed: int) -> State:
    rng = random.Random(seed)
    while not state.over:
        actor = min(state.seats_to_act())
        state.play(actor, rng.choice(state.moves(actor)))
    return state


def finished_games(title: str) -> Iterator[State]:
    yield from random_games(title)
    records = Recordings(title)
    for name in records.names():
        state = quartier.replay(records.text_of(name))
        if state.over:
            yield state


@pytest.mark.rules("CB-22", "BC-19", "MM-32", "NH-31", "GL-22")
@pytest.mark.parametrize("title", quartier.titles())
def test_the_steps_of_the_final_count_add_up_to_the_scores(title: str) -> None:
    for state in finished_games(title):
        for seat in range(state.seats):
            steps = state.seen_by(seat, "de").count()
            sums = [sum(points) for points in zip(*(step.points for step in steps), strict=True)]
            assert (sums or [0] * state.seats) == state.scores()


@pytest.mark.parametrize("title", quartier.titles())
def test_what_the_final_count_lights_is_on_the_board(title: str) -> None:
    for state in random_games(title):
        for seat in {0, state.seats - 1}:
            there = set(TOUCHED.findall(state.parts(seat, "en")["board"]))
            steps = state.seen_by(seat, "en").count()
            assert {index for step in steps for group in step.ids for index in group} <= there


@pytest.mark.parametrize("title", quartier.titles())
def test_nothing_is_counted_before_the_end(title: str) -> None:
    assert quartier.load(title).new(seed=1).seen_by(None, "en").count() == []


def test_of_few_seats_all_are_reported_and_of_many_who_gets_most() -> None:
    assert shares([12, 0, -3], ["Ada", "Bea", "Cem"]) == "Ada +12 · Bea 0 · Cem −3"
    assert shares([4, 7, 7, 1], ["Ada", "Bea", "Cem", "Dora"]) == "Bea +7 · Cem +7"
