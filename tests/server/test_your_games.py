"""Your games: an account's tables on all its devices, whose turn it is and since when, and how those that are over ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from quartier.server.access.throttling import LoginThrottle

from .harness import FRIEND, Player, Running, browser, me, open_table, quiet, running

PASSWORD = "three green bicycles"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all: each test has accounts of its own."""
    with running(quiet(tmp_path_factory.mktemp("games") / "games.db")) as server:
        server.services.account_service.throttle = LoginThrottle()
        yield server


def _register(server: Running, name: str) -> Player:
    player = browser(server.url)
    own = {"name": name, "password": PASSWORD}
    player.client.post("/api/account/register", json=own).raise_for_status()
    return player


def _games(player: Player) -> list[dict[str, Any]]:
    answer = player.client.get("/api/account/games", params={"lang": "en"})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


def _open(player: Player, *seats: dict[str, str]) -> dict[str, Any]:
    answer = player.client.post("/api/tables", json={"title": "city_blocks", "seats": list(seats)})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_an_account_has_its_games_and_nobody_elses(server: Running) -> None:
    ada, bob = _register(server, "Gamer One"), _register(server, "Gamer Two")
    first, second = _open(ada, me("Ada"), FRIEND), _open(ada, me("Ada"), me("Bea"))
    open_table(server.url, me("Ada"), FRIEND)
    assert [game["id"] for game in _games(ada)] == [second["id"], first["id"]]
    assert _games(bob) == []
    join = {"invite": first["seats"][1]["invite"], "name": "Bob"}
    bob.client.post(f"/api/tables/{first['id']}/join", json=join).raise_for_status()
    assert [game["id"] for game in _games(bob)] == [first["id"]]
    assert [game["id"] for game in _games(ada)] == [first["id"], second["id"]]  # it has moved on since
    refused = browser(server.url).client.get("/api/account/games")
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "signed_out")


def test_it_is_reported_whose_turn_it_is_since_when_and_how_it_ended(server: Running) -> None:
    ada = _register(server, "Gamer Three")
    ada.table = _open(ada, me("Ada"), me("Bea"))["id"]
    (game,) = _games(ada)
    view = ada.view()
    assert game["state"] == "yours"
    assert [seat["acting"] for seat in game["seats"]] == [seat == view["viewer"]["seat"] for seat in (0, 1)]
    assert [seat["score"] for seat in game["seats"]] == [None, None]
    ada.seat = view["viewer"]["seat"]
    ada.move(view["choices"][0]["move"], view["version"]).raise_for_status()
    (later,) = _games(ada)
    assert later["at"] >= game["at"]
    assert later["seats"][ada.seat]["acting"] is (ada.view()["viewer"]["seat"] == ada.seat)
    ada.post("resign").raise_for_status()
    (over,) = _games(ada)
    assert (over["state"], over["verdict"]) == ("over", ada.view(lang="en")["over"]["headline"])
    assert all(isinstance(seat["score"], int) for seat in over["seats"])


def test_one_question_is_enough_for_games_that_have_not_moved_on(server: Running) -> None:
    ada = _register(server, "Gamer Four")
    for _ in range(3):
        _open(ada, me("Ada"), FRIEND)
    _games(ada)
    statements: list[str] = []

    def note(*summary: Any) -> None:
        if "FROM game_table" in summary[2] or "FROM seat" in summary[2]:
            statements.append(summary[2])

    engine = server.services.database.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        assert len(_games(ada)) == 3
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
    assert len(statements) == 1


def test_the_picture_of_a_game_shows_what_its_player_may_see(server: Running) -> None:
    ada, eve = _register(server, "Painter"), browser(server.url)
    body = {"title": "city_blocks", "seats": [me("Ada"), FRIEND], "access": "private"}
    table = ada.client.post("/api/tables", json=body).json()
    ada.table = table["id"]
    bob = browser(server.url)
    bob.join(ada.table, table["seats"][1]["invite"], "Bob")
    responses = [
        player.client.get(f"{ada.path}/picture", params={"theme": "dark"}) for player in (ada, bob, eve)
    ]
    assert [answer.status_code for answer in responses] == [200, 200, 403]
    assert responses[0].headers["content-type"] == "image/svg+xml"
    assert responses[0].headers["cache-control"].startswith("private")
    assert 'data-theme="dark"' in responses[0].text
    assert "default-src 'none'" in responses[0].headers["content-security-policy"]
