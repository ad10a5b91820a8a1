"""Tables of lessons and puzzles: they are prepared for one player, whom they call by name."""

from __future__ import annotations

import httpx
import pytest

from .harness import Running, archived_day

LESSON = "/api/lessons/city_blocks/0/27"
PUZZLE = f"/api/puzzles/city_blocks/{archived_day().isoformat()}"


def get(server: Running, path: str, player: str, lang: str) -> httpx.Response:
    return httpx.get(server.url + path, params={"player": player, "lang": lang}, timeout=60)


@pytest.mark.parametrize("path", [LESSON, f"{PUZZLE}/table"])
def test_a_prepared_table_calls_the_player_by_name(server: Running, path: str) -> None:
    for name, lang, own in (("Ada", "en", "You "), ("Käthe", "de", "Du ")):
        answer = get(server, path, name, lang)
        view = answer.json()
        seat = view["viewer"]["seat"]
        assert view["seats"][seat]["name"] == name
        assert any(line["line"].startswith(own) for line in view["log"])
        assert not any(guest in answer.text for guest in ("Guest", "Gast"))


def test_the_solution_of_a_puzzle_calls_the_player_by_name(server: Running) -> None:
    answer = get(server, f"{PUZZLE}/tries", "Ada", "en")
    assert "Ada" in answer.text
    assert "Guest" not in answer.text


@pytest.mark.parametrize("name", ["", "Bot", "x" * 30, "a\u202eb"])
def test_a_player_whose_name_no_table_takes_is_a_guest(server: Running, name: str) -> None:
    view = get(server, LESSON, name, "en").json()
    assert view["seats"][view["viewer"]["seat"]]["name"] == "Guest"


def test_what_glows_in_a_lesson_can_be_touched_at_once(server: Running) -> None:
    """The tile of the hand, or its place on the map alone; but where a piece is the first of two, it stays that."""
    (tile,) = get(server, "/api/lessons/gridlock/0/17", "Ada", "en").json()["choices"]
    assert tile["paths"] == [["hand-5", "space-9,6"], ["space-9,6"]]
    (number,) = get(server, "/api/lessons/block_city/0/0", "Ada", "en").json()["choices"]
    assert number["paths"] == [["die-1", "building-H15"], ["building-H15", "die-1"]]


def test_a_learner_rotates_a_tile_to_the_right_place(server: Running) -> None:
    """All rotations can be staged; the page accepts only the one of the step."""
    step = get(server, "/api/lessons/gridlock", "Ada", "en").json()["chapters"][1]["steps"][0]
    choices = get(server, f"/api/lessons/gridlock/1/{step['at']}", "Ada", "en").json()["choices"]
    assert step["move"] == "turn 9,6=17"
    assert len(choices) == 5
    assert all(choice["paths"] == [["space-9,6"]] for choice in choices)
