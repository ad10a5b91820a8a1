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
    for name, lang in (("Ada", "en"), ("Käthe", "de")):
        answer = get(server, path, name, lang)
        view = answer.json()
        seat = view["viewer"]["seat"]
        assert view["seats"][seat]["name"] == name
        assert any(name in line["line"] for line in view["log"])
        assert not any(guest in answer.text for guest in ("Guest", "Gast"))


def test_the_solution_of_a_puzzle_calls_the_player_by_name(server: Running) -> None:
    answer = get(server, f"{PUZZLE}/tries", "Ada", "en")
    assert "Ada" in answer.text
    assert "Guest" not in answer.text


@pytest.mark.parametrize("name", ["", "Bot", "x" * 30, "a\u202eb"])
def test_a_player_whose_name_no_table_takes_is_a_guest(server: Running, name: str) -> None:
    view = get(server, LESSON, name, "en").json()
    assert view["seats"][view["viewer"]["seat"]]["name"] == "Guest"
