"""How points are made, in words: with the figures and the options of the game that is played."""

import copy

import pytest

import quartier
from quartier import State


def sentence(state: State, rule: int) -> str:
    """What is said of the first category that names a rule."""
    [text, *_] = [
        category.sentence for category in state.seen_by(None, "en").categories() if rule in category.rules
    ]
    return text


@pytest.mark.rules("BC-16")
def test_a_store_is_reported_with_the_option_about_misses() -> None:
    game = quartier.load("block_city")
    spoils = "A miss next to it spoils it."
    assert spoils not in sentence(game.new(2, seed=1), 16)
    assert spoils in sentence(game.new(2, seed=1, miss_spoils_store=True), 16)


@pytest.mark.rules("GL-22", "GL-23")
@pytest.mark.parametrize("cards", [4, 7])
def test_the_number_of_destinations_is_the_one_of_the_game(cards: int) -> None:
    state = quartier.load("gridlock").new(2, seed=1, cards=cards)
    assert f"all {cards} wins at once" in sentence(state, 22)


@pytest.mark.rules("MM-30", "MM-31", "MM-33")
def test_trips_and_penalties_have_the_figures_of_the_city() -> None:
    game = quartier.load("metromania")
    city = copy.deepcopy(game.spec.boards.standard().data)
    city["name"] = "Box"
    city["scoring"].update(trip=20, unfinished_line=-7)
    usual, own = game.new(2, seed=1), game.new(2, seed=1, board=city)
    assert ("12 points" in sentence(usual, 30), "20 points" in sentence(own, 30)) == (True, True)
    assert ("−3" in sentence(usual, 31), "−7" in sentence(own, 31)) == (True, True)


def test_a_title_need_not_say_how_points_are_made() -> None:
    assert quartier.load("connect_four").new(2, seed=1).seen_by(None, "en").categories() == []
