"""A look back at a game: honest sums, and decisions that can be looked up in the record."""

import json
from pathlib import Path

import pytest

import quartier
from quartier import lab
from quartier.conformance.games import load_compiled
from quartier.core.engine.contract import CHANCE
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab.review import Review

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAMES = {
    "city_blocks": "greedy.txt",
    "neue_heimat": "hidden_money.txt",
    "block_city": "tie_shared.txt",
    "metromania": "last_station_2.txt",
    "gridlock": "turn_limit_shared.txt",
}
BUDGET = "mcts:16"


def example_game(title: str, name: str = "") -> State:
    load_compiled(title)
    return quartier.replay((FIXTURES / title / (name or GAMES[title])).read_text())


def early(title: str, events: int) -> State:
    """A recorded game that was broken off."""
    return example_game(title).at(events)


@pytest.mark.parametrize("title", GAMES)
def test_what_changed_is_luck_and_choices(title: str) -> None:
    state = example_game(title)
    result = lab.review(state, BUDGET)
    for seat in range(state.seats):
        change = result.points[-1][seat] - result.points[0][seat]
        parts = result.luck[seat] + result.choices[seat] + result.others[seat] + result.drift[seat]
        assert change == pytest.approx(parts, abs=1e-9)
        assert result.choices[seat] == pytest.approx(-losses(result, seat))
    assert_well_formed(state, result)


def losses(result: Review, seat: int) -> float:
    return sum(one.loss for one in result.decisions if one.seat == seat)


def assert_well_formed(state: State, result: Review) -> None:
    assert len(result.points) == len(state.past) + 1
    shares = {seat: (seat in state.winners()) / max(1, len(state.winners())) for seat in range(state.seats)}
    assert result.points[-1] == tuple(shares.values())
    for one in result.decisions:
        before = state.at(one.event)
        assert state.events[one.event] == (one.seat, one.move)
        assert {one.move, one.best} <= set(before.moves(one.seat))
        assert result.points[one.event] == one.best_values
        assert one.loss == pytest.approx(one.best_values[one.seat] - one.values[one.seat])
        assert one.loss >= 0
        assert sum(one.values) == pytest.approx(1)


def test_every_choice_and_nothing_else_is_a_decision() -> None:
    state = example_game("city_blocks")
    moved = [i for i, past in enumerate(state.past) if past.actor != CHANCE]
    chosen = [i for i in moved if len(state.at(i).moves(state.past[i].actor)) > 1]
    assert [one.event for one in lab.review(state, BUDGET).decisions] == chosen


def test_the_costly_decisions_are_the_worst_of_each_seat() -> None:
    result = lab.review(example_game("city_blocks"), "mcts:60")
    costs = [result.decisions[index].loss for index in result.costly]
    assert costs == sorted(costs, reverse=True)
    for seat in (0, 1):
        ranked = sorted((one.loss for one in result.decisions if one.seat == seat), reverse=True)
        named = [one.loss for one in map(result.decisions.__getitem__, result.costly) if one.seat == seat]
        assert named == ranked[: len(named)]
        assert 0 < len(named) <= 5
        assert min(named) >= 0.03


def test_the_same_budget_gives_the_same_review() -> None:
    state = early("city_blocks", 40)
    assert lab.review(state, BUDGET) == lab.review(state, BUDGET)


def connect_four(columns: str) -> State:
    state = load_compiled("connect_four").new(seed=1)
    for index, column in enumerate(columns):
        state.play(index % 2, column)
    return state


def test_a_blunder_is_seen() -> None:
    """Yellow lets red finish a column of four instead of blocking it."""
    result = lab.review(connect_four("dadadbd"), "mcts:400")
    blunder = result.decisions[result.costly[0]]
    assert (blunder.event, blunder.seat, blunder.move, blunder.best) == (5, 1, "b", "d")
    assert blunder.loss > 0.1
    assert result.points[-1] == (1.0, 0.0)


def test_where_nothing_is_drawn_or_hidden_there_is_no_luck() -> None:
    result = lab.review(connect_four("dadadbd"), BUDGET)
    assert result.luck == (0, 0)
    assert result.drift != (0, 0)


def test_luck_is_where_chance_is() -> None:
    assert lab.review(early("city_blocks", 40), BUDGET).luck != (0, 0)


def test_alone_values_are_points() -> None:
    state = example_game("block_city", "solo.txt")
    result = lab.review(state, BUDGET)
    assert result.points[-1] == (float(state.scores()[0]),)
    assert result.others == (0.0,)
    assert result.points[-1][0] - result.points[0][0] == pytest.approx(
        result.luck[0] + result.choices[0] + result.drift[0]
    )


def test_a_game_that_was_broken_off_ends_with_what_could_be_expected() -> None:
    state = early("city_blocks", 40)
    (waiting,) = state.to_act()
    assert waiting == "*" or len(state.moves(waiting)) > 1
    result = lab.review(state, BUDGET)
    assert len(result.points) == 41
    assert 0 < result.points[-1][0] < 1


def test_progress_counts_decisions() -> None:
    reports: list[tuple[int, int]] = []
    result = lab.review(early("city_blocks", 34), BUDGET, progress=lambda *counts: reports.append(counts))
    count = len(result.decisions)
    assert reports == [(done, count) for done in range(count + 1)]


def test_a_review_can_be_stopped() -> None:
    calls: list[bool] = []

    def stop() -> bool:
        calls.append(True)
        return len(calls) > 3

    with pytest.raises(QuartierError, match="stopped"):
        lab.review(example_game("city_blocks"), "mcts:1000000", stop=stop)


def test_nothing_to_review_and_no_budget() -> None:
    with pytest.raises(QuartierError, match="no player had a choice"):
        lab.review(early("city_blocks", 5), BUDGET)
    with pytest.raises(BadOption, match="Invalid search budget"):
        lab.review(early("city_blocks", 5), "greedy")


def test_a_review_is_json() -> None:
    result = lab.review(early("neue_heimat", 60), BUDGET)
    read = json.loads(json.dumps(result.as_dict()))
    assert set(read) == {
        "title",
        "seats",
        "budget",
        "points",
        "decisions",
        "luck",
        "choices",
        "others",
        "drift",
        "costly",
    }
    assert [point["event"] for point in read["points"]] == list(range(61))
    assert read["points"][3]["values"] == [round(value, 4) for value in result.points[3]]
    assert set(read["decisions"][0]) == {
        "event",
        "seat",
        "move",
        "best",
        "loss",
        "values",
        "best_values",
        "reasons",
    }
