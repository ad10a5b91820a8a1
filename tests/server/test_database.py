"""A database that is locked, full, foreign, newer or away.

Refused with its cause, nothing half done, and well again after.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from quartier.server.errors import DomainError, StartupError
from quartier.server.serve import serve
from quartier.server.settings import Settings, default_data_file
from quartier.server.storage import writer as writer_module
from quartier.server.storage.audit import audit
from quartier.server.storage.database import MIGRATIONS, Database
from quartier.server.storage.schema import HEAD, heartbeat, metadata, revision, secret
from quartier.server.storage.transaction import Job, Transaction

from .clusters import empty_database
from .harness import (
    FRIEND,
    Running,
    me,
    open_table,
    play_some,
    quiet,
    running,
    to_act,
    two_players,
)


def test_a_locked_database_refuses_and_recovers(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data, lock_timeout=0.2)) as server:
        players = two_players(server.url)
        player, view = to_act(players)
        move = view["choices"][0]["move"]
        other = sqlite3.connect(data, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = player.move(move, view["version"], client_move_id="once")
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "database_locked")
        assert refused.headers["retry-after"]
        assert player.view() == view  # reading goes on meanwhile
        other.execute("ROLLBACK")
        other.close()
        assert player.move(move, view["version"], client_move_id="once").status_code == 200


def _limit(server: Running, pages: int | None) -> None:
    """Let the data file grow to at most `pages` pages (None: without limit), as a full disk would."""
    say = f"PRAGMA max_page_count={pages or 1_000_000}"

    @sa.event.listens_for(server.services.database.engine, "connect", insert=False)
    def limited(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(say).close()

    # The writer keeps its connection.
    server.services.tables.writer.run(
        Job(lambda writing: writing.connection.exec_driver_sql(say).close(), exclusive=True)
    )


def _long_id(view: dict[str, Any]) -> str:
    """As long as an id may be, so that the file soon has to grow."""
    return f"{view['version']:064}"


def test_a_full_database_refuses_and_recovers(server: Running) -> None:
    players = two_players(server.url)
    with server.services.database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    _limit(server, pages)
    refused = None
    for _ in range(40):  # until the free space inside the file is used up
        turn = to_act(players)
        assert turn is not None
        player, view = turn
        answer = player.move(view["choices"][0]["move"], view["version"], client_move_id=_long_id(view))
        if answer.status_code != 200:
            refused = answer
            break
    assert refused is not None
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "database_full")
    assert player.view() == view
    more = player.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), me()]})
    assert more.status_code in (201, 503)
    _limit(server, None)
    assert (
        player.move(view["choices"][0]["move"], view["version"], client_move_id=_long_id(view)).status_code
        == 200
    )
    play_some(players, 50)
    assert player.view()["over"]


def test_a_database_that_has_gone_away(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = two_players(server.url)
    database = server.services.database

    def away(*_: object, **__: object) -> None:
        raise sa.exc.OperationalError("select", {}, sqlite3.OperationalError("disk I/O error"))

    def cut(writing: Transaction) -> None:
        writing.connection.connection.dbapi_connection.close()

    monkeypatch.setattr(database.engine, "connect", away)
    with pytest.raises(DomainError):
        server.services.tables.writer.run(Job(cut, exclusive=True))
    for answer in (ada.client.get(ada.path), ada.client.get("/health"), ada.post("resign")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "database")
    assert "select" not in answer.text


def _start(capfd: pytest.CaptureFixture[str], settings: Settings) -> str:
    """The one line that a refused start prints."""
    assert serve(settings, open_browser=False) == 2
    out, err = capfd.readouterr()
    assert out == ""
    lines = [line for line in err.splitlines() if line]
    assert len(lines) == 1, err
    return lines[0]


def _prepare(data: Path) -> None:
    """A new data file, all of it on disk."""
    database = Database(quiet(data))
    database.prepare()
    database.close()


def test_a_newer_schema_is_left_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.db"
    _prepare(data)
    with sqlite3.connect(data) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    before = data.read_bytes()
    assert "newer version of Quartier" in _start(capfd, quiet(data))
    assert data.read_bytes() == before


@pytest.mark.parametrize("version", ["0004", "0019"])
def test_data_of_a_development_version_is_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], version: str
) -> None:
    data = tmp_path / "games.db"
    _prepare(data)
    with sqlite3.connect(data) as connection:
        connection.execute("update alembic_version set version_num = ?", (version,))
    connection.close()
    before = data.read_bytes()
    assert "development version between two releases" in _start(capfd, quiet(data))
    with pytest.raises(StartupError, match="Restore an earlier copy"):
        audit(quiet(data))
    assert data.read_bytes() == before
    assert [path.name for path in tmp_path.glob("games.db.*")] == ["games.db.lock"]


def test_a_file_that_is_no_database(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "letter.txt"
    data.write_text("Dear grandmother,\n" * 100)
    assert "isn’t a Quartier data file" in _start(capfd, quiet(data))
    assert data.read_text().startswith("Dear grandmother")


def test_a_locked_file_at_the_start(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.db"
    other = sqlite3.connect(data, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "is locked by another program" in _start(capfd, quiet(data, lock_timeout=0.1))
    other.close()


def test_a_folder_that_does_not_exist(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "Check that its folder exists" in _start(capfd, quiet(tmp_path / "nowhere" / "games.db"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://user:hunter2@host/games", "not in mysql"),
        ("hunter2", "Invalid database URL"),
        ("postgresql://user:hunter2@127.0.0.1:1/games", "isn’t responding"),
    ],
)
def test_wrong_addresses(capfd: pytest.CaptureFixture[str], url: str, message: str) -> None:
    line = _start(capfd, quiet(database=url))
    assert message in line
    assert "hunter2" not in line


def test_a_taken_port(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        port = httpx.URL(server.url).port
        assert f"port {port} of 127.0.0.1" in _start(capfd, quiet(tmp_path / "other.db", port=port))


def test_the_default_place_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    Database(Settings()).prepare()
    assert default_data_file() == tmp_path / "home" / "quartier" / "quartier.db"
    assert default_data_file().exists()


@pytest.mark.parametrize(
    ("there", "rows"),
    [((), "own"), (("xdg",), "xdg"), (("own",), "own"), (("own", "xdg"), "own")],
    ids=["a new moderator", "a host of 0.1.0", "a host since", "both"],
)
def test_games_in_the_place_of_the_first_release_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], rows: str
) -> None:
    """As on macOS and Windows, where the place has changed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(
        "quartier.server.settings.user_data_path", lambda name, appauthor: tmp_path / "own" / name
    )
    for name in there:
        (tmp_path / name / "quartier").mkdir(parents=True)
        (tmp_path / name / "quartier" / "quartier.db").touch()
    assert default_data_file() == tmp_path / rows / "quartier" / "quartier.db"


