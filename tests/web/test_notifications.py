"""A notification, from the move that it tells of to the device that shows it; and a page where there is no connection."""

from __future__ import annotations

import json
import random
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from quartier.core.engine.dice import Dice
from quartier.server.http.cookies import Cookie
from quartier.server.notifications.scheduler import PUSH_DELAY
from quartier.server.storage.notifications.notification_schema import notification, push_subscription
from tests.server.away import passes, plays, register, rows, seat_together, subscribe
from tests.server.harness import quiet, wait_until
from tests.server.outside import BrowserOutside, Outside, mail_server, outside
from tests.server.timing import DAYS, Timed, serve_timed
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site


@pytest.fixture(autouse=True)
def _ada_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who begins is drawn by lot: the same every time."""
    rng = random.Random(1)
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db", anywhere=True)) as here:
        yield here


@pytest.fixture
def there() -> Iterator[Outside]:
    with outside() as there:
        yield there


def _secure(url: str) -> str:
    """By a name under which browsers hold a page on this machine for safe without HTTPS."""
    return url.replace("127.0.0.1", "localhost")


def _sign_in(context: BrowserContext, url: str, token: str | None) -> None:
    assert token is not None
    context.add_cookies([{"name": f"quartier_{Cookie.SESSION}", "value": token, "url": url}])


def test_a_move_is_shown_by_the_device_of_anyone_who_is_away(
    here: Timed, there: Outside, open_page: Opener
) -> None:
    """The browser's own push service is no one's in a test: its place is taken by ours, and by the browser's tools."""
    ada, bob = register(here), register(here)
    seat_together(ada, bob, time=DAYS)
    device, home = BrowserOutside(), _secure(here.url)
    page = open_page(lang="en-GB")
    page.context.grant_permissions(["notifications"], origin=home)
    page.goto(f"{home}/account")
    page.get_by_role("link", name="Notifications").first.click()
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()  # for guests, too
    assert_nothing_for_axe(page, "notifications for guests")
    _sign_in(page.context, home, bob.cookie(Cookie.SESSION))
    subscription = json.dumps({"endpoint": f"{there.url}/push", "keys": device.keys})
    page.add_init_script(
        f"PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({subscription}) }})"
    )
    page.goto(f"{home}/account/notices")
    expect(page.get_by_role("heading", name="On your devices")).to_be_visible()
    assert_nothing_for_axe(page)
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_role("button", name="Remove Unknown device")).to_be_visible()
    assert len(rows(here, push_subscription)) == 1
    page.goto(f"{home}/health")  # as long as a page is to be seen, nothing is told
    passes(here, 2 * PUSH_DELAY)
    plays(ada)
    passes(here, PUSH_DELAY)
    (posted,) = there.posted
    page.goto(f"{home}/account/notices")
    worker = _worker(page)
    _deliver(page, home, json.dumps(device.read(posted)))
    wait_until(lambda: worker.evaluate(SHOWN_NOTIFICATIONS))
    where = f"/table/{ada.table}"
    payload = {"title": "City Blocks", "body": "It’s your turn.", "lang": "en"}
    assert worker.evaluate(SHOWN_NOTIFICATIONS) == [payload | {"tag": where, "data": where}]


