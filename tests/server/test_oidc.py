"""Signing in by an issuer: what it says is believed only if it is its own, for us, of this sign-in and of now; and an
identity enters one account.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from joserfc.jwk import OctKey, RSAKey

from quartier.server.access.throttling import LoginThrottle
from quartier.server.accounts.oidc.config import DEFAULT_KEY, ProviderConfig
from quartier.server.accounts.oidc.flow import ATTEMPT_SECONDS, START_LIMIT
from quartier.server.accounts.oidc.provider import Provider as Asked
from quartier.server.errors import DomainError, StartupError
from quartier.server.http.cookies import Cookie
from quartier.server.services import open_services
from quartier.server.storage import schema

from .away import account_of, register
from .harness import Player, browser, quiet, running
from .issuers import BACK, CLIENT, HOME, KEY, SECRET, Issuer, issuer, sign_claims
from .timing import Timed, serve_timed

PASSWORD = "seven quiet harbours"
NAMED = {"oidc_client": CLIENT, "oidc_secret": SECRET, "oidc_name": "Club", "base_url": HOME}
TABLES = (schema.oidc_attempt, schema.oidc_pending_identity, schema.oidc_identity)


@pytest.fixture(scope="module")
def club() -> Iterator[Issuer]:
    with issuer() as provider:
        yield provider


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, club: Issuer) -> Iterator[Timed]:
    data = tmp_path_factory.mktemp("oidc") / "games.db"
    settings = quiet(data, oidc_issuer=club.url, hosts=("127.0.0.1",), anywhere=True, **NAMED)
    with serve_timed(settings) as server:
        club.now = server.clock.now
        yield server


@pytest.fixture
def here(server: Timed, club: Issuer) -> Timed:
    """A server where nobody has signed in by the issuer, which is as it should be."""
    server.server.services.account_service.throttle = LoginThrottle()
    server.server.services.oidc_login.require_provider(DEFAULT_KEY)._cached_metadata = None
    with server.server.services.database.write() as connection:
        for table in TABLES:
            connection.execute(table.delete())
    club.claims, club.describes, club.token, club.status, club.who = {}, {}, sign_claims, 200, "ada"
    club.requests.clear()
    return server


def begin(player: Player) -> str:
    """Where somebody is sent who presses the button."""
    answer = player.client.get("/account/oidc/start")
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def come_back(player: Player, callback: dict[str, str]) -> httpx.Response:
    return player.client.get("/account/oidc/back", params=callback | {"lang": "en"})


def sign_in(player: Player, club: Issuer) -> httpx.Response:
    return come_back(player, club.agree(begin(player)))


def post(player: Player, what: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/account/oidc/{what}", json=body, params={"lang": "en"})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def assert_refused(answer: httpx.Response, status: int, sentence: str) -> None:
    assert answer.status_code == status, answer.text
    assert sentence in html.unescape(answer.text), answer.text
    assert "quartier_session" not in answer.headers.get("Set-Cookie", "")


def account(player: Player) -> Any:
    return player.client.get("/api/account").json()["account"]


def page(player: Player, path: str = "/account/oidc") -> str:
    return html.unescape(player.client.get(path, params={"lang": "en"}).text)


def newcomer(here: Timed, club: Issuer, name: str) -> Player:
    """Somebody who has made an account by the issuer."""
    player = browser(here.url)
    assert sign_in(player, club).headers["Location"] == "/account/oidc"
    assert post(player, "enrol", name=name).status_code == 200
    return player


NOT_SIGNED_IN, OVER, AWAY = "Club didn’t sign you in", "This sign-in has expired", "Club isn’t responding"


# ----- in -----


def test_who_comes_first_chooses_a_name_and_is_known_the_next_time(here: Timed, club: Issuer) -> None:
    ada, again = browser(here.url), browser(here.url)
    assert "Sign in with Club" in page(ada, "/account")
    assert sign_in(ada, club).headers["Location"] == "/account/oidc"
    assert account(ada) is None
    assert "Choose a name" in page(ada)
    account_name = register(here)
    name = account(account_name)["name"]
    assert code(post(ada, "enrol", name=name)) == (409, "name_taken")
    assert post(ada, "enrol", name="Ada of Club").status_code == 200
    assert account(ada)["name"] == "Ada of Club"
    answer = sign_in(again, club)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert account(again)["name"] == "Ada of Club"
    assert code(post(ada, "enrol", name="Ada Twice")) == (403, "sign_in_over")
    club.who = "bob"
    assert sign_in(browser(here.url), club).headers["Location"] == "/account/oidc"


def test_an_account_is_connected_by_its_owner_only_and_once(here: Timed, club: Issuer) -> None:
    ada, bob = register(here), register(here)
    assert "Connect to Club" in page(ada)
    assert sign_in(ada, club).headers["Location"] == "/account/oidc"
    assert not here.server.services.oidc_login.connected_providers(
        account_of(here, ada)
    )  # coming back alone does nothing
    assert f"Connect {account(ada)['name']} to Club?" in page(ada)
    foreign = ada.client.post(
        "/api/account/oidc/connect", json={}, headers={"Origin": "https://evil.example"}
    )
    assert code(foreign) == (403, "foreign_page")
    assert post(ada, "connect").status_code == 200
    assert "Connected to Club" in page(ada)
    assert code(post(ada, "connect")) == (403, "sign_in_over")
    club.who = "ada's other self"
    sign_in(ada, club)
    assert code(post(ada, "connect")) == (409, "connected")
    club.who = "ada"
    assert_refused(sign_in(bob, club), 409, "belongs to another account")
    stranger = browser(here.url)
    sign_in(stranger, club)
    assert account(stranger)["name"] == account(ada)["name"]


def test_two_who_come_back_as_one_make_one_account(here: Timed, club: Issuer) -> None:
    ada, too = browser(here.url), browser(here.url)
    sign_in(ada, club)
    sign_in(too, club)
    assert post(ada, "enrol", name="First of Two").status_code == 200
    assert code(post(too, "enrol", name="Second of Two")) == (409, "anothers")
    assert account(too) is None


def test_the_last_way_in_stays(here: Timed, club: Issuer) -> None:
    ada = newcomer(here, club, "Last Way In")
    assert code(post(ada, "remove")) == (422, "last_way_in")
    assert here.server.services.oidc_login.connected_providers(account_of(here, ada))
    assert (
        ada.client.post("/api/account/password", json={"password": PASSWORD, "current": ""}).status_code
        == 200
    )
    assert code(post(ada, "remove", current="wrong one")) == (403, "wrong")
    assert post(ada, "remove", current=PASSWORD).status_code == 200
    assert sign_in(browser(here.url), club).headers["Location"] == "/account/oidc"


def test_what_is_stored_is_exported_and_deleted(here: Timed, club: Issuer) -> None:
    ada = newcomer(here, club, "Told And Gone")
    identities = ada.client.get("/api/account/export").json()["stored"]["oidc_identity"]
    assert [(cookie["issuer"], cookie["subject"]) for cookie in identities] == [(club.url, "ada")]
    response = ada.client.post("/api/account/delete", json={"name": "Told And Gone", "current": ""})
    assert response.status_code == 200, response.text
    with here.server.services.database.read() as connection:
        assert connection.execute(sa.select(schema.oidc_identity)).all() == []


# ----- what is not believed -----


def test_a_state_is_used_once_in_the_browser_that_has_begun(here: Timed, club: Issuer) -> None:
    ada, eve = browser(here.url), browser(here.url)
    callback = club.agree(begin(ada))
    assert_refused(come_back(eve, callback), 403, OVER)
    begin(eve)
    assert_refused(come_back(eve, callback), 403, OVER)
    cookie = ada.cookie(Cookie.OIDC)
    assert come_back(ada, callback).status_code == 303
    twin = browser(here.url)
    twin.set_cookie(Cookie.OIDC, cookie)
    assert_refused(come_back(twin, callback), 403, OVER)
    for wrong in ({}, {"state": "guessed", "code": "x"}):
        assert_refused(come_back(browser(here.url), wrong), 403, OVER)


def test_a_sign_in_ends_after_a_while(here: Timed, club: Issuer) -> None:
    ada, bob = browser(here.url), browser(here.url)
    callback = club.agree(begin(ada))
    sign_in(bob, club)
    here.clock.at += ATTEMPT_SECONDS + 1
    assert_refused(come_back(ada, callback), 403, OVER)
    assert code(post(bob, "enrol", name="Too Late Now")) == (403, "sign_in_over")


def test_whom_the_issuer_refuses_gets_the_reason(here: Timed, club: Issuer) -> None:
    ada = browser(here.url)
    state = club.agree(begin(ada))["state"]
    assert_refused(come_back(ada, {"state": state, "error": "access_denied"}), 403, NOT_SIGNED_IN)
    callback = club.agree(begin(ada))
    assert_refused(come_back(ada, callback | {"code": "guessed"}), 403, NOT_SIGNED_IN)
    callback = club.agree(begin(ada))
    assert_refused(come_back(ada, callback | {"iss": "https://other.example"}), 403, NOT_SIGNED_IN)


NOW = 1_900_000_000
CLAIMS: dict[str, dict[str, Any]] = {
    "another nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "another audience": {"aud": "somebody else"},
    "another audience and no party": {"aud": [CLIENT, "somebody else"]},
    "another party": {"aud": [CLIENT, "somebody else"], "azp": "somebody else"},
    "another issuer": {"iss": "https://other.example"},
    "long over": {"exp": 1},
    "never over": {"exp": None},
    "of the future": {"iat": NOW * 2},
    "not valid yet": {"nbf": NOW * 2},
    "nobody": {"sub": None},
    "an empty subject": {"sub": ""},
    "a number": {"sub": 7},
    "a long subject": {"sub": "x" * 256},
    "an unprintable subject": {"sub": "a\x00b"},
}


@pytest.mark.parametrize("claims", CLAIMS.values(), ids=CLAIMS)
def test_a_token_that_says_something_else_signs_nobody_in(
    here: Timed, club: Issuer, claims: dict[str, Any]
) -> None:
    club.claims = claims
    assert_refused(sign_in(browser(here.url), club), 403, NOT_SIGNED_IN)


def unsigned_token(claims: dict[str, Any]) -> str:
    _, body, _ = sign_claims(claims).split(".")
    return f"eyJhbGciOiJub25lIn0.{body}."


def by_others(claims: dict[str, Any]) -> str:
    return sign_claims(claims, key=RSAKey.generate_key(2048, {"kid": KEY.kid}))


def by_our_secret(claims: dict[str, Any]) -> str:
    return sign_claims(claims, "HS256", OctKey.import_key(SECRET.ljust(32)))


def token_signed_with_public_key(claims: dict[str, Any]) -> str:
    return sign_claims(claims, "HS256", OctKey.import_key(KEY.as_pem(private=False)[28:200]))


def altered_token(claims: dict[str, Any]) -> str:
    row, _, tail = sign_claims(claims).split(".")
    return f"{row}.{sign_claims(claims | {'sub': 'bob'}).split('.')[1]}.{tail}"


FALSE = {
    "unsigned": unsigned_token,
    "through other services": by_others,
    "by our secret": by_our_secret,
    "by what everyone knows": token_signed_with_public_key,
    "changed": altered_token,
    "no token": lambda _: "nothing",
}


@pytest.mark.parametrize("token", FALSE.values(), ids=FALSE)
def test_a_token_that_the_issuer_has_not_signed_signs_nobody_in(
    here: Timed, club: Issuer, token: Any
) -> None:
    club.token = token
    assert_refused(sign_in(browser(here.url), club), 403, NOT_SIGNED_IN)


# ----- the issuer -----


def test_an_issuer_that_is_away_or_another_is_reported(here: Timed, club: Issuer) -> None:
    ada = browser(here.url)
    callback = club.agree(begin(ada))
    club.status = 500
    assert_refused(come_back(ada, callback), 503, AWAY)
    club.status = 302
    here.server.services.oidc_login.require_provider(DEFAULT_KEY)._cached_metadata = None
    assert_refused(ada.client.get("/account/oidc/start", params={"lang": "en"}), 503, AWAY)
    club.status = 200
    for wrong in ({"issuer": "https://other.example"}, {"authorization_endpoint": "javascript:alert(1)"}):
        club.describes = wrong
        here.server.services.oidc_login.require_provider(DEFAULT_KEY)._cached_metadata = None
        assert_refused(ada.client.get("/account/oidc/start", params={"lang": "en"}), 503, AWAY)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1"])
def test_no_issuer_leads_into_the_hosts_own_network(address: str) -> None:
    named = ProviderConfig(DEFAULT_KEY, "https://id.example.org", CLIENT, SECRET, "Club", BACK, False)
    client_used = Asked(named, lambda host, port: [address])
    with pytest.raises(DomainError) as refusal:
        client_used.authorization_url("state", "nonce", "verifier")
    assert refusal.value.code == "issuer_away"


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_url": ""},
        {"oidc_client": ""},
        {"oidc_issuer": ""},
        {"oidc_issuer": "http://id.example.org"},
        {"oidc_issuer": "https://127.0.0.1"},
        {"oidc_name": "x" * 31},
    ],
)
def test_a_server_that_could_sign_nobody_in_does_not_start(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(StartupError):
        open_services(
            quiet(tmp_path / "games.db", **({"oidc_issuer": "https://id.example.org"} | NAMED | wrong))
        )


def test_without_an_issuer_there_is_nothing(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        player = browser(server.url)
        for path in ("/account/oidc", "/account/oidc/start", "/account/oidc/back"):
            assert player.client.get(path).status_code == 404
        for what, body in (("enrol", {"name": "Nobody Here"}), ("remove", {})):
            assert post(player, what, **body).status_code in (401, 404)
        assert "/account/oidc" not in page(player, "/account")


def test_who_begins_and_never_comes_back_is_slowed_down(here: Timed) -> None:
    player = browser(here.url)
    here.server.services.account_service.throttle = LoginThrottle(now=lambda: 0.0)
    for _ in range(START_LIMIT.free):
        begin(player)
    assert player.client.get("/account/oidc/start").status_code == 429


def test_nothing_of_a_sign_in_stands_in_the_log_or_in_clear_text_in_the_database(
    here: Timed, club: Issuer, capfd: pytest.CaptureFixture[str]
) -> None:
    ada = browser(here.url)
    callback = club.agree(begin(ada))
    secrets = [callback["state"], callback["code"], ada.cookie(Cookie.OIDC), SECRET]
    with here.server.services.database.read() as connection:
        stored = str([connection.execute(sa.select(table)).all() for table in TABLES])
    assert not [secret for secret in secrets if secret in stored]
    club.claims = {"nonce": "another"}
    come_back(ada, callback)
    secrets += [dict(club.requests)["/token"]["code_verifier"], "eyJ"]
    output = "".join(capfd.readouterr())
    assert "oidc_token" in output
    assert not [secret for secret in secrets if secret in output]
