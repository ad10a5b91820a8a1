"""Duplicates and reordered requests: a move counts once, and its first answer comes again."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .harness import FRIEND, Running, browser, me, open_table, play_here, play_some, to_act, two_players


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
    other = player.move(moves[1], view["version"], client_move_id="once")
    assert (other.status_code, other.json()["error"]["code"]) == (422, "reused_id")


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
