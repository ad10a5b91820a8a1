"""The weakest level is for somebody who has just learned a game: it loses to who does what “In a minute” says."""

import pytest

import quartier
from quartier import bots, lab
from quartier.games.registry import OURS
from tests.bots.beginners import Beginner

FEW_GAMES, MANY_GAMES = 8, 200


BOTS = [
    (title, bot.name) for title in OURS for bot in bots.characters(quartier.load(title)) if bot.number == 1
]
"""The characters of level 1."""


def share_of_beginners(title: str, bot: str, games: int) -> float:
    """The points of the simple player against a bot, two seats, each deal in both seatings."""
    options = {"turn_limit": 40} if title == "gridlock" else {}
    result = lab.arena(title, [Beginner, bot], games, seed=1, duplicate=True, workers=1, **options)
    return result.standings[0].share


@pytest.mark.parametrize(("title", "bot"), BOTS)
def test_a_beginner_holds_their_own_against_level_1(title: str, bot: str) -> None:
    assert share_of_beginners(title, bot, FEW_GAMES) >= 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("title", "bot"), BOTS)
def test_a_beginner_wins_three_games_of_five_against_level_1(title: str, bot: str) -> None:
    assert share_of_beginners(title, bot, MANY_GAMES) >= 0.6
