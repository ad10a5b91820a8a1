"""Requests that no browser sends get a clear refusal, or are treated as a browser's would be; never a 5xx."""

import json

import pytest

from . import raw
from .harness import FRIEND, Running, me, open_table, play_some, two_players

TABLE = {"title": "city_blocks", "seats": [me(), FRIEND]}
HALF = "\ud800"
"""One half of a pair of UTF-16: JSON can say it, UTF-8 cannot."""


@pytest.mark.parametrize("last", ["9" * 30, "9" * 5000])
def test_a_place_in_the_stream_that_no_event_can_have_is_refused(server: Running, last: str) -> None:
    ada = open_table(server.url, me(), FRIEND)
    for path in (ada.path, f"/api/v1/tables/{ada.table}"):
        response = raw.get(server.url, f"{path}/stream", (b"Last-Event-ID", last.encode()))
        assert response.status == 422
        assert "missing or invalid “Last-Event-ID”" in json.loads(response.body)["error"]["text"]


@pytest.mark.parametrize(
    "change",
    [
        {"options": {HALF: True}},
        {"options": {"walls": HALF}},
        {"board": HALF},
        {"title": HALF},
        {HALF: 1},
        {"seats": [me(HALF), FRIEND]},
        {"seats": [me(), {"kind": "bot", "bot": HALF}]},
        {"seats": [me(), {"kind": "friend", HALF: HALF}]},
        {"options": {"a\0b": True}},
        {"board": "\0"},
        {"title": "city\0blocks"},
        {"lang": "\0"},
    ],
)
def test_half_characters_and_nul_are_no_text(server: Running, change: dict[str, object]) -> None:
    response = raw.post(server.url, "/api/tables", TABLE | change)
    assert (response.status, response.code()) == (422, "malformed")


@pytest.mark.parametrize(
    "host",
    [b"h" * 300, b"h" * 2500, b"a b", b"a/b", b"user@a", b"[", b"a:999999", b"\xff", b"a?b#c", b"", b"a:b"],
)
def test_nobody_is_invited_to_an_address_that_is_none(server: Running, host: bytes) -> None:
    response = raw.post(server.url, "/api/tables", TABLE, (b"Host", host))
    assert (response.status, response.code()) == (400, "bad_host")
    ada = open_table(server.url, me(), FRIEND)
    assert raw.get(server.url, ada.path, (b"Host", host)).status == 400


@pytest.mark.parametrize(
    "host", [b"localhost", b"games.example.org:8000", b"[::1]:80", b"192.168.0.7", b"A-b_c.d."]
)
def test_invitations_lead_to_where_the_caller_came(server: Running, host: bytes) -> None:
    response = raw.post(server.url, "/api/tables", TABLE, (b"Host", host))
    assert response.status == 201
    assert b"http://" + host.lower() in response.body.lower()


@pytest.mark.parametrize(
    "path",
    [
        "/table/%00",
        "/replay/a%00b",
        "/api/tables/%00",
        "/api/tables/%00/stream",
        "/api/tables/%00/record",
        "/api/replays/%00",
        "/api/replays/%00/record",
        "/api/replays/%00/review",
        "/rules/%00",
        "/picture/%00",
        "/picture/city_blocks/%00",
        "/static/%00",
        "/%00",
        "/table/" + "a" * 3000,
    ],
)
def test_no_address_holds_nul(server: Running, path: str) -> None:
    assert raw.get(server.url, path).status == 404


def test_no_record_holds_nul(server: Running) -> None:
    text = b'[Game "city_blocks"]\n[Players "2"]\n[Seat0 "A\0B"]\n\n* bonus 5\n'
    send = raw.send(server.url, raw.Request(b"POST", b"/api/records", body=text))
    assert (send.status, send.code()) == (422, "bad_record")
    assert b"Line 3" in send.body


@pytest.mark.parametrize("after", ["-1", "-" + "9" * 30, "x", "9" * 5000])
def test_a_stream_begins_after_a_number(server: Running, after: str) -> None:
    ada = open_table(server.url, me(), FRIEND)
    response = raw.get(server.url, f"{ada.path}/stream?after={after}")
    assert (response.status, response.code()) == (422, "malformed")


@pytest.mark.parametrize("query", ["at=" + "9" * 31, "at=0&seat=" + "9" * 31, "at=0&seat=-5"])
def test_wishes_beyond_all_bounds_are_held_within(server: Running, query: str) -> None:
    players = two_players(server.url)
    play_some(players, 2)
    assert raw.get(server.url, f"{players[0].path}/past?{query}").status == 200
