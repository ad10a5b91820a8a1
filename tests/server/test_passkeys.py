"""Passkeys: a way into an account that nobody can guess, bound to this site, asked for anew each time."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from quartier.server.accounts import passkeys
from quartier.server.http.cookies import Cookie

from .authenticator import Authenticator
from .harness import FRIEND, Player, Running, browser, me, open_table
from .hosting import PASSWORD


@pytest.fixture
def server(untried: Running) -> Running:
    return untried


def post(player: Player, path: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/account/{path}", json=body, params={"lang": "en"})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def account(player: Player) -> Any:
    return player.client.get("/api/account").json()["account"]


def enroll(server: Running, name: str, player: Player | None = None) -> tuple[Player, Authenticator]:
    """An account with a passkey alone."""
    player, device = player or browser(server.url), Authenticator(server.url)
    device.credential = name.encode().ljust(16)
    answer = post(player, "passkeys/new", name=name)
    assert answer.status_code == 200, answer.text
    response = post(player, "passkeys/enrol", name=name, credential=device.made(answer.json()["options"]))
    assert response.status_code == 200, response.text
    return player, device


def request_options(player: Player) -> dict[str, Any]:
    return dict(post(player, "passkeys/ask").json()["options"])


def test_a_passkey_makes_an_account_and_signs_in_elsewhere(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    _, device = enroll(server, "Keyed", ada)
    assert ada.client.post(f"{ada.path}/keep", json={}).json() == {"seats": [0]}
    assert account(ada)["has_password"] is False
    assert len(account(ada)["passkeys"]) == 1
    phone = browser(server.url)
    phone.table = ada.table
    entered = post(phone, "passkeys/sign-in", credential=device.signed(request_options(phone)))
    assert entered.json()["account"]["name"] == "Keyed"
    assert phone.view()["viewer"]["seats"] == [0]
    assert code(post(browser(server.url), "sign-in", name="Keyed", password="")) == (403, "wrong")


def test_what_was_signed_opens_once_and_only_for_who_was_asked(server: Running) -> None:
    _, device = enroll(server, "Once")
    one, two = browser(server.url), browser(server.url)
    signed = device.signed(request_options(one))
    other = device.signed(request_options(two))
    assert code(post(one, "passkeys/sign-in", credential=other)) == (403, "wrong")
    assert code(post(one, "passkeys/sign-in", credential=signed)) == (
        403,
        "too_late",
    )  # that challenge is used up
    post(two, "passkeys/sign-in", credential=other).raise_for_status()
    assert code(post(two, "passkeys/sign-in", credential=other)) == (403, "too_late")
    assert account(one) is None


def test_a_challenge_is_worth_something_for_minutes(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    _, device = enroll(server, "Slow")
    late = browser(server.url)
    signed = device.signed(request_options(late))
    now = server.services.passkeys._now()
    monkeypatch.setattr(server.services.passkeys, "_now", lambda: now + passkeys.CHALLENGE_SECONDS + 1)
    assert code(post(late, "passkeys/sign-in", credential=signed)) == (403, "too_late")


@pytest.mark.parametrize("seal", ["", "x", "a.b.c.d", "AAAA.acc.9999999999.00", "\u00e4.b.9.c"])
def test_a_challenge_of_ones_own_opens_nothing(server: Running, seal: str) -> None:
    thief = browser(server.url)
    cookie = {"Cookie": f"quartier_passkey={seal}".encode()}
    answer = thief.client.post("/api/account/passkeys/sign-in", json={"credential": {}}, headers=cookie)
    assert code(answer) == (403, "too_late")


def test_another_site_and_an_unlocked_device_are_refused(server: Running) -> None:
    for device in (Authenticator("https://evil.example"), Authenticator(server.url, verified=False)):
        player = browser(server.url)
        options = post(player, "passkeys/new", name="Nobody Yet").json()["options"]
        answer = post(player, "passkeys/enrol", name="Nobody Yet", credential=device.made(options))
        assert code(answer) == (403, "wrong")
        assert account(player) is None


@pytest.mark.parametrize(
    "credential", [{}, {"id": 1}, {"id": "x" * 9000}, {"response": []}, {"id": "a", "rawId": "\u0000"}]
)
def test_nonsense_is_refused(server: Running, credential: dict[str, Any]) -> None:
    player = browser(server.url)
    post(player, "passkeys/new", name="Nonsense")
    assert code(post(player, "passkeys/enrol", name="Nonsense", credential=credential)) == (403, "wrong")
    request_options(player)
    assert code(post(player, "passkeys/sign-in", credential=credential)) == (403, "wrong")
    assert code(post(player, "passkeys/sign-in", credential="x")) == (422, "malformed")


def test_a_passkey_is_added_used_and_removed(server: Running) -> None:
    ada = browser(server.url)
    post(ada, "register", name="Adder", password=PASSWORD).raise_for_status()
    device = Authenticator(server.url)
    device.credential = b"of the adder 123"
    options = post(ada, "passkeys/new").json()["options"]
    credential = device.made(options)
    assert len(post(ada, "passkeys/enrol", credential=credential).json()["account"]["passkeys"]) == 1
    again = post(ada, "passkeys/new").json()["options"]
    assert [descriptor["id"] for descriptor in again["excludeCredentials"]] == [credential["id"]]
    assert code(post(ada, "passkeys/enrol", credential=device.made(again))) == (403, "wrong")  # it is there
    other = browser(server.url)
    post(other, "passkeys/sign-in", credential=device.signed(request_options(other))).raise_for_status()
    stranger, _ = enroll(server, "Stranger")
    post(stranger, "passkeys/remove", id=credential["id"])
    assert len(account(ada)["passkeys"]) == 1
    assert post(ada, "passkeys/remove", id=credential["id"]).json()["account"]["passkeys"] == []
    assert code(post(other, "passkeys/sign-in", credential=device.signed(request_options(other)))) == (
        403,
        "wrong",
    )


def test_the_only_way_in_is_not_removed(server: Running) -> None:
    ada, _ = enroll(server, "Single")
    own = account(ada)["passkeys"][0]["id"]
    assert code(post(ada, "passkeys/remove", id=own)) == (422, "last_way_in")
    post(ada, "password", password=PASSWORD).raise_for_status()
    assert post(ada, "passkeys/remove", id=own).json()["account"]["passkeys"] == []


def test_nobody_adds_a_passkey_to_the_account_of_another(server: Running) -> None:
    """Made for one account, handed in by another; and by somebody who is not signed in."""
    ada, bob = browser(server.url), browser(server.url)
    post(ada, "register", name="Owner", password=PASSWORD).raise_for_status()
    post(bob, "register", name="Taker", password=PASSWORD).raise_for_status()
    device = Authenticator(server.url)
    device.credential = b"of the taker 456"
    credential = device.made(post(bob, "passkeys/new").json()["options"])
    ada.set_cookie(Cookie.PASSKEY, bob.cookie(Cookie.PASSKEY))
    assert code(post(ada, "passkeys/enrol", credential=credential)) == (403, "wrong")
    assert account(ada)["passkeys"] == []


def test_a_name_that_is_taken_is_stated_before_a_passkey_is_made(server: Running) -> None:
    enroll(server, "Taken Name")
    assert code(post(browser(server.url), "passkeys/new", name="taken name")) == (409, "name_taken")
    assert code(post(browser(server.url), "passkeys/new", name="")) == (422, "name")