def _worker(page: Page) -> Worker:
    """The service worker of the page. A browser without windows has no place for notifications: the worker keeps them."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = page.context.service_workers
    if page.evaluate("Notification.permission") != "granted":
        worker.evaluate(KEEPS)
    return worker


KEEPS = """() => {
    const kept = [];
    registration.showNotification = async (title, options) => void kept.push({ title, ...options });
    registration.getNotifications = async () => kept;
}"""
SHOWN_NOTIFICATIONS = """async () => {
    const found = await registration.getNotifications();
    return found.map(({ title, body, tag, data, lang }) => ({ title, body, tag, data, lang }));
}"""


def _deliver(page: Page, home: str, text: str) -> None:
    """Give a text to the service worker of a site as the browser would that has received it."""
    tools, registrations = page.context.new_cdp_session(page), []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda payload: registrations.extend(payload["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_until(
        lambda: (
            page.evaluate("1")
            and any(registration["scopeURL"] == f"{home}/" for registration in registrations)
        )
    )
    worker = next(registration for registration in registrations if registration["scopeURL"] == f"{home}/")
    parameters = {"origin": home, "registrationId": worker["registrationId"], "data": text}
    tools.send("ServiceWorker.deliverPushMessage", parameters)


def test_a_visible_page_says_so_and_nothing_is_notified(
    here: Timed, there: Outside, open_page: Opener
) -> None:
    ada, bob = register(here), register(here)
    seat_together(ada, bob, time=DAYS)
    subscribe(bob, there)
    page = open_page(lang="en-GB")
    _sign_in(page.context, here.url, bob.cookie(Cookie.SESSION))
    page.goto(f"{here.url}/account")
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    plays(ada)
    passes(here, 1)
    with page.expect_response("**/api/account/here"):
        page.goto(f"{here.url}/rules/city_blocks")
    passes(here, 2 * PUSH_DELAY)
    assert (there.posted, rows(here, notification)) == ([], [])


def test_a_link_in_a_letter_opens_the_account(tmp_path: Path, open_page: Opener) -> None:
    with (
        mail_server() as post,
        serve_timed(
            quiet(
                tmp_path / "games.db",
                mail=post.url,
                mail_from="a@example.org",
                base_url="https://example.org",
            )
        ) as here,
    ):
        ada, home = register(here), here.url
        letters = here.server.services.email_links
        page = open_page(lang="en-GB")
        _sign_in(page.context, home, ada.cookie(Cookie.SESSION))
        page.goto(f"{home}/account/mail")
        page.get_by_label("Email address").fill("ada@example.org")
        page.get_by_role("button", name="Send me a link").click()
        expect(page.get_by_role("status")).to_contain_text("Check your inbox.")
        assert_nothing_for_axe(page)
        here.look()
        letters.wait()
        _follow(page, home, post.messages[-1].get_content())
        page.get_by_role("button", name="Yes, confirm it").click()
        expect(page.get_by_role("heading", name="ada@example.org")).to_be_visible()
        guest = open_page(lang="en-GB")
        guest.goto(f"{home}/account/mail")
        guest.get_by_label("Email address").fill("ada@example.org")
        guest.get_by_role("button", name="Send me a link").click()
        expect(guest.get_by_role("status")).to_contain_text("If an account uses this address")
        here.look()
        letters.wait()
        _follow(guest, home, post.messages[-1].get_content())
        assert_nothing_for_axe(guest)
        guest.get_by_role("button", name="Sign in").click()
        expect(guest.get_by_role("button", name="Sign out", exact=True)).to_be_visible()


def _follow(page: Page, home: str, text: str) -> None:
    """Open the link in a letter, and wait until the page's script has begun."""
    search = re.search(r"https://example.org(/account/mail/\S+)", text)
    assert search is not None
    page.goto(home + search[1])
    expect(page.locator("[name=token]")).to_have_value(search[1].partition("#")[2])


def test_without_a_connection_a_page_says_so_and_nothing_is_kept(own_site: Site, open_page: Opener) -> None:
    home = _secure(own_site.url)
    page = open_page()
    page.context.add_cookies([{"name": "lang", "value": "de", "url": home}])
    page.goto(home)
    page.evaluate(
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
    )
    own_site.stop()
    page.goto(f"{home}/rules/city_blocks")
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("caches.keys()") == []
    own_site.start()
    page.get_by_role("link", name="Noch einmal").click()
    expect(page.locator("h1", has_text="City Blocks").first).to_be_visible()


def test_the_page_can_be_installed(site: Site) -> None:
    body = httpx.get(f"{site.url}/manifest.webmanifest", headers={"Accept-Language": "de"}).json()
    assert (body["lang"], body["display"], body["start_url"]) == ("de", "standalone", "/")
    for icon in body["icons"]:
        response = httpx.get(site.url + icon["src"])
        size = struct.unpack(">II", response.content[16:24])
        assert (response.headers["content-type"], f"{size[0]}x{size[1]}") == ("image/png", icon["sizes"])
    assert httpx.get(f"{site.url}/apple-touch-icon.png").headers["content-type"] == "image/png"
    worker = httpx.get(f"{site.url}/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "caches" not in worker.text  # it keeps nothing
