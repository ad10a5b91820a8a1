"""What every title must pass, and the rules of Skeleton. Replace the tests of the rules by those of your game."""

import pytest
import quartier
from quartier import IllegalMove, State
from quartier.conformance import Conformance, ProvedRules


class TestSkeleton(Conformance, ProvedRules):
    title = "skeleton"


def after(*moves: str) -> State:
    """The position after these moves, Blue first."""
    state = quartier.load("skeleton").new()
    for number, move in enumerate(moves):
        state.play(number % 2, move)
    return state


@pytest.mark.rules("R-1")
def test_twelve_stones_lie_on_the_table_and_blue_begins() -> None:
    assert str(after()) == "o o o o o o o o o o o o"
    assert after().to_act() == {0}
    assert after("1").to_act() == {1}


@pytest.mark.rules("R-2")
def test_a_player_takes_one_or_two_stones() -> None:
    assert after().moves(0) == ["1", "2"]
    assert after("1", "2").view(0)["stones"] == 9
    with pytest.raises(IllegalMove) as error:
        after("2", "2", "2", "2", "2", "1").play(0, "2")
    assert error.value.rule == "R-2"


@pytest.mark.rules("R-3")
def test_the_last_stone_wins() -> None:
    state = after("2", "2", "2", "2", "2", "2")
    assert (state.over, state.winners(), state.scores()) == (True, [1], [0, 1])
