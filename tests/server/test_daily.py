"""The deal of a day over the wire: entered once, the same for everybody, with a table of results and a key afterwards."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest

import quartier
from quartier.core.fairness.daily_seed import day_key, first_departure
from quartier.server.storage import daily
from quartier.server.views.daily.deals import opened_key
from quartier.server.views.daily.puzzles import today

from .harness import Player, Running, browser


def enter(server: Running, title: str, name: str, player: Player | None = None) -> Player:
    """A browser at the deal of today."""
    player = player or browser(server.url)
    answer = player.client.post(f"/api/deals/{title}", json={"name": name})
    assert answer.status_code == 200, answer.text
    player.table, player.secret = answer.json()["id"], answer.json()["secret"] or player.secret
    return player


def play(player: Player, moves: int, last: bool = False) -> None:
    """The first or the last move offered, so often; until the end if there are not so many."""
    for _ in range(moves):
        view = player.view()
        if view["over"]:
            return
        choice = view["choices"][-1 if last else 0]
        assert player.move(choice["move"], view["version"]).status_code == 200


def draw_texts(player: Player) -> list[str]:
    return [line["text"] for line in player.view()["log"] if line["actor"] == "*"]


def test_everyone_meets_the_same_chance_and_may_enter_once(server: Running) -> None:
    ada, bob = enter(server, "block_city", "Ada"), enter(server, "block_city", "Bob")
    play(ada, 6)
    play(bob, 6, last=True)
    both = min(len(draw_texts(ada)), len(draw_texts(bob)))
    assert both > 3
    assert draw_texts(ada)[:both] == draw_texts(bob)[:both]
    first = ada.table
    assert enter(server, "block_city", "Ada again", ada).table == first != bob.table
    assert enter(server, "city_blocks", "Ada", ada).table != first


def test_nobody_takes_back_what_was_played_before_a_draw(server: Running) -> None:
    ada = enter(server, "block_city", "Ada")
    play(ada, 3)
    view = ada.view()
    assert view["undo"] is None
    refused = ada.post("takeback", version=view["version"])
    assert refused.status_code == 422
    assert not view["hints"]


def test_the_end_is_in_the_results_and_can_be_checked(server: Running) -> None:
    ada = enter(server, "block_city", "<b>Ada")
    assert "No one has finished this yet." in server_page(ada, "/today")
    play(ada, 400)
    view = ada.view()
    assert view["over"]
    page = server_page(ada, "/today")
    assert "&lt;b&gt;Ada" in page
    score_text = str(view["seats"][0]["score"]).replace("-", "−")
    assert f"<b>{score_text}</b>" in page
    assert "(you)" in page
    assert "(you)" not in server_page(browser(server.url), "/today")
    state = quartier.replay(ada.client.get(f"{ada.path}/record").text)
    with server.services.database.read() as connection:
        key = day_key(daily.days_secret(connection), today().isoformat())
    assert first_departure(state, key) is None
    assert key not in page + server_page(ada, f"/deals/{today().isoformat()}") + str(view)
    assert opened_key(server.services.tables, today()) == ""


def test_what_is_finished_after_the_day_has_no_result(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key is open then, so whoever plays on may know what will be drawn."""
    ada = enter(server, "block_city", "Ada")
    tomorrow = (today() + timedelta(1)).isoformat()
    monkeypatch.setattr("quartier.server.storage.table_rows.day", lambda at: tomorrow)
    play(ada, 400)
    assert ada.view()["over"]
    assert "(you)" not in server_page(ada, "/today")


def test_who_gives_up_has_no_result(server: Running) -> None:
    ada = enter(server, "city_blocks", "Ada")
    assert ada.post("resign").status_code == 200
    assert "(you)" not in server_page(ada, "/today")


def server_page(player: Player, path: str) -> str:
    return player.client.get(path, params={"lang": "en"}).text


def test_a_day_that_is_over_shows_its_key(server: Running) -> None:
    yesterday = today() - timedelta(1)
    key = opened_key(server.services.tables, yesterday)
    page = httpx.get(f"{server.url}/deals/{yesterday.isoformat()}", params={"lang": "en"}).text
    assert f"--key {key}" in page
    assert len(key) == 64
    for path in (f"/deals/{(today() + timedelta(2)).isoformat()}", "/deals/never"):
        assert httpx.get(server.url + path).status_code in (404, 422)


def test_wrong_names_and_titles_are_refused(server: Running) -> None:
    client = browser(server.url).client
    assert client.post("/api/deals/block_city", json={"name": " "}).status_code == 422
    assert client.post("/api/deals/metromania", json={"name": "Ada"}).status_code == 404
    assert client.post("/api/deals/nothing", json={"name": "Ada"}).status_code == 404
