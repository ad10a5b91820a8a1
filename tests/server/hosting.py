"""What hosts decide, and people who want to be forgotten: the same over SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

import httpx

from quartier.server.moderation import actions
from quartier.server.storage.moderation.hosts import ActingModerator

from .harness import (
    FRIEND,
    TIMEOUT,
    Listener,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_some,
    to_act,
    two_players,
    wait_until,
)
from .timing import Timed

PASSWORD = "three green bicycles"
MACHINE = ActingModerator()


def with_account(server: Running, name: str, player: Player | None = None) -> Player:
    """A browser that has just made an account; its seats at its table are the account's."""
    player = player or browser(server.url)
    body = {"name": name, "password": PASSWORD}
    assert player.client.post("/api/account/register", json=body).status_code == 201
    if player.table:
        assert player.client.post(f"{player.path}/keep", json={}).json()["seats"] == [player.seat]
    return player


def host(server: Running, name: str) -> Player:
    """A host, made so on the machine."""
    player = with_account(server, name)
    actions.grant(server.services.moderation, name)
    return player


def post(player: Player, path: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/{path}", json=body, params={"lang": "en"})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json()["error"]["code"])


def finish_game(server: Running) -> tuple[Player, Player]:
    """Ada and Bob have played, and talked; Ada has given up."""
    ada, bob = two_players(server.url)
    play_some((ada, bob), 2)
    response = bob.client.post(f"{bob.path}/words", json={"seat": 1, "text": "my street, my rules"})
    assert response.status_code == 201, response.text
    assert ada.post("resign").status_code == 200
    return ada, bob


def upload_record(player: Player) -> str:
    """The record of the player's table, opened as a record of its own."""
    record = player.client.get(f"{player.path}/record").content
    return str(player.client.post("/api/records", content=record).json()["id"])


def assert_deleted_for_both(one: Running, two: Running) -> None:
    """What is deleted in one process is gone in the other, which had it in memory."""
    ada, bob = finish_game(one)
    record = upload_record(ada)
    there = browser(two.url)
    for path in (f"/api/tables/{ada.table}", f"/api/replays/{ada.table}", f"/api/replays/{record}"):
        assert there.client.get(path).status_code == 200
    for game in (ada.table, record):
        actions.delete_game(one.services.moderation, MACHINE, game)
    for server in (one, two):
        anybody = browser(server.url)
        for path in (
            f"tables/{ada.table}",
            f"replays/{ada.table}",
            f"replays/{record}",
            f"replays/{record}/record",
        ):
            wait_until(
                lambda anybody=anybody, path=path: anybody.client.get(f"/api/{path}").status_code == 404
            )
    assert bob.post("rematch").status_code == 404


def assert_forgotten(server: Running, other: Running) -> None:
    """Somebody deletes their account; whoever played with them, at either process, plays on with somebody."""
    ada, bob = two_players(server.url)
    with_account(server, "Wilhelmina", bob)
    play_some((ada, bob), 2)
    assert bob.client.post(f"{bob.path}/words", json={"seat": 1, "text": "hello from me"}).status_code == 201
    twin = browser(other.url)
    twin.table = ada.table
    assert "Bob" in twin.client.get(twin.path).text
    assert code(post(bob, "account/delete", name="Wilhelmina", current="not this one")) == (403, "wrong")
    assert code(post(bob, "account/delete", name="Ada", current=PASSWORD)) == (422, "name")
    assert post(bob, "account/delete", name="wilhelmina", current=PASSWORD).status_code == 200
    assert bob.client.get("/api/account").json()["account"] is None
    wait_until(lambda: "Bob" not in twin.client.get(twin.path).text)
    for player in (ada, twin):
        view = player.client.get(player.path, params={"lang": "en"}).json()
        assert [seat["name"] for seat in view["seats"]] == ["Ada", "Someone"]
        assert view["over"]  # a running game is given up
        messages = player.client.get(f"{player.path}/words", params={"lang": "en"}).json()["words"]
        assert [(text["name"], text["text"]) for text in messages] == [("Someone", "hello from me")]
        for path in (f"{player.path}/record", f"/api/replays/{ada.table}"):
            text = player.client.get(path, params={"lang": "en"}).text
            assert "Someone" in text
            assert "Bob" not in text
    assert (
        player.client.get("/api/replays/" + ada.table, params={"lang": "de"}).json()["seats"][1]["name"]
        == "Jemand"
    )


def _run_retention(here: Timed, seconds: float) -> None:
    """So much time has passed, and a few games were looked at every second."""
    here.passes(seconds)
    for _ in range(6):
        here.look()


def assert_guests_games_go(here: Timed) -> None:
    """After so many days guests' finished games are gone, with all that hung on them; others stay."""
    ada, _ = finish_game(here.server)
    record = upload_record(ada)
    players = two_players(here.url)
    owned = two_players(here.url)
    with_account(here.server, "Keeps Hers", owned[0])
    owned[0].post("resign")
    actions.keep_days(here.server.services.moderation, MACHINE, 30)
    _run_retention(here, 29 * actions.DAY)
    assert ada.client.get(ada.path).status_code == 200
    _run_retention(here, 2 * actions.DAY)
    anybody = browser(here.url)
    assert anybody.client.get(f"/api/tables/{ada.table}").status_code == 404
    assert anybody.client.get(f"/api/replays/{record}").status_code == 404
    for player in (players[0], owned[0]):
        assert anybody.client.get(f"/api/tables/{player.table}").status_code == 200
    assert to_act(players) is not None


def assert_a_ban_takes_away_what_is_open(one: Running, two: Running) -> None:
    """Bans at one process: streams at the other end at once, nobody waits any more, and whoever comes again reads why."""
    bob, ada = (
        with_account(one, "Bob Who Waits"),
        open_table(two.url, me("Ada"), FRIEND, FRIEND, title="metromania"),
    )
    body = {"title": "city_blocks", "seats": [me("Bob"), FRIEND], "access": "public"}
    own = bob.client.post("/api/tables", json=body).json()["id"]
    bob_there, anybody = browser(two.url), browser(two.url)
    bob_there.client.cookies, anybody.table = bob.client.cookies, own
    bob_there.join(ada.table, ada.invites[1], "Bob")
    watching, waiting, looking = Listener(bob_there), Listener(ada), Listener(anybody)
    wait_until(lambda: watching.views and waiting.views and looking.views)
    assert not looking.views[-1]["cancelled"]
    assert waiting.views[-1]["seats"][1]["name"] == "Bob"
    actions.ban_account(one.services.moderation, MACHINE, "Bob Who Waits", "Rude.", 3)
    assert watching.ended.wait(TIMEOUT)
    wait_until(lambda: looking.views[-1]["cancelled"])
    wait_until(lambda: waiting.views[-1]["seats"][1]["name"] != "Bob")
    assert not waiting.ended.is_set()
    waiting.close()
    looking.close()
    for server in (one, two):
        again = browser(server.url)
        again.client.cookies = bob.client.cookies
        for path in (f"/table/{ada.table}", f"/api/tables/{ada.table}/stream"):
            answer = again.client.get(path)
            assert (answer.status_code, "Rude." in answer.text) == (403, True)
        assert own not in browser(server.url).client.get("/api/lobby").text


def assert_a_session_ends_at_once(one: Running, two: Running) -> None:
    """Whoever is signed out at one process is so at the other, which had just heard of them."""
    ada, there = with_account(one, "Signed Out"), browser(two.url)
    there.client.cookies = ada.client.cookies
    assert there.client.get("/api/account").json()["account"] is not None
    actions.sign_out(one.services.moderation, MACHINE, "Signed Out")
    wait_until(lambda: there.client.get("/api/account").json()["account"] is None)
