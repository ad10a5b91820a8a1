"""Hosts: nobody is one by being first; what they delete is gone, whom they ban is out, and nobody else can do any of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quartier.server.accounts import deletion
from quartier.server.accounts.login import ClientInfo
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.http.cookies import Cookie
from quartier.server.moderation import actions, queries
from quartier.server.moderation.service import open_moderation
from quartier.server.settings import Settings
from quartier.server.storage import schema
from quartier.server.storage.moderation import game_deletion, personal_data
from quartier.server.storage.secrets import hash_secret, person_id
from quartier.server.storage.writer_connection import WriterConnection

from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Player,
    Running,
    browser,
    me,
    open_table,
    quiet,
    running,
    two_players,
    wait_until,
)
from .hosting import (
    MACHINE,
    PASSWORD,
    assert_a_ban_takes_away_what_is_open,
    assert_a_session_ends_at_once,
    assert_deleted_for_both,
    assert_forgotten,
    assert_guests_games_go,
    code,
    finish_game,
    host,
    post,
    upload_record,
    with_account,
)
from .timing import serve_timed

COMMANDS: dict[str, dict[str, Any]] = {
    "host/games": {"id": "abc", "action": "delete"},
    "host/accounts": {"name": "Ada", "action": "delete"},
    "host/bans": {"kind": "account", "who": "Ada", "reason": "rude"},
    "host/bans/lift": {"id": 1},
    "host/house": {"invite_only": True},
    "host/keep": {"days": 1},
    "host/invitations": {"note": ""},
    "host/invitations/withdraw": {"id": "abc"},
    "host/reports": {"id": 1, "action": "close"},
}


@pytest.fixture
def server(untried: Running) -> Running:
    return untried


# ----- who is a host -----


def test_nobody_is_a_host_by_being_first(server: Running) -> None:
    first = with_account(server, "First One")
    assert first.client.get("/host").status_code == 403
    refused = browser(server.url).client.get("/host", headers={"accept": "text/html"})
    assert refused.status_code == 401
    assert 'href="/account"' in refused.text


def test_nobody_but_a_host_can_do_what_hosts_do(server: Running) -> None:
    guest, account, former = (
        browser(server.url),
        with_account(server, "Plain Ada"),
        host(server, "Former Host"),
    )
    assert former.client.get("/host").status_code == 200
    actions.revoke(server.services.moderation, "former host")
    before = _decisions(server)
    for path, body in COMMANDS.items():
        assert code(post(guest, path, **body)) == (401, "signed_out")
        for player in (account, former):
            assert code(post(player, path, **body)) == (403, "not_host")
    assert former.client.get("/host").status_code == 403
    assert _decisions(server) == before


def _decisions(server: Running) -> list[Any]:
    with server.services.database.read() as connection:
        tables = (
            schema.server_policy,
            schema.ban,
            schema.host,
            schema.invitation,
            schema.host_action,
            schema.account,
        )
        return [connection.execute(sa.select(table)).all() for table in tables]


def test_a_link_makes_one_host_once_and_not_for_ever(server: Running) -> None:
    service, ada, bea = (
        server.services.moderation,
        with_account(server, "Claims It"),
        with_account(server, "Too Late"),
    )
    link = actions.link(service)
    assert code(post(browser(server.url), "host/claim", code=link)) == (401, "signed_out")
    assert post(ada, "host/claim", code=link).status_code == 200
    assert ada.client.get("/host").status_code == 200
    for wrong in (link, "guessed", ""):
        assert code(post(bea, "host/claim", code=wrong)) == (403, "no_link")
    old = actions.link(service)
    with server.services.database.write() as connection:
        connection.execute(schema.host_link.update().values(until=1.0))
    assert code(post(bea, "host/claim", code=old)) == (403, "no_link")
    assert bea.client.get("/host").status_code == 403


def test_a_page_of_another_site_commands_nothing(server: Running) -> None:
    hera = host(server, "Hera")
    sent = hera.client.post(
        "/api/host/house", json={"invite_only": True}, headers={"Origin": "https://evil.example"}
    )
    assert code(sent) == (403, "foreign_page")
    assert hera.client.post("/api/host/house", data={"invite_only": "true"}).status_code == 422


# ----- games -----


def test_what_a_host_deletes_is_gone_with_all_that_hung_on_it(server: Running) -> None:
    hera, (ada, _) = host(server, "Hestia"), finish_game(server)
    record = upload_record(ada)
    ear = Listener(ada)
    for game in (ada.table, record):
        assert post(hera, "host/games", id=game, action="delete").status_code == 200
        assert code(post(hera, "host/games", id=game, action="delete")) == (404, "nothing_there")
    for path in (ada.path, f"/api/replays/{ada.table}", f"/api/replays/{record}", f"/table/{ada.table}"):
        assert ada.client.get(path).status_code == 404
    assert ear.ended.wait(20)
    ear.close()
    with server.services.database.read() as connection:
        for table in schema.metadata.sorted_tables:
            if "game_id" in table.c and table is not schema.report:
                assert connection.scalar(sa.select(table).where(table.c.game_id == ada.table)) is None, (
                    table.name
                )


def test_each_table_of_the_schema_that_hangs_on_a_game_goes_with_it() -> None:
    """Reports stay until a host has seen to them, and a tournament keeps its results; `remove_table` says so."""
    hanging = {table for table in schema.metadata.sorted_tables if "game_id" in table.c}
    assert hanging - {schema.report, schema.tournament_match} == set(game_deletion.WITH_A_TABLE)


def test_what_is_hidden_is_seen_by_its_players_only(server: Running) -> None:
    hera, (ada, _) = host(server, "Hecate"), finish_game(server)
    record, stranger = upload_record(ada), browser(server.url)
    stranger.table = ada.table
    for game in (ada.table, record):
        assert post(hera, "host/games", id=game, action="hide").status_code == 200
    assert ada.view()["over"]
    for path in (
        stranger.path,
        f"{stranger.path}/record",
        f"{stranger.path}/words",
        f"/api/replays/{ada.table}",
    ):
        assert code(stranger.client.get(path)) == (403, "hidden")
    for path in (f"/api/replays/{record}", f"/api/replays/{record}/record"):
        assert code(ada.client.get(path)) == (403, "hidden")
    for game in (ada.table, record):
        assert post(hera, "host/games", id=game, action="show").status_code == 200
        assert stranger.client.get(f"/api/replays/{game}").status_code == 200


def test_a_hidden_table_is_not_in_the_lobby(server: Running) -> None:
    ada = browser(server.url)
    body = post(ada, "lobby/play", title="city_blocks", name="Ada").json()
    actions.hide_game(server.services.moderation, MACHINE, body["id"], True)
    other = post(browser(server.url), "lobby/play", title="city_blocks", name="Bea").json()
    assert other["id"] != body["id"]


def test_a_host_sees_no_secret_of_a_running_game(server: Running) -> None:
    hera, (ada, bob) = host(server, "Hebe"), two_players(server.url)
    page = hera.client.get("/host", params={"find": f"{server.url}/table/{ada.table}"}).text
    assert "Ada" in page
    assert hera.client.get("/host", params={"find": "no such thing"}).status_code == 200
    assert hera.client.get("/host", params={"find": "\0"}).status_code == 422
    assert ada.table in page
    moves = [choice["move"] for choice in ada.view()["choices"] or bob.view()["choices"]]
    assert moves
    for hidden in (ada.secret, bob.secret, ada.invites[1], *moves):
        assert hidden not in page
    watching = hera.client.get(ada.path)
    assert watching.json()["viewer"]["seats"] == []
    assert code(hera.client.post(f"{ada.path}/moves", json=_move(ada))) == (403, "no_seat")


def _move(player: Player) -> dict[str, Any]:
    view = player.view()
    return {"client_move_id": "x", "seat": 0, "version": view["version"], "move": "H1@a1"}


# ----- accounts and bans -----


def test_a_host_ends_sessions(server: Running) -> None:
    hera, ada = host(server, "Hygieia"), with_account(server, "Left Open")
    assert post(hera, "host/accounts", name="left open", action="sign_out").status_code == 200
    assert ada.client.get("/api/account").json()["account"] is None
    assert code(post(hera, "host/accounts", name="nobody here", action="sign_out")) == (404, "no_account")


def test_anyone_who_is_banned_does_nothing_and_reads_why(server: Running) -> None:
    hera, (ada, bob) = host(server, "Harmonia"), two_players(server.url)
    with_account(server, "Banned Bob", bob)
    response = post(hera, "host/bans", kind="account", who="Banned Bob", reason="Insulted Ada.", days="3")
    assert response.status_code == 200, response.text
    for sent in (
        bob.move("H1@a1", bob.view()["version"]),
        bob.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]}),
        bob.client.post(f"{bob.path}/words", json={"seat": 1, "text": "again"}),
        post(bob, "lobby/play", title="city_blocks", name="Bob"),
    ):
        assert code(sent) == (403, "banned")
        assert "Insulted Ada." in sent.json()["error"]["text"]
    assert bob.view()["viewer"]["seats"] == [1]
    assert bob.client.get("/api/account/export").status_code == 200  # what is theirs stays theirs
    number = _bans(server)[0].id
    assert post(hera, "host/bans/lift", id=number).status_code == 200
    assert code(bob.move("H1@a1", 0)) == (409, "stale")
    assert ada.view()["viewer"]["seats"] == [0]


def _bans(server: Running) -> list[Any]:
    with server.services.database.read() as connection:
        return list(connection.execute(sa.select(schema.ban).order_by(schema.ban.c.id.desc())))


def test_who_sits_at_a_table_is_banned(server: Running) -> None:
    hera, (ada, bob) = host(server, "Hersilia"), two_players(server.url)
    with_account(server, "At The Table", bob)
    response = post(hera, "host/bans", kind="seat", who=f"{ada.table}/1", reason="Cheats.", days=1)
    assert response.status_code == 200, response.text
    assert code(bob.post("resign")) == (403, "banned")
    for who, answer in (
        (f"{ada.table}/9", (422, "unknown")),
        ("nowhere/0", (404, "no_table")),
        ("x", (404, "nothing_there")),
    ):
        assert code(post(hera, "host/bans", kind="seat", who=who, reason="?")) == answer
    actions.lift_ban(server.services.moderation, MACHINE, _bans(server)[0].id)


def test_a_moderator_does_not_decide_their_own_games(server: Running) -> None:
    hera, rival = two_players(server.url)
    with_account(server, "Hera Plays", hera)
    with_account(server, "Their Rival", rival)
    actions.grant(server.services.moderation, "Hera Plays")
    ban = {"reason": "Wins too often.", "days": 1}
    for path, body in (
        ("host/games", {"id": hera.table, "action": "delete"}),
        ("host/accounts", {"name": "Their Rival", "action": "delete"}),
        ("host/bans", {"kind": "account", "who": "Their Rival", **ban}),
        ("host/bans", {"kind": "seat", "who": f"{hera.table}/{rival.seat}", **ban}),
    ):
        assert code(post(hera, path, **body)) == (403, "own_game")
    assert rival.post("resign").status_code == 200
    assert code(post(hera, "host/games", id=hera.table, action="delete")) == (403, "own_game")
    assert post(hera, "host/bans", kind="account", who="Their Rival", **ban).status_code == 200
    actions.lift_ban(server.services.moderation, MACHINE, _bans(server)[0].id)


def test_an_admin_on_the_machine_decides_also_about_their_own_games(server: Running) -> None:
    """Who has the machine has its files: nothing is forbidden there, but everything is in the audit log."""
    hera, rival = two_players(server.url)
    with_account(server, "Hera Rules", hera)
    with_account(server, "Rules Rival", rival)
    moderation = server.services.moderation
    actions.grant(moderation, "Hera Rules")
    actions.ban_account(moderation, MACHINE, "Rules Rival", "A test", 1)
    actions.lift_ban(moderation, MACHINE, _bans(server)[0].id)
    actions.delete_game(moderation, MACHINE, hera.table)
    assert code(hera.client.get(hera.path)) == (404, "no_table")
    assert [entry.host for entry in queries.actions(moderation, "en")[:3]] == ["command line"] * 3


def test_a_ban_ends(tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        bob = with_account(here.server, "Bob")
        actions.ban_account(here.server.services.moderation, MACHINE, "Bob", "Too loud", 2)
        table = {"title": "city_blocks", "seats": [me(), FRIEND]}
        assert code(bob.client.post("/api/tables", json=table)) == (403, "banned")
        here.clock.at += 2 * actions.DAY + 1
        assert bob.client.post("/api/tables", json=table).status_code == 201


def test_a_ban_takes_away_what_is_open(server: Running) -> None:
    assert_a_ban_takes_away_what_is_open(server, server)


def test_a_ban_on_the_machine_takes_effect_on_the_server_over_one_file(tmp_path: Path) -> None:
    """`quartier admin ban` is another process: the server notices it as soon as the file has changed."""
    settings = quiet(tmp_path / "games.db")
    with running(settings) as server:
        machine = open_moderation(settings)
        other_process = replace(server, services=replace(server.services, moderation=machine))
        assert_a_ban_takes_away_what_is_open(other_process, server)
        assert_a_session_ends_at_once(other_process, server)
        machine.close()


def test_a_ban_of_an_ipv6_address_is_one_of_its_network(server: Running) -> None:
    actions.ban_address(server.services.moderation, MACHINE, "2001:db8:1:2::7", "A flood", 1)
    try:
        for address, status in (("2001:db8:1:ff::9", 403), ("2001:db8:1:100::9", 200), ("192.0.2.7", 200)):
            answer = browser(server.url).client.get("/lobby", headers={"X-Forwarded-For": address})
            assert answer.status_code == status, address
    finally:
        actions.lift_ban(server.services.moderation, MACHINE, _bans(server)[0].id)


def test_an_address_is_banned_by_its_mark_alone(server: Running) -> None:
    hera = host(server, "Hemera")
    assert code(post(hera, "host/bans", kind="address", who="127.0.0.1", reason="x")) == (422, "address")
    assert code(post(hera, "host/bans", kind="address", who="no address", reason="x")) == (422, "address")
    assert code(post(hera, "host/bans", kind="address", who="203.0.113.7", reason=" ")) == (422, "reason")
    guest, _ = finish_game(server)
    actions.ban_address(server.services.moderation, MACHINE, "127.0.0.1", "A flood", 1)
    ban = _bans(server)[0]
    try:
        assert "127.0.0.1" not in str(ban)
        assert code(post(browser(server.url), "lobby/play", title="city_blocks", name="Ada")) == (
            403,
            "banned",
        )
        register = post(browser(server.url), "account/register", name="New Here", password=PASSWORD)
        assert code(register) == (403, "banned")
        assert (
            guest.client.post(f"{guest.path}/forget", json={}).status_code == 200
        )  # what is theirs stays theirs
    finally:
        actions.lift_ban(server.services.moderation, MACHINE, ban.id)


def test_an_account_that_a_host_hides_has_no_profile_whatever_its_owner_likes(server: Running) -> None:
    hera, ada = host(server, "Hestiaia"), with_account(server, "Rude Name")
    anybody = browser(server.url).client
    assert anybody.get("/people/Rude Name").status_code == 200
    assert post(hera, "host/accounts", name="Rude Name", action="hide").status_code == 200
    assert post(ada, "account/profile", hidden=False).status_code == 200
    assert anybody.get("/people/Rude Name").status_code == 404
    assert post(hera, "host/accounts", name="Rude Name", action="show").status_code == 200
    assert anybody.get("/people/Rude Name").status_code == 200


# ----- invitations -----


def test_where_only_the_invited_play_others_sit_down_at_their_tables_only(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        member = with_account(server, "Member")
        actions.invite_only(server.services.moderation, MACHINE, True)
        table = {"title": "city_blocks", "seats": [me(), FRIEND]}
        stranger = browser(server.url)
        for path, body in (("tables", table), ("lobby/play", {"title": "city_blocks", "name": "X"})):
            assert code(post(stranger, path, **body)) == (403, "invite_only")
        assert code(stranger.client.get("/api/lobby")) == (403, "invite_only")
        register = post(stranger, "account/register", name="Stranger", password=PASSWORD)
        assert code(register) == (403, "invite_only")
        member.table = post(member, "tables", **table).json()["id"]
        invites = [seat.get("invite") for seat in member.view()["seats"]]
        invite = next(
            filter(None, [*invites, member.view()["seats"][1].get("invite_url", "").partition("join=")[2]])
        )
        stranger.join(member.table, invite, "Friend")  # a player has invited them
        invitation = actions.invite(server.services.moderation, MACHINE, "the club", 1, 14)
        assert code(post(stranger, "invitation", code="guessed")) == (403, "no_invitation")
        assert post(stranger, "invitation", code=invitation).status_code == 200
        assert (
            post(stranger, "invitation", code=invitation).status_code == 200
        )  # the answer may have been lost
        assert post(stranger, "tables", **table).status_code == 201
        late = browser(server.url)
        assert code(post(late, "invitation", code=invitation)) == (403, "no_invitation")
        assert post(stranger, "account/register", name="Stranger", password=PASSWORD).status_code == 201


# ----- reports -----


def test_a_report_is_read_and_closed_with_an_action(server: Running) -> None:
    hera, (ada, bob) = host(server, "Hippolyta"), finish_game(server)
    reported = ada.client.post(f"{ada.path}/words/1/report")
    assert reported.status_code == 200, reported.text
    page = hera.client.get("/host", params={"lang": "en"}).text
    assert "my street, my rules" in page
    report = _last_report(server)
    assert code(post(hera, "host/reports", id=report.id, action="ban", reason="")) == (422, "reason")
    response = post(hera, "host/reports", id=report.id, action="ban", reason="Not your street.", days="")
    assert response.status_code == 200, response.text
    assert code(bob.client.post(f"{bob.path}/words", json={"seat": 1, "text": "what?"})) == (403, "banned")
    assert code(post(hera, "host/reports", id=report.id, action="close")) == (404, "no_report")
    actions.lift_ban(server.services.moderation, MACHINE, _bans(server)[0].id)
    page = hera.client.get("/host", params={"lang": "en"}).text
    assert "my street, my rules" not in page
    assert f"report {report.id}: banned the author" in page


def _last_report(server: Running) -> Any:
    with server.services.database.read() as connection:
        return connection.execute(sa.select(schema.report).order_by(schema.report.c.id.desc())).first()


@pytest.mark.parametrize("action", ["unsay", "hide", "delete"])
def test_what_was_reported_can_go(server: Running, action: str) -> None:
    ada, _ = finish_game(server)
    ada.client.post(f"{ada.path}/words/1/report").raise_for_status()
    actions.close_report(server.services.moderation, MACHINE, _last_report(server).id, action)  # type: ignore[arg-type]
    assert (ada.client.get(ada.path).status_code == 404) == (action == "delete")
    assert (browser(server.url).client.get(ada.path).status_code == 200) == (action == "unsay")
    if action == "unsay":
        assert ada.client.get(f"{ada.path}/words").json()["words"] == []


# ----- being forgotten -----


def test_a_deleted_account_is_anonymous_for_the_others(server: Running) -> None:
    assert_forgotten(server, server)
    with server.services.database.read() as connection:
        for table in schema.metadata.sorted_tables:
            assert "Wilhelmina" not in str(connection.execute(sa.select(table)).all()), table.name


def _files(server: Running) -> bytes:
    """The bytes of the data file and of its write-ahead log."""
    data = server.services.settings.data
    assert data is not None
    log = data.with_name(f"{data.name}-wal")
    return data.read_bytes() + log.read_bytes()


def test_a_deleted_account_is_not_in_the_write_ahead_log(server: Running) -> None:
    """Also if someone read from the log just then: it is emptied as soon as they are done."""
    ada, bob = two_players(server.url)
    for name, player in (("Wilhelmina", bob), ("Theodora", ada)):
        with_account(server, name, player)
        assert name.encode() in _files(server)
    assert post(bob, "account/delete", name="Wilhelmina", current=PASSWORD).status_code == 200
    assert b"Wilhelmina" not in _files(server)
    with server.services.database.read() as connection:
        connection.execute(sa.select(schema.account)).all()
        assert post(ada, "account/delete", name="Theodora", current=PASSWORD).status_code == 200
        assert b"Theodora" in _files(server)
    wait_until(lambda: b"Theodora" not in _files(server))


def test_a_guest_who_is_forgotten_and_a_deleted_game_are_not_in_the_write_ahead_log(server: Running) -> None:
    ada = open_table(server.url, me("Philippa"), me("Bea"))
    assert ada.post("resign").status_code == 200
    assert b"Philippa" in _files(server)
    assert ada.client.post(f"{ada.path}/forget", json={}).status_code == 200
    assert b"Philippa" not in _files(server)
    ada = open_table(server.url, me("Josephine"), me("Bea"))
    assert b"Josephine" in _files(server)
    actions.delete_game(server.services.moderation, MACHINE, ada.table)
    assert b"Josephine" not in _files(server)


def test_a_guest_is_forgotten_at_a_table(server: Running) -> None:
    ada, bob = finish_game(server)
    stranger = browser(server.url)
    assert code(stranger.client.post(f"{ada.path}/forget", json={})) == (403, "no_seat")
    paths = (ada.path, f"{ada.path}/words", f"{ada.path}/record", f"/api/replays/{ada.table}")
    assert all("Bob" in ada.client.get(path).text for path in paths)  # what is kept of it in memory goes, too
    assert bob.client.post(f"{bob.path}/forget", json={}).json() == {"seats": [1]}
    for path in paths:
        assert "Bob" not in ada.client.get(path).text
    assert bob.client.get(bob.path).json()["viewer"]["seats"] == []


def test_a_deletion_that_is_cut_short_has_forgotten_nothing_or_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may die at any moment, and leaves what it has committed: so it dies before each commit in turn."""
    account, before = _account_with_all_kinds_of_tables(tmp_path / "before.db")
    for commits in range(20):
        settings = quiet(tmp_path / f"{commits}.db")
        with closing(sqlite3.connect(before)) as one, closing(sqlite3.connect(settings.data)) as other:
            one.backup(other)
        with monkeypatch.context() as patch:
            _dies_before(patch, commits)
            died = _delete_account(settings, account)
        if not died:
            break
        with closing(open_moderation(settings)) as service:
            with service.store.database.read() as connection:
                data = personal_data.account_data(connection, account)
            assert len(data["account_session"]) == 1  # signed in, and able to try again
            assert len(data["seat"]) == 4
            for table in data["seat"]:
                _, table_loaded = service.store.load(table["game_id"])
                assert "Mina" in table_loaded.names.values()
        assert not _delete_account(settings, account)
        assert _traces(settings, account) == []
    assert commits == 3  # out of the tournament, out of the game that goes on, and forgotten
    assert _traces(settings, account) == []


