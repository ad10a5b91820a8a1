"""Moves in words a person would say: short headings and log lines for every legal move of random positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_games, random_positions
from quartier.core.game.previews import previews
from quartier.core.text.languages import translator

TITLES = ("block_city", "city_blocks", "gridlock", "metromania", "neue_heimat")
MAX_LABEL_WORDS, MAX_LINE_WORDS = 9, 14
ROTATION_WORDS = 5
"""What a label in Gridlock may have besides, after a comma: how the tile lies ("no exit north or south-west")."""
GAMES, PER_GAME = 20, 8
"""With the first and the last position of each game that makes 200."""
MAX_NAME = 50
"""Characters of a label up to its first comma: what a button of a small phone has room for, in lines of 17."""
NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"]


def count_words(text: str, landmarks: str = "") -> int:
    """Count the words of a text; a sign alone is none, and a name of several words is one."""
    text = re.sub(landmarks, "name", text) if landmarks else text
    return len([token for token in text.split() if re.search(r"\w", token)])


def landmarks_of(state: State) -> str:
    """Return an expression for the names of places on a board: destinations and tunnels."""
    spaces = (state.board.data or {}).get("spaces", [])
    names = [space["name"] for space in spaces if isinstance(space, dict) and "name" in space]
    return "|".join([*map(re.escape, names), r"\w+ tunnel"])


def positions(title: str) -> Iterator[State]:
    return random_positions(random_games(load_compiled(title), GAMES, 2026, thorough=True), PER_GAME, 2026)


@pytest.mark.parametrize("title", TITLES)
def test_every_move_has_a_short_heading_and_log_line(title: str) -> None:
    count, long = 0, set()
    most = MAX_LABEL_WORDS + ROTATION_WORDS * (title == "gridlock")
    for state in positions(title):
        count += 1
        landmarks = landmarks_of(state)
        text, folder = state.game.spec.text, state.game.spec.folder
        for seat in state.seats_to_act():
            view = state.concealed(seat)
            tried = previews(view, seat, np.array(view.legal(seat), np.int64))
            before = view.open_record()
            for lang in ("en", "de"):
                t = translator(lang, folder)
                for index, action in enumerate(tried.actions.tolist()):
                    label = text.label(before, action, t)
                    if count_words(label, landmarks) > most:
                        long.add(f"{count_words(label, landmarks)}: {label}")
                    if len(label.split(", ")[0]) > MAX_NAME:
                        long.add(f"not a name: {label}")
                    line = text.line(before, tried.open_record(index), seat, action, t, NAMES)
                    if count_words(line, landmarks) > MAX_LINE_WORDS:
                        long.add(f"{count_words(line, landmarks)}: {line}")
    assert count >= 200
    assert sorted(long, reverse=True)[:20] == []
