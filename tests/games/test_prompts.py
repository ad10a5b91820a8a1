"""Prompts name only what is possible now, in all titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game

OFFERS = {
    "city_blocks": {"empty block": r"\w+@", "own tile": r"\w+x\w\d", "swap": "swap .*"},
    "block_city": {"building|Use the": r"\d@", "miss": "X", "pass": "pass"},
    "metromania": {
        "[Dd]ig": "dig|begin",
        "[Bb]uild a": "station",
        "[Ff]inish a": "finish",
        "Pass": "pass",
        "Add a station": "station",
    },
    "neue_heimat": {
        "auction": "offer",
        "bid more|bid or": "bid",
        "[Pp]ass": "pass",
        "[Dd]iscard": "discard",
        "remove a": "remove",
        "sell it": "sell",
        "where will you put": "put",
        "which row": r"put \w[+-]?$",
    },
    "gridlock": {"[Bb]uild": "lay|turn|remove|cone|uncone", "[Dd]rive|within reach": "stop|drive"},
}
"""By title, the words of a prompt that offer a kind of move, with the notation of its moves."""
SEEDS = range(3)


def turns(title: str) -> Iterator[tuple[State, int]]:
    """Return positions of random games, with a seat to move in each."""
    game = load_compiled(title)
    for seed in SEEDS:
        state = random_game(game, seed)
        for index in range(len(state.past)):
            earlier = state.at(index)
            yield from ((earlier, seat) for seat in earlier.seats_to_act())


@pytest.mark.parametrize("title", OFFERS)
def test_prompts_offer_only_what_is_possible(title: str) -> None:
    problems, prompts = set(), set()
    for state, seat in turns(title):
        prompt, moves = state.seen_by(seat, "en").prompt(), state.moves(seat)
        prompts.add(prompt)
        for phrase, notation in OFFERS[title].items():
            offered = re.search(phrase, prompt) and "can’t" not in prompt
            if offered and not any(re.match(notation, move) for move in moves):
                problems.add((prompt, tuple(moves[:3])))
    assert problems == set()
    assert len(prompts) > 2


def test_cards_of_a_hand_and_the_button_that_rotates_have_a_word_each() -> None:
    for state, seat in turns("gridlock"):
        view = state.seen_by(seat, "en")
        captions = re.findall(r'class="middle (?:name|quiet)">([^<]+)<', view.parts()["hand"])
        assert len(captions) == len(set(captions)) >= 3, captions
        if any(move.startswith("turn") for move in state.moves(seat)):
            assert "Rotate" not in {choice.gain.verb for choice in view.choices()}, (
                "the page’s own button has it"
            )
            return
