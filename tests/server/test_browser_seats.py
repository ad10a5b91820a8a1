"""A browser has one cookie, for which the server keeps its seats; cookies of earlier releases are taken over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.http.cookies import Cookie, cookie_name
from quartier.server.storage import transaction as transactions
from quartier.server.storage.accounts import own_games
from quartier.server.storage.secrets import hash_secret

from .harness import FRIEND, Player, Running, browser, me, open_table, quiet, running, two_players
from .released import tables, unpack

PASSWORD = "three green bicycles"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(quiet(tmp_path_factory.mktemp("seats") / "games.db")) as server:
        yield server


def games(player: Player) -> list[dict[str, Any]]:
    """The games that the server lists for the browser."""
    return list(player.client.get("/api/games", params={"lang": "en"}).raise_for_status().json()["games"])


def at(player: Player, table: str) -> list[int]:
    """The seats that the browser may play at a table."""
    answer = player.client.get(f"/api/tables/{table}").raise_for_status()
    return list(answer.json()["viewer"]["seats"])


def forget_seats(server: Running, table: str) -> None:
    """Bring a table to the state of an earlier release: no browser holds its seats."""
    with closing(sqlite3.connect(str(server.services.settings.data))) as connection, connection:
        connection.execute("delete from browser_seat where game_id = ?", (table,))
    server.services.tables.changed_elsewhere(table)


def of_earlier_release(server: Running, table: str, *secrets: str) -> Player:
    """A browser with the table's cookie of an earlier release."""
    forget_seats(server, table)
    player = browser(server.url)
    player.table = table
    player.client.cookies.set("quartier_seats", ".".join(secrets), domain="127.0.0.1", path=player.path)
    return player


def stored_hashes(server: Running, table: str) -> list[str]:
    """The hashes of the secrets that browsers hold at a table."""
    with closing(sqlite3.connect(str(server.services.settings.data))) as connection:
        query = "select secret_hash from browser_seat where game_id = ?"
        return [row[0] for row in connection.execute(query, (table,))]


# ----- one cookie -----


