"""Daily puzzles: each date has one, they replay, and their solution is better than what a greedy player does."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import quartier
from quartier import Dice, bots
from quartier.conformance.games import load_compiled
from quartier.core.game.puzzles import (
    YEAR,
    Puzzle,
    has_puzzles,
    number_on,
    puzzles_of,
    read,
)
from quartier.games.registry import OURS
from quartier.lab import puzzles as finding

pytestmark = pytest.mark.slow

TITLES = [name for name in quartier.titles() if has_puzzles(quartier.load(name))]
LEAP = date(2028, 1, 1)
SAMPLE, SEARCHED = 12, 3


def sample(title: str, size: int) -> list[Puzzle]:
    """Some of a title's puzzles, from all parts of the file."""
    puzzles = puzzles_of(quartier.load(title))
    return list(puzzles[:: max(1, len(puzzles) // size)][:size])


def test_each_date_of_a_leap_year_has_another_puzzle() -> None:
    days = [LEAP + timedelta(days) for days in range(YEAR)]
    assert [number_on(day, YEAR) for day in days] == list(range(YEAR))
    assert number_on(date(2028, 2, 29), YEAR) == 59
    assert number_on(date(2027, 3, 1), YEAR) == number_on(date(2028, 3, 1), YEAR) == 60


@pytest.mark.parametrize("count", [1, 40])
def test_where_there_are_fewer_each_date_has_one_all_the_same(count: int) -> None:
    numbers = [number_on(LEAP + timedelta(days), count) for days in range(YEAR)]
    assert set(numbers) == set(range(count))


def test_a_puzzle_is_written_as_it_was_read() -> None:
    for puzzle in sample(TITLES[0], SAMPLE):
        assert read(puzzle.write()) == (puzzle,)


@pytest.mark.parametrize("title", TITLES)
def test_no_two_puzzles_are_from_the_same_game(title: str) -> None:
    games = [puzzle.game for puzzle in puzzles_of(quartier.load(title))]
    assert len(set(games)) == len(games) <= YEAR


@pytest.mark.parametrize("title", TITLES)
def test_a_puzzle_replays_and_its_moves_are_legal(title: str) -> None:
    game = quartier.load(title)
    for puzzle in sample(title, SAMPLE):
        state = puzzle.position(game)
        assert puzzle.seat in state.seats_to_act()
        offered = state.concealed(puzzle.seat).moves(puzzle.seat)
        assert {move.move for move in puzzle.moves} <= set(offered)
        shares = {move.move: move.share for move in puzzle.moves}
        rest = [share for move, share in shares.items() if move not in puzzle.best]
        assert min(shares[move] for move in puzzle.best) > max(rest) >= shares[puzzle.greedy]


@pytest.mark.parametrize("title", TITLES)
def test_a_greedy_player_misses_the_solution(title: str) -> None:
    game = load_compiled(title)
    greedy = bots.make("greedy", game)
    for puzzle in sample(title, SAMPLE):
        view = puzzle.position(game).concealed(puzzle.seat)
        assert puzzle.greedy not in puzzle.best
        assert greedy.choose(view, puzzle.seat, Dice(1)) not in puzzle.best


@pytest.mark.parametrize("title", TITLES)
def test_a_search_likes_the_solution_better(title: str) -> None:
    game = load_compiled(title)
    for puzzle in sample(title, SEARCHED):
        view = puzzle.position(game).concealed(puzzle.seat)
        analysis = bots.analyse(
            view, puzzle.seat, "learned:4000", Dice(1), include=[puzzle.best[0], puzzle.greedy]
        )
        best, greedy = analysis.of(puzzle.best[0]), analysis.of(puzzle.greedy)
        assert best is not None
        assert greedy is not None
        assert best.values[puzzle.seat] > greedy.values[puzzle.seat]


@pytest.mark.parametrize(("title", "gain"), [("gridlock", 0), ("neue_heimat", 7)])
def test_games_that_may_go_on_for_ever_are_not_played_to_the_end(
    title: str, gain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_gain", lambda *_: 7)
    results = [finding.verify_again(load_compiled(title), puzzle, 1) for puzzle in sample(title, SEARCHED)]
    assert {puzzle.gain for puzzle in results if puzzle} == {gain}


def test_a_game_without_an_end_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cautious players of Gridlock may lay and remove roads for ever."""
    monkeypatch.setattr(finding, "MAX_EVENTS", 30)
    monkeypatch.setattr(finding, "PLAYER", "random")
    played = finding._play_game(quartier.load("gridlock"), Dice(1))
    assert len(played.past) == 30
    assert not played.over


@pytest.mark.parametrize("title", OURS)
def test_every_title_of_our_own_has_puzzles(title: str) -> None:
    """Else all of these would pass over one whose file was lost: titles of others may do without."""
    assert has_puzzles(quartier.load(title))
