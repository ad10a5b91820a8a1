"""The one writer: who comes together is committed together, nobody is answered before, and nobody suffers for another."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.errors import DomainError
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.storage.writer_connection import WriterConnection

from .harness import (
    Listener,
    Player,
    Running,
    assert_duplicates_count_once,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)

TABLES = 5


@contextmanager
def _held_up(server: Running) -> Iterator[None]:
    """The writer is busy meanwhile: what comes gathers, and is then one group."""
    busy, on = threading.Event(), threading.Event()

    def wait(_: Transaction) -> None:
        busy.set()
        on.wait()

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(server.services.tables.writer.run, Job(wait, exclusive=True))
        busy.wait()
        try:
            yield
        finally:
            on.set()
        future.result()


def _together(server: Running, sending: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Send all of these so that they come to the writer as one group."""
    writer = server.services.tables.writer
    with ThreadPoolExecutor(len(sending)) as pool:
        with _held_up(server):
            sent: list[Future[httpx.Response]] = []
            for number, send in enumerate(sending, 1):
                sent.append(pool.submit(send))
                wait_until(lambda number=number: writer._queue.qsize() == number)
        return [future.result() for future in sent]


def _commits(
    monkeypatch: pytest.MonkeyPatch, instead: Callable[[WriterConnection], None] = WriterConnection.commit
) -> list[None]:
    """An entry for each commit from now on; `instead`: what happens at the first."""
    commit, counted = WriterConnection.commit, []

    def counting(wire: WriterConnection) -> None:
        counted.append(None)
        (instead if len(counted) == 1 else commit)(wire)

    monkeypatch.setattr(WriterConnection, "commit", counting)
    return counted


def _moves(server: Running, count: int = TABLES) -> list[tuple[Player, str, int]]:
    """A player at each of so many tables who is to move, a move of theirs, and the version."""
    result = []
    for _ in range(count):
        player = open_table(server.url, me("Ada"), me("Bea"))
        view = player.view()
        player.seat = view["viewer"]["seat"]
        result.append((player, view["choices"][0]["move"], view["version"]))
    return result


def _sending(moves: list[tuple[Player, str, int]], **body: Any) -> list[Callable[[], httpx.Response]]:
    return [lambda move=move: move[0].move(move[1], move[2], **body) for move in moves]


def _version_and_events(file: Path, table: str) -> tuple[int, int]:
    """The version of a table, and how many events it has."""
    query = "select version, (select count(*) from event where game_id = id) from game_table where id = ?"
    with closing(sqlite3.connect(file)) as connection:
        return tuple(connection.execute(query, (table,)).fetchone())