def test_a_browser_has_one_cookie_for_all_its_seats(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    others = [open_another(ada) for _ in range(3)]
    assert [cookie.name for cookie in ada.client.cookies.jar] == [
        cookie_name(Cookie.VISITOR, server.services.database_id, secure=False)
    ]
    assert [at(ada, table) for table in (ada.table, *others)] == [[0]] * 4
    assert {game["id"] for game in games(ada)} == {ada.table, *others}


def open_another(player: Player) -> str:
    body = {"title": "city_blocks", "seats": [me("Ada"), FRIEND]}
    return str(player.client.post("/api/tables", json=body).raise_for_status().json()["id"])


def test_running_games_are_all_listed_and_of_the_finished_ones_as_many_as_wanted(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bea"))
    running_games = {open_another(ada) for _ in range(4)}
    ada.post("resign").raise_for_status()
    assert {game["id"] for game in games(ada) if game["state"] != "over"} == running_games
    assert [game["id"] for game in games(ada) if game["state"] == "over"] == [ada.table]
    fewer = ada.client.get("/api/games", params={"finished": 0}).json()
    assert {game["id"] for game in fewer["games"]} == running_games
    assert set(fewer["guest"]) == running_games | {ada.table}
    assert ada.client.get("/api/games", params={"finished": 10**6}).status_code == 422


def test_a_browser_without_seats_has_no_games(server: Running) -> None:
    expected = {"games": [], "archived": None, "account": None, "guest": [], "levels": {}}
    assert browser(server.url).client.get("/api/games").json() == expected


def test_a_second_seat_that_is_claimed_is_listed_as_ones_own(server: Running) -> None:
    ada, bob = two_players(server.url)
    (before,) = games(ada)
    ada.post("claim", secret=bob.secret).raise_for_status()
    (after,) = games(ada)
    own = [[seat["yours"] for seat in game["seats"]] for game in (before, after)]
    assert own == [[True, False], [True, True]]
    assert at(bob, bob.table) == [1]


def test_seats_of_others_are_not_counted(server: Running) -> None:
    ada, _ = two_players(server.url)
    browser_hash = hash_secret(str(ada.cookie(Cookie.VISITOR)))
    with server.services.database.read() as connection:
        (row,) = own_games.find(connection, None, browser_hash, max_finished=0)
        assert (row.id, row.seats) == (ada.table, 1)
        assert own_games.find(connection, "nobody", None, max_finished=9) == []


def test_a_rematch_is_open_to_all_browsers_of_its_players(server: Running) -> None:
    players = two_players(server.url)
    phone = browser(server.url)
    phone.table = players[0].table
    phone.post("claim", secret=players[0].secret).raise_for_status()
    players[0].post("resign").raise_for_status()
    new = [player.post("rematch").json()["id"] for player in players][-1]
    assert [at(player, new) for player in (*players, phone)] == [[0], [1], [0]]


def test_only_so_many_browsers_hold_the_seats_of_a_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "MAX_BROWSERS", 3)
    ada = open_table(server.url, me("Ada"), FRIEND)
    devices = [browser(server.url) for _ in range(3)]
    for device in devices:
        device.client.post(f"{ada.path}/claim", json={"secret": ada.secret}).raise_for_status()
    assert [at(player, ada.table) for player in (ada, *devices)] == [[], [0], [0], [0]]


def test_secrets_of_browsers_are_stored_as_hashes_and_only_those_that_open_something(server: Running) -> None:
    ada, bob = two_players(server.url)
    stored = stored_hashes(server, ada.table)
    assert sorted(stored) == sorted([hash_secret(ada.secret), hash_secret(bob.secret)])
    renewed = ada.client.post(f"{ada.path}/link", json={"seat": 0}).json()["secret"]
    assert sorted(stored_hashes(server, ada.table)) == sorted([hash_secret(renewed), hash_secret(bob.secret)])
    assert at(ada, ada.table) == [0]


def test_a_player_who_was_removed_from_a_table_holds_nothing_there(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND, FRIEND, title="block_city")
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    ada.client.post(f"{ada.path}/remove", json={"seat": 1}).raise_for_status()
    assert stored_hashes(server, ada.table) == [hash_secret(ada.secret)]
    assert bob.client.get("/api/games").json()["guest"] == []


# ----- accounts -----


def test_signing_out_keeps_a_guests_seats_and_none_of_the_accounts(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    moved, retained = ada.table, open_another(ada)
    own = {"name": "Seat Owner", "password": PASSWORD}
    ada.client.post("/api/account/register", json=own).raise_for_status()
    ada.client.post(f"{ada.path}/keep", json={}).raise_for_status()
    assert stored_hashes(server, moved) == []
    assert {game["id"] for game in games(ada)} == {moved, retained}
    assert ada.client.get("/api/games").json()["account"] == "Seat Owner"
    ada.client.post("/api/account/sign-out", json={}).raise_for_status()
    assert (at(ada, moved), at(ada, retained)) == ([], [0])
    assert [game["id"] for game in games(ada)] == [retained]


def test_a_browser_that_is_forgotten_holds_nothing(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    visitor = ada.cookie(Cookie.VISITOR)
    ada.client.post("/api/account/sign-out", json={"forget": True}).raise_for_status()
    assert stored_hashes(server, ada.table) == []
    ada.set_cookie(Cookie.VISITOR, visitor)
    assert at(ada, ada.table) == []


def test_a_guest_who_is_forgotten_at_a_table_has_no_seat_there(server: Running) -> None:
    ada, bob = two_players(server.url)
    ada.client.post(f"{ada.path}/forget", json={}).raise_for_status()
    assert (at(ada, ada.table), at(bob, ada.table)) == ([], [1])
    assert stored_hashes(server, ada.table) == [hash_secret(bob.secret)]


# ----- cookies of earlier releases -----


def test_a_tables_cookie_is_taken_over_with_all_its_seats(server: Running) -> None:
    table, *secrets = _secrets_of_hot_seat(server)
    ada = of_earlier_release(server, table, *secrets)
    assert at(ada, ada.table) == [0, 1]
    assert "quartier_seats" not in {cookie.name for cookie in ada.client.cookies.jar}
    assert at(ada, ada.table) == [0, 1]
    assert [game["id"] for game in games(ada)] == [ada.table]


def _secrets_of_hot_seat(server: Running) -> list[str]:
    """A table with two seats of one browser, and their secrets."""
    body = {"title": "city_blocks", "seats": [me("Ada"), me("Bea")]}
    answer = browser(server.url).client.post("/api/tables", json=body).raise_for_status().json()
    return [answer["id"], *(seat["secret"] for seat in answer["seats"])]


def test_a_tables_cookie_plays_before_it_is_taken_over(server: Running) -> None:
    """A page that was open during the upgrade sends commands without asking for its table again."""
    table, *secrets = _secrets_of_hot_seat(server)
    ada = of_earlier_release(server, table, *secrets)
    ada.post("resign").raise_for_status()
    assert "quartier_seats" in {cookie.name for cookie in ada.client.cookies.jar}
    new = ada.post("rematch").json()["id"]
    assert at(ada, new) == [0, 1]


def test_a_summary_takes_over_a_tables_cookie(server: Running) -> None:
    table, *secrets = _secrets_of_hot_seat(server)
    ada = of_earlier_release(server, table, *secrets)
    ada.client.get(f"{ada.path}/summary").raise_for_status()
    assert [game["id"] for game in games(ada)] == [table]


def test_a_renewed_link_takes_over_the_other_seats_of_a_tables_cookie(server: Running) -> None:
    table, *secrets = _secrets_of_hot_seat(server)
    ada = of_earlier_release(server, table, *secrets)
    ada.client.post(f"{ada.path}/link", json={"seat": 0}).raise_for_status()
    assert at(ada, table) == [0, 1]
    thief = of_earlier_release(server, table, secrets[0])
    assert at(thief, table) == []


def test_cookies_of_the_first_release_open_their_seats(tmp_path: Path) -> None:
    """The database of release 0.1.0, with the cookies that it had set."""
    table = next(table for table in tables(status="running") if table["seats"][0]["secret"])
    own = [seat for seat, row in enumerate(table["seats"]) if row["secret"]]
    with running(quiet(unpack("tables", tmp_path))) as server:
        player = of_earlier_release(server, table["id"], *(table["seats"][seat]["secret"] for seat in own))
        assert at(player, table["id"]) == own
        assert at(player, table["id"]) == own
        assert [game["id"] for game in games(player)] == [table["id"]]


# ----- names of cookies -----


def test_two_servers_on_one_host_leave_each_others_users_alone(server: Running, tmp_path: Path) -> None:
    """Browsers send the cookies of a host to all its ports."""
    with running(quiet(tmp_path / "other.db")) as other, httpx.Client() as one_browser:
        homes = [server.url, other.url]

        def names() -> list[Any]:
            accounts = [one_browser.get(f"{home}/api/account").json()["account"] for home in homes]
            return [account and account["name"] for account in accounts]

        for number, home in enumerate(homes):
            own = {"name": f"Neighbour {number}", "password": PASSWORD}
            one_browser.post(f"{home}/api/account/register", json=own).raise_for_status()
        assert names() == ["Neighbour 0", "Neighbour 1"]
        one_browser.post(f"{other.url}/api/account/sign-out", json={}).raise_for_status()
        assert names() == ["Neighbour 0", None]


def test_cookies_under_earlier_names_are_read_and_replaced(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    own = {"name": "Renamed", "password": PASSWORD}
    ada.client.post("/api/account/register", json=own).raise_for_status()
    session, visitor = ada.cookie(Cookie.SESSION), ada.cookie(Cookie.VISITOR)
    ada.set_cookie(Cookie.SESSION, session)
    ada.set_cookie(Cookie.VISITOR, visitor)
    answer = ada.client.get("/api/games").json()
    assert (answer["account"], answer["guest"]) == ("Renamed", [ada.table])
    names = {cookie.name: cookie.value for cookie in ada.client.cookies.jar}
    for cookie, value in ((Cookie.SESSION, session), (Cookie.VISITOR, visitor)):
        assert names[cookie_name(cookie, server.services.database_id, secure=False)] == value
    ada.client.post("/api/account/sign-out", json={"forget": True}).raise_for_status()
    assert [cookie.name for cookie in ada.client.cookies.jar] == []


def test_over_https_no_other_host_can_set_a_cookie(server: Running) -> None:
    """`__Host-` needs Secure and Path=/, and no Domain."""
    own = {"name": "Over Https", "password": PASSWORD}
    secure = {"X-Forwarded-Proto": "https"}
    answer = httpx.post(f"{server.url}/api/account/register", json=own, headers=secure)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"__Host-quartier_session_{server.services.database_id}=")
    assert "; Secure" in cookie
    assert "; Path=/;" in cookie
    assert "Domain" not in cookie
    sent = {"Cookie": cookie.partition(";")[0]}
    assert httpx.get(f"{server.url}/api/account", headers=secure | sent).json()["account"] is not None
    assert httpx.get(f"{server.url}/api/account", headers=sent).json()["account"] is None


def test_over_https_a_cookie_under_an_earlier_name_opens_nothing(server: Running) -> None:
    """A subdomain can set it: with a session, or with a visitor whose cookie it knows."""
    own, secure = {"name": "Planted", "password": PASSWORD}, {"X-Forwarded-Proto": "https"}
    ada = open_table(server.url, me("Ada"), FRIEND)
    ada.client.post("/api/account/register", json=own).raise_for_status()
    for name in (cookie_name(Cookie.SESSION, server.services.database_id, False), "quartier_session"):
        sent = {"Cookie": f"{name}={ada.cookie(Cookie.SESSION)}"}
        assert httpx.get(f"{server.url}/api/account", headers=sent).json()["account"] is not None
        assert httpx.get(f"{server.url}/api/account", headers=secure | sent).json()["account"] is None
    planted = {"Cookie": f"quartier_visitor={ada.cookie(Cookie.VISITOR)}"}
    wish = {"title": "city_blocks", "seats": [me("Bob"), FRIEND]}
    opened = httpx.post(f"{server.url}/api/tables", json=wish, headers=secure | planted)
    assert opened.headers["set-cookie"].startswith("__Host-quartier_visitor_")
    table = httpx.get(f"{server.url}/api/tables/{opened.json()['id']}", headers=planted)
    assert table.json()["viewer"]["seats"] == []


def test_under_a_path_cookies_are_bound_to_it() -> None:
    name = cookie_name(Cookie.SESSION, "0123abcd", secure=True, path="/quartier/")
    assert name == "__Secure-quartier_session_0123abcd"
