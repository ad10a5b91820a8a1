"""Being told what happens while one is away, by Web Push, a webhook or a letter: each thing once, never to who is there to
see it, never what is not true any more, and never a secret.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from quartier.core.engine.dice import Dice
from quartier.server.accounts.login import ClientInfo
from quartier.server.accounts.sessions import SESSION_SECONDS
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.domain.clocks import DAY
from quartier.server.http.cookies import Cookie
from quartier.server.notifications.delivery import EMAIL_INTERVAL, FIRST_RETRY_SECONDS, MAX_TRIES
from quartier.server.notifications.scheduler import EMAIL_DELAY, PUSH_DELAY
from quartier.server.notifications.visibility import PING_INTERVAL, VISIBLE_SECONDS
from quartier.server.storage.notifications.notification_schema import (
    last_notification,
    mail_address,
    muted_table,
    notification,
    notification_preference,
    notification_queue,
    push_subscription,
)

from .away import (
    choose,
    confirm_address,
    delivered_once_by_two,
    passes,
    plays,
    register,
    rows,
    seat_together,
    subscribe,
    together,
)
from .harness import Player, browser, quiet
from .outside import BrowserOutside, Letters, Outside, mail_server, outside, signed_claims
from .timing import DAYS, Moved, Timed, serve_timed

HOME = "https://games.example.org"


@pytest.fixture(autouse=True)
def _ada_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who begins is drawn by lot: the same every time."""
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))


@pytest.fixture(scope="module")
def post() -> Iterator[Letters]:
    with mail_server() as server:
        yield server


@pytest.fixture
def letters(post: Letters) -> Letters:
    """A mail server that was given nothing yet."""
    post.messages.clear()
    post.answer = "250 OK"
    return post


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, post: Letters) -> Iterator[Timed]:
    """One server for all: each test has accounts of its own."""
    settings = quiet(
        tmp_path_factory.mktemp("notices") / "games.db",
        anywhere=True,
        mail=post.url,
        mail_from="games@example.org",
        base_url=HOME,
        hosts=("127.0.0.1",),
    )
    with serve_timed(settings) as server:
        yield server


WISHES = (
    notification,
    last_notification,
    notification_queue,
    muted_table,
    push_subscription,
    mail_address,
    notification_preference,
)


@pytest.fixture
def here(server: Timed) -> Timed:
    """A server at which nobody wants to be told anything yet."""
    with server.server.services.database.write() as connection:
        for table in WISHES:
            connection.execute(table.delete())
    return server


@pytest.fixture
def there() -> Iterator[Outside]:
    with outside() as there:
        yield there


# ----- by Web Push -----


