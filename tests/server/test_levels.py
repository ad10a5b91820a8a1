"""Levels of bots: words, measured ratings, and the names that old tables know."""

from __future__ import annotations

import httpx
import pytest

import quartier
from quartier.bots import Level, registry
from quartier.core.text.languages import translator
from quartier.server.domain.rating.levels import bot_rating as measured_strength
from quartier.server.views import bot_levels

from .harness import Running, me, open_table


@pytest.fixture
def measured_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder of which two steps have been measured."""
    steps = (Level(1, "novice"), Level(2, "greedy", 1000.0, 1000.0, 1000.0), Level(4, "mcts:400", 1239.6))
    three = (Level(2, "greedy", 1000.0), Level(4, "mcts:400", 1310.0))
    monkeypatch.setattr(registry, "levels", lambda game, seats=2: three if seats == 3 else steps)
    bot_levels.ratings.cache_clear()
    yield
    bot_levels.ratings.cache_clear()


@pytest.mark.usefixtures("measured_ladder")
def test_a_level_is_a_word_and_its_rating() -> None:
    game = quartier.load("city_blocks")
    offered = bot_levels.selectable_bots(game, translator("de", game.spec.folder))
    texts = [level["text"] for level in offered]
    assert texts == ["Einstieg", "Leicht", "Schwer"]
    assert [level["rating"] for level in offered] == [None, 1000, 1240]
    assert offered[0]["bot"] == "Emil"
    assert offered[0]["sentence"].startswith("Baut, wo es hübsch aussieht")


@pytest.mark.usefixtures("measured_ladder")
def test_the_rating_stands_in_the_form_and_at_the_seat(server: Running) -> None:
    page = httpx.get(server.url, params={"lang": "en"}).text
    assert "Clara – Strong (1240)" in page
    assert "200 points higher" in page
    ada = open_table(server.url, me(), {"kind": "bot", "bot": "4"})
    seat = ada.view(lang="en")["seats"][1]
    assert (seat["name"], seat["level"], seat["rating"]) == ("Clara", "Strong", 1240)


@pytest.mark.usefixtures("measured_ladder")
def test_a_rating_is_that_of_so_many_players(server: Running) -> None:
    game = quartier.load("neue_heimat")
    assert bot_levels.by_seats(game, "4") == [1240, 1310, 1240, 1240]
    assert bot_levels.by_seats(game, "2") == [], "it is the same for all"
    assert 'data-ratings="1240 1310 1240 1240"' in httpx.get(server.url, params={"lang": "en"}).text
    wishes = [{"kind": "bot", "bot": "4"}, {"kind": "bot", "bot": "2"}]
    ada = open_table(server.url, me(), *wishes, title="neue_heimat")
    assert [seat["rating"] for seat in ada.view(lang="en")["seats"]] == [None, 1310, 1000]
    assert [strength(seats) for seats in (2, 3)] == [1239.6, 1310.0]


def strength(seats: int) -> float | None:
    """What a level counts for in a rated game."""
    measured_elo = measured_strength("neue_heimat", "4", seats)
    return measured_elo and measured_elo.value


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_tables_from_before_the_levels_go_on(server: Running, level: str) -> None:
    ada = open_table(server.url, me(), {"kind": "bot", "bot": level})
    seat = ada.view(lang="de")["seats"][1]
    assert (seat["bot"], seat["rating"]) == (level, None)
    assert seat["level"] in ("zufällig", "gierig")


@pytest.mark.parametrize("level", ["mcts:100000000", "7", "0", "novice"])
def test_nobody_buys_more_time_than_a_level_has(server: Running, level: str) -> None:
    body = {"title": "city_blocks", "seats": [me(), {"kind": "bot", "bot": level}]}
    refused = httpx.post(server.url + "/api/tables", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_bot")
