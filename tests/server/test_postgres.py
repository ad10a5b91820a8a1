"""The same on PostgreSQL, and two server processes on one database.

The database is that of `clusters`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from quartier.server.access import admission
from quartier.server.accounts import sessions
from quartier.server.commands.bot_takeover import last_seen
from quartier.server.errors import StartupError
from quartier.server.limits import Limits, Quota
from quartier.server.pubsub import presence
from quartier.server.scheduler import leader_election
from quartier.server.settings import Settings
from quartier.server.storage import table_rows
from quartier.server.storage.audit import audit
from quartier.server.storage.backups import backup, restore
from quartier.server.storage.database import BROADCAST_CHANNEL, MIGRATIONS, Database
from quartier.server.storage.lobby import lobby
from quartier.server.storage.rating import oddities
from quartier.server.storage.schema import game_table
from quartier.server.storage.tournaments import tournaments
from quartier.server.storage.writer_connection import WriterConnection

from . import raw
from .away import delivered_once_by_two
from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Player,
    Running,
    assert_duplicates_count_once,
    browser,
    me,
    open_table,
    play_here,
    play_some,
    quiet,
    running,
    to_act,
    two_players,
    wait_until,
)
from .hosting import (
    assert_a_ban_takes_away_what_is_open,
    assert_a_session_ends_at_once,
    assert_deleted_for_both,
    assert_forgotten,
    assert_guests_games_go,
)
from .outside import outside
from .released import everything, expected_answers, unpack
from .test_fuzz import a_few_never_break
from .test_ratings import once_by_two
from .test_round_time import a_game_is_decided_once
from .test_tournaments import a_round_begins_once
from .timing import Moved, Timed, serve_timed

pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")


@pytest.fixture
def settings(on_postgresql: Settings) -> Settings:
    return on_postgresql


def test_a_whole_game_and_its_audit(settings: Settings) -> None:
    with running(settings) as server:
        players = two_players(server.url)
        listener = Listener(players[0], last=0)
        play_some(players, 60)
        version = players[0].view()["version"]
        wait_until(lambda: listener.ids and listener.ids[-1] == version)
        assert listener.ids == list(range(1, version + 1))
        listener.close()
    with running(settings) as server:  # a restart
        players[0].client.base_url = server.url
        assert players[0].view()["over"]
    assert audit(settings).broken == []


def test_games_move_to_postgresql_and_back(settings: Settings, tmp_path: Path) -> None:
    """A backup is a file, whatever it was taken of, and can be put into either."""
    file, home, copy = unpack("tables", tmp_path), tmp_path / "home.db", tmp_path / "kept.db"
    restore(quiet(home), file)
    restore(settings, home)
    with pytest.raises(StartupError, match="already contains games"):
        restore(settings, file)
    assert audit(settings).broken == []
    count = backup(settings, copy)
    assert (count.tables, count.records) == (110, 9)
    back = tmp_path / "back.db"
    restore(quiet(back), copy)
    assert everything(back) == everything(home)
    with running(quiet(back)) as server:  # what a database fills in by itself is there, too
        play_here(open_table(server.url, me("Ada"), me("Bea")), 2)


def test_who_reads_a_table_that_moves_on_finds_it_whole(settings: Settings) -> None:
    """The row and the events of one moment: else the log would seem to be longer than it is, and the table damaged."""
    with running(settings) as server:
        players = two_players(server.url)
        with server.services.database.read() as connection:
            row = table_rows.find_table(connection, players[0].table)
            play_some(players, 1)
            rows = table_rows.rows_since(connection, players[0].table, 0)
        assert len(rows) == row.version


def test_one_command_at_two_processes_opens_one_table(settings: Settings) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(8) as pool:
        urls = [stack.enter_context(running(settings)).url for _ in range(2)]
        wish = {"title": "city_blocks", "seats": [me(), FRIEND], "client_move_id": "a-long-random-text"}
        sent = [
            pool.submit(browser(url).client.post, "/api/tables", json=wish) for _ in range(4) for url in urls
        ]
        answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_what_is_no_text_never_reaches_the_database(settings: Settings) -> None:
    """PostgreSQL keeps no NUL in a text, where SQLite does."""
    with running(settings) as server:
        for path in ("/table/%00", "/replay/%00", "/api/tables/%00", "/api/replays/%00/record"):
            assert raw.get(server.url, path).status == 404
        record = b'[Game "city_blocks"]\n[Players "2"]\n[Seat0 "A\0B"]\n\n* bonus 5\n'
        assert raw.send(server.url, raw.Request(b"POST", b"/api/records", body=record)).status == 422
        for name in ("A\0B", "\ud800"):
            table = {"title": "city_blocks", "seats": [me(name), FRIEND]}
            assert raw.post(server.url, "/api/tables", table).status == 422
    a_few_never_break(settings)


def test_duplicates_at_the_same_moment_count_once(settings: Settings) -> None:
    with running(settings) as one, running(settings) as two:
        assert_duplicates_count_once(one, two)


def test_a_game_is_rated_once_by_two_processes(settings: Settings) -> None:
    with running(settings) as one, running(settings) as two:
        once_by_two(one, two)


@pytest.mark.soak
def test_a_round_of_a_tournament_begins_once_for_two_processes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "quartier.server.accounts.passwords.Passwords.hash_password", lambda self, password: "x"
    )
    clock = Moved()
    with serve_timed(settings, clock) as one, serve_timed(settings, clock) as two:
        a_round_begins_once(one, two)


@pytest.mark.soak
def test_an_unfinished_game_of_a_tournament_is_decided_once_by_two_processes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "quartier.server.accounts.passwords.Passwords.hash_password", lambda self, password: "x"
    )
    clock = Moved()
    with serve_timed(settings, clock) as one, serve_timed(settings, clock) as two:
        a_game_is_decided_once(one, two, monkeypatch)


def test_lists_that_are_grouped_in_sql_are_read(settings: Settings) -> None:
    with running(settings) as server, server.services.database.read() as connection:
        assert tournaments.list_tournaments(connection, "nobody", 20) == []
        assert (oddities.losers(connection, 0.0), oddities.pairs(connection, 0.0)) == ([], [])
        assert lobby.count_days_of(connection, "nobody") == 0
        assert lobby.absences(connection, "nobody", 0.0) == []


def test_two_processes_share_a_table(settings: Settings) -> None:
    """Ada is at one server, Bob at the other; each hears the other's moves at once."""
    with running(settings) as one, running(settings) as two:
        ada = open_table(one.url, me("Ada"), {"kind": "friend"})
        bob = browser(two.url)
        bob.join(ada.table, ada.invites[1], "Bob")
        ears = [Listener(player, last=0) for player in (ada, bob)]
        wait_until(lambda: all(ear.views for ear in ears))
        for _ in range(6):
            play_some((ada, bob), 1)
            version = ada.view()["version"]
            wait_until(lambda version=version: all(ear.ids and ear.ids[-1] == version for ear in ears), 5)
        for ear in ears:
            assert ear.ids == list(range(1, version + 1))
            ear.close()


