"""The worked example of the rulebook: the recorded game behind it has each number of its text."""

import pytest

from quartier.games.city_blocks.drawing.pictures import EXAMPLE
from quartier.games.city_blocks.text.labels import STREET_LETTERS


def street(event: str, letter: str) -> tuple[int, object, list[int]]:
    """Token, award and sums of a street after an event."""
    view = EXAMPLE.after(event).view(None)["streets"][letter]
    return view["token"], view["award"], view["sums"]


def turn_of(event: str) -> int:
    """The number of the turn in which a seat moves so; a swap belongs to the placement before it."""
    position = EXAMPLE.after(event)
    return sum(one.actor != "*" and one.move[:4] not in ("swap", "stay") for one in position.events)


@pytest.mark.rules("CB-16")
def test_turn_8_a_plain_street() -> None:
    assert turn_of("1 H3@e2") == 8
    assert street("1 H3@e2", "e") == (11, 1, [4 + 6, 3 + 5 + 3])


@pytest.mark.rules("CB-17", "CB-18")
def test_turn_11_a_mall_cancels_its_owners_factory_too() -> None:
    assert turn_of("0 S2@b2") == 11
    blocks = EXAMPLE.after("0 S2@b2").view(None)["blocks"]
    assert [blocks[name] for name in ("b1", "b3", "b4", "b5")] == [
        {"tile": "MA", "seat": 1},
        {"tile": "F6", "seat": 1},
        {"tile": "SC", "seat": 0},
        {"tile": "H5", "seat": 0},
    ]
    assert street("0 S2@b2", "b") == (10, 0, [2, 0])


@pytest.mark.rules("CB-12")
def test_turn_17_the_courthouse_swaps_two_tokens() -> None:
    assert turn_of("0 swap 4 f") == 17
    assert [street("0 CH@f3", letter)[0] for letter in "4f"] == [9, 3]
    assert street("0 swap 4 f", "4") == (3, "open", [0, 4])
    assert street("0 swap 4 f", "f") == (9, "open", [5, 0])


@pytest.mark.rules("CB-13")
def test_turn_18_the_swap_comes_before_the_award() -> None:
    assert turn_of("1 swap 3 5") == 18
    assert [street("1 CH@d5", letter)[:2] for letter in "35"] == [(14, "open"), (7, "open")]
    assert street("1 swap 3 5", "5") == (14, 1, [5, 6 + 3])
    assert street("1 swap 3 5", "3")[0] == 7


@pytest.mark.rules("CB-10", "CB-11")
def test_turn_30_a_rebuild_and_an_award_that_stays() -> None:
    assert turn_of("1 H2xa4") == 30
    before, after = EXAMPLE.before("1 H2xa4").view(None), EXAMPLE.after("1 H2xa4").view(None)
    assert before["tokens"][1] == [1, *after["tokens"][1]]
    assert before["blocks"]["a4"] == {"tile": "PP", "seat": 1}
    assert before["streets"]["4"]["sums"][1] == 4
    assert after["streets"]["4"]["sums"][1] == 4 + 2
    assert before["streets"]["a"]["award"] == after["streets"]["a"]["award"] == 1


@pytest.mark.rules("CB-21", "CB-22")
def test_turn_31_ends_the_game_with_two_streets() -> None:
    assert turn_of("0 MA@f4") == 31
    assert street("0 MA@f4", "4") == (3, 1, [0, 4])
    assert street("0 MA@f4", "f") == (9, 0, [3, 0])
    end = EXAMPLE.whole
    assert end.over
    assert end.view(None)["tokens"] == [[2, 6, 7, 9, 10], [3, 4, 5, 11, 14]]
    assert end.scores() == [34, 37]
    assert end.winners() == [1]


def test_the_streets_of_the_text_are_the_ones_of_the_game() -> None:
    names = {letter: EXAMPLE.whole.view(None)["streets"][letter]["name"] for letter in STREET_LETTERS}
    assert {letter: names[letter] for letter in "35eb4fa"} == {
        "3": "Cleveland Blvd.",
        "5": "Fillmore Blvd.",
        "e": "Lincoln St.",
        "b": "Hayes St.",
        "4": "Eisenhower Blvd.",
        "f": "Madison St.",
        "a": "Grant St.",
    }
