"""A tournament of two in the browser: announced, joined on a phone, played, and its standings read."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import TIMEOUT_MS, Opener
from tests.web.site import Site

PASSWORD = "three green bicycles"


def _resigns(page: Page, site: Site, tournament: str) -> None:
    """Whoever is signed in gives up the game of the present round."""
    request = page.context.request
    table = request.get(f"{site.url}/api/tournaments/{tournament}").json()["own_table"]
    seats = request.get(f"{site.url}/api/tables/{table}/summary").json()["seats"]
    wish = {"seat": [seat["yours"] for seat in seats].index(True), "client_move_id": "gives-up"}
    answer = request.post(f"{site.url}/api/tables/{table}/resign", data=wish)
    assert answer.status == 200, answer.text()


def _wait_until_over(page: Page, site: Site, tournament: str) -> None:
    """The keeper looks once a second."""
    end = time.monotonic() + TIMEOUT_MS / 1000
    while page.context.request.get(f"{site.url}/api/tournaments/{tournament}").json()["stage"] != "over":
        assert time.monotonic() < end
        page.wait_for_timeout(200)


def test_a_tournament_is_announced_joined_played_and_won(site: Site, open_page: Opener) -> None:
    ada, bob = open_page(lang="en-GB"), open_page(lang="de-DE", phone=True, dark=True)
    ada.goto(f"{site.url}/tournaments")
    assert_nothing_for_axe(ada, "list")
    ada.get_by_role("link", name="Create an account or sign in").click()
    form = ada.locator("form[data-post=register]")
    expect(ada.locator("#guest")).to_be_visible()
    form.locator("[name=name]").fill("Organising Ada")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("[type=submit]").click()
    ada.wait_for_url("**/tournaments")  # back to where the account was needed

    new = ada.locator("form[data-send='/api/tournaments']")
    new.locator("[type=submit]").click()
    expect(new.locator(".problem")).not_to_be_empty()
    expect(new.locator("[aria-invalid=true]")).to_have_attribute("name", "name")  # it alone is empty
    new.locator("[name=rounds]").fill("7")
    new.locator("[name=name]").fill("Cup of the Web")
    new.locator("[type=submit]").click()
    expect(new.locator(".problem")).to_contain_text("1 or 2 rounds")
    expect(new.locator("[aria-invalid=true]")).to_have_attribute("name", "rounds")
    expect(new.locator("label:has([name=rounds]) .problem")).to_be_in_viewport()  # below its field
    new.locator("[name=rounds]").fill("1")
    new.locator("[name=hours]").select_option("24")
    new.locator("[type=submit]").click()
    expect(new.locator("label:has([name=hours]) .problem")).to_contain_text(
        "a round must last at least 6 days"
    )
    new.locator("[name=hours]").select_option("168")
    new.locator("[type=submit]").click()
    ada.wait_for_url("**/tournaments/*")
    tournament = ada.url.rpartition("/")[2]
    ada.get_by_role("button", name="Join", exact=True).click()
    expect(ada.get_by_role("row", name="Organising Ada")).to_be_visible()
    assert_nothing_for_axe(ada, "open")

    bob.goto(f"{site.url}/tournaments/{tournament}")
    expect(bob.get_by_role("link", name="Konto erstellen oder anmelden")).to_be_visible()
    account = {"name": "Challenging Bob", "password": PASSWORD}
    assert bob.context.request.post(f"{site.url}/api/account/register", data=account).status == 201
    bob.reload()
    bob.get_by_role("button", name="Mitspielen").tap()
    expect(bob.get_by_role("row", name="Challenging Bob")).to_be_visible()

    expect(ada.get_by_role("row", name="Challenging Bob")).to_be_visible()  # by itself
    ada.get_by_role("button", name="Start now").click()
    ada.get_by_role("link", name="Go to my table").click()
    expect(ada.locator("#board-part svg")).to_be_visible()
    ada.get_by_role("link", name="Tournament").click()
    expect(ada.get_by_role("heading", name="Round 1")).to_be_visible()
    _resigns(bob, site, tournament)
    _wait_until_over(bob, site, tournament)
    bob.reload()
    expect(bob.get_by_role("row", name="1 Organising Ada 1 1")).to_be_visible()
    expect(bob.get_by_text("Das Turnier ist zu Ende.")).to_be_visible()
    assert_nothing_for_axe(bob, "over")