def _account_with_all_kinds_of_tables(data: Path) -> tuple[str, Path]:
    """An account, and the data: a table that is played, one that is over, one that waits for others, one of another's."""
    with running(quiet(data)) as server:
        doors = server.services.account_service
        door = doors.create_account(
            ClientInfo("", "", None), "Wilhelmina Gone", username_skeleton("Wilhelmina Gone"), None
        )
        mina, ada = browser(server.url), browser(server.url)
        mina.set_cookie(Cookie.SESSION, door.token)
        for over in (False, True):
            body = ada.client.post(
                "/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), FRIEND]}
            ).json()
            mina.join(body["id"], body["seats"][1]["invite"], "Mina")
            response = mina.client.post(f"{mina.path}/words", json={"seat": 1, "text": "hello"})
            assert response.status_code == 201
            if over:
                ada.table, ada.seat = body["id"], 0
                assert ada.post("resign").status_code == 200
        waits = {"title": "city_blocks", "seats": [me("Mina"), FRIEND], "access": "public"}
        assert mina.client.post("/api/tables", json=waits).status_code == 201
        others = {"title": "metromania", "seats": [me("Ada"), FRIEND, FRIEND]}
        body = ada.client.post("/api/tables", json=others).json()
        mina.join(body["id"], body["seats"][1]["invite"], "Mina")
        league = {
            "name": "A cup",
            "title": "city_blocks",
            "kind": "robin",
            "rounds": 1,
            "time": "3d",
            "hours": 168,
        }
        cup = mina.client.post("/api/tournaments", json=league).json()["id"]
        assert mina.client.post(f"/api/tournaments/{cup}/join", json={}).status_code == 200
    return door.account, data


