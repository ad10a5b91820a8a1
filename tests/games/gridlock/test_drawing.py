"""The map and the hand: what can be touched is there, what is hidden is not, and previews say what changes."""

import re
from xml.etree import ElementTree

import pytest

from quartier import State
from quartier.conformance.games import compiled
from quartier.games.gridlock.drawing.landmarks import NAMES
from quartier.games.gridlock.rules.board import destination_names
from tests.games.gridlock.table import GOALS, play, table

ROADS = {"1,2": ("63", 63), "1,4": ("21o", 42)}
FIRST_GOALS = {0: ("MIT", *GOALS[:4])}


def ghost_of(state: State, move: str, lang: str = "en") -> str:
    (seat,) = state.to_act()
    return next(choice.ghost for choice in state.seen_by(int(seat), lang).choices() if choice.move == move)


@pytest.mark.rules("GL-28")
def test_own_goals_are_marked_on_the_own_board_only() -> None:
    state = table(ROADS, goals=FIRST_GOALS)
    assert state.parts(0, "en")["board"].count("plaza wanted") == 5
    assert state.parts(None, "en")["board"].count("plaza wanted") == 0
    assert state.parts(None, "en")["hand"] == ""
    assert "your goal" in state.parts(0, "en")["board"]
    assert "dein Reiseziel" in state.parts(0, "de")["board"]


def test_drawings_are_well_formed_and_ids_differ() -> None:
    state = table(ROADS, cones=("4,7",), seats=4)
    for viewer in (None, 0, 3):
        svg = state.svg(viewer, "de")
        ElementTree.fromstring(svg)
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', svg))
        assert used <= set(ids)
    assert state.parts(0, "en")["board"].count('class="zone"') == 7


def test_every_destination_of_boston_has_an_icon() -> None:
    assert set(destination_names(table().board.data)) == set(NAMES)


def test_a_preview_says_what_is_connected_or_cut() -> None:
    state = table({"1,2": ("63", 63)}, goals=FIRST_GOALS, hands={0: ("5", "9")})
    assert "now reaches MIT" in ghost_of(state, "lay 9@2,1=18")
    assert "reaches" not in ghost_of(state, "lay 9@6,13=9")
    joined = table({"1,2": ("63", 63), "2,1": ("9", 18)}, goals=FIRST_GOALS)
    assert "cuts off MIT" in ghost_of(joined, "turn 2,1=9")
    assert "schneidet MIT ab" in ghost_of(joined, "remove 2,1", "de")


@pytest.mark.rules("GL-14", "GL-16")
def test_previews_show_zones_and_ways() -> None:
    state = table(ROADS)
    assert ghost_of(state, "cone 4,7").count('class="zone"') == 7
    way = ghost_of(state, "stop 1,2")
    assert 'class="way"' in way
    assert len(re.search(r'points="([^"]+)"', way)[1].split()) == 2


def test_the_colours_of_the_cars_are_drawn() -> None:
    state = table(colours="by")
    assert "seat-0" in state.parts(0, "en")["board"]
    assert "Yellow: 1 of 6 visited" in state.parts(0, "en")["board"]
    assert compiled("gridlock").picture("reach", "en").count('class="gain"') == 5


def test_the_last_move_is_ringed() -> None:
    state = play(table(ROADS), "turn 1,4=21")
    assert 'class="space last"' in state.parts(0, "en")["board"]