def _schema(database: Database) -> dict[str, list[str]]:
    """Return columns, keys and indices by table, as the database itself describes them."""
    inspector = sa.inspect(database.engine)
    return {
        table: sorted(
            str(sorted(part.items(), key=str) if isinstance(part, dict) else part)
            for part in (
                *({**column, "type": repr(column["type"])} for column in inspector.get_columns(table)),
                inspector.get_pk_constraint(table)["constrained_columns"],
                *inspector.get_foreign_keys(table),
                *inspector.get_unique_constraints(table),
                *inspector.get_indexes(table),
            )
        )
        for table in inspector.get_table_names()
    }


def test_the_migrations_make_the_schema(tmp_path: Path, address: str) -> None:
    """A database that is created and one that is upgraded from the first revision have the same schema."""
    for settings in (
        (quiet(tmp_path / "fresh.db"), quiet(tmp_path / "migrated.db")),
        (quiet(database=address), quiet(database=address)),
    ):
        schemas = []
        for settings_made, act in zip(settings, (Database.prepare, Database.migrate), strict=True):
            if settings_made.database:
                empty_database(settings_made.database)
            database = Database(settings_made)
            act(database)
            with database.engine.connect() as connection:
                assert compare_metadata(MigrationContext.configure(connection), metadata) == []
                assert connection.scalar(sa.select(revision.c.version_num)) == HEAD
            schemas.append(_schema(database))
            database.close()
        assert schemas[0] == schemas[1]
        assert set(schemas[0]) == set(metadata.tables)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_old_tables_get_hints_where_nobody_plays_against_another(tmp_path: Path) -> None:
    database = Database(quiet(tmp_path / "games.db"))
    with database.write() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for table, kinds in (("alone", ("human", "bot")), ("together", ("human", "human"))):
            connection.exec_driver_sql(
                "insert into game_table values (?, 'city_blocks', '{}', 0, 'x', 1, 'y', 0, null, 1)", (table,)
            )
            for number, kind in enumerate(kinds):
                connection.exec_driver_sql(
                    "insert into seat values (?, ?, ?, null, null, null)", (table, number, kind)
                )
    database.prepare()
    with database.read() as connection:
        rows_read = connection.exec_driver_sql("select id, hints from game_table order by id").all()
    assert [tuple(row) for row in rows_read] == [("alone", 1), ("together", 0)]