def _dies_before(patch: pytest.MonkeyPatch, commits: int) -> None:
    """After so many commits there is no other."""
    done, commit = iter(range(commits)), WriterConnection.commit

    def committed(wire: WriterConnection) -> None:
        if next(done, None) is None:
            raise RuntimeError("killed")
        commit(wire)

    patch.setattr(WriterConnection, "commit", committed)


def _delete_account(settings: Settings, account: str) -> bool:
    """Delete the account; whether the process has died on the way."""
    with closing(open_moderation(settings)) as service:
        try:
            deletion.delete_account(service.store, service.sessions, account)
        except RuntimeError:
            return True
    return False


def _traces(settings: Settings, account: str) -> list[str]:
    """Where anything is stored of them."""
    marks = ("Mina", "Wilhelmina Gone", account, person_id(account))
    with closing(sqlite3.connect(str(settings.data))) as connection:
        names = [
            name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        return [
            name
            for name in names
            for row in connection.execute(f"select * from {name}")
            if any(mark in str(row) for mark in marks)
        ]


def test_a_waiting_table_does_not_wait_for_anyone_who_was_deleted(server: Running) -> None:
    ada = with_account(server, "Opens One", open_table(server.url, me("Ada"), FRIEND))
    other = open_table(server.url, me("Bea"), FRIEND, FRIEND, title="neue_heimat")
    joining = browser(server.url)
    joining.join(other.table, other.invites[1], "Ada")
    joined = with_account(server, "Sits Down", joining)
    for player, name in ((ada, "Opens One"), (joined, "Sits Down")):
        assert post(player, "account/delete", name=name, current=PASSWORD).status_code == 200
    assert "cancelled" in browser(server.url).client.get(ada.path, params={"lang": "en"}).text
    assert [seat["kind"] for seat in other.view()["seats"]] == ["human", "open", "open"]
    with server.services.database.read() as connection:
        moves = connection.scalars(
            sa.select(schema.event.c.move).where(schema.event.c.game_id == other.table)
        ).all()
    assert [move for move in moves if "Ada" in move] == []


def test_each_column_of_the_schema_that_names_an_account_is_exported_and_deleted() -> None:
    named = {
        column
        for table in schema.metadata.sorted_tables
        for column in table.c
        if column.name in ("account", "owner", "listener")
        or any(key.column is schema.account.c.id for key in column.foreign_keys)
    }
    assert {column.column for column in personal_data.OF_AN_ACCOUNT} == named
    for source in personal_data.OF_AN_ACCOUNT:
        assert not any(
            secret_word in name
            for name in source.shown_columns
            for secret_word in ("hash", "key", "secret", "password", "token")
        )
        assert set(source.shown_columns) <= set(source.column.table.c.keys())


def test_each_column_of_the_schema_that_names_a_person_is_known_here() -> None:
    """`persons.forget_person`, `forget_seats` and `forget_deals` see to them; a new one has to be thought of there."""
    names = {"person", "viewer", "reporter", "visitor", "browser"}
    tables = {
        f"{table.name}.{name}"
        for table in schema.metadata.sorted_tables
        for name in names & set(table.c.keys())
    }
    browsers = {
        "admitted_browser.browser",
        "browser_seat.browser",
        "game_table.visitor",
    }  # of a browser and an address, never of an account
    assert tables - browsers == {
        *(
            "chat_message.person",
            "report.person",
            "report.reporter",
            "seat.person",
            "chat_block.viewer",
            "chat_block.person",
        ),
        *("table_kick.person", "daily_game.visitor", "ban.person", "absence.person"),
    }


EXPORTED = {
    "account_session",
    "passkey",
    "oidc_identity",
    "program",
    "host",
    "ban",
    "notice_wish",
    "push_subscription",
    "quiet_table",
    "told",
    "notice",
    "mail_address",
    "rating",
    "game_result",
    "tournament",
    "tournament_player",
    "host_action",
    "seat",
    "game_table",
}
"""The keys of an export, which do not follow the names of the tables."""


def test_an_account_exports_all_of_itself_and_nothing_of_others(server: Running) -> None:
    ada, bob = two_players(server.url)
    with_account(server, "Wants All", ada)
    ada.client.post(f"{ada.path}/words", json={"seat": 0, "text": "mine alone"}).raise_for_status()
    bob.client.post(f"{bob.path}/words", json={"seat": 1, "text": "not hers"}).raise_for_status()
    ada.client.post(f"{ada.path}/words/2/report").raise_for_status()
    response = ada.client.get("/api/account/export")
    file = response.json()
    assert file["name"] == "Wants All"
    assert [message["text"] for message in file["said"]] == ["mine alone"]
    assert [report["text"] for report in file["reported"]] == ["not hers"]
    assert len(file["stored"]["account_session"]) == 1
    assert set(file["stored"]) == EXPORTED
    (game,) = file["games"]
    assert game["id"] == ada.table
    assert game["record"] == ada.client.get(f"{ada.path}/record").text  # as her seat sees it
    for secret in (
        ada.secret,
        bob.secret,
        hash_secret(ada.secret),
        PASSWORD,
        "argon2",
        str(ada.cookie(Cookie.SESSION)),
    ):
        assert secret not in response.text
    assert code(browser(server.url).client.get("/api/account/export")) == (401, "signed_out")


# ----- keeping for some time -----


def test_guests_finished_games_go_after_some_days(tmp_path: Path) -> None:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        assert_guests_games_go(here)


def test_tables_of_earlier_releases_are_looked_at(tmp_path: Path) -> None:
    """Nobody has noted when they were over: the log says it."""
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        (ada, _), running_one = finish_game(here.server), two_players(here.url)[0]
        with here.server.services.database.write() as connection:
            connection.execute(schema.game_table.update().values(ended_at=None))
            connection.execute(schema.event.update().values(at=1_000.0))
        actions.keep_days(here.server.services.moderation, MACHINE, 30)
        here.passes(2 * 3600)
        for _ in range(6):
            here.look()
        anybody = browser(here.url)
        assert anybody.client.get(f"/api/tables/{ada.table}").status_code == 404
        assert anybody.client.get(f"/api/tables/{running_one.table}").status_code == 200


def test_one_of_several_tidies(server: Running) -> None:
    from quartier.server.storage.moderation import policy

    with server.services.database.write() as connection:
        assert policy.claim_cleanup(connection, 9e9, 3600.0)
        assert not policy.claim_cleanup(connection, 9e9 + 60, 3600.0)
        assert policy.claim_cleanup(connection, 9e9 + 3601, 3600.0)


def test_deleted_in_one_process_is_gone_in_the_other_over_one_file(tmp_path: Path) -> None:
    """As the command line does it beside a server."""
    settings = quiet(tmp_path / "games.db")
    with running(settings) as one, running(settings) as two:
        assert_deleted_for_both(one, two)


def test_bots_leave_a_deleted_table_alone(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY)
    actions.delete_game(server.services.moderation, MACHINE, ada.table)
    assert ada.client.get(ada.path).status_code == 404
    assert server.services.bots._serve(None, ada.table) is None  # type: ignore[arg-type]
