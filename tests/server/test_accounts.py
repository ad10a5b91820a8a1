"""Accounts: made when somebody wants to keep their games, and nobody else's way to them. Seats move into them, sessions end,
guessing is slow, and nothing tells who has an account.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from quartier.server.access import throttling
from quartier.server.access.throttling import Limit, LoginThrottle
from quartier.server.accounts import sessions
from quartier.server.accounts.known_devices import KnownDevices
from quartier.server.accounts.login import AccountService
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError
from quartier.server.http.cookies import Cookie
from quartier.server.storage import schema
from quartier.server.storage.secrets import hash_secret

from .harness import FRIEND, Listener, Player, Running, browser, me, open_table, quiet, running, wait_until
from .hosting import PASSWORD

NEW = "seven quiet harbours"
WRONG = "not this one, sorry"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def server(untried: Running) -> Running:
    return untried


def post(player: Player, path: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/account/{path}", json=body, params={"lang": "en"})


def account(player: Player) -> dict[str, Any] | None:
    result: dict[str, Any] | None = player.client.get("/api/account").json()["account"]
    return result


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def token(player: Player) -> str:
    return str(player.cookie(Cookie.SESSION))


def register(server: Running, name: str, player: Player | None = None) -> Player:
    player = player or browser(server.url)
    answer = post(player, "register", name=name, password=PASSWORD)
    assert answer.status_code == 201, answer.text
    return player


def signed_in(server: Running, name: str, password: str = PASSWORD) -> Player:
    player = browser(server.url)
    answer = post(player, "sign-in", name=name, password=password)
    assert answer.status_code == 200, answer.text
    return player


def keep_table(player: Player) -> httpx.Response:
    return player.client.post(f"{player.path}/keep", json={})


def test_a_guests_seats_move_into_the_account_and_are_there_on_another_device(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    assert account(ada) is None
    register(server, "Ada L", ada)
    assert keep_table(ada).json() == {"seats": [0]}
    assert keep_table(ada).json() == {"seats": [0]}  # the answer may have been lost
    assert ada.view()["viewer"]["seats"] == [0]
    assert ada.view()["code"]  # still the table's creator
    elsewhere = signed_in(server, "ada l")
    elsewhere.table = ada.table
    assert elsewhere.view()["viewer"]["seats"] == [0]
    assert elsewhere.view()["seats"][1]["invite_url"]
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    mover = elsewhere if elsewhere.view()["turn"]["yours"] else bob
    view = mover.view()
    assert mover.move(view["choices"][0]["move"], view["version"]).status_code == 200


def test_what_a_device_knew_of_a_seat_is_worth_nothing_once_it_is_the_accounts(server: Running) -> None:
    """Else who ends a session would not have ended what it could play."""
    ada = open_table(server.url, me("Ada"), FRIEND)
    thief = browser(server.url)
    thief.table, thief.seat = ada.table, 0
    thief.client.headers["Authorization"] = f"Bearer {ada.secret}"
    assert thief.view()["viewer"]["seats"] == [0]
    register(server, "Moved", ada)
    keep_table(ada)
    assert code(thief.client.get(thief.path)) == (401, "unknown_key")
    assert code(thief.move("H1@a1", 25)) == (401, "unknown_key")


def test_anyone_who_is_signed_in_sits_down_with_the_account(server: Running) -> None:
    ada, bea = register(server, "Opener"), register(server, "Joiner")
    body = ada.client.post("/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), FRIEND]}).json()
    assert "secret" not in body["seats"][0]
    joined = bea.client.post(
        f"/api/tables/{body['id']}/join", json={"invite": body["seats"][1]["invite"], "name": "Bea"}
    )
    assert joined.json() == {"seat": 1, "secret": None}
    for player, name, seat in ((ada, "Opener", 0), (bea, "Joiner", 1)):
        other = signed_in(server, name)
        other.table = player.table = body["id"]
        player.seat = other.seat = seat
        assert other.view()["viewer"]["seats"] == player.view()["viewer"]["seats"] == [seat]
    assert ada.post("resign").status_code == 200
    for player in (ada, bea):
        again = player.post("rematch")
    new = again.json()["id"]
    assert ada.client.get(f"/api/tables/{new}").json()["viewer"]["seats"] == [0]


def test_nobody_gets_a_seat_back_that_has_moved(server: Running) -> None:
    """Whoever has seen a join once could repeat it."""
    ada = open_table(server.url, me("Ada"), FRIEND)
    bob, once = browser(server.url), "0123456789abcdef"
    joining = {"invite": ada.invites[1], "name": "Bob", "client_move_id": once}
    bob.table = ada.table
    assert bob.client.post(f"{ada.path}/join", json=joining).status_code == 200
    register(server, "Sitter", bob)
    keep_table(bob)
    again = browser(server.url).client.post(f"{ada.path}/join", json=joining)
    assert code(again) == (409, "seat_taken")
    assert bob.view()["viewer"]["seats"] == [1]


def test_the_deal_of_the_day_is_played_once_on_all_devices(server: Running) -> None:
    guest = browser(server.url)
    first = guest.client.post("/api/deals/city_blocks", json={"name": "Ada"}).json()
    register(server, "Dealer", guest)
    guest.table = first["id"]
    assert keep_table(guest).json() == {"seats": [0]}
    for player in (guest, signed_in(server, "Dealer")):
        again = player.client.post("/api/deals/city_blocks", json={"name": "Ada"}).json()
        assert (again["id"], again["secret"]) == (first["id"], None)


# ----- names and passwords -----


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("", PASSWORD, "name"),
        ("A", PASSWORD, "name"),
        ("Ada\u200b", PASSWORD, "name"),
        ("Clara", PASSWORD, "name"),  # a bot
        ("Cl\u0430r\u0430", PASSWORD, "name"),  # the same with Cyrillic letters
        ("Quartier", PASSWORD, "name"),
        ("Ordinary", "short", "password"),
        ("Ordinary", "aaaaaaaaaaaa", "password"),
        ("Ordinary", "passwort123", None),
        ("Ordinary", "Ordinary2026", "password"),
        ("Ordinary", "x" * 129, "password"),
        ("Ordinary", "x" * 501, "malformed"),
    ],
)
def test_bad_names_and_passwords_are_refused_with_a_reason(
    server: Running, name: str, password: str, why: str | None
) -> None:
    answer = post(browser(server.url), "register", name=name, password=password)
    assert (answer.status_code == 201) if why is None else (code(answer) == (422, why)), answer.text


def test_no_two_accounts_look_alike(server: Running) -> None:
    register(server, "Only One")
    for name in ("only one", "Only 0ne", "\u041enly One", "ONLYONE"):
        assert code(post(browser(server.url), "register", name=name, password=PASSWORD)) == (
            409,
            "name_taken",
        )
    other = register(server, "Another")
    assert code(post(other, "name", name="Only one")) == (409, "name_taken")
    assert post(other, "name", name="Yet Another").json()["account"]["name"] == "Yet Another"
    assert code(post(browser(server.url), "sign-in", name="Another", password=PASSWORD)) == (403, "wrong")
    signed_in(server, "yet another")


def test_wrong_passwords_and_unknown_names_cannot_be_distinguished(server: Running) -> None:
    register(server, "Known")
    visitor = browser(server.url)
    refused = [post(visitor, "sign-in", name=name, password=WRONG) for name in ("Known", "Unknown")]
    assert [answer.status_code for answer in refused] == [403, 403]
    assert refused[0].json() == refused[1].json()
    hashed_for: list[bool] = []
    passwords = server.services.account_service.passwords
    verify = passwords._hasher.verify
    try:
        passwords._hasher = type(  # type: ignore[assignment]
            "Counted", (), {"verify": lambda _, *message: hashed_for.append(True) or verify(*message)}
        )()
        for name in ("Known", "Unknown"):
            post(visitor, "sign-in", name=name, password=WRONG)
    finally:
        passwords.__init__()  # type: ignore[misc]
    assert len(hashed_for) == 2  # the same work for both


def test_secrets_are_stored_as_hashes_only(server: Running) -> None:
    ada = register(server, "Hashed")
    codes = post(ada, "codes").json()["codes"]
    with server.services.database.read() as connection:
        stored = " ".join(
            str(row)
            for table in (schema.account, schema.account_session, schema.recovery_code)
            for row in connection.execute(sa.select(table))
        )
    assert hash_secret(token(ada)) in stored
    for secret in (PASSWORD, token(ada), *codes, *(code.replace("-", "") for code in codes)):
        assert secret not in stored
    assert "$argon2id$" in stored


# ----- sessions -----


def test_a_session_that_was_planted_is_not_kept(server: Running) -> None:
    """Whoever brings a token of their own, or another's, has a new one after signing in; the old one is worth nothing."""
    register(server, "Fixed")
    victim = browser(server.url)
    victim.set_cookie(Cookie.SESSION, "planted")
    assert account(victim) is None
    post(victim, "sign-in", name="Fixed", password=PASSWORD).raise_for_status()
    before = token(victim)
    attacker = browser(server.url)
    attacker.set_cookie(Cookie.SESSION, "planted")
    assert account(attacker) is None
    assert before != "planted"
    again = browser(server.url)
    again.set_cookie(Cookie.SESSION, before)
    assert account(again) is not None
    post(again, "sign-in", name="Fixed", password=PASSWORD).raise_for_status()
    assert token(again) != before
    attacker.set_cookie(Cookie.SESSION, before)
    assert account(attacker) is None


