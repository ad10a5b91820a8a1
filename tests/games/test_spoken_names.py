"""What is said of the things on a table: places by name, never by coordinates; players by name, never by their colour."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import quartier
from quartier import State
from quartier.core.engine.contract import CHANCE
from quartier.core.game.lessons import lesson_of
from tests.games.recordings import Recordings

GAME_STRIDE = 23
"""Moves between two positions that are looked at."""
MAX_WORDS = 6
"""Positions of each title, from the end of its longest game backwards."""

SVG = "{http://www.w3.org/2000/svg}"

IN_BRACKETS = re.compile(r"(?<=\w) \([^)]*\)")
"""What a spoken name may add for those who plan by ear."""
COORDINATES = re.compile(r"\b[a-zA-Z]\d{1,2}\b|[-−]?\d+,[-−]?\d+|\b\d\.\d[ab]?\b|#\d")
"""How records name places: "c4", "H01", "2,-3", "0.3a"."""


def _positions(title: str) -> Iterator[State]:
    recordings = Recordings(title)
    longest = max(recordings.names(), key=lambda name: len(recordings.text_of(name)))
    state = recordings.fixture(longest)
    moves = sum(past.actor != CHANCE for past in state.past)
    for number in range(moves, max(0, moves - MAX_WORDS * GAME_STRIDE), -1):
        if (moves - number) % GAME_STRIDE == 0:
            yield state
        state.undo()


def _spoken_labels(drawing: str) -> Iterator[tuple[str, list[str]]]:
    """What is said of each thing, less a name that is written on it; and the words for which a page puts players' names.

    Who steers by voice says what stands there to be read (WCAG 2.5.3), so the spoken words may begin with it.
    """
    for element in ET.fromstring(drawing).iter():
        label = element.get("aria-label")
        if label:
            first, _, rest = label.partition(", ")
            written = {"".join(text.itertext()).strip() for text in element.iter(f"{SVG}text")}
            yield rest if first in written else label, element.get("data-called", "").split(",")


def _colours(lang: str) -> set[str]:
    """What seats of any title are called without names."""
    result = set()
    for title in quartier.titles():
        state = quartier.load(title).new(seats=quartier.load(title).seats[1], seed=1)
        result |= {name.lower() for name in state.seen_by(None, lang).seat_names()}
    return result


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("title", [name for name in quartier.titles() if Recordings(name).folder.exists()])
def test_what_is_stated_names_places_and_players(title: str, lang: str) -> None:
    colours = _colours(lang)
    for state in _positions(title):
        for seat in (None, *range(state.seats)):
            view = state.seen_by(seat, lang)
            for label, called in _spoken_labels(view.svg()):
                assert not COORDINATES.search(IN_BRACKETS.sub("", label)), label
                assert label.lower() not in colours, f"nothing but a colour: {label}"
                players = set(re.findall(r"\w+", label)) & set(view.seat_names())
                assert players <= set(called), f"a page leaves the colour of a player in: {label}"
            for choice in view.choices():
                assert not COORDINATES.search(choice.label), choice.label


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("title", [name for name in quartier.titles() if Recordings(name).folder.exists()])
def test_a_lesson_speaks_of_players_not_of_their_colours(title: str, lang: str) -> None:
    lesson = lesson_of(quartier.load(title))
    assert lesson
    for chapter in lesson.chapters:
        players = {name.lower() for name in chapter.game.seen_by(None, lang).seat_names()}
        for step in chapter.steps:
            assert not players & set(re.findall(r"\w+", step.text[lang].lower())), step.text[lang]