def test_whose_turn_it_is_is_sent_to_a_browser_that_alone_can_read_it(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    outside = subscribe(bob, there)
    plays(ada)
    passes(here, 1)
    assert there.posted == []  # they may see it by themselves
    passes(here, PUSH_DELAY)
    (posted,) = there.posted
    assert posted.path == "/push/1"
    assert outside.read(posted) == {
        "title": "City Blocks",
        "body": "It’s your turn.",
        "url": f"/table/{ada.table}",
    }
    claims = signed_claims(posted, here.server.services.delivery.signer().public)
    assert (claims["aud"], claims["sub"]) == (there.url, "mailto:games@example.org")
    assert int(posted.headers["ttl"]) > 0
    assert (posted.headers["urgency"], posted.headers["topic"]) == ("normal", ada.table)
    passes(here, 3 * PUSH_DELAY)
    assert len(there.posted) == 1  # once
    assert rows(here, notification) == []


def test_without_a_wish_nobody_is_notified_and_nothing_is_written_down(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    plays(ada)
    assert rows(here, notification_queue) == []
    subscribe(bob, there)
    browsers = rows(here, push_subscription)
    choose(bob, "push/remove", id=browsers[0].id)
    assert (rows(here, push_subscription), rows(here, notification_preference)) == ([], [])
    passes(here, 2 * PUSH_DELAY)
    assert there.posted == []


def test_anyone_who_is_there_to_see_it_is_notified_of_nothing(here: Timed, there: Outside) -> None:
    """A page that is to be seen says so every 15 seconds, whichever it is."""
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    for number in range(5):
        bob.client.post("/api/account/here").raise_for_status()
        if number == 1:
            plays(ada)
        passes(here, PING_INTERVAL)
    assert (there.posted, rows(here, notification)) == ([], [])
    plays(bob)
    plays(ada)  # Bob has closed his page a moment ago
    passes(here, PUSH_DELAY - 1)
    assert there.posted == []
    passes(here, 1)
    assert len(there.posted) == 1


def test_what_is_not_true_any_more_is_not_reported(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    plays(ada)
    passes(here, 1)
    assert len(rows(here, notification)) == 1
    plays(bob)
    passes(here, 2 * PUSH_DELAY)
    assert there.posted == []


def test_one_turn_is_reported_once_whatever_else_happens_in_it(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    ada.post("takeback").raise_for_status()
    bob.post("takeback", answer="no").raise_for_status()
    passes(here, 2 * PUSH_DELAY)
    assert len(there.posted) == 1


def test_a_beginning_little_time_the_end_and_a_rematch_are_reported(here: Timed, there: Outside) -> None:
    ada, bob = register(here), register(here)
    outside = subscribe(bob, there)
    seat_together(ada, bob, time=DAYS)
    passes(here, 2 * PUSH_DELAY)
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    passes(here, 2.6 * DAY)
    passes(here, 2 * PUSH_DELAY)
    ada.post("resign").raise_for_status()
    passes(here, 2 * PUSH_DELAY)
    ada.post("rematch").raise_for_status()
    passes(here, 2 * PUSH_DELAY)
    assert [outside.read(posted)["body"] for posted in there.posted] == [
        "Everyone has joined and the game has started.",
        "It’s your turn.",
        "Your time for this turn is running out.",
        "The game is over.",
        "You’ve been offered a rematch.",
    ]
    assert there.posted[2].headers["urgency"] == "high"


def test_a_muted_table_sends_no_notifications(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    choose(bob, "quiet", table=ada.table, quiet="on")
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    assert there.posted == []
    plays(bob)
    choose(bob, "quiet", table=ada.table, quiet="off")
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    assert len(there.posted) == 1
    stranger = register(here)
    answer = stranger.client.post("/api/account/notices/quiet", json={"table": ada.table, "quiet": "on"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_seat")


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(here: Timed, there: Outside, status: int) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    there.status = status
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    assert len(there.posted) == 1
    assert [rows(here, table) for table in (push_subscription, notification, notification_preference)] == [
        [],
        [],
        [],
    ]


def test_what_fails_is_tried_again_later_each_time_and_then_given_up(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time={"days": 14})
    subscribe(bob, there)
    there.status = 503
    plays(ada)
    passes(here, PUSH_DELAY)
    waits = [FIRST_RETRY_SECONDS * 4**number for number in range(MAX_TRIES)]
    for number, wait in enumerate(waits[:-1], 1):
        assert len(there.posted) == number
        passes(here, wait / 2)
        assert len(there.posted) == number
        passes(here, wait)
    assert (len(there.posted), rows(here, notification)) == (MAX_TRIES, [])


def test_who_asks_for_more_time_has_it(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    there.status, there.headers = 429, {"Retry-After": "600"}
    plays(ada)
    passes(here, PUSH_DELAY)
    passes(here, 500)
    assert len(there.posted) == 1
    there.status = 201
    passes(here, 101)
    assert (len(there.posted), rows(here, notification)) == (2, [])


def test_nobody_is_sent_elsewhere(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    with outside() as elsewhere:
        there.status, there.headers = 307, {"Location": elsewhere.url}
        plays(ada)
        passes(here, 2 * PUSH_DELAY)
        assert (len(there.posted), elsewhere.posted) == (1, [])


def test_a_process_that_died_while_it_delivered_is_made_up_for(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    plays(ada)
    passes(here, 1)
    scheduler = here.server.services.notification_scheduler
    scheduler._pool.run = lambda errand: None  # type: ignore[method-assign]  # it dies now
    passes(here, PUSH_DELAY)
    del scheduler._pool.run
    assert there.posted == []
    passes(here, 100)
    assert len(there.posted) == 1


def test_two_processes_deliver_once(here: Timed, there: Outside) -> None:
    with serve_timed(here.server.services.settings, here.clock) as other:
        delivered_once_by_two(here, other, there)


def test_what_cannot_be_a_subscription_is_refused(here: Timed, there: Outside) -> None:
    bob = register(here)
    good = {"endpoint": there.url, **BrowserOutside().keys}
    for wrong in (
        {"auth": "AAAA"},
        {"p256dh": "AAAA"},
        {"p256dh": "ü"},
        {"endpoint": "ftp://example.org"},
        {"endpoint": f"http://a:b@{there.url[7:]}"},
        {"endpoint": there.url + "/" + "x" * 1000},
    ):
        answer = bob.client.post("/api/account/notices/push", json=good | wrong)
        assert answer.status_code == 422, wrong
    assert rows(here, push_subscription) == []
    guest = browser(here.url)
    answer = guest.client.post("/api/account/notices/webhook", json={"url": there.url})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "signed_out")


def test_an_account_has_ten_browsers_at_most(here: Timed, there: Outside) -> None:
    bob = register(here)
    for number in range(12):
        here.clock.at += 1
        subscribe(bob, there, f"/{number}")
    endpoints = [row.endpoint.rpartition("/")[2] for row in rows(here, push_subscription)]
    assert sorted(endpoints, key=int) == [str(number) for number in range(2, 12)]


def test_the_time_in_which_one_may_see_it_is_longer_than_it_takes_to_know_that() -> None:
    assert PUSH_DELAY > VISIBLE_SECONDS > PING_INTERVAL


# ----- by a webhook -----


def test_a_webhook_is_sent_without_names_and_secrets(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    choose(bob, "webhook", url=there.url + "/hook")
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    (posted,) = there.posted
    assert posted.json == {
        "username": "Quartier",
        "content": f"City Blocks: It’s your turn.\n{HOME}/table/{ada.table}",
        "allowed_mentions": {"parse": []},
    }
    for secret in (bob.secret, ada.secret, "Ada", "Bob"):
        assert not secret or secret not in str(posted)
    choose(bob, "webhook", url="")
    assert rows(here, notification_preference) == []


# ----- by mail -----


def test_a_letter_tells_all_that_has_happened_and_comes_not_too_often(here: Timed, letters: Letters) -> None:
    ada, bob = together(here, time=DAYS)
    first = ada.table
    confirm_address(here, bob, "bob@example.org")
    plays(ada)
    seat_together(ada, bob, time=DAYS)
    plays(ada)
    passes(here, 1)
    assert letters.messages == []
    passes(here, EMAIL_DELAY)
    (letter,) = letters.messages
    assert (letter["To"], letter["From"]) == ("bob@example.org", "games@example.org")
    text = letter.get_content().replace("\r\n", "\n")
    for table in (first, ada.table):
        assert text.count(f"City Blocks: It’s your turn.\n{HOME}/table/{table}\n") == 1
    assert f"{HOME}/account/notices" in text
    plays(bob)
    plays(ada)
    passes(here, EMAIL_DELAY + 1)
    assert len(letters.messages) == 1
    passes(here, EMAIL_INTERVAL)
    assert len(letters.messages) == 2
    assert rows(here, notification) == []


def test_a_letter_that_cannot_be_sent_now_is_sent_later(here: Timed, letters: Letters) -> None:
    ada, bob = together(here, time=DAYS)
    confirm_address(here, bob, "bob@example.org")
    letters.answer = "451 not now"
    plays(ada)
    passes(here, 1)
    passes(here, EMAIL_DELAY)
    assert len(rows(here, notification)) == 1
    letters.answer = "250 OK"
    passes(here, EMAIL_DELAY)
    assert (len(letters.messages), rows(here, notification)) == (1, [])


def test_letters_are_only_for_who_has_a_confirmed_address(here: Timed) -> None:
    bob = register(here)
    answer = bob.client.post("/api/account/notices/mail", json={"mail": "on"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_mail")
    assert rows(here, notification_preference) == []


def test_nobody_hears_what_a_message_needs_to_be_made(here: Timed) -> None:
    """The key of the server is stored and shown to nobody, but for its public half."""
    assert isinstance(here.clock, Moved)
    key = here.server.services.delivery.signer()
    page = register(here).client.get("/account/notices").text
    assert key.public in page
    stored = here.server.services.database
    with stored.read() as connection:
        secret = connection.scalar(sa.text("select value from secret where name = 'pushing'"))
    assert secret
    assert secret not in page


def test_a_browser_that_is_signed_out_is_notified_nothing(here: Timed, there: Outside) -> None:
    ada, bob = together(here, time=DAYS)
    subscribe(bob, there)
    bob.client.post("/api/account/sign-out", json={}).raise_for_status()
    assert rows(here, push_subscription) == []
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    assert there.posted == []


# ----- guests -----


def guests(here: Timed) -> tuple[Player, Player]:
    """Ada and Bob as guests, at a table at which it is Ada's turn; Bob's browser was known before he sat down."""
    ada, bob = browser(here.url), browser(here.url)
    seat_together(ada, bob, time=DAYS)
    return ada, bob


def test_a_guests_browser_is_notified_of_its_tables(here: Timed, there: Outside) -> None:
    ada, bob = guests(here)
    outside = subscribe(bob, there)
    assert bob.client.get("/account/notices").text.count("/push/remove") == 1
    plays(ada)
    passes(here, PUSH_DELAY)
    assert outside.read(there.posted[0])["url"] == f"/table/{ada.table}"
    plays(bob)
    passes(here, PUSH_DELAY)
    assert len(there.posted) == 1  # Ada has not asked for anything
    plays(ada)
    passes(here, 1)
    bob.client.post("/api/account/here").raise_for_status()
    passes(here, 2 * PUSH_DELAY)
    assert len(there.posted) == 1  # a page of his is to be seen


def test_a_guest_has_one_browser_and_nobody_elses(here: Timed, there: Outside) -> None:
    ada, bob = guests(here)
    subscribe(bob, there)
    subscribe(bob, there, "/push/2")
    subscribe(ada, there, "/push/3")
    theirs = {row.endpoint[-1]: row.id for row in rows(here, push_subscription)}
    assert set(theirs) == {"2", "3"}
    choose(ada, "push/remove", id=theirs["2"])
    assert len(rows(here, push_subscription)) == 2
    choose(bob, "push/remove", id=theirs["2"])
    assert [row.id for row in rows(here, push_subscription)] == [theirs["3"]]
    assert len(rows(here, notification_preference)) == 1
    stranger = browser(here.url)
    assert (
        stranger.client.post("/api/account/notices/push/remove", json={"id": theirs["3"]}).status_code == 401
    )


def test_a_device_that_forgets_everything_is_notified_of_nothing(here: Timed, there: Outside) -> None:
    ada, bob = guests(here)
    subscribe(bob, there)
    bob.client.post("/api/account/sign-out", json={"forget": True}).raise_for_status()
    for table in (push_subscription, notification_preference, last_notification):
        assert rows(here, table) == []
    plays(ada)
    passes(here, 2 * PUSH_DELAY)
    assert there.posted == []


def test_what_a_guest_is_notified_of_becomes_the_accounts(here: Timed, there: Outside) -> None:
    """Each thing is still told once, and the session's end is the end of it."""
    ada, bob = guests(here)
    outside = subscribe(bob, there)
    plays(ada)
    passes(here, 1)  # written down, not delivered yet
    door = here.server.services.account_service.create_account(
        ClientInfo("", "", None), "Bob Stays", username_skeleton("Bob Stays"), None
    )
    bob.set_cookie(Cookie.SESSION, door.token)
    assert bob.client.post(f"{bob.path}/keep", json={}).json()["seats"] == [1]
    assert {
        row.listener
        for table in (push_subscription, notification_preference, last_notification, notification)
        for row in rows(here, table)
    } == {door.account}
    passes(here, PUSH_DELAY)
    passes(here, PUSH_DELAY)
    assert [outside.read(posted)["body"] for posted in there.posted] == ["It’s your turn."]
    bob.client.post("/api/account/sign-out", json={}).raise_for_status()
    assert rows(here, push_subscription) == []


def test_a_guests_browser_that_was_not_seen_for_a_year_is_forgotten(here: Timed, there: Outside) -> None:
    ada, bob = guests(here)
    subscribe(ada, there, "/push/1")
    subscribe(bob, there, "/push/2")
    here.passes(SESSION_SECONDS / 2)
    bob.client.post("/api/account/here").raise_for_status()
    here.passes(SESSION_SECONDS / 2 + DAY)
    subscribe(browser(here.url), there, "/push/3")
    assert {row.endpoint[-1] for row in rows(here, push_subscription)} == {"2", "3"}
