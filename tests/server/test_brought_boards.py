"""Boards that people bring to a table: config with it in every way, tried before, and refused with a sentence."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartier
from quartier.core.game.boards import BadBoard
from quartier.server.domain.board_text import parse_board
from quartier.server.errors import DomainError
from quartier.server.http.own_boards import read_file
from quartier.server.storage.audit import audit

from .harness import (
    FRIEND,
    GREEDY,
    Running,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)

TITLES = ("block_city", "metromania", "gridlock")
EVIL = "<script>alert(1)</script>"


def own(title: str, **changes: Any) -> dict[str, Any]:
    """The standard board of a title under another name."""
    return {**deepcopy(quartier.load(title).spec.boards.standard().data), "name": "Mine", **changes}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(quiet(tmp_path_factory.mktemp("boards") / "games.db")) as started:
        yield started


def open_on(server: Running, title: str, board: Any, **more: Any) -> Any:
    """Ask for a table on a board; return the answer."""
    text = board if isinstance(board, str) else json.dumps(board)
    body = {"title": title, "seats": [me(), FRIEND], "board": text, **more}
    return browser(server.url).client.post("/api/tables", json=body)


@pytest.mark.parametrize("title", TITLES)
def test_a_table_on_a_brought_board_lasts(title: str, tmp_path: Path) -> None:
    config = quiet(tmp_path / "games.db")
    board = own(title, name="Mine & yours")
    with running(config) as server:
        ada, bob = two_players(server.url, title=title, board=json.dumps(board))
        play_some((ada, bob), 3)
    with running(config) as server:
        for player in (ada, bob):
            player.client.base_url = server.url
        assert "Mine & yours" in ada.view()["setup"]["board"]
        play_some((ada, bob), 3)
        ada.post("resign")
        bob.post("resign")
        record = ada.client.get(f"/api/tables/{ada.table}/record").text
        assert quartier.replay(record).board.data == board
        uploaded = ada.client.post("/api/records", content=record)
        assert uploaded.status_code == 201, uploaded.text
        assert ada.client.get(f"/api/replays/{uploaded.json()['id']}").status_code == 200
        for player in (ada, bob):
            answer = player.post("rematch")
            assert answer.status_code == 200, answer.text
            again = answer.json()
        rematch = ada.client.get(f"/api/tables/{again['id']}").json()
        assert "Mine & yours" in rematch["setup"]["board"]
    assert audit(config).broken == []


def test_a_table_and_a_retry_are_the_same(server: Running) -> None:
    body = {"title": TITLES[0], "seats": [me(), me("Bo")], "board": json.dumps(own(TITLES[0]))}
    client = browser(server.url).client
    answers = [client.post("/api/tables", json={**body, "client_move_id": "a" * 20}) for _ in range(2)]
    assert answers[0].json()["id"] == answers[1].json()["id"]


def test_a_bot_plays_on_a_brought_board(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        seats = [{"kind": "bot", "bot": "3"}, me()]
        player = open_table(server.url, *seats, title=TITLES[0], board=json.dumps(own(TITLES[0])))
        wait_until(lambda: player.view()["log"])


def test_a_program_brings_a_board(server: Running) -> None:
    body = {"title": TITLES[0], "seats": [me(), FRIEND], "board": json.dumps(own(TITLES[0]))}
    answer = browser(server.url).client.post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text


def test_the_standard_board_from_a_file_is_the_standard_board(server: Running) -> None:
    data = quartier.load(TITLES[0]).spec.boards.standard().data
    table = open_on(server, TITLES[0], data, access="public").json()["id"]
    assert server.services.tables.setup_of(table).board == data["name"]


@pytest.mark.parametrize(
    "more",
    [{"access": "public"}, {"rated": True}, {"seats": [GREEDY, GREEDY]}],
    ids=["public", "rated", "bots only"],
)
def test_strangers_meet_on_no_brought_board(server: Running, more: dict[str, Any]) -> None:
    answer = open_on(server, TITLES[0], own(TITLES[0]), **more)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "own_board"


def wall_off(board: dict[str, Any]) -> dict[str, Any]:
    """The same city with a river around each destination."""
    spaces = [
        space if space["kind"] != "empty" or number < 12 else {**space, "kind": "river"}
        for number, space in enumerate(board["spaces"])
    ]
    return {**board, "spaces": spaces}


BLOCKS = own("block_city")
HOSTILE = {
    "empty": ("block_city", "{", "line 1, column"),
    "no name": ("block_city", "{}", "“name”"),
    "long name": ("block_city", {**BLOCKS, "name": "x" * 41}, "“name”"),
    "right to left": ("block_city", {**BLOCKS, "name": "a\u202eb"}, "“name”"),
    "half a sign": ("block_city", '{"name": "\\ud800"}', "“name”"),
    "blank name": ("block_city", {**BLOCKS, "name": "  "}, "“name”"),
    "huge": ("block_city", {**BLOCKS, "figures": "x" * 9000}, "8,000 characters"),
    "long text": ("block_city", {**BLOCKS, "figures": "x" * 500}, "“figures”"),
    "invisible text": ("gridlock", own("gridlock", extra=["a\u200bb"]), "“extra[0]”"),
    "invisible key": ("block_city", {**BLOCKS, "a\u202eb": 1}, "invisible"),
    "NUL": ("block_city", '{"name": "Mine", "x": "\\u0000"}', "“x”"),
    "deep": ("block_city", '{"name": "Mine", "x": ' + "[" * 900 + "]" * 900 + "}", "lists within lists"),
    "very deep": ("block_city", '{"x": ' + "[" * 7900, "lists within lists"),
    "not a number": ("block_city", '{"name": "Mine", "x": NaN}', "NaN"),
    "infinite": ("block_city", '{"name": "Mine", "x": 1e999}', "“x”"),
    "long number": ("block_city", '{"name": "Mine", "x": ' + "9" * 6000 + "}", "too long"),
    "large number": ("block_city", '{"name": "Mine", "x": 10000001}', "“x”"),
    "twice": ("block_city", '{"name": "Mine", "name": "Yours"}', "twice"),
    "taken name": ("block_city", {**BLOCKS, "name": "Blockstadt", "figures": "mine"}, "already"),
    "wrong type": ("block_city", {**BLOCKS, "rows": 5}, "“rows”"),
    "wrong types": ("metromania", own("metromania", pieces=[]), "“pieces”"),
    "wrong kinds": ("gridlock", own("gridlock", spaces=[{"col": 0, "h": 0, "kind": []}]), "unknown kind"),
    "wrong tunnel": (
        "gridlock",
        own("gridlock", spaces=[{"col": 0, "h": 0, "kind": "tunnel", "exits": [{}]}]),
        "unknown exit",
    ),
    "wrong sea": ("gridlock", own("gridlock", sea=[[1, 2, 3]]), "“sea”"),
    "too small": ("gridlock", own("gridlock", tiles={}), "road tiles"),
    "endless": ("gridlock", wall_off(own("gridlock")), "end"),
    "long ids": ("block_city", json.dumps(BLOCKS).replace("P1", "P" + "1" * 70), "names"),
    "no board there": ("connect_three", BLOCKS, "no game"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_board_is_refused_with_a_sentence(server: Running, name: str) -> None:
    title, board, says = HOSTILE[name]
    answer = open_on(server, title, board)
    assert answer.status_code == 422, answer.text
    assert says in answer.json()["error"]["text"]


def test_names_on_a_board_are_text_wherever_they_are_shown(server: Running) -> None:
    board = own("gridlock", name=EVIL)
    next(space for space in board["spaces"] if space["kind"] == "destination")["name"] = EVIL
    answer = open_on(server, "gridlock", board)
    assert answer.status_code == 201, answer.text
    client = browser(server.url).client
    table = answer.json()["id"]
    for path in (f"/table/{table}", f"/api/tables/{table}/text", f"/api/tables/{table}/picture"):
        assert EVIL not in client.get(path).text, path
    assert EVIL not in json.dumps(client.get(f"/api/tables/{table}").json()["parts"])


def test_the_form_puts_the_board_into_the_set_up(server: Running) -> None:
    client = browser(server.url).client
    page = "/own-board/block_city"
    assert "multipart/form-data" in client.get(page).text
    file = json.dumps({**BLOCKS, "name": EVIL}).encode("utf-8-sig")
    answer = client.post(page, files={"file": ("mine.json", file, "application/json")})
    assert answer.status_code == 200, answer.text
    assert EVIL not in answer.text
    value = re.search(r'<select data-board><option value="([^"]+)"', answer.text)
    assert value is not None
    assert open_on(server, "block_city", html.unescape(value[1])).status_code == 201
    refused = client.post(page, files={"file": ("mine.json", b"{", "application/json")})
    assert (refused.status_code, "line 1" in refused.text) == (422, True)
    assert client.get("/own-board/connect_three").status_code == 404


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(), parts, max_size=4),
    max_leaves=12,
)


@st.composite
def damaged_boards(draw: st.DrawFn) -> tuple[str, Any]:
    """A board with a value at some place replaced by any other."""
    title = draw(st.sampled_from(TITLES))
    board = json.loads(json.dumps(own(title)))
    at: Any = board
    while True:
        key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key] or draw(st.integers(0, 3)) == 0:
            small = st.integers(-2, 99) | st.sampled_from([*at] if isinstance(at, list) else [*at.values()])
            at[key] = draw(JSON | small)
            return title, board
        at = at[key]


@settings(deadline=None)
@given(damaged_boards())
def test_a_damaged_board_is_refused_with_a_sentence_or_read(case: tuple[str, Any]) -> None:
    title, board = case
    game = quartier.load(title)
    try:
        data = parse_board(json.dumps(board))
        game.spec.boards.get(data)
    except BadBoard as bad:
        bad.text("de")


@given(st.text(max_size=80), st.binary(max_size=300))
def test_no_form_breaks_the_reading_of_a_file(content_type: str, body: bytes) -> None:
    with suppress(DomainError):
        read_file(content_type, body)
