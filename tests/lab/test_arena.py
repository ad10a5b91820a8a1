"""The arena: the same games for the same seed, however they are played, and honest figures about them."""

import json
import math
import os
from typing import Any

import numpy as np
import pytest

from quartier import lab
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.text.errors import BadOption, QuartierError, UnknownTitle
from quartier.lab.arena import Contest
from quartier.lab.matches import Match
from quartier.lab.plan import Plan
from quartier.lab.results import Result, elo, wilson
from tests.lab.own import Crashing, OwnGreedy

LINE_UP = ("greedy", "random")


def comparable(result: Result) -> dict[str, Any]:
    """A result without what depends on the machine."""
    timing = {"seconds", "workers", "games_per_second", "moves_per_second"}
    return {key: value for key, value in result.as_dict().items() if key not in timing}


def test_the_same_seed_gives_the_same_result_with_any_number_of_workers() -> None:
    alone = lab.arena("city_blocks", LINE_UP, games=500, seed=4, workers=1)
    together = lab.arena("city_blocks", LINE_UP, games=500, seed=4, workers=2)
    assert (alone.workers, together.workers) == (1, 2)
    assert comparable(alone) == comparable(together)


def test_another_seed_gives_other_games() -> None:
    one, other = (lab.arena("city_blocks", LINE_UP, games=50, seed=seed) for seed in (1, 2))
    assert one.standings != other.standings


@pytest.mark.parametrize("title", ["city_blocks", "connect_four"])
@pytest.mark.parametrize("duplicate", [False, True])
def test_games_inside_a_kernel_are_the_games_of_the_bots(title: str, duplicate: bool) -> None:
    inside = lab.arena(title, ["greedy", "random"], games=40, seed=9, duplicate=duplicate)
    by_moves = lab.arena(title, [OwnGreedy, "random"], games=40, seed=9, duplicate=duplicate)
    assert comparable(inside) == comparable(by_moves)


def test_an_own_bot_plays_in_worker_processes_too() -> None:
    alone = lab.arena("city_blocks", [OwnGreedy, "random"], games=40, seed=9, workers=1)
    together = lab.arena("city_blocks", [OwnGreedy, "random"], games=40, seed=9, workers=2)
    assert together.workers == 2
    assert comparable(alone) == comparable(together)


@pytest.mark.parametrize("title", ["city_blocks", "connect_four"])
def test_compiled_and_interpreted_games_are_equal(title: str) -> None:
    match = Match(title, {}, LINE_UP, Plan(2, 6, seed=3))
    tables = [match.play_kernels(game, 0, 6) for game in (load_compiled(title), load_interpreted(title))]
    assert tables[0].tolist() == tables[1].tolist()


def test_a_worker_that_dies_is_one_clear_sentence() -> None:
    with pytest.raises(QuartierError, match="worker process"):
        lab.arena("city_blocks", [Crashing, "random"], games=40, seed=1, workers=2)


def test_contestants_take_all_seatings_in_turn() -> None:
    plan = Plan(3, 12, seed=0)
    seating = plan.seating(0, 12)
    assert len({tuple(row) for row in seating[:6].tolist()}) == 6
    assert (seating[:6] == seating[6:]).all()
    assert (Plan(3, 12, seed=0, rotate=False).seating(0, 12) == [0, 1, 2]).all()


def test_duplicate_gives_all_seatings_of_a_deal_one_chance_stream() -> None:
    streams = Plan(2, 6, seed=5, duplicate=True).streams(0, 6)
    chance, choice = streams[:, 0].tolist(), streams[:, 1].tolist()
    assert chance[::2] == chance[1::2]
    assert len(set(chance)) == 3
    assert len(set(choice)) == 6


def test_every_game_has_streams_of_its_own_wherever_a_chunk_begins() -> None:
    plan = Plan(2, 1000, seed=5)
    whole = plan.streams(0, 1000)
    assert len(set(whole.ravel().tolist())) == 2000
    assert (whole[300:310] == plan.streams(300, 310)).all()


def test_a_result_counts_what_happened() -> None:
    games = 100
    match = Match("city_blocks", {}, LINE_UP, Plan(2, games, seed=6))
    table = match.play(0, games).table
    result = lab.arena("city_blocks", LINE_UP, games=games, seed=6)
    seats = np.arange(games) % 2
    greedy, rival = result.standings
    assert greedy.wins == int((table[:, 2] == 1 << seats).sum())
    assert greedy.score_mean == pytest.approx(table[np.arange(games), seats].mean())
    assert greedy.wins + greedy.shared + greedy.losses == games
    assert greedy.share + rival.share == pytest.approx(1)
    assert sum(result.seat_share) == pytest.approx(1)
    assert result.moves == table[:, 3].sum()
    assert 30 <= result.moves_shortest <= result.moves_mean <= result.moves_longest <= 39


def test_the_scores_and_winners_of_a_game_agree() -> None:
    table = Match("city_blocks", {}, LINE_UP, Plan(2, 200, seed=8)).play(0, 200).table
    expected = np.sign(table[:, 0] - table[:, 1])
    assert (np.select([table[:, 2] == 1, table[:, 2] == 2], [1, -1], 0) == expected).all()


def test_a_result_is_json() -> None:
    result = lab.arena("city_blocks", LINE_UP, games=10, seed=6)
    read = json.loads(json.dumps(result.as_dict()))
    assert read["standings"][0]["name"] == "greedy"
    assert read["games_per_second"] == pytest.approx(10 / result.seconds)


