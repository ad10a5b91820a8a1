"""Somebody lets a program of their own play: its token, and how it looks at the table."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, ME, make_table, table_of

ACCOUNT = {"name": "Author of the Web", "password": "three green bicycles"}


def test_a_token_is_made_shown_once_used_and_revoked(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/account/programs")
    expect(page.locator("main")).to_contain_text("sign in or create one first")
    page.context.request.post(f"{site.url}/api/account/register", data=ACCOUNT)
    page.goto(f"{site.url}/account")
    page.get_by_role("link", name="API bots").click()
    page.get_by_label("Bot name").fill("x" * 3 + "\u202e")
    page.get_by_role("button", name="Create API token").click()
    expect(page.locator("form .problem").first).to_contain_text("invisible")
    page.get_by_label("Bot name").fill("Deep Bot")
    page.get_by_role("button", name="Create API token").click()
    code = page.locator("[data-shown] code")
    expect(code).to_have_text(re.compile(r"quartier-\S{32}"))
    expect(code).to_be_focused()
    token = code.inner_text()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert_nothing_for_axe(page, "a new token")

    make_table(page, site, ME, FRIEND)
    table = table_of(page)
    invite = page.context.request.get(f"{site.url}/api/tables/{table}").json()["seats"][1]["invite_url"]
    path = f"{site.url}/api/v1/tables/{table}"
    key = {"Authorization": f"Bearer {token}"}
    joined = httpx.post(f"{path}/join", json={"invite": invite.partition("=")[2]}, headers=key, timeout=60)
    assert joined.status_code == 200, joined.text
    card = page.locator("#seats").get_by_role("button", name=re.compile("Deep Bot"))
    expect(card).to_have_accessible_name(re.compile(r"Bot \(via API\)"))

    page.goto(f"{site.url}/account/programs")
    expect(page.locator("main")).to_contain_text("last used")
    expect(page.locator("main")).not_to_contain_text(token)
    page.locator("summary", has_text="Revoke").click()
    expect(page.locator("main")).to_contain_text("The token stops working at once.")
    assert_nothing_for_axe(page, "before a token is revoked")
    page.get_by_role("button", name="Revoke token").click()
    expect(page.locator("main")).not_to_contain_text("Deep Bot")
    assert httpx.get(path, headers=key, timeout=60).status_code == 401


def test_the_page_for_programs_reads_well(site: Site, open_page: Opener) -> None:
    page = open_page(lang="de-DE")
    page.goto(f"{site.url}/api/v1/docs")
    expect(page.get_by_role("heading", name="Quartier API")).to_be_visible()
    assert_nothing_for_axe(page, "the machine API")


def test_pages_to_read_fit_a_phone(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    for path in ("api/v1/docs", "lobby", "tournaments", "account"):
        page.goto(f"{site.url}/{path}")
        first = page.locator("main h1, main h2, main > p").first
        bar, begin = page.locator(".bar").bounding_box(), first.bounding_box()
        assert bar is not None
        assert begin is not None
        assert begin["y"] - bar["y"] - bar["height"] >= 12, path  # it does not stick to the bar
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