def test_who_comes_together_is_committed_together(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = _moves(server)
    counted = _commits(monkeypatch)
    answers = _together(server, _sending(moves))
    assert [answer.status_code for answer in answers] == [200] * TABLES
    assert len(counted) == 2  # of the one that held the writer up, and of the group
    for (player, _, version), answer in zip(moves, answers, strict=True):
        assert answer.json()["version"] == player.view()["version"] == version + 2


def test_groups_may_be_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(quiet(tmp_path / "games.db", group=1)) as server:
        moves = _moves(server, 3)
        counted = _commits(monkeypatch)
        assert {answer.status_code for answer in _together(server, _sending(moves))} == {200}
        assert len(counted) == 4


def test_two_commands_of_one_table_in_a_group(server: Running) -> None:
    """The second sees what the first has done, before it is committed."""
    ada = open_table(server.url, me("Ada"), me("Bea"))
    view = ada.view()
    ada.seat, version = view["viewer"]["seat"], view["version"]
    answers = _together(
        server,
        [
            lambda: ada.move(view["choices"][0]["move"], version, client_move_id="a"),
            lambda: ada.move(view["choices"][0]["move"], version, client_move_id="a"),
            lambda: ada.move(view["choices"][1]["move"], version, client_move_id="b"),
            lambda: ada.post("takeback", client_move_id="c"),
        ],
    )
    assert [answer.status_code for answer in answers] == [200, 200, 409, 200]
    assert answers[0].json() == answers[1].json()
    assert [event["text"] for event in answers[3].json()["events"]][-1] == f"!undo {version + 1}"


def test_nobody_is_answered_before_the_commit(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = _moves(server)
    reached, on = threading.Event(), threading.Event()
    commit = WriterConnection.commit

    def slow(wire: WriterConnection) -> None:
        reached.set()
        on.wait()
        commit(wire)

    monkeypatch.setattr(WriterConnection, "commit", slow)
    with ThreadPoolExecutor(TABLES) as pool:
        sent = [pool.submit(send) for send in _sending(moves)]
        reached.wait()
        assert not any(future.done() for future in sent)
        for player, _, version in moves:  # and nobody sees it
            assert player.view()["version"] == version
        on.set()
        assert {future.result().status_code for future in sent} == {200}


def test_a_refused_command_harms_nobody(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = _moves(server)
    sending = _sending(moves)
    sending[1] = lambda: moves[1][0].move("nonsense", moves[1][2])
    sending[2] = lambda: moves[2][0].move(moves[2][1], moves[2][2] - 1)
    counted = _commits(monkeypatch)
    answers = _together(server, sending)
    assert [answer.status_code for answer in answers] == [200, 422, 409, 200, 200]
    assert len(counted) == 2


def test_a_poisoned_command_fails_alone(server: Running) -> None:
    """What the database does not accept is found only when it is said: the others are tried again without it."""
    moves = _moves(server)
    poisoned, file = moves[2], server.services.settings.data
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "insert into event values (?, ?, '0', 'x', null, 0)", (poisoned[0].table, poisoned[2] + 1)
        )
    answers = _together(server, _sending(moves))
    assert [answer.status_code for answer in answers] == [200, 200, 500, 200, 200]
    for player, _, version in moves:
        assert player.view()["version"] == (version if player is poisoned[0] else version + 2)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("delete from event where move = 'x'")
    assert poisoned[0].move(*poisoned[1:]).status_code == 200


def _fail(wire: WriterConnection) -> None:
    raise sqlite3.OperationalError("disk I/O error")


def _fail_afterwards(wire: WriterConnection) -> None:
    """As when the connection is lost before the answer to COMMIT has come."""
    wire._driver.execute("COMMIT")
    _fail(wire)


@pytest.mark.parametrize("commit", [_fail, _fail_afterwards])
def test_a_failed_commit_fails_for_all_commands(
    server: Running, monkeypatch: pytest.MonkeyPatch, commit: Callable[[WriterConnection], None]
) -> None:
    """All are told, memory is what the database is, and the same commands again count once."""
    moves = _moves(server)
    with _held_up(server):
        pass
    versions = [version for *_, version in moves]
    with monkeypatch.context() as patched:
        wait = threading.Event()
        counted: list[None] = []

        def failing(wire: WriterConnection) -> None:
            counted.append(None)
            (commit if len(counted) == 2 else original)(wire)

        original = WriterConnection.commit
        patched.setattr(WriterConnection, "commit", failing)
        answers = _together(server, _sending(moves, client_move_id="once"))
        wait.set()
    assert {answer.status_code for answer in answers} == {503}
    done = 2 if commit is _fail_afterwards else 0
    assert [
        player.view()["version"] - version for (player, *_), version in zip(moves, versions, strict=True)
    ] == [done] * TABLES
    again = _together(server, _sending(moves, client_move_id="once"))
    assert {answer.status_code for answer in again} == {200}
    for (player, _, version), answer in zip(moves, again, strict=True):
        assert answer.json()["version"] == version + 2
        assert _version_and_events(server.services.settings.data, player.table) == (version + 2, version + 2)


def test_who_waits_too_long_is_refused(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", lock_timeout=0.1)) as server:
        (ada, move, version), *_ = _moves(server, 1)
        with ThreadPoolExecutor(1) as pool:
            with _held_up(server):
                sent = pool.submit(ada.move, move, version, client_move_id="once")
                wait_until(lambda: server.services.tables.writer._queue.qsize() == 1)
                threading.Event().wait(0.2)
            assert sent.result().json()["error"]["code"] == "database_locked"
        assert ada.move(move, version, client_move_id="once").status_code == 200


def test_what_is_waiting_at_the_end_is_written(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        moves = _moves(server)
        with ThreadPoolExecutor(TABLES + 1) as pool:
            with _held_up(server):
                sent = [pool.submit(send) for send in _sending(moves)]
                wait_until(lambda: server.services.tables.writer._queue.qsize() == TABLES)
                ending = pool.submit(server.services.tables.writer.close)
            ending.result()
            assert {future.result().status_code for future in sent} == {200}
        with pytest.raises(DomainError):
            server.services.tables.writer.run(Job(lambda _: None))


def test_two_processes_share_a_sqlite_file(tmp_path: Path) -> None:
    """The second process notices what the first has written, in its commands at once, in its streams soon."""
    settings = quiet(tmp_path / "games.db", poll=60.0)
    with running(settings) as one, running(settings) as two:
        ada, bob = two_players(one.url)
        bob.client.base_url = two.url
        ears = [Listener(player, last=0) for player in (ada, bob)]
        wait_until(lambda: all(ear.views for ear in ears))
        for _ in range(5):
            play_some((ada, bob), 1)
            version = ada.view()["version"]
            assert bob.view()["version"] == version
            wait_until(lambda version=version: all(ear.ids and ear.ids[-1] == version for ear in ears))
        for ear in ears:
            assert ear.ids == list(range(1, version + 1))
            ear.close()


def test_duplicates_at_two_processes_count_once(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with running(settings) as one, running(settings) as two:
        assert_duplicates_count_once(one, two)


def test_a_new_secret_is_known_to_the_other_process_at_once(tmp_path: Path) -> None:
    """Who joins again under the same id gets another secret, and no event tells of it."""
    settings = quiet(tmp_path / "games.db")
    with running(settings) as one, running(settings) as two:
        ada = open_table(one.url, me("Ada"), {"kind": "friend"})
        bob = browser(one.url)
        bob.table = ada.table
        body = {"invite": ada.invites[1], "name": "Bob", "client_move_id": "a-long-random-text"}
        assert bob.post("join", **body).status_code == 200
        bob.client.base_url = two.url
        bob.seat = 1
        assert bob.view()["viewer"]["seats"] == [1]
        bob.client.base_url = one.url
        bob.client.cookies.clear()
        assert bob.post("join", **body).status_code == 200
        bob.client.base_url = two.url
        assert bob.post("resign").status_code == 200