@pytest.mark.soak
def test_strangers_meet_and_talk_at_two_processes(settings: Settings) -> None:
    """Six look at once, three at each: they are three pairs. What one says the other hears, at the other process too."""
    with running(settings) as one, running(settings) as two:
        urls = [server.url for server in (one, two)] * 3
        with ThreadPoolExecutor(6) as pool:
            players = list(pool.map(_play_anyone, urls, "ABCDEF"))
        assert len({player.table for player in players}) == 3
        ada, bob = players[0], browser(two.url)
        bob.table = ada.table
        ear = Listener(bob)  # who watches
        wait_until(lambda: ear.views)
        response = ada.client.post(f"{ada.path}/words", json={"text": "Hello there", "seat": ada.seat})
        assert response.status_code == 201
        wait_until(lambda: ear.talk, 5)
        assert [message["text"] for message in ear.talk[0]["words"]] == ["Hello there"]
        ear.close()
        for player in players:
            player.post("ready").raise_for_status()
        listed = browser(two.url).client.get("/api/lobby").json()["running"]
        assert {player.table for player in players} <= {table["id"] for table in listed}


def _play_anyone(url: str, name: str) -> Player:
    player = browser(url)
    answer = player.client.post("/api/lobby/play", json={"title": "city_blocks", "name": name})
    assert answer.status_code == 200, answer.text
    player.table, player.seat = answer.json()["id"], answer.json()["seat"]
    return player