def test_the_cookie_of_a_session_is_out_of_reach_of_scripts_and_other_sites(server: Running) -> None:
    answer = post(browser(server.url), "register", name="Cookie", password=PASSWORD)
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie
    form = httpx.post(
        f"{server.url}/api/account/sign-out", data={}, headers={"Cookie": cookie.partition(";")[0]}
    )
    assert form.status_code == 422  # a form of another site says nothing here


def test_sessions_are_listed_and_ended(server: Running) -> None:
    one = register(server, "Many")
    two, three = signed_in(server, "Many"), browser(server.url)
    three.client.headers["User-Agent"] = FIREFOX
    post(three, "sign-in", name="Many", password=PASSWORD).raise_for_status()
    sessions = account(one)["sessions"]
    assert len(sessions) == 3
    assert sum(session["here"] for session in sessions) == 1
    ended = next(session for session in sessions if session["device"] == "Firefox, Linux")
    left = post(one, "sessions/end", id=ended["id"]).json()["account"]["sessions"]
    assert len(left) == 2
    assert account(three) is None
    assert account(two) is not None
    assert len(post(one, "sessions/end").json()["account"]["sessions"]) == 1
    assert account(two) is None
    assert account(one) is not None


def test_nobody_ends_another_accounts_session(server: Running) -> None:
    ada, bob = register(server, "Ending"), register(server, "Other")
    ended = account(bob)["sessions"][0]["id"]
    post(ada, "sessions/end", id=ended).raise_for_status()
    post(ada, "sessions/end").raise_for_status()
    assert account(bob) is not None


