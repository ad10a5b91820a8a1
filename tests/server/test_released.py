"""What release 0.1.0 stored is migrated, sound, shown and played on: by every release, for ever."""

import hashlib
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import quartier
from quartier.server.storage.audit import CorruptGame, audit
from quartier.server.storage.database import Database, Report, ignore_progress
from quartier.server.storage.migrations import release_0_1_0
from quartier.server.storage.schema import HEAD
from tests.games import released as frozen

from .harness import Running, quiet, running
from .released import expected_answers, tables, unpack

RECORDS = sorted(frozen.FOLDER.joinpath("records").glob("*.txt"))
FINISHED = [table["key"] for table in tables(status="finished")]


def people(table: dict[str, Any]) -> list[int]:
    """The seats of people who are to move."""
    seats = [int(seat) for seat in table["to_act"] if seat != "*"]
    return [seat for seat in seats if table["seats"][seat]["plays"] is None]


PLAYABLE = [table["key"] for table in tables(status="running") if people(table)]


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query finds in a data file."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def prepare(file: Path, report: Report = ignore_progress) -> None:
    """Bring a data file up to date."""
    database = Database(quiet(file))
    try:
        database.prepare(report)
    finally:
        database.close()


@pytest.fixture(scope="module")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data file, migrated by this release."""
    file = unpack("tables", tmp_path_factory.mktemp("released"))
    prepare(file)
    return file


@pytest.fixture(scope="module")
def migrated_server(migrated_file: Path) -> Iterator[Running]:
    """A server of that data."""
    with running(quiet(migrated_file)) as server:
        yield server


# ----- the migration -----


def test_the_frozen_layouts_are_those_of_the_release() -> None:
    for title, layout in release_0_1_0._layout().items():
        known_layout = frozen.layout(title)
        assert layout.itemsize == known_layout.itemsize
        missing = set(known_layout.names or ()) - set(layout.names or ())
        assert missing == ({"arrived", "due", "front"} if title == "gridlock" else set())
        for name in layout.names or ():
            assert (layout.fields or {})[name][:2] == (known_layout.fields or {})[name][:2]


def test_every_digest_is_replaced_and_none_is_blessed_unseen(migrated_file: Path) -> None:
    digests_found = {
        game_id: (digest, broken)
        for game_id, digest, broken in rows(
            migrated_file,
            "select id, digest, broken from game_table union select id, digest, broken from record",
        )
    }
    assert set(digests_found) == {
        game["id"] for game in expected_answers()["tables"] + expected_answers()["uploads"]
    }
    assert all(digest.startswith("2:") and broken is None for digest, broken in digests_found.values())
    assert rows(migrated_file, "select distinct rules from game_table") == [(1,)]
    assert rows(migrated_file, "select version_num from alembic_version") == [(HEAD,)]


def test_a_copy_of_the_file_is_kept_as_it_was(migrated_file: Path) -> None:
    name = migrated_file.with_name("tables.db.0003")
    assert stat.S_IMODE(name.stat().st_mode) == 0o600  # the released file is readable by everyone
    assert rows(name, "select version_num from alembic_version") == [("0003",)]
    for query in (
        "select * from event order by game_id, seq",
        "select id, version from game_table order by id",
    ):
        assert rows(name, query) == rows(migrated_file, query)
    digests = dict(rows(name, "select id, digest from game_table"))
    assert digests == {table["id"]: table["digest"] for table in expected_answers()["tables"]}
    assert not list(migrated_file.parent.glob("*.copying"))


def test_copies_do_not_replace_each_other(tmp_path: Path) -> None:
    for _ in range(2):
        file = unpack("broken", tmp_path)
        prepare(file)
        prepare(file)  # nothing to migrate: no copy
    assert {path.name for path in tmp_path.iterdir()} == {"broken.db", "broken.db.0003", "broken.db.0003-2"}


def test_no_copy_no_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = unpack("broken", tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(quartier.QuartierError, match="No space left"):
        prepare(file)
    assert rows(file, "select version_num from alembic_version") == [("0003",)]


def test_what_differs_is_marked_and_keeps_its_digest(tmp_path: Path) -> None:
    file, wrong = unpack("broken", tmp_path), expected_answers()["broken"]
    before = dict(rows(file, "select id, digest from game_table"))
    reports: list[tuple[int, int]] = []
    prepare(file, lambda done, total: reports.append((done, total)))
    assert reports == [(done, 3) for done in range(4)]
    marks = {row[0]: row[1:] for row in rows(file, "select id, digest, broken, broken_at from game_table")}
    sound, altered, illegal = (wrong[kind]["id"] for kind in ("sound", "digest", "illegal"))
    assert marks[sound][0].startswith("2:")
    assert marks[sound][1:] == (None, None)
    assert marks[altered][0] == before[altered] == wrong["digest"]["digest"]
    assert marks[altered][1].startswith("digest ")
    assert marks[illegal] == (
        before[illegal],
        "That tile isn’t in your hand.",
        wrong["illegal"]["seq"],
    )


# ----- the audit -----


def test_the_audit_finds_nothing_wrong_and_touches_nothing(tmp_path: Path) -> None:
    file = unpack("tables", tmp_path)
    before = file.read_bytes()
    findings = audit(quiet(file))
    assert (findings.tables, findings.records, findings.broken) == (110, 9, [])
    assert findings.events > 11_000
    assert [path.name for path in tmp_path.iterdir()] == ["tables.db"]
    assert file.read_bytes() == before


@pytest.mark.parametrize("first", ["audited", "migrated"])
def test_the_audit_names_exactly_the_broken(tmp_path: Path, first: str) -> None:
    file, wrong = unpack("broken", tmp_path), expected_answers()["broken"]
    if first == "migrated":
        prepare(file)
    report = audit(quiet(file))
    assert (report.tables, report.records) == (3, 0)
    altered, illegal = sorted(report.broken, key=lambda game: game.title)
    assert (altered.kind, altered.title, altered.id) == ("table", "block_city", wrong["digest"]["id"])
    assert altered.reason.startswith("digest ")
    assert illegal == CorruptGame(
        "table",
        "gridlock",
        wrong["illegal"]["id"],
        wrong["illegal"]["seq"],
        "That tile isn’t in your hand.",
    )


# ----- the records -----


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_of_the_release_replays(file: Path) -> None:
    (table,) = [table for table in expected_answers()["tables"] if table["record"] == f"records/{file.name}"]
    text = file.read_text(encoding="utf-8")
    assert hashlib.sha256(text.encode()).hexdigest() == table["served_record_sha256"]
    state = quartier.replay(text)
    assert state.record() == text
    assert state.scores() == table["scores"]
    assert release_0_1_0.digest(state) == table["digest"]


def test_there_are_all_records() -> None:
    assert len(RECORDS) == 48


# ----- over HTTP -----


def headers(table: dict[str, Any], seat: int) -> dict[str, str]:
    """Whoever sits there."""
    return {"Authorization": f"Bearer {table['seats'][seat]['secret']}"}


def looked_back(server: Running, key: str) -> None:
    """A finished game is replayed: at the end it is as it was."""
    (table,) = tables(key=key)
    body = httpx.get(f"{server.url}/api/replays/{table['id']}", timeout=60).raise_for_status().json()
    assert body["total"] == table["game_events"]
    assert [seat["score"] for seat in body["seats"]] == table["scores"]
    for at in (0, table["game_events"] // 2):
        url = f"{server.url}/api/replays/{table['id']}?at={at}"
        assert httpx.get(url, timeout=60).raise_for_status().json()["at"] == at
    served = httpx.get(f"{server.url}/api/tables/{table['id']}/record", timeout=60).raise_for_status().content
    assert hashlib.sha256(served).hexdigest() == table["served_record_sha256"]


def played_on(server: Running, key: str) -> None:
    """A running table takes the next move of a person."""
    (table,) = tables(key=key)
    seat = people(table)[0]
    path = f"{server.url}/api/tables/{table['id']}"
    view = (
        httpx.get(path, headers=headers(table, seat), params={"seat": seat}, timeout=60)
        .raise_for_status()
        .json()
    )
    assert view["version"] == table["events"]
    assert len(view["choices"]) == table["legal_moves"][str(seat)]
    body = {
        "seat": seat,
        "version": view["version"],
        "client_move_id": "next",
        "move": view["choices"][0]["move"],
    }
    answer = httpx.post(f"{path}/moves", headers=headers(table, seat), json=body, timeout=60)
    assert answer.raise_for_status().json()["version"] > table["events"]


@pytest.mark.parametrize("key", FINISHED[::9])
def test_some_finished_games_replay(migrated_server: Running, key: str) -> None:
    looked_back(migrated_server, key)


@pytest.mark.parametrize("key", PLAYABLE[::9])
def test_some_running_tables_are_played_on(migrated_server: Running, key: str) -> None:
    played_on(migrated_server, key)


@pytest.mark.soak
@pytest.mark.parametrize("key", FINISHED)
def test_all_finished_games_replay(migrated_server: Running, key: str) -> None:
    looked_back(migrated_server, key)


@pytest.mark.soak
def test_all_running_tables_are_played_on(tmp_path: Path) -> None:
    with running(quiet(unpack("tables", tmp_path))) as server:
        for key in PLAYABLE:
            played_on(server, key)
    assert audit(quiet(tmp_path / "tables.db")).broken == []
