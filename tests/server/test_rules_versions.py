"""A table keeps the version of the rules under which it began; a new one begins under the newest."""

import pickle
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import quartier
from quartier.games import registry
from quartier.server.storage.audit import audit
from quartier.server.workers import jobs
from quartier.server.workers.jobs import (
    HintJob,
    JobContext,
    MoveJob,
    concealed_view,
)
from quartier.server.workers.worker_pool import WorkerProcess

from .harness import (
    GREEDY,
    Player,
    Running,
    me,
    open_table,
    play_here,
    quiet,
    running,
    wait_until,
)

SETUP = 14
"""Draws before the first move of Metromania with two players: six pieces and their turns, the sides, the first player."""


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


def worked_out(job: MoveJob | HintJob) -> Any:
    """A job's result, as a worker process finds it; none knows Sticks."""
    sent = pickle.loads(pickle.dumps(job))
    return sent.work(quartier.load(job.title), JobContext(progress=lambda _: None, stop=lambda: False))


@pytest.mark.parametrize(("version", "best"), [(1, "2"), (2, "1")])
def test_what_is_best_depends_on_the_version(
    monkeypatch: pytest.MonkeyPatch, version: int, best: str
) -> None:
    """Two sticks are left: the last one wins, or loses."""
    monkeypatch.setattr(jobs, "HINT_BUDGET", "mcts:100")
    state = quartier.load("sticks").new(rules=version)
    for seat, move in ((0, "3"), (1, "3"), (0, "2")):
        state.play(seat, move)
    seat, position = 1, concealed_view(state, 1)
    assert worked_out(MoveJob("sticks", seat, position, "mcts:100", cached=False)) == best
    assert worked_out(HintJob("sticks", seat, position)).moves[0].move == best


def test_bots_and_hints_keep_the_version_of_their_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[type, int]] = []

    def work_out(_: WorkerProcess, job: MoveJob | HintJob, *__: object) -> Any:
        calls.append((type(job), quartier.from_bytes(job.position).rules))
        return worked_out(job)

    monkeypatch.setattr(jobs, "HINT_BUDGET", "mcts:10")
    monkeypatch.setattr(WorkerProcess, "start", lambda *_: None)
    monkeypatch.setattr(WorkerProcess, "work_out", work_out)
    with running(quiet(file)) as server:
        ada = open_table(server.url, me("Ada"), GREEDY, title="sticks")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update game_table set rules = 1")
    with running(quiet(file, workers=1)) as server:
        ada.client.base_url = server.url
        version = ada.view()["version"]
        assert ada.client.post(f"{ada.path}/hint", json={"seat": 0, "version": version}).status_code == 200
        assert ada.move("3", version).status_code == 200
        wait_until(lambda: ada.view()["turn"]["yours"])
    assert calls == [(HintJob, 1), (MoveJob, 1)]


def test_metromania_goes_on_under_the_version_in_which_it_began(file: Path) -> None:
    with running(quiet(file)) as server:
        player = open_table(server.url, me("A"), me("B"), title="metromania")
        assert '[Rules "MM/2"]' in player.client.get(f"{player.path}/record").text
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update game_table set rules = 1")
    with running(quiet(file)) as server:
        player.client.base_url = server.url
        play_here(player, 4)
        assert player.post("resign", seat=0).status_code == 200
        again = player.post("rematch", seat=0).json()["id"]
        body = {"at": SETUP + 3, "seat": 0, "name": "A"}
        answer = httpx.post(f"{server.url}/api/replays/{player.table}/table", json=body)
        assert answer.status_code == 201, answer.text
        played_on = answer.json()["id"]
        assert rules(file) == {player.table: 1, again: 2, played_on: 1}
        record = player.client.get(f"{player.path}/record").text
        assert '[Rules "' not in record
        assert quartier.replay(record).rules == 1
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
