"""What bad input gets: a clear answer that names the cause and the way out, in the caller's language; nothing is changed."""

import json
from typing import Any

import httpx
import pytest

from .harness import FRIEND, GREEDY, Running, browser, me, open_table, play_some, to_act, two_players


def _error_of(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The error of an answer that must be this refusal, said without a word of our insides."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert "Traceback" not in answer.text
    assert len(error["text"]) > 10
    return error


@pytest.mark.parametrize(("lang", "query"), [("en", "There’s no game"), ("de", "Das Spiel")])
def test_unknown_title_suggests_the_nearest(server: Running, lang: str, query: str) -> None:
    client = browser(server.url).client
    body = {"title": "city_bloks", "seats": [me(), FRIEND]}
    error = _error_of(client.post("/api/tables", params={"lang": lang}, json=body), 422, "unknown_title")
    assert query in error["text"]
    assert "city_blocks" in error["text"]
    page = client.get("/rules/city_bloks", params={"lang": lang})
    assert page.status_code == 404
    assert "City Blocks?" in page.text
    assert 'href="/rules/city_blocks">City Blocks<' in page.text
    assert page.text.count("city_blocks") == 1
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"options": {"walls": True}}, "bad_option"),
        ({"seats": [me()]}, "bad_option"),
        ({"seats": [me(), FRIEND, FRIEND]}, "bad_option"),
        ({"seats": [me(), {"kind": "bot", "bot": "gredy"}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot"}]}, "unknown_bot"),
        # Files and modules are named on the host's own command line, never by a visitor.
        ({"seats": [me(), {"kind": "bot", "bot": "learned@/etc/passwd"}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot", "bot": "learned@.:40"}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot", "bot": "priority@."}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot", "bot": "tests.plugins.players:First"}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot", "bot": "engine:/bin/true"}]}, "unknown_bot"),
        ({"seats": []}, "malformed"),
        ({"seats": [me(), {"kind": "ghost"}]}, "malformed"),
        ({"seats": [me(), {"kind": "me", "name": "x", "colour": "red"}]}, "malformed"),
        ({"seats": "me"}, "malformed"),
        ({"title": 7}, "malformed"),
        ({"options": {"a": [1]}}, "malformed"),
    ],
)
def test_wrong_tables_are_not_made(server: Running, change: dict[str, Any], code: str) -> None:
    body = {"title": "city_blocks", "seats": [me(), FRIEND]} | change
    error = _error_of(browser(server.url).client.post("/api/tables", json=body), 422, code)
    if code == "unknown_bot":
        assert {"1", "6", "greedy"} <= set(error["text"].partition("Available: ")[2].rstrip(".").split(", "))


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "x" * 5000, "A\x00B", "A\nB", "A\u202eB", "A\u2028B", "\ud83d"]
)
def test_wrong_names_are_refused(server: Running, name: str) -> None:
    body = json.dumps({"title": "city_blocks", "seats": [{"kind": "me", "name": name}, FRIEND]})
    answer = browser(server.url).client.post(
        "/api/tables",
        content=body.encode("utf-8", "surrogatepass"),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] in ("name", "malformed")


@pytest.mark.parametrize(
    "name", ["x" * 24, "<script>alert(1)</script>"[:24], 'Łukasz "Ł" O\'Hara', "日本太郎", "👩‍👧 Mia"]
)
def test_names_are_text_whatever_is_in_them(server: Running, name: str) -> None:
    ada = open_table(server.url, me(f"  {name} "), me("Bob"))
    view = ada.view()
    assert view["seats"][0]["name"] == name
    ada.post("resign")
    record = ada.client.get(f"{ada.path}/record").text
    upload = ada.client.post("/api/records", content=record.encode())
    assert upload.status_code == 201, upload.text
    assert ada.client.get(f"/api/replays/{upload.json()['id']}").json()["seats"][0]["name"] == name


