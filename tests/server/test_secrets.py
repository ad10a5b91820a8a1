"""Only whoever holds a seat's secret plays it; spectators see only what is public; secrets are stored and logged nowhere."""

import json
import sqlite3
from pathlib import Path

import pytest

from .harness import (
    FRIEND,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    running,
    to_act,
    two_players,
)


def _stranger(server: Running, table: str, secret: str | None = None) -> Player:
    stranger = browser(server.url)
    stranger.table = table
    if secret is not None:
        stranger.client.headers["Authorization"] = f"Bearer {secret}"
    return stranger


@pytest.mark.parametrize("command", ["moves", "undo", "takeback", "resign", "rematch", "why"])
@pytest.mark.parametrize("secret", [None, ".", "guess", "x" * 5000])
def test_commands_without_the_secret_are_refused(server: Running, command: str, secret: str | None) -> None:
    ada, _ = two_players(server.url)
    stranger = _stranger(server, ada.table, secret)
    before = ada.view()
    body = {
        "moves": {"move": "H1@a1", "version": 25},
        "undo": {"version": 25},
        "why": {"path": ["block-a1"]},
    }.get(command, {})
    for seat in (0, 1):
        answer = stranger.post(command, **body | {"seat": seat})
        refused = (403, "no_seat") if secret is None else (401, "unknown_key")
        assert (answer.status_code, answer.json()["error"]["code"]) == refused
    assert ada.view() == before


def test_a_player_does_not_play_for_another(server: Running) -> None:
    players = two_players(server.url)
    player, view = to_act(players)
    other = players[1 - player.seat]
    forged = other.move(view["choices"][0]["move"], view["version"], seat=player.seat)
    assert (forged.status_code, forged.json()["error"]["code"]) == (403, "no_seat")
    own = other.move(view["choices"][0]["move"], view["version"])
    assert (own.status_code, own.json()["error"]["code"]) == (422, "not_your_turn")


def test_the_secret_of_another_table_opens_nothing(server: Running) -> None:
    ada, _ = two_players(server.url)
    eve, _ = two_players(server.url)
    for stranger, status in (
        (_stranger(server, ada.table, eve.secret), 401),
        (_stranger(server, ada.table), 403),
    ):
        assert stranger.post("resign", seat=0).status_code == status
        assert stranger.post("claim", secret=eve.secret).status_code == 403
        assert stranger.client.get(stranger.path).status_code == (200 if status == 403 else status)


def test_what_a_proxy_adds_to_a_page_of_ours_is_no_key(server: Running) -> None:
    """People may have to sign in at a proxy that passes on what it knows of them."""
    ada, _ = two_players(server.url)
    ada.client.headers.update({"Authorization": "Bearer of-the-proxy", "Sec-Fetch-Site": "same-origin"})
    assert ada.view()["viewer"]["seats"] == [0]


def test_an_invitation_opens_its_own_table_only(server: Running) -> None:
    ada, eve = (open_table(server.url, me(), FRIEND) for _ in range(2))
    for invite in ("", "guess", eve.invites[1]):
        answer = _stranger(server, ada.table).post("join", invite=invite, name="Eve")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_invitation")


def test_only_the_creator_sees_the_invitation_and_only_while_it_is_open(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    seat_view = ada.view()["seats"][1]
    assert seat_view["kind"] == "open"
    assert seat_view["invite_url"] == f"{server.url}/table/{ada.table}#join={ada.invites[1]}"
    assert seat_view["qr"].startswith("<svg")
    spectator = _stranger(server, ada.table)
    assert "invite_url" not in spectator.view()["seats"][1]
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    assert all("invite_url" not in player.view()["seats"][1] for player in (ada, bob))


def test_a_spectator_sees_only_what_is_public(server: Running) -> None:
    players = two_players(server.url)
    play_some(players, 4)
    view = _stranger(server, players[0].table).view(
        seat=0
    )  # a wish for a seat that is not one's own is no key
    assert view["viewer"] == {"seat": None, "seats": []}
    assert (view["choices"], view["undo"], view["turn"]["yours"]) == ([], None, False)
    texts = [line["text"] for line in view["log"] if line["text"].startswith("draw")]
    assert set(texts) == {"draw ?"}
    for player in players:
        hand = player.view()["parts"]["hand"]
        assert hand
        assert hand not in json.dumps(view)


def test_a_seat_is_continued_on_another_device(server: Running) -> None:
    ada, bob = two_players(server.url)
    phone = _stranger(server, ada.table)
    assert phone.post("claim", secret=bob.secret).json() == {"seats": [1]}
    assert phone.view()["viewer"] == {"seat": 1, "seats": [1]}
    wrong = phone.post("claim", secret=bob.secret[:-1])
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "no_seat")


def test_an_api_client_sends_its_secret_as_a_bearer(server: Running) -> None:
    players = two_players(server.url)
    player, view = to_act(players)
    program = _stranger(server, player.table, player.secret)
    program.seat = player.seat
    assert program.move(view["choices"][0]["move"], view["version"]).status_code == 200


def test_the_cookie_is_out_of_reach(server: Running) -> None:
    answer = browser(server.url).client.post(
        "/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]}
    )
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "path=/;", "max-age="):
        assert part in cookie


def test_hot_seat_one_browser_plays_both_seats(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Grandma"))
    for _ in range(4):
        view = ada.view()
        assert view["turn"]["yours"]  # the view is that of the seat to act
        assert view["viewer"]["seats"] == [0, 1]
        ada.seat = view["viewer"]["seat"]
        assert ada.move(view["choices"][0]["move"], view["version"]).status_code == 200
    hands = [ada.view(seat=seat)["parts"]["hand"] for seat in (0, 1)]
    assert hands[0] != hands[1]


def test_a_shared_device_receives_what_may_be_seen_while_a_hand_is_covered(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Grandma"))
    assert ada.view()["covered"] == _stranger(server, ada.table).view()["parts"]
    assert two_players(server.url)[0].view()["covered"] is None  # one seat: nothing is covered


def test_secrets_are_neither_stored_nor_logged(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as server:
        ada, bob = two_players(server.url)
        stranger = _stranger(server, ada.table, "wrong-secret-of-a-stranger")
        stranger.post("resign", seat=0)
        ada.client.post(f"{ada.path}/moves", json={"secret": ada.secret})
    with sqlite3.connect(data) as connection:
        dump = "\n".join(connection.iterdump())
    printed = "".join(capfd.readouterr())
    for secret in (ada.secret, bob.secret, "wrong-secret-of-a-stranger"):
        assert secret not in dump
        assert secret not in printed
    assert bob.invites == {}
    assert ada.invites[1] not in printed
