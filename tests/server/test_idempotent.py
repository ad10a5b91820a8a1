"""Duplicates and reordered requests: a move counts once, and its first answer comes again."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.views.finished import summary

from .harness import (
    FRIEND,
    GREEDY,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_here,
    play_some,
    quiet,
    running,
    to_act,
    two_players,
)


def test_a_repeated_move_gets_its_first_answer(server: Running) -> None:
    players = two_players(server.url)
    player, view = to_act(players)
    move, version = view["choices"][0]["move"], view["version"]
    first = player.move(move, version, client_move_id="once")
    play_some(players, 3)
    again = player.move(move, version, client_move_id="once")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert sum(event["text"] == move for event in player.everything()) == 1


def test_duplicates_at_the_same_moment_count_once(server: Running) -> None:
    player, view = to_act(two_players(server.url))
    move, version = view["choices"][0]["move"], view["version"]
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(player.move, move, version, client_move_id="once") for _ in range(8)]
    answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert player.view()["version"] == version + 2  # the move and one draw


def test_different_moves_at_the_same_moment_only_one_counts(server: Running) -> None:
    player, view = to_act(two_players(server.url))
    choices = [choice["move"] for choice in view["choices"][:8]]
    with ThreadPoolExecutor(8) as pool:
        answers = [
            future.result()
            for future in [pool.submit(player.move, move, view["version"]) for move in choices]
        ]
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


def test_a_late_move_gets_what_it_missed(server: Running) -> None:
    players = two_players(server.url)
    player, view = to_act(players)
    play_some(players, 1)
    late = player.move(view["choices"][1]["move"], view["version"])
    assert late.status_code == 409
    body = late.json()
    assert body["error"]["code"] == "stale"
    assert body["version"] == player.view()["version"]
    assert [event["seq"] for event in body["events"]] == [view["version"] + 1, view["version"] + 2]
    assert body["events"][0]["text"] == view["choices"][0]["move"]


def test_an_early_move_is_refused_and_comes_again(server: Running) -> None:
    """The second of two moves overtakes the first: it names a version that is not there yet."""
    players = two_players(server.url)
    player, view = to_act(players)
    other = players[1 - player.seat]
    second = other.view(seat=other.seat)
    assert second["choices"] == []
    hand = [
        event["text"].split()[1]
        for event in other.everything()
        if event["text"].startswith("draw") and "?" not in event["text"]
    ]
    early = {"move": f"{hand[0]}@f5", "version": view["version"] + 2, "client_move_id": "second"}
    assert other.post("moves", **early).status_code == 409
    assert player.move(view["choices"][0]["move"], view["version"]).status_code == 200
    assert other.post("moves", **early).status_code == 200


def test_an_id_is_not_used_for_another_move(server: Running) -> None:
    player, view = to_act(two_players(server.url))
    moves = [choice["move"] for choice in view["choices"][:2]]
    assert player.move(moves[0], view["version"], client_move_id="once").status_code == 200
    _assert_refused(player.move(moves[1], view["version"], client_move_id="once"))
    _assert_refused(player.move(moves[0], player.view()["version"], client_move_id="once"))


USED = [
    ("undo", {}),
    ("takeback", {}),
    ("takeback", {"answer": "yes"}),
    ("resign", {}),
    ("replace", {"absent": 1}),
    ("replace", {"answer": "no"}),
    ("return", {}),
]
"""Every command but moves, joining and a rematch."""


@pytest.mark.parametrize(("command", "body"), USED)
def test_an_id_is_not_used_for_another_command(server: Running, command: str, body: dict[str, Any]) -> None:
    """A used id would else be answered as if the command had been carried out."""
    player, view = to_act(two_players(server.url))
    version = view["version"]
    assert player.move(view["choices"][0]["move"], version, client_move_id="once").status_code == 200
    other = player.post(command, version=version, client_move_id="once", **body)
    assert (other.status_code, other.json()["error"]["code"]) == (422, "reused_id")
    assert player.view()["version"] == version + 2
    assert player.view()["over"] is None


def test_one_id_does_not_ask_for_two_bots(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="block_city")
    first = ada.post("replace", absent=1, client_move_id="once")
    assert first.status_code == 200
    assert ada.post("replace", absent=1, client_move_id="once").json() == first.json()
    other = ada.post("replace", absent=2, client_move_id="once")
    assert (other.status_code, other.json()["error"]["code"]) == (422, "reused_id")


def test_an_id_does_not_play_another_move_instead(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bea"), title="metromania")
    view = ada.view()
    ada.seat = view["turn"]["actors"][0]
    first, second, third = (choice["move"] for choice in ada.view(seat=ada.seat)["choices"][:3])
    version = ada.move(first, view["version"]).raise_for_status().json()["version"]
    undo = {"version": version, "client_move_id": "once"}
    answers = [ada.post("undo", instead=second, **undo) for _ in range(2)]
    assert answers[0].json() == answers[1].json(), answers[0].text
    assert [answer.status_code for answer in answers] == [200, 200]
    _assert_refused(ada.post("undo", instead=third, **undo))


@pytest.mark.parametrize("command", ["resign", "takeback", "undo"])
def test_a_repeated_command_gets_its_first_answer(server: Running, command: str) -> None:
    ada = open_table(server.url, me("Ada"), me("Bea"))
    play_here(ada, 1)
    version = ada.view()["version"]
    first = ada.post(command, version=version, client_move_id="once")
    assert first.status_code == 200, first.text
    again = ada.post(command, version=version, client_move_id="once")
    assert again.json() == first.json()


def test_the_same_id_of_another_seat_is_another_id(server: Running) -> None:
    players = two_players(server.url)
    for _ in range(2):
        player, view = to_act(players)
        assert player.move(view["choices"][0]["move"], view["version"], client_move_id="1").status_code == 200
    assert player.view()["version"] == view["version"] + 2


def test_a_repeated_join_lets_the_same_person_in(server: Running) -> None:
    """The first answer was lost on its way: with the same id the seat can still be taken, with another it is taken."""
    ada = open_table(server.url, me(), FRIEND)
    bob = browser(server.url)
    bob.table = ada.table
    body = {"invite": ada.invites[1], "name": "Bob", "client_move_id": "a-long-random-text"}
    assert bob.client.post(f"{bob.path}/join", json=body).status_code == 200
    bob.client.cookies.clear()
    assert bob.client.post(f"{bob.path}/join", json=body).json()["seat"] == 1
    assert bob.view()["viewer"]["seats"] == [1]
    assert sum(event["text"] == "!guest Bob" for event in ada.everything()) == 1
    mallory = browser(server.url)
    mallory.table = ada.table
    response = mallory.post("join", invite=ada.invites[1], name="Mallory")
    assert (response.status_code, response.json()["error"]["code"]) == (409, "seat_taken")
    short = mallory.post("join", invite=ada.invites[1], name="Mallory", client_move_id="1")
    assert (short.status_code, short.json()["error"]["code"]) == (422, "malformed")
    _assert_refused(bob.client.post(f"{bob.path}/join", json={**body, "name": "Another"}))


def test_one_id_does_not_take_two_seats(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="block_city")
    bob = browser(server.url)
    bob.table = ada.table
    for seat, expected in ((1, 200), (2, 422)):
        body = {"invite": ada.invites[seat], "name": "Bob", "client_move_id": "a-long-random-text"}
        assert bob.client.post(f"{bob.path}/join", json=body).status_code == expected
    assert bob.view()["viewer"]["seats"] == [1]
    assert ada.view()["seats"][2]["kind"] == "open"


def test_a_rematch_under_a_used_id_is_refused(server: Running) -> None:
    ada, bob = two_players(server.url)
    assert bob.post("resign", client_move_id="once").status_code == 200
    used = bob.post("rematch", client_move_id="once")
    assert (used.status_code, used.json()["error"]["code"]) == (422, "reused_id")
    assert bob.post("rematch", client_move_id="twice").json() == {"id": None, "url": None}
    assert bob.post("rematch", client_move_id="twice").json() == {"id": None, "url": None}
    assert ada.post("rematch", client_move_id="once").json()["url"]


def test_a_raced_rematch_is_one_table(server: Running) -> None:
    ada, bob = two_players(server.url)
    bob.post("resign")
    with ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(player.post, "rematch", **({"client_move_id": "same"} if number % 4 == 0 else {}))
            for number in range(4)
            for player in (ada, bob)
        ]
    answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers} - {None}) == 1


# ----- opening a table, sitting down with anyone -----

OPENED = {"title": "city_blocks", "client_move_id": "a-long-random-text"}


def _open(player: Player, *seats: dict[str, str], **more: Any) -> httpx.Response:
    return player.client.post("/api/tables", json={**OPENED, "seats": list(seats), **more})


def _games(player: Player) -> set[str]:
    return {game["id"] for game in player.client.get("/api/games").json()["games"]}


@pytest.mark.parametrize("seats", [(me(), FRIEND), (me("Ada"), me("Bea")), (me(), GREEDY)])
def test_a_repeated_opening_gets_the_same_table_and_its_seats(
    server: Running, seats: tuple[dict[str, str], ...]
) -> None:
    """The first answer was lost on its way, and with it the first cookie of the browser."""
    ada = browser(server.url)
    first = _open(ada, *seats).json()
    ada.client.cookies.clear()
    again = _open(ada, *seats)
    assert again.status_code == 201, again.text
    ada.table = again.json()["id"]
    assert ada.table == first["id"]
    assert _games(ada) == {ada.table}
    assert [seat.get("invite") for seat in again.json()["seats"]] == [
        seat.get("invite") for seat in first["seats"]
    ]
    view = ada.view()
    assert view["viewer"]["seats"] == [number for number, seat in enumerate(seats) if seat["kind"] == "me"]
    assert sum(event["text"] == "!guest Ada" for event in ada.everything()) == 1
    if FRIEND in seats:
        assert ada.client.post(f"{ada.path}/cancel", json={}).status_code == 200, "the host’s rights are lost"
    with_secret = browser(server.url)
    headers = {"Authorization": f"Bearer {again.json()['seats'][0]['secret']}"}
    assert with_secret.client.get(ada.path, headers=headers).json()["viewer"]["seats"]


def test_a_repeated_opening_of_a_game_of_bots_is_not_a_second_game(server: Running) -> None:
    ada = browser(server.url)
    tables = [_open(ada, GREEDY, GREEDY).json()["id"] for _ in range(2)]
    assert tables[0] == tables[1]


def test_openings_with_one_id_at_the_same_moment_are_one_table(server: Running) -> None:
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(_open, browser(server.url), me(), FRIEND) for _ in range(8)]
    answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


def _assert_refused(answer: httpx.Response) -> None:
    """Assert that an id was used for something else before."""
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "reused_id"), answer.text


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ((me(), GREEDY), {}),
        ((FRIEND, me()), {}),
        ((me("Eve"), FRIEND), {}),
        ((me(), FRIEND), {"automatic": False}),
        ((me(), FRIEND), {"provable": True}),
    ],
)
def test_an_id_does_not_open_another_table(
    server: Running, seats: tuple[dict[str, str], ...], more: dict[str, bool]
) -> None:
    assert _open(browser(server.url), me(), FRIEND).status_code == 201
    _assert_refused(_open(browser(server.url), *seats, **more))


def _match(player: Player, name: str, client_move_id: str) -> None:
    wish = {"title": "city_blocks", "name": name, "client_move_id": client_move_id}
    answer = player.client.post("/api/lobby/play", json=wish)
    assert answer.status_code == 200, answer.text
    player.table, player.seat = answer.json()["id"], answer.json()["seat"]


def test_a_repeated_quick_match_gets_the_same_seat(server: Running) -> None:
    """Who waits is not matched with the seat of the lost answer; who has a game already waits for no other."""
    ada, bob = browser(server.url), browser(server.url)
    for player, seat in ((ada, 0), (bob, 1)):
        name = f"Quick {seat}"
        _match(player, name, f"a-long-random-text-{seat}")
        first = player.table
        player.client.cookies.clear()
        _match(player, name, f"a-long-random-text-{seat}")
        assert (player.table, player.seat) == (first, seat)
        assert player.view()["viewer"]["seats"] == [seat]
    assert ada.table == bob.table
    assert ada.view()["seats"][1]["name"] == "Quick 1"
    assert sum(event["text"].startswith("!guest") for event in ada.everything()) == 2
    for title, name in (("block_city", "Quick 0"), ("city_blocks", "Another")):
        other = {"title": title, "name": name, "client_move_id": "a-long-random-text-0"}
        _assert_refused(ada.client.post("/api/lobby/play", json=other))


def test_a_repeated_request_for_a_seat_that_was_left_takes_it_from_no_one(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="block_city", access="public")
    bob, eve = browser(server.url), browser(server.url)
    sit = f"/api/lobby/{ada.table}/join"
    body = {"name": "Bob", "client_move_id": "a-long-random-text"}
    assert bob.client.post(sit, json=body).json()["seat"] == 1
    _assert_refused(bob.client.post(sit, json={**body, "name": "Another"}))
    bob.table = eve.table = ada.table
    assert bob.client.post(f"{bob.path}/remove", json={"seat": 1}).status_code == 200
    assert eve.client.post(sit, json={"name": "Eve"}).json()["seat"] == 1
    again = bob.client.post(sit, json=body)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "seat_taken")
    assert eve.view()["viewer"]["seats"] == [1]


def test_bots_for_the_free_seats_come_once(tmp_path: Path) -> None:
    with running(replace(quiet(tmp_path / "games.db"), bots_after=0.0)) as server:
        ada = open_table(server.url, me(), FRIEND, FRIEND, title="block_city", access="public")
        answers = [ada.post("bots", client_move_id="once") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()
        texts = [event["text"] for event in ada.everything()]
        assert (texts.count("!bots"), texts.count("!fill 3")) == (1, 2)


# ----- a table after a game, leaving before one -----


@pytest.mark.parametrize(
    ("path", "body", "other"),
    [
        ("challenge", {"seat": 0}, {"seat": 1}),
        ("table", {"seat": 0, "at": 3, "name": "Ada"}, {"at": 4}),
        ("table", {"seat": 0, "at": 3, "name": "Ada"}, {"name": "Eve"}),
    ],
    ids=["the deal for a friend", "playing on", "playing on under a name"],
)
def test_a_repeated_wish_after_a_game_gets_the_same_table(
    server: Running, path: str, body: dict[str, Any], other: dict[str, Any]
) -> None:
    ada = open_table(server.url, me(), GREEDY)
    ada.post("resign").raise_for_status()
    wish = {**body, "client_move_id": "a-long-random-text"}
    url = f"/api/replays/{ada.table}/{path}"
    first, again = (ada.client.post(url, json=wish).raise_for_status().json() for _ in range(2))
    assert again["id"] == first["id"]
    assert [seat.get("invite") for seat in again["seats"]] == [seat.get("invite") for seat in first["seats"]]
    view = ada.client.get(f"/api/tables/{first['id']}").json()
    assert view["viewer"]["seats"] == ([] if path == "challenge" else [0])
    _assert_refused(ada.client.post(url, json=wish | other))


def test_the_next_game_is_opened_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = open_table(server.url, me(), GREEDY)
    ada.post("resign").raise_for_status()
    monkeypatch.setattr(summary, "next_bot", lambda *_: {"level": "2", "name": "Rosa", "text": "Casual"})
    wish = {"seat": 0, "name": "Ada", "client_move_id": "a-long-random-text"}
    url = f"/api/replays/{ada.table}/next"
    first, again = (ada.client.post(url, json=wish).raise_for_status().json() for _ in range(2))
    assert again["id"] == first["id"]
    assert ada.client.get(f"/api/tables/{first['id']}").json()["viewer"]["seats"] == [0]


@pytest.mark.parametrize("removed", [False, True], ids=["leaves", "is removed"])
def test_a_repeated_removal_leaves_the_seat_to_who_has_it_now(server: Running, removed: bool) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="block_city", access="public")
    bob, eve = browser(server.url), browser(server.url)
    bob.table = eve.table = ada.table
    sit, leave = f"/api/lobby/{ada.table}/join", {"seat": 1, "client_move_id": "a-long-random-text"}
    assert bob.client.post(sit, json={"name": "Bob"}).json()["seat"] == 1
    first = (ada if removed else bob).client.post(f"{ada.path}/remove", json=leave)
    assert first.status_code == 200
    assert eve.client.post(sit, json={"name": "Eve"}).json()["seat"] == 1
    again = (ada if removed else bob).client.post(f"{ada.path}/remove", json=leave)
    assert again.status_code == 200, again.text
    assert eve.view()["viewer"]["seats"] == [1]
    _assert_refused(ada.client.post(f"{ada.path}/remove", json={**leave, "seat": 0}))
    if not removed:
        assert eve.client.post(f"{ada.path}/remove", json=leave).status_code == 200
        assert eve.view()["viewer"]["seats"] == [1], "another’s id does nothing"


def test_a_withdrawal_means_one_invitation(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)

    def invite() -> str:
        return str(ada.view()["seats"][1]["invite_url"]).partition("=")[2]

    first = invite()
    for _ in range(2):
        ada.client.post(f"{ada.path}/withdraw", json={"seat": 1, "invite": first}).raise_for_status()
    second = invite()
    assert second != first
    ada.client.post(f"{ada.path}/withdraw", json={"seat": 1, "invite": first}).raise_for_status()
    assert invite() == second


def test_a_table_is_cancelled_once(server: Running) -> None:
    ada, bob = open_table(server.url, me(), FRIEND), browser(server.url)
    bob.table = ada.table
    answers = [ada.client.post(f"{ada.path}/cancel", json={}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert bob.client.post(f"{bob.path}/cancel", json={}).status_code == 410
