"""A table whose log no longer leads where it led is set aside: one clear answer, no loop, nobody plays on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.storage import table_rows, table_store
from quartier.server.storage.audit import audit

from .harness import (
    GREEDY,
    Listener,
    Player,
    Running,
    me,
    open_table,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)
from .released import expected_answers, unpack


@pytest.fixture
def broken_server(tmp_path: Path) -> Iterator[Running]:
    """A server of a database in which release 0.1.0 left one sound table and two broken ones."""
    with running(quiet(unpack("broken", tmp_path), workers=1)) as server:
        yield server


def change(file: Path, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Do something to a data file behind the server's back; what it finds."""
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def marks(file: Path) -> dict[str, tuple[Any, ...]]:
    """By table, why and where it is broken."""
    rows = change(file, "select id, broken, broken_at from game_table where broken is not null")
    return {table: tuple(rest) for table, *rest in rows}


@pytest.mark.parametrize("kind", ["digest", "illegal"])
def test_every_way_to_it_ends_in_one_clear_answer(broken_server: Running, kind: str) -> None:
    table = expected_answers()["broken"][kind]["id"]
    api, command = f"/api/tables/{table}", {"client_move_id": "a", "seat": 0}
    with httpx.Client(base_url=broken_server.url, timeout=60) as client:
        answers = [
            client.get(api),
            client.get(f"{api}/stream"),
            client.get(f"{api}/record"),
            client.get(f"/api/replays/{table}"),
            client.post(f"{api}/moves", json=command | {"move": "end", "version": 1}),
            client.post(f"{api}/resign", json=command),
        ]
        for answer in answers:
            assert answer.status_code == 410, answer.text
            assert answer.json()["error"]["code"] == "set_aside"
        for page in (f"/table/{table}", f"/replay/{table}"):
            answer = client.get(page, headers={"Accept-Language": "de"})
            assert answer.status_code == 410
            assert "stillgelegt" in answer.text
        sound = expected_answers()["broken"]["sound"]["id"]
        for other in ("/", "/health", f"/table/{sound}", f"/api/tables/{sound}"):
            assert client.get(other).status_code == 200


def test_it_is_marked_when_it_is_found(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with running(quiet(file)) as server:
        ada = open_table(server.url, me(), me())
    change(file, "update event set move = 'nonsense' where seq = 5")
    with running(quiet(file)) as server:
        ada.client.base_url = server.url
        assert httpx.get(f"{server.url}/table/{ada.table}").status_code == 200  # nobody has looked yet
        assert ada.client.get(ada.path).status_code == 410
        assert httpx.get(f"{server.url}/table/{ada.table}").status_code == 410
        ((reason, event),) = marks(file).values()
        assert event == 5
        assert "nonsense" in reason
    assert [(game.id, game.event) for game in audit(quiet(file)).broken] == [(ada.table, 5)]


@pytest.mark.parametrize("writable", [True, False])
def test_a_stream_that_finds_it_says_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    """As an answer, not as a stream that breaks off; and then the page, to which it sends its reader, knows it as well."""
    file = tmp_path / "games.db"
    with running(quiet(file)) as server:
        ada = open_table(server.url, me(), me())
    change(file, "update event set move = 'nonsense' where seq = 5")
    if not writable:
        monkeypatch.setattr(table_rows, "mark_table", lambda *_: None)
    with running(quiet(file)) as server:
        ada.client.base_url = server.url
        assert ada.client.get(f"{ada.path}/stream").status_code == 410
        assert httpx.get(f"{server.url}/table/{ada.table}").status_code == 410


def test_another_position_than_stored_is_not_blessed(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with running(quiet(file)) as server:
        ada = open_table(server.url, me(), me())
    change(file, "update game_table set digest = ?", "2:" + 64 * "0")
    with running(quiet(file)) as server:
        ada.client.base_url = server.url
        assert ada.client.get(ada.path).status_code == 410
    assert change(file, "select digest from game_table") == [("2:" + 64 * "0",)]


def test_what_is_sound_again_is_opened_again(tmp_path: Path) -> None:
    """A mark is a note: a release that reads a log rightly again finds that, and no host need mend the data."""
    file = tmp_path / "games.db"
    with running(quiet(file)) as server:
        ada = open_table(server.url, me(), me())
    change(file, "update game_table set broken = 'a release could not read it', broken_at = 3")
    with running(quiet(file)) as server:
        ada.client.base_url = server.url
        assert ada.view()["version"]
        assert marks(file) == {}


def test_bots_leave_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    with running(quiet(file)) as server:
        open_table(server.url, me(), GREEDY)
    change(file, "update game_table set bot_due = 1")
    change(file, "update event set move = 'nonsense' where seq = 5")
    tried: list[str] = []
    with running(quiet(file, workers=1, poll=0.05)) as server:
        load = server.services.tables.load
        monkeypatch.setattr(server.services.tables, "load", lambda table: tried.append(table) or load(table))
        wait_until(lambda: marks(file))
        count = len(tried)
        sweeps = server.services.bots.sweep
        for _ in range(20):
            sweeps()
        assert len(tried) <= count + 1  # at most one that was already on its way
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_a_stream_ends_and_does_not_come_back(server: Running) -> None:
    ada, bob = two_players(server.url)
    listener = Listener(bob)
    wait_until(lambda: listener.views)
    file = server.services.settings.data
    version = ada.view()["version"]
    change(file, "insert into event values (?, ?, '0', 'nonsense', null, 0)", ada.table, version + 1)
    change(file, "update game_table set version = version + 1")
    server.services.hub.publish(ada.table)
    wait_until(listener.ended.is_set)
    assert bob.client.get(f"{bob.path}/stream").status_code == 410


def test_an_uploaded_record_too(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    players: tuple[Player, Player] = two_players(server.url)
    play_some(players, 50)
    record = players[0].client.get(f"{players[0].path}/record").content
    uploaded = players[0].client.post("/api/records", content=record).json()["id"]
    file = server.services.settings.data
    change(file, "update record set text = replace(text, '* lot', '* pot')")
    replayed: list[str] = []
    original = table_store.verify_record
    monkeypatch.setattr(
        table_store,
        "verify_record",
        lambda broken_row: replayed.append(broken_row.id) or original(broken_row),
    )
    for path, page in ((f"/api/replays/{uploaded}", False), (f"/replay/{uploaded}", True)):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 410
        assert page or answer.json()["error"]["code"] == "set_aside"
    assert replayed == [uploaded]  # and not again at every look
    ((event, reason),) = change(file, "select broken_at, broken from record")
    assert event > 0
    assert "pot" in reason
    assert httpx.get(f"{server.url}/api/replays/{uploaded}/record").status_code == 200  # nothing is lost
