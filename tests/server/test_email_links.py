"""Mail for accounts: an address is theirs when its link was opened, and a link opens an account once, for a while, and tells
nobody who has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from quartier.server.access.throttling import LoginThrottle
from quartier.server.accounts.email_links import CONFIRMATION_SECONDS, LOGIN_LINK_SECONDS, MAX_TRIES
from quartier.server.errors import StartupError
from quartier.server.services import open_services
from quartier.server.storage.notifications.notification_schema import email_queue, mail_address, mail_link

from .away import register, rows
from .harness import Player, browser, quiet
from .outside import Letters, mail_server
from .timing import Timed, serve_timed

HOME = "https://games.example.org"
PASSWORD = "seven quiet harbours"


@pytest.fixture(scope="module")
def post() -> Iterator[Letters]:
    with mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, post: Letters) -> Iterator[Timed]:
    settings = quiet(
        tmp_path_factory.mktemp("letters") / "games.db",
        mail=post.url,
        mail_from="games@example.org",
        base_url=HOME,
        hosts=("127.0.0.1",),
    )
    with serve_timed(settings) as server:
        yield server


@pytest.fixture
def here(server: Timed, post: Letters) -> Timed:
    """A server that nobody has asked for anything."""
    server.server.services.account_service.throttle = LoginThrottle()
    with server.server.services.database.write() as connection:
        for table in (email_queue, mail_link, mail_address):
            connection.execute(table.delete())
    post.messages.clear()
    post.answer = "250 OK"
    return server


def ask(player: Player, path: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/account/mail/{path}", json=body, params={"lang": "en"})


def assert_done(answer: httpx.Response) -> None:
    assert answer.status_code == 200, answer.text


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def deliver_due(here: Timed, seconds: float = 0) -> None:
    """Time goes by, and what is to be sent then is."""
    for moment in (seconds, 0):
        here.passes(moment)
        here.server.services.email_links.wait()


def tokens(post: Letters) -> list[str]:
    """What stands behind the links of the last letter."""
    text = post.messages[-1].get_content()
    matches = re.findall(rf"{HOME}/account/mail/(?:enter|confirm)#(\S+)", text)
    assert matches, text
    return list(matches)


def with_address(here: Timed, post: Letters, address: str) -> Player:
    """Somebody who has confirmed an address."""
    player = register(here)
    assert_done(ask(player, "address", address=address))
    deliver_due(here)
    assert_done(ask(browser(here.url), "confirm", token=tokens(post)[0]))
    return player


def name_of(player: Player) -> str:
    account = player.client.get("/api/account").json()["account"]
    return str(account and account["name"])


def test_an_address_is_ones_own_when_its_link_was_opened(here: Timed, post: Letters) -> None:
    ada = register(here)
    assert_done(ask(ada, "address", address=" Ada@Example.org "))
    deliver_due(here)
    (message,) = post.messages
    assert (message["To"], message["From"]) == ("Ada@Example.org", "games@example.org")
    assert rows(here, mail_address) == []
    (token,) = tokens(post)
    assert ada.client.get("/account/mail/confirm").status_code == 200  # looking does nothing
    assert_done(ask(browser(here.url), "confirm", token=token))
    assert [row.address for row in rows(here, mail_address)] == ["Ada@Example.org"]
    assert "Ada@Example.org" in ada.client.get("/account/mail").text
    assert code(ask(ada, "confirm", token=token)) == (403, "worthless")
    assert_done(ask(ada, "remove"))
    assert rows(here, mail_address) == []


def test_a_link_opens_the_account_once(here: Timed, post: Letters) -> None:
    ada = with_address(here, post, "ada@example.org")
    guest = browser(here.url)
    assert_done(ask(guest, "ask", address="ADA@example.org"))
    deliver_due(here)
    (token,) = tokens(post)
    assert_done(ask(guest, "enter", token=token, password=""))
    assert name_of(guest) == name_of(ada)
    assert code(ask(browser(here.url), "enter", token=token, password="")) == (403, "worthless")


def test_a_link_sets_a_new_password_and_signs_out_all_others(here: Timed, post: Letters) -> None:
    ada = with_address(here, post, "ada@example.org")
    name = name_of(ada)
    guest = browser(here.url)
    assert_done(ask(guest, "ask", address="ada@example.org"))
    deliver_due(here)
    (token,) = tokens(post)
    assert code(ask(guest, "enter", token=token, password="short")) == (422, "password")
    assert_done(ask(guest, "enter", token=token, password=PASSWORD))  # it opened nothing before
    assert name_of(guest) == name
    here.server.services.sessions.invalidate(rows(here, mail_address)[0].account)
    assert name_of(ada) == "None"
    own = {"name": name, "password": PASSWORD}
    assert browser(here.url).client.post("/api/account/sign-in", json=own).status_code == 200


def test_nobody_learns_whether_an_address_is_known(here: Timed, post: Letters) -> None:
    """The answers are the same, what is written down is too, and nothing is sent to who has no account."""
    with_address(here, post, "ada@example.org")
    post.messages.clear()
    here.server.services.account_service.throttle = LoginThrottle()
    guest = browser(here.url)
    answer, unknown = (ask(guest, "ask", address=text) for text in ("ada@example.org", "eve@example.org"))
    assert (answer.status_code, answer.text) == (unknown.status_code, unknown.text)
    assert [row.account for row in rows(here, email_queue)] == [None, None]
    deliver_due(here)
    assert [message["To"] for message in post.messages] == ["ada@example.org"]
    assert rows(here, email_queue) == []


def test_links_end(here: Timed, post: Letters) -> None:
    ada = register(here)
    assert_done(ask(ada, "address", address="ada@example.org"))
    deliver_due(here)
    late = tokens(post)[0]
    here.passes(CONFIRMATION_SECONDS + 1)
    assert code(ask(ada, "confirm", token=late)) == (403, "worthless")
    with_address(here, post, "ada@example.org")
    guest = browser(here.url)
    assert_done(ask(guest, "ask", address="ada@example.org"))
    deliver_due(here)
    late = tokens(post)[0]
    here.passes(LOGIN_LINK_SECONDS + 1)
    assert code(ask(guest, "enter", token=late, password="")) == (403, "worthless")


def test_a_link_is_for_what_it_was_made_for(here: Timed, post: Letters) -> None:
    """Who may read letters to an address that somebody has named does not get into that account."""
    ada = register(here)
    assert_done(ask(ada, "address", address="eve@example.org"))
    deliver_due(here)
    confirms = tokens(post)[0]
    assert code(ask(browser(here.url), "enter", token=confirms, password="")) == (403, "worthless")
    with_address(here, post, "ada@example.org")
    assert_done(ask(browser(here.url), "ask", address="ada@example.org"))
    deliver_due(here)
    assert code(ask(browser(here.url), "confirm", token=tokens(post)[0])) == (403, "worthless")


def test_two_accounts_may_have_one_address(here: Timed, post: Letters) -> None:
    names = {name_of(with_address(here, post, "both@example.org")) for _ in range(2)}
    assert_done(ask(browser(here.url), "ask", address="both@example.org"))
    deliver_due(here)
    entered = set()
    for token in tokens(post):
        guest = browser(here.url)
        assert_done(ask(guest, "enter", token=token, password=""))
        entered.add(name_of(guest))
    assert entered == names


def test_links_are_stored_as_hashes(here: Timed, post: Letters) -> None:
    with_address(here, post, "ada@example.org")
    assert_done(ask(browser(here.url), "ask", address="ada@example.org"))
    deliver_due(here)
    with here.server.services.database.read() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        dump = "\n".join(driver.iterdump())
    assert tokens(post)[0] not in dump
    assert len(rows(here, mail_link)) == 1


def test_nobody_is_written_to_without_end(here: Timed, post: Letters) -> None:
    guest = browser(here.url)
    answers = [ask(guest, "ask", address="ada@example.org") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert int(answers[-1].headers["retry-after"]) > 60
    sums = [ask(guest, "ask", address=f"a{number}@example.org").status_code for number in range(10)]
    assert 429 in sums
    assert ask(guest, "enter", token="x", password="").status_code == 403


def test_guessing_is_slowed_down(here: Timed) -> None:
    guest = browser(here.url)
    status_codes = [
        ask(guest, "enter", token=f"guess-{number}", password="").status_code for number in range(25)
    ]
    assert status_codes == [403] * 20 + [429] * 5


def test_a_letter_that_cannot_be_sent_now_is_tried_again_and_given_up(here: Timed, post: Letters) -> None:
    ada = register(here)
    post.answer = "451 not now"
    assert_done(ask(ada, "address", address="ada@example.org"))
    deliver_due(here)
    assert (len(rows(here, email_queue)), post.messages) == (1, [])
    post.answer = "250 OK"
    deliver_due(here, 61)
    assert (len(rows(here, email_queue)), len(post.messages)) == (0, 1)
    assert_done(ask(ada, "address", address="ada@example.org"))
    post.answer = "451 not now"
    for number in range(MAX_TRIES):
        deliver_due(here, 60 * 3.0**number + 1)
    assert rows(here, email_queue) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "ada",
        "ada@",
        "@example.org",
        "ada@example",
        "a b@example.org",
        "a@b.org\nBcc: c@d.org",
        "a@b..org",
    ],
)
def test_what_is_no_address_is_refused(here: Timed, wrong: str) -> None:
    assert code(ask(browser(here.url), "ask", address=wrong)) == (422, "mail_address")


def test_a_server_without_mail_offers_none(here: Timed, tmp_path_factory: pytest.TempPathFactory) -> None:
    with serve_timed(quiet(tmp_path_factory.mktemp("none") / "games.db")) as other:
        guest = browser(other.url)
        assert code(ask(guest, "ask", address="ada@example.org")) == (404, "no_office")
        assert guest.client.get("/account/mail").status_code == 404
        assert "/account/mail" not in guest.client.get("/account").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_url": ""},
        {"mail": "mail.example.org"},
        {"mail": "https://mail.example.org"},
        {"mail": "smtp://"},
        {"mail": "smtp://mail.example.org:x"},
        {"mail_from": "nobody"},
        {"mail_from": ""},
    ],
)
def test_a_host_is_shown_what_is_wrong_with_the_mail_server(tmp_path: Any, wrong: dict[str, str]) -> None:
    good = {"mail": "smtps://mail.example.org", "mail_from": "games@example.org", "base_url": HOME}
    with pytest.raises(StartupError) as refused:
        open_services(quiet(tmp_path / "games.db", **(good | wrong)))
    assert refused.value.code == "mail"