@pytest.mark.soak
def test_a_withdrawn_invitation_is_so_at_all_processes(settings: Settings) -> None:
    """The other process has the table in memory, and no event tells it of the change."""
    with running(settings) as one, running(settings) as two:
        ada = open_table(one.url, me("Ada"), FRIEND)
        bob = browser(two.url)
        bob.table = ada.table
        assert bob.view()["waiting"] is not None
        ada.client.post(f"{ada.path}/withdraw", json={"seat": 1}).raise_for_status()
        assert bob.post("join", invite=ada.invites[1], name="Bob").status_code == 403


@pytest.mark.soak
def test_whom_another_process_sees_is_not_away(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob thinks, with an open stream, and sends nothing: the process that has his stream tells the others."""
    monkeypatch.setattr(presence, "SHARE_INTERVAL", 0.05)
    settings, clock = replace(settings, away_after=180.0), Moved()
    with running(settings, clock) as one, running(settings, clock) as two:
        ada = open_table(one.url, me("Ada"), FRIEND)
        bob = browser(two.url)
        bob.join(ada.table, ada.invites[1], "Bob")
        listener = Listener(bob)
        wait_until(lambda: listener.views)
        clock.at += 1000
        wait_until(lambda: last_seen(one.services.tables, ada.table)[1] == clock.at)
        refused = ada.post("replace", absent=1)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not_yet_away")
        listener.close()
        wait_until(lambda: two.services.hub.streams == 0)
        clock.at += 181
        assert ada.post("replace", absent=1).status_code == 200


def test_a_visitor_has_one_table_without_people_at_all_processes(settings: Settings) -> None:
    table = {"title": "city_blocks", "seats": [GREEDY, GREEDY]}
    with running(settings) as one, running(settings) as two:
        answers = [browser(server.url).client.post("/api/tables", json=table) for server in (one, two)]
    assert [answer.status_code for answer in answers] == [201, 429]


@pytest.mark.soak
def test_processes_count_together_what_visitors_do(settings: Settings) -> None:
    """Two tables, at one process each: the third is too much at both. So are wrong passwords and codes."""
    two_each = Quota(per_browser=2, per_address=2)
    settings = replace(settings, limits=Limits(tables=two_each, codes=two_each))
    ada = browser("http://nowhere")
    with running(settings) as one, running(settings) as two:

        def ask(server: Running, path: str, **body: Any) -> int:
            return ada.client.post(f"{server.url}/api/{path}", json=body).status_code

        def heard(count: int) -> bool:
            """Whether each knows of what was done at the other."""
            noted = [sum(map(len, process.services.quotas._done.values())) for process in (one, two)]
            tried = [
                sum(n for n, _ in process.services.account_service.throttle._wrong.values())
                for process in (one, two)
            ]
            return noted[0] == noted[1] and tried[0] == tried[1] == count

        wait_until(lambda: _listening(settings) == 2)
        table = {"title": "city_blocks", "seats": [me(), FRIEND]}
        assert [ask(server, "tables", **table) for server in (one, two)] == [201, 201]
        assert [ask(server, "tables/by-code", code="AAAAAA") for server in (one, two)] == [404, 404]
        wrong = {"name": "Nobody", "password": "nothing of the kind"}
        assert [ask(server, "account/sign-in", **wrong) for server in (one, two, one, two, one)] == [403] * 5
        wait_until(lambda: heard(15))  # five of the account, of the address, and of both together
        for server in (one, two):
            assert ask(server, "tables", **table) == 429
            assert ask(server, "tables/by-code", code="AAAAAA") == 429
            assert ask(server, "account/sign-in", **wrong) == 429


def _listening(settings: Settings) -> int:
    """How many processes listen to what the others say."""
    engine = sa.create_engine(settings.url)
    query = sa.text(f"select count(*) from pg_stat_activity where query = 'LISTEN {BROADCAST_CHANNEL}'")
    with engine.connect() as connection:
        count = connection.scalar(query)
    engine.dispose()
    return int(count or 0)


def test_a_bot_moves_once_for_two_processes(settings: Settings) -> None:
    busy = quiet(database=settings.database, poll=0.05, workers=1)
    with running(busy) as one, running(busy):
        ada = open_table(one.url, me(), GREEDY)
        for _ in range(5):
            wait_until(lambda: ada.view()["turn"]["yours"])
            play_some((ada, ada), 1)
        wait_until(lambda: ada.view()["turn"]["yours"])
        assert [event["seq"] for event in ada.everything()] == list(range(1, ada.view()["version"] + 1))


def test_a_database_that_stops_and_comes_back(settings: Settings) -> None:
    """Every connection is cut, as a restart of PostgreSQL does: at most one refusal, then all is well."""
    with running(settings) as server:
        players = two_players(server.url)
        engine = sa.create_engine(settings.url)
        with engine.begin() as connection:
            others = (
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where pid <> pg_backend_pid() and datname = current_database()"
            )
            connection.execute(sa.text(others))
        engine.dispose()
        assert play_some(players, 2) == 2


@pytest.mark.parametrize("committed", [False, True], ids=["before the commit", "afterwards"])
def test_a_connection_that_is_cut_in_a_commit(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    """Whoever waits is refused, whatever became of the command; the same one again counts once."""
    with running(settings) as server:
        turn = to_act(two_players(server.url))
        assert turn is not None
        player, view = turn
        engine = sa.create_engine(settings.url)

        def cut(wire: WriterConnection) -> None:
            if committed:
                wire._driver.execute("COMMIT")
            with engine.begin() as connection:
                connection.execute(sa.text(f"select pg_terminate_backend({wire.backend})"))
            wire._driver.execute("COMMIT")

        move = view["choices"][0]["move"]
        with monkeypatch.context() as patched:
            patched.setattr(WriterConnection, "commit", cut)
            refused = player.move(move, view["version"], client_move_id="once")
        engine.dispose()
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "database")
        assert player.view()["version"] == view["version"] + 2 * committed
        again = player.move(move, view["version"], client_move_id="once")
        assert again.status_code == 200
        assert again.json()["version"] == player.view()["version"] == view["version"] + 2


def _both_at_work(one: Timed, two: Timed, seconds: float) -> None:
    one.clock.at += seconds
    for process in (one, two):
        process.server.services.scheduler.election.last_active_at = one.clock.at


def test_one_of_two_processes_carries_out_what_has_run_out(settings: Settings) -> None:
    """And when it is gone the other one does. Both try at the same moment."""
    clock = Moved()
    with ExitStack() as first, serve_timed(settings, clock) as two:
        one = first.enter_context(serve_timed(settings, clock))
        tables = [two_players(two.url, time={"base": 60}) for _ in range(2)]
        one.look()
        _both_at_work(one, two, 62)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda process: process.look(), (one, two) * 2))
        for ada, _ in tables:
            assert [line["text"] for line in ada.view()["log"]].count("!time 3") == 1
        lasting = two_players(two.url, time={"base": 60})[0]
        for seconds in (20, 10, 10, 10):
            _both_at_work(one, two, seconds)
            one.look()
        first.close()  # it says nothing any more
        two.passes(11.5)
        assert "!time 3" not in [line["text"] for line in lasting.view()["log"]]
        two.passes(5)
        assert [line["text"] for line in lasting.view()["log"]].count("!time 3") == 1


def test_a_system_clock_set_back_while_all_processes_were_down_stops_no_clock(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease of a process that is gone ends two hours later by the new time, but no one renews it."""
    with serve_timed(settings) as here:
        ada, _ = two_players(here.url, time={"base": 300})
        here.passes(10)
        clock = here.clock
    clock.at -= 7200
    monkeypatch.setattr(leader_election, "LEASE_SECONDS", 0.2)
    with serve_timed(settings, clock) as here:
        ada.client.base_url = here.url
        assert sorted(here.left(ada)) == [290.0, 300.0]
        here.passes(5)
        assert sorted(here.left(ada)) == [285.0, 300.0]


def test_a_process_whose_clock_is_behind_sets_no_clock_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leader_election, "LEASE_SECONDS", 0.5)
    behind = Moved()
    behind.at -= 7200
    with serve_timed(settings) as here, ThreadPoolExecutor(1) as pool:
        ada, _ = two_players(here.url, time={"base": 300})
        here.passes(10)
        starting = pool.submit(_serve_briefly, settings, behind)
        while not starting.done():
            here.passes(0.01)
            here.server.services.scheduler.election.last_beat_at = None
        starting.result()
        assert min(here.left(ada)) < 290


