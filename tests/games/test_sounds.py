"""What events sound like: the same deed is heard the same in every title."""

from __future__ import annotations

import re
from typing import get_args

import pytest

import quartier
from quartier.conformance.positions import random_game
from quartier.core.text.sounds import SILENT, SOUNDS
from quartier.server.views.models import Sound

EXPECTED_SOUNDS = {
    "block_city": {r"first": "", r"roll": "dice", r"\d@": "build", r"X": "mark", r"pass": ""},
    "city_blocks": {
        r"bonus|lot": "", r"draw": "card", r".+@|.+x[a-f]\d": "build", r"swap": "tile", r"stay": "",
    },
    "gridlock": {
        r"start|first|end": "", r"goal|tile": "card", r"lay|turn|remove": "tile", r"cone|uncone": "mark", r"stop": "drive",
    },
    "metromania": {
        r"piece|rotate": "tile", r"marker": "card", r"begin|dig|finish": "line", r"station": "build",
        r"side": "card", r"first|pass|none": "",
    },
    "neue_heimat": {
        r"first|roof|box": "", r"cube": "card", r"offer": "tile", r"bid": "bid", r"sell|keep": "hammer",
        r"put [A-Z]\d": "build", r"put [A-Z][+-]?$|remove|discard": "mark",
    },
}  # fmt: skip
"""By title, how moves begin and what they sound like."""


def test_the_page_knows_every_sound() -> None:
    assert set(get_args(Sound)) == {SILENT, *SOUNDS}


@pytest.mark.parametrize("title", EXPECTED_SOUNDS)
def test_the_same_move_sounds_the_same(title: str) -> None:
    """CB-9, BC-5, MM-14, NH-11, GL-9: what a turn consists of is heard."""
    state = random_game(quartier.load(title), 5)
    for line in state.seen_by(0).log():
        move = state.event_text(line.index, 0)
        if move not in ("draw ?", "pass"):
            expected = [sound for begin, sound in EXPECTED_SOUNDS[title].items() if re.match(begin, move)]
            assert [line.sound] == expected, move


def test_the_hammer_falls_when_a_bidding_ends() -> None:
    """NH-13: the last but one to pass ends the bidding."""
    state = random_game(quartier.load("neue_heimat"), 5)
    log = state.seen_by(0).log()
    falls = [
        line.index for line in log if line.sound == "hammer" and state.event_text(line.index, 0) == "pass"
    ]
    assert falls
    assert all(state.at(index).view(0)["phase"] == "bid" for index in falls)
    assert all(state.at(index + 1).view(0)["phase"] != "bid" for index in falls)
