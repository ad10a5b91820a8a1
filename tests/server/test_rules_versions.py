"""A table keeps the version of the rules under which it began; a new one begins under the newest."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from quartier.games import registry
from quartier.server.storage.audit import audit

from .harness import Player, Running, me, open_table, quiet, running


@pytest.fixture(autouse=True)
def _sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title whose rules have two versions: under the first the last stick wins, under the second it loses."""
    monkeypatch.setitem(registry.OURS, "sticks", "tests.titles.sticks")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def server(file: Path) -> Iterator[Running]:
    with running(quiet(file)) as server:
        yield server


def rules(file: Path) -> dict[str, int]:
    """By table the version of its rules."""
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("select id, rules from game_table").fetchall())


def play(player: Player, *moves: str) -> None:
    """One device plays for both seats."""
    for move in moves:
        view = player.view()
        (seat,) = [seat for seat in (0, 1) if player.view(seat=seat)["turn"]["yours"]]
        answer = player.post("moves", seat=seat, version=view["version"], move=move)
        assert answer.status_code == 200, answer.text


def test_both_versions_are_played_side_by_side(file: Path) -> None:
    with running(quiet(file)) as server:
        new, old = (open_table(server.url, me("A"), me("B"), title="sticks") for _ in range(2))
        assert rules(file) == {new.table: 2, old.table: 2}
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update game_table set rules = 1 where id = ?", (old.table,))
    with running(quiet(file)) as server:
        for player, winner in ((new, 0), (old, 1)):
            player.client.base_url = server.url
            play(player, "3", "3", "3")  # the last stick goes by itself
            assert [seat["score"] for seat in player.view()["seats"]] == [
                int(seat == winner) for seat in (0, 1)
            ]
        record = old.client.get(f"{old.path}/record").text
        assert '[Rules "' not in record
        assert '[Rules "ST/2"]' in new.client.get(f"{new.path}/record").text
        again = old.post("rematch", seat=0).json()["id"]
        assert rules(file)[again] == 2
        body = {"at": 2, "seat": 0, "name": "A"}
        played_on = httpx.post(f"{server.url}/api/replays/{old.table}/table", json=body)
        assert rules(file)[played_on.json()["id"]] == 1
    assert audit(quiet(file)).broken == []


def test_a_version_of_a_later_release_is_set_aside_and_named(file: Path) -> None:
    with running(quiet(file)) as server:
        player = open_table(server.url, me("A"), me("B"), title="sticks")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update game_table set rules = 3")
    with running(quiet(file)) as server:
        assert httpx.get(f"{server.url}/api/tables/{player.table}").status_code == 410
    (broken,) = audit(quiet(file)).broken
    assert "version 3" in broken.reason
    assert "version 2" in broken.reason


def test_an_uploaded_record_of_a_later_release_is_refused_by_name(server: Running) -> None:
    text = '[Game "sticks"]\n[Rules "ST/3"]\n[Players "2"]\n\n0 3\n'
    answer = httpx.post(f"{server.url}/api/records", content=text)
    assert answer.status_code == 422
    assert "version 3" in answer.json()["error"]["text"]