def test_who_signs_out_has_left(server: Running) -> None:
    ada = register(server, "Leaving")
    before = token(ada)
    post(ada, "sign-out").raise_for_status()
    assert account(ada) is None
    ada.set_cookie(Cookie.SESSION, before)
    assert account(ada) is None


def test_a_device_is_forgotten_with_its_seats_as_a_guest(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    assert ada.view()["viewer"]["seats"] == [0]
    post(ada, "sign-out", forget=True, tables=[ada.table]).raise_for_status()
    assert ada.view()["viewer"]["seats"] == []
    assert code(post(ada, "sign-out", forget=True, tables=["../x"])) == (422, "malformed")


def test_an_open_table_is_watched_only_until_the_session_ends(server: Running) -> None:
    ada = register(server, "Watched")
    body = ada.client.post(
        "/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), me("Bea")]}
    ).json()
    thief = signed_in(server, "Watched")
    thief.table = body["id"]
    ear = Listener(thief)
    wait_until(lambda: ear.views and ear.views[-1]["viewer"]["seats"] == [0, 1])
    post(ada, "sessions/end").raise_for_status()
    wait_until(lambda: ear.views[-1]["viewer"]["seats"] == [])
    assert ear.ended.wait(30)
    ear.close()
    assert thief.view()["viewer"]["seats"] == []


def test_a_session_ends_by_itself_when_it_is_not_used_for_a_year(server: Running) -> None:
    ada = register(server, "Sleeper")
    now = time.time()
    store = sessions.Sessions(server.services.tables, lambda: now)
    own = token(ada)
    assert store.account(own)
    now += sessions.USE_NOTE_SECONDS + 1
    assert store.account(own)  # notes that it was used
    now += sessions.SESSION_SECONDS - 60
    assert store.account(own)
    now += sessions.SESSION_SECONDS + 60
    assert store.account(own) is None


def test_a_session_ended_by_another_process_lasts_a_moment_at_most(server: Running) -> None:
    ada = register(server, "Elsewhere")
    now = time.time()
    other = sessions.Sessions(server.services.tables, lambda: now)
    own = token(ada)
    assert other.account(own)
    post(ada, "sign-out").raise_for_status()
    now += sessions.CACHE_SECONDS
    assert other.account(own) is None


# ----- guessing -----


def test_guessing_is_slowed_down_for_an_account_and_never_for_ever() -> None:
    now = 0.0
    throttle = LoginThrottle(lambda: now)
    limit = Limit(free=3, first=2.0, max_delay=300.0, forgotten=3600.0)

    def tried() -> bool:
        try:
            throttle.record_attempt(("account:ada", limit))
        except DomainError:
            return False
        return True

    assert [tried() for _ in range(4)] == [True, True, True, False]
    waits = []
    for _ in range(12):
        began = now
        while not tried():
            now += 1
        waits.append(now - began)
    assert waits[:4] == [2, 4, 8, 16]
    assert max(waits) == waits[-1] == 300  # bounded, and refused tries did not make it longer
    now += 3601
    assert [tried() for _ in range(4)] == [True, True, True, False]


def test_many_guesses_at_once_are_no_way_round() -> None:
    throttle = LoginThrottle(lambda: 0.0)
    limit = Limit(free=2, first=2.0, max_delay=4.0, forgotten=60.0)
    throttle.record_attempt(("a", limit))
    throttle.record_attempt(("a", limit))
    with pytest.raises(DomainError):
        throttle.record_attempt(("a", limit))


def test_ones_own_account_is_no_way_to_go_on_guessing_another() -> None:
    throttle, address = LoginThrottle(lambda: 0.0), ("address:x", throttling.OF_ADDRESS)
    for other in range(throttling.OF_ADDRESS.free):
        own = ("login:own", throttling.OF_LOGIN)
        throttle.record_attempt(own, address)
        throttle.record_success(own, address)
        throttle.record_attempt((f"login:{other}", throttling.OF_LOGIN), address)
    with pytest.raises(DomainError):
        throttle.record_attempt(("login:one more", throttling.OF_LOGIN), address)


@pytest.mark.parametrize("name", ["Target", "Nobody At All"])
def test_after_some_wrong_passwords_one_has_to_wait(server: Running, name: str) -> None:
    """Also where there is no such account: nothing tells. A recovery code lets the owner in meanwhile."""
    if name == "Target" and post(browser(server.url), "sign-in", name=name, password=PASSWORD).is_error:
        server.services.account_service.throttle = LoginThrottle()
        owner = register(server, name)
        codes = post(owner, "codes").json()["codes"]
    stranger = browser(server.url)
    refused = [post(stranger, "sign-in", name=name, password=WRONG) for _ in range(6)]
    assert [answer.status_code for answer in refused] == [403] * 5 + [429]
    assert " s." in refused[-1].json()["error"]["text"]
    if name == "Target":
        late = browser(server.url)
        assert code(post(late, "sign-in", name=name, password=PASSWORD)) == (429, "too_often")
        post(late, "recover", name=name, code=codes[0], password=NEW).raise_for_status()


@pytest.fixture
def timeless(server: Running) -> Running:
    """A server on which no one's wait ends."""
    server.services.account_service.throttle = LoginThrottle(lambda: 0.0)
    return server


def _guess(server: Running, name: str, address: str, count: int) -> list[int]:
    """Wrong passwords from an address; the statuses of the answers."""
    stranger = browser(server.url)
    stranger.client.headers["X-Forwarded-For"] = address
    return [post(stranger, "sign-in", name=name, password=WRONG).status_code for _ in range(count)]


def _sign_in_from(player: Player, name: str, address: str) -> httpx.Response:
    player.client.headers["X-Forwarded-For"] = address
    return post(player, "sign-in", name=name, password=PASSWORD)


def test_wrong_passwords_from_elsewhere_do_not_keep_the_owner_out(timeless: Running) -> None:
    register(timeless, "Owner One")
    for number in range(8):
        assert _guess(timeless, "Owner One", f"198.51.100.{number}", 6) == [403] * 5 + [429]
    assert _sign_in_from(browser(timeless.url), "Owner One", "198.51.100.0").status_code == 429
    assert _sign_in_from(browser(timeless.url), "Owner One", "203.0.113.1").status_code == 200


def test_a_browser_that_has_signed_in_before_has_a_count_of_its_own(timeless: Running) -> None:
    owner = register(timeless, "Owner Two")
    post(owner, "sign-out").raise_for_status()
    assert _guess(timeless, "Owner Two", "203.0.113.2", 6)[-1] == 429
    assert _sign_in_from(owner, "Owner Two", "203.0.113.2").status_code == 200
    post(owner, "sign-out").raise_for_status()
    wrong = [post(owner, "sign-in", name="Owner Two", password=WRONG).status_code for _ in range(6)]
    assert wrong == [403] * 5 + [429]
    assert _sign_in_from(browser(timeless.url), "Owner Two", "203.0.113.3").status_code == 200


def test_many_addresses_together_do_not_guess_for_ever(timeless: Running) -> None:
    """And the answer names the owner's other ways to sign in."""
    owner = register(timeless, "Owner Three")
    codes = post(owner, "codes").json()["codes"]
    throttle = timeless.services.account_service.throttle
    for _ in range(throttling.OF_ACCOUNT.free):
        throttle.record_attempt((f"account:{username_skeleton('Owner Three')}", throttling.OF_ACCOUNT))
    late = browser(timeless.url)
    refused = _sign_in_from(late, "Owner Three", "203.0.113.4")
    assert (refused.status_code, "an email link" in refused.json()["error"]["text"]) == (429, True)
    post(owner, "sign-out").raise_for_status()
    assert _sign_in_from(owner, "Owner Three", "203.0.113.5").status_code == 200
    post(late, "recover", name="Owner Three", code=codes[0], password=NEW).raise_for_status()


@pytest.mark.parametrize("cookie", ["", "x", "x.y", "." + "0" * 32, "x" * 5000])
def test_a_browser_is_known_by_what_the_server_has_made_only(server: Running, cookie: str) -> None:
    devices = KnownDevices(server.services.tables)
    assert devices.mark(cookie, "ada") is None
    both = devices.remember(devices.remember(cookie, "ada"), "bob")
    assert devices.mark(both, "ada")
    assert devices.mark(both, "bob")
    assert devices.mark(both, "cem") is None
    number, *marks = both.split(".")
    assert devices.mark(f"{number}x.{'.'.join(marks)}", "ada") is None
    for account_id in "cdefg":
        both = devices.remember(both, account_id)
    assert devices.mark(both, "g")
    assert devices.mark(both, "ada") is None


def test_the_cookie_of_a_known_browser_opens_nothing(server: Running) -> None:
    owner = register(server, "Owner Four")
    other = browser(server.url)
    other.set_cookie(Cookie.DEVICE, owner.cookie(Cookie.DEVICE))
    assert account(other) is None
    post(owner, "sign-out", forget=True).raise_for_status()
    assert owner.cookie(Cookie.DEVICE) is None


def test_one_address_does_not_make_accounts_without_end(server: Running) -> None:
    for _ in range(throttling.OF_NEW_ACCOUNTS.free):
        server.services.account_service.throttle.record_attempt(("new:127.0.0.1", throttling.OF_NEW_ACCOUNTS))
    assert code(post(browser(server.url), "register", name="One More", password=PASSWORD)) == (
        429,
        "too_often",
    )


# ----- recovery, and what is asked of whoever is signed in -----


def test_a_recovery_code_opens_once_and_signs_everyone_else_out(server: Running) -> None:
    ada = register(server, "Forgetful")
    codes = post(ada, "codes").json()["codes"]
    assert len(set(codes)) == 10
    assert account(ada)["codes"] == 10
    late = browser(server.url)
    entered = post(late, "recover", name="forgetful", code=codes[3].lower().replace("-", " "), password=NEW)
    assert entered.json()["account"]["codes"] == 9
    assert account(ada) is None
    assert code(post(browser(server.url), "recover", name="forgetful", code=codes[3], password=NEW)) == (
        403,
        "wrong",
    )
    signed_in(server, "Forgetful", NEW)
    assert code(post(browser(server.url), "sign-in", name="Forgetful", password=PASSWORD)) == (403, "wrong")


def test_new_codes_replace_the_old_ones_and_nobody_uses_those_of_others(server: Running) -> None:
    ada, bob = register(server, "Codes One"), register(server, "Codes Two")
    old, others = post(ada, "codes").json()["codes"], post(bob, "codes").json()["codes"]
    post(ada, "codes").raise_for_status()
    for tried in (old[0], others[0], "", "x" * 60):
        answer = post(browser(server.url), "recover", name="Codes One", code=tried, password=NEW)
        assert code(answer) == (403, "wrong")
    assert account(ada) is not None


def test_a_device_left_open_is_not_enough_to_take_the_account(server: Running) -> None:
    """After a while the password is asked for again."""
    ada = register(server, "Careful")
    with server.services.database.write() as connection:
        old = {"created_at": time.time() - sessions.FRESH_SECONDS - 1}
        connection.execute(schema.account_session.update().values(old))
    server.services.sessions._cache.__init__(4096)  # type: ignore[misc]
    assert code(post(ada, "codes")) == (403, "sign_in_again")
    assert code(post(ada, "password", password=NEW)) == (403, "sign_in_again")
    assert code(post(ada, "password", password=NEW, current=WRONG)) == (403, "wrong")
    other = signed_in(server, "Careful")
    post(ada, "password", password=NEW, current=PASSWORD).raise_for_status()
    assert account(other) is None
    assert account(ada) is not None
    assert post(ada, "codes", current=NEW).status_code == 200


def test_only_who_is_signed_in_reads_or_changes_anything(server: Running) -> None:
    guest = open_table(server.url, me("Ada"), FRIEND)
    responses = [
        post(guest, "sessions/end"),
        post(guest, "password", password=NEW),
        post(guest, "codes"),
        post(guest, "name", name="Me"),
        post(guest, "settings", settings={}),
        keep_table(guest),
    ]
    assert [code(answer) for answer in responses] == [(401, "signed_out")] * len(responses)


def test_settings_are_the_same_on_all_devices_and_bounded(server: Running) -> None:
    ada = register(server, "Settled")
    post(ada, "settings", settings={"sound": "off", "level.city_blocks": "4"}).raise_for_status()
    assert account(signed_in(server, "Settled"))["settings"] == {"sound": "off", "level.city_blocks": "4"}
    games = "/api/account/games"
    assert ada.client.get(games).json()["archived"] is None
    post(ada, "settings", settings={"archived": '["abc"]'}).raise_for_status()
    assert signed_in(server, "Settled").client.get(games).json()["archived"] == '["abc"]'
    for wrong in ({"sound": "x" * 3001}, {"X": "y"}, {f"k{n}": "" for n in range(41)}, {"sound": 1}):
        assert code(post(ada, "settings", settings=wrong)) == (422, "malformed")


# ----- links that have leaked -----


def test_a_leaked_link_is_revoked(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    thief = browser(server.url)
    thief.table = ada.table
    assert thief.post("claim", secret=ada.secret).json() == {"seats": [0]}
    ear = Listener(thief)
    wait_until(lambda: ear.views)
    renewed = ada.client.post(f"{ada.path}/link", json={"seat": 0}).json()["secret"]
    assert renewed != ada.secret
    wait_until(lambda: ear.views[-1]["viewer"]["seats"] == [])
    ear.close()
    assert (thief.view()["viewer"]["seats"], thief.view()["code"]) == ([], None)
    assert code(thief.post("claim", secret=ada.secret)) == (403, "no_seat")
    assert code(thief.client.post(f"{ada.path}/link", json={"seat": 0})) == (403, "no_seat")
    assert (ada.view()["viewer"]["seats"], bool(ada.view()["code"])) == ([0], True)
    phone = browser(server.url)
    phone.table = ada.table
    assert phone.post("claim", secret=renewed).json() == {"seats": [0]}


def test_only_the_account_renews_a_link_to_its_seat(server: Running) -> None:
    """Whoever has found the link shall not keep the seat by renewing it."""
    ada = open_table(server.url, me("Ada"), FRIEND)
    register(server, "Linked", ada)
    keep_table(ada)
    link = ada.client.post(f"{ada.path}/link", json={"seat": 0}).json()["secret"]
    phone = browser(server.url)
    phone.table = ada.table
    assert phone.post("claim", secret=link).json() == {"seats": [0]}
    assert code(phone.client.post(f"{ada.path}/link", json={"seat": 0})) == (403, "no_seat")
    assert keep_table(register(server, "Link Thief", phone)).json() == {
        "seats": []
    }  # nor by an account of their own
    assert phone.view()["viewer"]["seats"] == ada.view()["viewer"]["seats"] == [0]
    ada.client.post(f"{ada.path}/link", json={"seat": 0}).raise_for_status()
    assert phone.view()["viewer"]["seats"] == []
    assert ada.view()["viewer"]["seats"] == [0]
    for seat in (1, 7, 16):
        assert ada.client.post(f"{ada.path}/link", json={"seat": seat}).status_code in (403, 422)


def test_the_limits_do_not_outgrow_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "MAX_TRACKED", 3)
    throttle = LoginThrottle()
    for number in range(10):
        throttle.record_attempt((str(number), throttling.OF_ACCOUNT))
    assert len(throttle._wrong) == 3


def test_no_more_passwords_are_compared_at_once_than_the_machine_can(server: Running) -> None:
    doors = AccountService(server.services.tables, server.services.sessions, server.services.access_control)
    for _ in range(14):
        assert doors.passwords._slots.acquire(blocking=False)
    with pytest.raises(DomainError) as refused:
        doors.passwords.hash_password(PASSWORD)
    assert refused.value.status == 503


def test_an_account_is_there_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as server:
        own = token(register(server, "Lasting"))
    with running(quiet(data)) as server:
        again = browser(server.url)
        again.set_cookie(Cookie.SESSION, own)
        assert account(again)["name"] == "Lasting"
