"""The weakest level is for somebody who has just learned a game: it loses to who does what “In a minute” says."""

import pytest

from quartier import lab
from quartier.games.registry import OURS
from tests.bots.beginners import Beginner

FEW, MANY = 8, 200


def share_of_beginners(title: str, games: int) -> float:
    """The points of the simple player against level 1, two seats, each deal in both seatings."""
    options = {"turn_limit": 40} if title == "gridlock" else {}
    result = lab.arena(title, [Beginner, "1"], games, seed=1, duplicate=True, workers=1, **options)
    return result.standings[0].share


@pytest.mark.parametrize("title", OURS)
def test_a_beginner_holds_their_own_against_level_1(title: str) -> None:
    assert share_of_beginners(title, FEW) >= 0.5


@pytest.mark.soak
@pytest.mark.parametrize("title", OURS)
def test_a_beginner_wins_three_games_of_five_against_level_1(title: str) -> None:
    assert share_of_beginners(title, MANY) >= 0.6
