"""Bots are somebody: a name, a face and a character for each level of each title; no two at one table are the same."""

from __future__ import annotations

from itertools import product

import httpx
import pytest

import quartier
from quartier import bots
from quartier.bots.names import OTHERS
from quartier.core.drawing import faces
from quartier.core.drawing.pieces import SEATS
from quartier.core.game.lessons import has_lesson
from quartier.core.text.languages import translator
from quartier.server.views import bot_levels

from .harness import Running, browser, me, open_table

TITLES = ["city_blocks", "block_city", "metromania", "neue_heimat", "gridlock"]


@pytest.mark.parametrize("title", TITLES)
def test_each_level_of_each_title_has_a_name(title: str) -> None:
    game = quartier.load(title)
    offered = bot_levels.selectable_bots(game, translator("en", game.spec.folder))
    spoken = bot_levels.selectable_bots(game, translator("de", game.spec.folder))
    assert [level["name"] for level in offered if "+" not in level["name"]] == list(bots.LEVELS)
    assert len(offered) > len(bots.LEVELS), "a title has second bots"
    assert len({level["bot"] for level in offered}) == len(offered)
    assert len({level["sentence"] for level in offered}) == len(offered)
    assert not {level["bot"] for level in offered} & set(OTHERS)
    for english, german in zip(offered, spoken, strict=True):
        assert english["bot"] == german["bot"]
        assert english["sentence"]
        assert english["sentence"] != german["sentence"]
        assert english["rating"] is None or english["rating"] >= 0


def test_no_bot_has_the_name_of_another_titles_bot() -> None:
    fronts = [quartier.load(title).spec.metadata for title in TITLES]
    names = [bot.name for front in fronts for bot in (*front.bots, *front.seconds.values())]
    assert len(names) == len(set(names)) == 52


def test_faces_of_levels_and_titles_differ() -> None:
    visors = {quartier.load(title).spec.metadata.visor for title in TITLES}
    assert len(visors) == len(TITLES)
    faces_drawn = {
        faces.shapes(look, level, visor) for look, level, visor in product(range(SEATS), range(1, 7), visors)
    }
    assert len(faces_drawn) == SEATS * 6 * len(TITLES)


def _bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "bot": level}


@pytest.mark.parametrize("level", ["1", "6", "random"])
def test_five_bots_of_one_level_have_five_names_and_faces(server: Running, level: str) -> None:
    ada = open_table(server.url, me("Ada"), *[_bot(level)] * 5, title="block_city")
    seats = ada.view(lang="en")["seats"]
    assert len({seat["name"] for seat in seats}) == 6
    assert len({seat["face"] for seat in seats}) == 6


def test_a_bot_has_one_name_and_face_everywhere(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), _bot("2"))
    view = ada.view(lang="en")
    seat = view["seats"][1]
    assert (seat["name"], seat["level"], seat["face"]) == ("Rosa", "Casual", "face-1-bot-2")
    assert seat["character"].startswith("Watches her own streets")
    page = httpx.get(f"{server.url}/table/{ada.table}").text
    for seat_view in view["seats"]:
        assert f'id="{seat_view["face"]}"' in page
    ada.post("resign")
    replay = ada.client.get(f"/api/replays/{ada.table}", params={"lang": "en"}).json()
    assert (replay["seats"][1]["name"], replay["seats"][1]["face"]) == (seat["name"], seat["face"])


def test_both_characters_of_a_level_sit_at_a_table(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), _bot("2"), _bot("2+parks"), title="block_city")
    _, first, second = ada.view(lang="en")["seats"]
    assert [first["name"], second["name"]] == ["Paul", "Luise"]
    assert [first["level"], second["level"]] == ["Casual", "Casual"]
    assert second["bot"] == "2+parks"
    assert second["character"].startswith("Lays out her parks first")
    assert second["rating"] != first["rating"], "each was measured"
    page = httpx.get(server.url, params={"lang": "de"}).text
    assert "Luise – Leicht" in page
    assert 'id="bot-block_city-2+parks"' in page


def test_a_style_that_the_title_has_not_is_refused(server: Running) -> None:
    wish = {"title": "city_blocks", "seats": [me("Ada"), _bot("2+parks")]}
    refused = browser(server.url).client.post("/api/tables", json=wish)
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (422, "unknown_bot")
    assert "1, 1+tall, 2, 2+bonuses" in error["text"]


def test_no_bot_is_called_like_a_person(server: Running) -> None:
    ada = open_table(server.url, me("rosa"), _bot("2"), _bot("2"), title="neue_heimat")
    assert [seat["name"] for seat in ada.view()["seats"]] == ["rosa", "Hanna", OTHERS[0]]
    hanna = open_table(server.url, me("HANNA"), _bot("2"), title="neue_heimat")
    assert hanna.view()["seats"][1]["name"] == OTHERS[0]


def test_the_summary_of_a_table_is_for_who_sits_there(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bea"))
    answer = ada.client.get(f"{ada.path}/summary", params={"lang": "en"})
    body = answer.json()
    assert (body["state"], body["title"]["text"]) == ("yours", "City Blocks")
    assert [(seat["name"], seat["yours"]) for seat in body["seats"]] == [("Ada", True), ("Bea", True)]
    stranger = browser(server.url)
    refused = stranger.client.get(f"{ada.path}/summary")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_seat")
    ada.post("resign")
    assert ada.client.get(f"{ada.path}/summary").json()["state"] == "over"
    waiting = open_table(server.url, me("Ada"), {"kind": "friend"})
    assert waiting.client.get(f"{waiting.path}/summary").json()["state"] == "open"


@pytest.mark.parametrize("title", TITLES)
def test_every_title_of_our_own_teaches_a_first_game(title: str) -> None:
    """Else the conformance suite would pass over one that was lost: titles of others may do without."""
    assert has_lesson(quartier.load(title))


@pytest.mark.parametrize("title", TITLES)
def test_every_title_of_our_own_explains_what_it_draws(title: str) -> None:
    """For the same reason."""
    assert quartier.load(title).spec.tooltips is not None


@pytest.mark.parametrize(
    ("name", "english", "german"),
    [
        ("Bot (Beginner)", "Bot (Beginner)", "Bot (Einstieg)"),
        ("Bot (greedy)", "Bot (greedy)", "Bot (gierig)"),
        ("Bot (mcts:2)", "Bot (mcts:2)", "Bot (mcts:2)"),
        ("Ada", "Ada", "Ada"),
        ("Beginner", "Beginner", "Beginner"),
    ],
)
def test_bots_of_records_are_named_in_the_readers_language(name: str, english: str, german: str) -> None:
    assert bot_levels.name_in_record(name, translator("en")) == english
    assert bot_levels.name_in_record(name, translator("de")) == german