def _serve_briefly(settings: Settings, clock: Moved) -> None:
    with serve_timed(settings, clock):
        pass


@pytest.mark.soak
def test_a_notice_is_delivered_once_by_two_processes(settings: Settings) -> None:
    settings = replace(settings, anywhere=True)
    clock = Moved()
    with outside() as there, serve_timed(settings, clock) as one, serve_timed(settings, clock) as two:
        delivered_once_by_two(one, two, there)


def test_what_runs_out_and_a_move_at_the_same_moment(settings: Settings) -> None:
    """At two processes: either the move was in time and nothing has run out, or it is refused."""
    clock = Moved()
    with serve_timed(settings, clock) as one, serve_timed(settings, clock) as two:
        for _ in range(4):
            players = two_players(two.url, time={"base": 60})
            turn = to_act(players)
            assert turn is not None
            player, view = turn
            one.look()
            _both_at_work(one, two, 62)
            with ThreadPoolExecutor(2) as pool:
                moved = pool.submit(player.move, view["choices"][0]["move"], view["version"])
                pool.submit(one.look).result()
            refused = moved.result().status_code != 200
            texts = [line["text"] for line in player.view()["log"]]
            assert ("!time 3" in texts) == refused
            assert (view["choices"][0]["move"] in texts) == (not refused)
            two.look()


