"""The benchmark measures what it says."""

import json

import pytest

from quartier.conformance.games import load_compiled, load_interpreted
from quartier.lab import bench
from tests.conformance.titles import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_the_figures_of_a_title_are_consistent(title: str) -> None:
    speed = bench.measure(load_compiled(title), seconds=0.03)
    figures = json.loads(json.dumps(speed.as_dict()))
    assert figures["title"] == title
    assert figures["compiled"] is True
    assert min(speed.random_moves, speed.random_games, speed.copies, speed.listings) > 0
    assert 7 <= speed.random_moves / speed.random_games <= 1e9
    assert speed.random_events >= speed.random_moves


def test_compiled_rules_are_far_faster_than_interpreted_ones() -> None:
    _, fast, _ = bench.random_play(load_compiled("city_blocks"), 0.1)
    _, slow, _ = bench.random_play(load_interpreted("city_blocks"), 0.1)
    assert fast > 5 * slow


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(5))
def test_the_middle_of_a_game_has_a_seat_in_turn(title: str, seed: int) -> None:
    state = bench.middle(load_compiled(title), seed)
    assert state.past
    assert state.to_act() <= set(range(state.seats))
    assert state.to_act()


def test_a_rate_is_work_per_second() -> None:
    done: list[int] = []
    per_second = bench.rate(lambda count: done.extend(range(count)), 0.05)
    assert per_second > 1000
    assert len(done) > 100