def test_illegal_moves_name_the_rule_and_link_to_it(server: Running) -> None:
    players = two_players(server.url)
    play_some(players, 1)
    player, view = to_act(players)
    move = next(
        line["text"] for line in view["log"] if line["actor"] != "*" and line["text"][0] != "!"
    ).split("@")[1]
    hand = view["choices"][0]["move"].split("@")[0]
    error = _error_of(player.move(f"{hand}@{move}", view["version"]), 422, "illegal")
    assert error["rule"].startswith("CB-")
    assert error["link"].endswith(f"#{error['rule']}")
    rules = player.client.get(error["link"].split("#")[0])
    assert f'id="{error["rule"]}"' in rules.text
    assert player.view() == view


@pytest.mark.parametrize(
    "move", ["", "pass", "!resign", "!undo 1", "* draw H1", "H1@a1\n0 H2@a2", "ℍ𝟙@a1", "x" * 101, "H1@z9"]
)
def test_texts_that_are_no_moves(server: Running, move: str) -> None:
    player, view = to_act(two_players(server.url))
    answer = player.move(move, view["version"])
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in ("illegal", "malformed")
    assert player.view() == view


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"move"',
        b"\xff\xfe",
        b'{"seat": 0}',
        b'{"seat": "0", "move": "H1@a1", "version": 25, "client_move_id": "a"}',
        b'{"seat": 99, "move": "H1@a1", "version": 25, "client_move_id": "a"}',
        b'{"seat": 0, "move": "H1@a1", "version": -1, "client_move_id": "a"}',
        b'{"seat": 0, "move": "H1@a1", "version": 25, "client_move_id": ""}',
        b'{"seat": 0, "move": "H1@a1", "version": 25, "client_move_id": "a b"}',
        b'{"seat": 0, "move": 7, "version": 25, "client_move_id": "a"}',
        b'{"seat": 0, "move": "H1@a1", "version": 1e999, "client_move_id": "a"}',
        b"[" * 50000,
    ],
)
def test_malformed_bodies(server: Running, body: bytes) -> None:
    ada, _ = two_players(server.url)
    answer = ada.client.post(f"{ada.path}/moves", content=body, headers={"content-type": "application/json"})
    _error_of(answer, 422, "malformed")


def test_a_form_of_a_foreign_page_is_no_command(server: Running) -> None:
    ada, _ = two_players(server.url)
    body = b'{"seat": 0, "client_move_id": "a"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        _error_of(
            ada.client.post(f"{ada.path}/resign", content=body, headers={"content-type": kind}),
            422,
            "malformed",
        )
    assert ada.view()["over"] is None


def test_bodies_have_a_limit(server: Running) -> None:
    ada, _ = two_players(server.url)
    _error_of(ada.client.post(f"{ada.path}/moves", json={"move": "x" * 70_000}), 413, "http_413")
    _error_of(ada.client.post("/api/records", content=b"# " + b"x" * 1_100_000), 413, "http_413")

    def chunks():  # no Content-Length
        for _ in range(200):
            yield b"# " + b"x" * 10_000

    _error_of(ada.client.post("/api/records", content=chunks()), 413, "http_413")


@pytest.mark.parametrize(
    "path", ["/api/tables/nothing", "/api/tables/nothing/record", "/api/replays/nothing", "/api/nothing"]
)
def test_what_does_not_exist(server: Running, path: str) -> None:
    answer = httpx.get(server.url + path, headers={"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"})
    assert answer.status_code == 404
    assert "Link" in answer.json()["error"]["text"]  # "Prüfe den Link"


@pytest.mark.parametrize("path", ["/table/nothing", "/replay/nothing", "/nothing", "/rules/nothing"])
def test_pages_that_do_not_exist_are_friendly(server: Running, path: str) -> None:
    for lang in ("de", "en"):
        page = httpx.get(server.url + path, params={"lang": lang})
        assert page.status_code == 404
        assert f'<html lang="{lang}"' in page.text


def test_commands_of_the_wrong_kind(server: Running) -> None:
    ada, _ = two_players(server.url)
    assert ada.client.get(f"{ada.path}/moves").status_code in (404, 405)
    assert ada.client.delete(ada.path).status_code == 405