def test_data_of_the_first_release_is_audited_and_migrated(settings: Settings, tmp_path: Path) -> None:
    """The audit reads one snapshot and writes nothing; the migration marks what differs."""
    source = sa.create_engine(f"sqlite:///{unpack('broken', tmp_path)}")
    target = sa.create_engine(settings.url)
    old = sa.MetaData()
    with source.connect() as reading, target.begin() as writing:
        old.reflect(reading)
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = writing
        command.upgrade(config, "0003")
        for table in old.sorted_tables:
            writing.execute(table.delete())
            if rows := [dict(row) for row in reading.execute(sa.select(table)).mappings()]:
                writing.execute(table.insert(), rows)
    wrong = {expected_answers()["broken"][kind]["id"] for kind in ("digest", "illegal")}
    assert {game.id for game in audit(settings).broken} == wrong
    with target.connect() as connection:
        assert connection.scalar(sa.text("select version_num from alembic_version")) == "0003"
        assert set(sa.inspect(connection).get_table_names()) == set(old.tables)
    database = Database(settings)
    database.prepare()
    database.close()
    with target.connect() as connection:
        game_ids = connection.execute(sa.select(game_table.c.id).where(game_table.c.broken.is_not(None)))
        assert set(game_ids.scalars()) == wrong
    assert {game.id for game in audit(settings).broken} == wrong
    source.dispose()
    target.dispose()


# ----- hosts, and who wants to be forgotten -----


@pytest.mark.soak
def test_what_a_host_deletes_is_gone_in_the_other_process(settings: Settings) -> None:
    with running(settings) as one, running(settings) as two:
        assert_deleted_for_both(one, two)


@pytest.mark.soak
def test_bans_and_ended_sessions_take_effect_in_the_other_process(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: not only when the process does not trust any more what it has read."""
    monkeypatch.setattr(admission, "CACHE_SECONDS", 3600.0)
    monkeypatch.setattr(sessions, "CACHE_SECONDS", 3600.0)
    with running(replace(settings, poll=3600.0)) as one, running(replace(settings, poll=3600.0)) as two:
        wait_until(lambda: _listening(settings) == 2)
        assert_a_session_ends_at_once(one, two)
        assert_a_ban_takes_away_what_is_open(one, two)


@pytest.mark.soak
def test_a_deleted_account_is_anonymous_in_both_processes(settings: Settings) -> None:
    with running(settings) as one, running(settings) as two:
        assert_forgotten(one, two)


@pytest.mark.soak
def test_guests_games_go_after_some_days(settings: Settings) -> None:
    with serve_timed(settings) as here:
        assert_guests_games_go(here)