def test_sqlite_keeps_its_promises(tmp_path: Path) -> None:
    database = Database(quiet(tmp_path / "games.db"))
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_all_stored_games_replay_and_a_false_one_is_found(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with running(settings) as server:
        finished, open_one = two_players(server.url), open_table(server.url, me(), FRIEND)
        play_some(finished, 50)
        record = finished[0].client.get(f"{finished[0].path}/record").content
        uploaded = finished[0].client.post("/api/records", content=record).json()["id"]
    report = audit(settings)
    assert (report.tables, report.records, report.broken) == (2, 1, [])

    with sqlite3.connect(settings.data) as connection:
        connection.execute("update game_table set digest = 'other' where id = ?", (finished[0].table,))
        connection.execute("update record set text = replace(text, '* lot', '* pot')")
        connection.execute("delete from event where game_id = ?", (open_one.table,))
    connection.close()
    broken = {game.id: game.reason for game in audit(settings).broken}
    assert set(broken) == {finished[0].table, open_one.table, uploaded}
    assert "Line" in broken[uploaded]


def test_a_file_of_another_program_is_left_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "recipes.db"
    with sqlite3.connect(data) as connection:
        connection.execute("create table recipe (id integer primary key, text)")
    connection.close()
    before = data.read_bytes()
    assert f"{data} isn’t a Quartier data file" in _start(capfd, quiet(data))
    assert data.read_bytes() == before
    with pytest.raises(StartupError, match=f"{data} isn’t a Quartier data file"):
        audit(quiet(data))


def test_a_file_of_another_program_that_also_migrates(tmp_path: Path) -> None:
    data = tmp_path / "recipes.db"
    with sqlite3.connect(data) as connection:
        connection.execute("create table alembic_version (version_num)")
        connection.execute("insert into alembic_version values ('1975ea83b712')")
    connection.close()
    with pytest.raises(StartupError, match="isn’t a Quartier data file"):
        _prepare(data)


@pytest.mark.parametrize("harm", ["drop table seat", "alter table event drop column at", "pages"])
def test_a_damaged_file_is_refused(tmp_path: Path, harm: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.db"
    _prepare(data)
    if harm == "pages":
        half = data.stat().st_size // 2
        data.write_bytes(data.read_bytes()[:half] + b"\x7f" * half)
    else:
        with sqlite3.connect(data) as connection:
            connection.execute(harm)
        connection.close()
    assert f"{data} is damaged" in _start(capfd, quiet(data))


def test_a_truncated_file_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "games.db"
    _prepare(data)
    data.write_bytes(data.read_bytes()[:5000])
    assert f"{data} is damaged" in _start(capfd, quiet(data))


def test_health_reads_stored_games(server: Running) -> None:
    well = httpx.get(f"{server.url}/health")
    assert (well.status_code, well.json()["ok"]) == (200, True)
    with server.services.database.write() as connection:
        connection.execute(sa.text("alter table event rename to lost"))
    ill = httpx.get(f"{server.url}/health")
    assert (ill.status_code, ill.json()["error"]["code"]) == (503, "database")


def test_health_reports_a_disk_that_was_full_for_a_move(server: Running) -> None:
    ada, _ = two_players(server.url)
    assert httpx.get(f"{server.url}/health").status_code == 200
    _limit(server, 1)
    while (
        ada.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), me()]}).status_code
        == 201
    ):
        pass
    ill = httpx.get(f"{server.url}/health")
    assert (ill.status_code, ill.json()["error"]["code"]) == (503, "database_full")


def test_health_tries_a_write_when_none_was_committed_recently(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten seconds after the last commit, a health check writes; the next ones do not."""
    writer = server.services.tables.writer
    two_players(server.url)
    monkeypatch.setattr(writer._connection, "commit", _refuse_commit)
    assert httpx.get(f"{server.url}/health").status_code == 200, "the last commit is recent"
    monkeypatch.setattr(writer_module, "STATUS_SECONDS", 0.0)
    ill = httpx.get(f"{server.url}/health")
    assert (ill.status_code, ill.json()["error"]["code"]) == (503, "database_readonly")
    monkeypatch.undo()
    ill = httpx.get(f"{server.url}/health")
    assert ill.status_code == 503, "a failure is reported for a while"
    monkeypatch.setattr(writer_module, "STATUS_SECONDS", 0.0)
    assert httpx.get(f"{server.url}/health").status_code == 200


def _refuse_commit() -> None:
    raise sqlite3.OperationalError("attempt to write a readonly database")


def test_a_health_check_leaves_nothing_in_the_database(server: Running) -> None:
    with server.services.database.read() as connection:
        before = connection.execute(sa.select(heartbeat)).all()
    assert httpx.get(f"{server.url}/health").status_code == 200
    with server.services.database.read() as connection:
        assert connection.execute(sa.select(heartbeat)).all() == before


def test_an_error_of_the_database_repeats_nothing_of_the_request(server: Running) -> None:
    """Errors are logged, and logs are read by others."""
    values = secret.insert().values(name="twice", value="what no one may know")
    with server.services.database.write() as connection:
        connection.execute(values)
        with pytest.raises(sa.exc.IntegrityError) as error:
            connection.execute(values)
    assert "what nobody may know" not in str(error.value)