def test_before_everyone_has_joined_nobody_moves(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    view = ada.view()
    assert (view["turn"]["actors"], view["choices"], view["over"]) == ([], [], None)
    _error_of(ada.move("H1@a1", view["version"]), 422, "not_begun")
    _error_of(ada.post("rematch"), 422, "not_over")


GOOD = '[Game "city_blocks"]\n[Players "2"]\n\n* bonus 5\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("nonsense", 1),
        ('[Game "city_bloks"]\n', 1),
        ('[Game "city_blocks"\n', 1),
        ('[Game "city_blocks"]\n[Players "9"]\n', 2),
        ('[Game "city_blocks"]\n[Options "walls=true"]\n', 2),
        (GOOD + "0 H1@a1\n", 5),
        (GOOD + "* bonus 5\n", 5),
        (GOOD + "7 H1@a1\n", 5),
        (GOOD + "* draw ?\n", 5),
        (GOOD + '[Late "x"]\n', 5),
        ('[Game "city_blocks"]\n[Result "3 4"]\n\n* bonus 5\n', 2),
        (GOOD + "\x00\n", 5),
        (GOOD + "* bonus " + "9" * 5000 + "\n", 5),
    ],
)
def test_broken_records_name_the_line(server: Running, text: str, line: int) -> None:
    answer = browser(server.url).client.post(
        "/api/records", content=text.encode(), headers={"Accept-Language": "en"}
    )
    error = _error_of(answer, 422, "bad_record")
    assert f"Line {line}" in error["text"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[Game "city_blocks"]\n[Seat1 "' + "x" * 61 + '"]\n', 2, "at most 60 characters"),
        (GOOD + "* bonus 7\n" * 6001, 6004, "at most 6,000 events"),
        ('[Game "city_blocks"]\n[Event "' + "x" * 1001 + '"]\n', 2, "at most 1,000 characters"),
        ('[Game "city_blocks"]\n[' + "E" * 61 + ' "x"]\n', 2, "header is too long"),
        ('[Game "city_blocks"]\n' + "".join(f'[E{n} "x"]\n' for n in range(40)), 41, "at most 40"),
    ],
)
def test_records_larger_than_any_game_are_refused(
    server: Running, text: str, line: int, message: str
) -> None:
    answer = browser(server.url).client.post("/api/records", content=text.encode())
    error = _error_of(answer, 422, "bad_record")
    assert error["text"].startswith(f"Line {line}")
    assert message in error["text"]


def test_a_record_that_is_no_text(server: Running) -> None:
    answer = browser(server.url).client.post("/api/records", content=b'[Game "city_blocks"]\n\xff\xfe')
    assert "Line 2" in _error_of(answer, 422, "bad_record")["text"]


@pytest.mark.parametrize("at", ["-5", "0", "3", "99999999999999999999"])
def test_a_replay_is_stepped_within_its_bounds(server: Running, at: str) -> None:
    client = browser(server.url).client
    replay = client.post("/api/records", content=(GOOD + "* bonus 7\n").encode()).json()["id"]
    step = client.get(f"/api/replays/{replay}", params={"at": at, "seat": 9}).json()
    assert 0 <= step["at"] <= step["total"] == 2
    assert client.get(f"/replay/{replay}", params={"at": at}).status_code == 200


def test_a_replay_is_asked_for_by_a_number(server: Running) -> None:
    client = browser(server.url).client
    replay = client.post("/api/records", content=GOOD.encode()).json()["id"]
    _error_of(client.get(f"/api/replays/{replay}", params={"at": "last"}), 422, "malformed")
    assert client.get(f"/replay/{replay}", params={"at": "last"}).status_code == 422


def test_an_unexpected_failure_shows_nothing_of_us(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = open_table(server.url, me(), GREEDY)

    def broken(*_: Any) -> None:
        raise RuntimeError("secret insides")

    for name in ("view", "gzip_view"):
        monkeypatch.setattr(server.services.views, name, broken)
    answer = ada.client.get(ada.path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "unexpected")
    assert "insides" not in answer.text


def test_a_board_is_asked_of_a_seat_that_exists(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bob"))
    for seat in (2, 10**30):
        error = _error_of(ada.client.get(f"{ada.path}/boards/{seat}"), 404, "http_404")
        assert "There’s nothing here" in error["text"]
    _error_of(ada.client.get(f"{ada.path}/boards/-1"), 422, "malformed")