def test_progress_counts_all_games() -> None:
    reports: list[tuple[int, int]] = []
    lab.arena("city_blocks", LINE_UP, games=450, progress=lambda done, total: reports.append((done, total)))
    assert [done for done, _ in reports] == [0, 200, 400, 450]
    assert {total for _, total in reports} == {450}


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0)],
)
def test_wilson_interval_has_the_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_interval_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert math.isclose(wilson(7, 7)[1], 1.0)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"title": "city_block"}, UnknownTitle, "city_blocks"),
        ({"contestants": ["greedy"]}, BadOption, "2 players"),
        ({"contestants": ["greedy", "randm"]}, BadOption, "random"),
        ({"games": 0}, BadOption, "“games” must be at least 1"),
        ({"workers": 0}, BadOption, "Use at least one process"),
        ({"speed": 3}, BadOption, "speed"),
    ],
)
def test_wrong_wishes_are_refused_before_anything_is_played(
    change: dict[str, Any], error: type[Exception], says: str
) -> None:
    wishes: dict[str, Any] = {"title": "city_blocks", "contestants": LINE_UP, **change}
    with pytest.raises(error, match=says):
        lab.arena(**wishes)


# ----- seatings, deals -----


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_circle_of_games_gives_each_contestant_every_seat(seats: int) -> None:
    plan = Plan(seats, 10 * seats, seed=0)
    for first in range(0, 10 * seats, seats):
        seating = plan.seating(first, first + seats)
        assert all(sorted(column) == list(range(seats)) for column in seating.T.tolist())
    assert len(set(plan.orders)) == math.factorial(seats)


def test_a_deal_is_played_in_all_seatings_and_by_many_players_in_one_circle() -> None:
    assert Plan(3, 12, seed=0, duplicate=True).seatings_of_a_deal == 6
    assert Plan(6, 12, seed=0, duplicate=True).seatings_of_a_deal == 6
    assert Plan(6, 12, seed=0, duplicate=True, rotate=False).seatings_of_a_deal == 1
    chance = Plan(6, 12, seed=5, duplicate=True).streams(0, 12)[:, 0].tolist()
    assert len(set(chance[:6])) == len(set(chance[6:])) == 1
    assert chance[0] != chance[6]


# ----- Elo -----


def test_elo_is_the_published_formula() -> None:
    assert elo(0.64, 2) == pytest.approx(100, abs=0.1)
    assert elo(0.5, 2) == pytest.approx(0)
    assert elo(1 / 3, 3) == pytest.approx(0)
    assert elo(0.5, 3) == pytest.approx(400 * math.log10(2))
    assert elo(0.3, 2) == pytest.approx(-elo(0.7, 2))


def test_elo_has_no_bound_where_there_is_none() -> None:
    assert elo(1.0, 2) is None
    assert elo(0.0, 2) is None
    assert elo(1.0, 1) is None
    greedy, rival = lab.arena("city_blocks", LINE_UP, games=20, seed=1).standings
    assert greedy.elo is None
    assert greedy.elo_high is None
    assert greedy.elo_low == pytest.approx(-rival.elo_high)


# ----- watching and stopping -----


def test_who_watches_sees_the_games_so_far() -> None:
    reports: list[Result] = []
    last = lab.arena("city_blocks", LINE_UP, games=450, seed=2, watch=reports.append)
    assert reports
    assert (reports[0].games, reports[0].planned) == (200, 450)
    assert (
        comparable(reports[0])["standings"]
        == comparable(lab.arena("city_blocks", LINE_UP, games=200, seed=2))["standings"]
    )
    assert last.games == last.planned == 450


def test_ctrl_c_leaves_the_games_that_were_over() -> None:
    def stop(done: int, total: int) -> None:
        if done == 400:
            raise KeyboardInterrupt

    with pytest.raises(lab.Stopped) as stopped:
        lab.arena("city_blocks", LINE_UP, games=1000, seed=2, progress=stop)
    result = stopped.value.result
    assert (result.games, result.planned) == (400, 1000)
    whole = lab.arena("city_blocks", LINE_UP, games=400, seed=2)
    assert comparable(result)["standings"] == comparable(whole)["standings"]


def test_ctrl_c_before_the_first_game_is_just_ctrl_c() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        lab.arena("city_blocks", LINE_UP, games=10, progress=stop)
    assert not isinstance(stopped.value, lab.Stopped)


# ----- bots that search -----


def test_a_search_plays_the_same_games_in_any_process() -> None:
    alone, together = (
        lab.arena("connect_four", ["mcts:30", "greedy"], games=12, seed=3, duplicate=True, workers=workers)
        for workers in (1, 2)
    )
    assert together.workers == 2
    assert comparable(alone) == comparable(together)


@pytest.mark.parametrize(
    ("contestants", "together"),
    [(("mcts:40x2", "mcts:40"), False), (("mcts:40", "greedy"), True), ((OwnGreedy, "random"), True)],
)
def test_bots_that_use_several_cores_play_in_one_process(
    contestants: tuple[Any, ...], together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    match = Match("connect_four", {}, contestants, Plan(2, 100, seed=0))
    start = lab.check("connect_four", contestants)
    assert Contest(start, match, None).processes(50, seconds_left=100.0) == (4 if together else 1)
    assert Contest(start, match, None).processes(50, seconds_left=1.0) == 1
    assert Contest(start, match, 2).processes(50, seconds_left=1.0) == 2
    assert Contest(start, match, 9).processes(3, seconds_left=1.0) == 3


def test_time_is_spent_on_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert Match("connect_four", {}, ("mcts:0.1s", "greedy"), Plan(2, 100, seed=0)).cores == 4


def test_strong_bots_report_every_game() -> None:
    match = Match("connect_four", {}, ("mcts:40", "greedy"), Plan(2, 100, seed=0))
    assert match.first_chunk == 1
    assert [match.chunk(seconds) for seconds in (30.0, 0.3, 0.001)] == [1, 3, 10]
