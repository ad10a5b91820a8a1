"""A browser whose storage is forbidden or full: home and table work, without what would have been remembered."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.daily import daily
from tests.web.conftest import ROOT, Opener
from tests.web.site import Site
from tests.web.table import card_of, move, wait_for_turn

FORBIDDEN = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
SOURCES = ROOT / "web" / "src"


@pytest.mark.parametrize("storage", daily([FORBIDDEN, FULL], [FORBIDDEN]), ids=["forbidden", "full"])
def test_a_table_is_made_and_played_without_storage(site: Site, open_page: Opener, storage: str) -> None:
    page = open_page(lang="en-GB")
    page.add_init_script(storage)
    page.goto(site.url)
    card_of(page, "city_blocks").locator("[data-play]").click()
    page.wait_for_url("**/table/*")
    rng = random.Random(4)
    for _ in range(2):
        assert wait_for_turn(page)
        move(page, rng)
    page.locator("#settings-button").click()
    page.locator("#settings input[name=motion][value=fast]").check(force=True)
    assert page.locator("#settings input[name=motion][value=fast]").is_checked()


def test_a_sentence_says_that_a_seat_needs_cookies(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })")
    page.goto(site.url)
    card_of(page, "city_blocks").locator("[data-play]").click()
    expect(page.get_by_text("Allow cookies for this site to play.")).to_be_visible()
    assert page.url.rstrip("/") == site.url


def test_one_module_uses_the_storage_of_the_browser() -> None:
    using = {
        file.relative_to(SOURCES).as_posix()
        for file in SOURCES.rglob("*.ts")
        if re.search(r"localStorage|sessionStorage", file.read_text("utf-8"))
    }
    assert using == {"ui/storage.ts"}
