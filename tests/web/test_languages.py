"""The pages in a language that no one planned for: nothing is cut off, wider than the window, or left in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import pseudo_locale
from tests.daily import daily
from tests.web.conftest import DESKTOP, PHONE, Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, wait_for_turn
from tests.web.test_fit import CUT

PAGES = (
    "/",
    "/lobby",
    "/account",
    "/today",
    "/rules/metromania",
    "/chance",
    "/programs",
    "/notifications",
    "/nowhere",
)
TITLES = ("block_city", "city_blocks", "gridlock", "metromania", "neue_heimat")
# What sticks out of the window to the right.
OVERFLOWING = """() => document.documentElement.scrollWidth > innerWidth
    ? [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => `${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 60)}`).slice(0, 5)
    : []"""


@pytest.fixture(scope="module")
def foreign_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with one language more."""
    folder = tmp_path_factory.mktemp("foreign")
    pseudo_locale.write(folder / "locales")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUARTIER_LOCALES", str(folder / "locales"))
        site = Site(folder).start()
    yield site
    site.stop()


@pytest.mark.parametrize(
    "device", [pytest.param(DESKTOP, marks=pytest.mark.soak), PHONE], ids=["desktop", "phone"]
)
def test_longer_words_fit_every_page(
    foreign_site: Site, open_page: Opener, device: dict[str, object]
) -> None:
    page = open_page(**device)
    wide = {}
    for path in PAGES:
        page.goto(f"{foreign_site.url}{path}?lang={pseudo_locale.LANG}")
        expect(page.locator("html")).to_have_attribute("lang", pseudo_locale.LANG)
        assert pseudo_locale.MARK in page.locator("main").inner_text(), path
        if overflowing := page.evaluate(OVERFLOWING):
            wide[path] = overflowing
    assert wide == {}


@pytest.mark.parametrize("title", daily(TITLES, ["gridlock", "neue_heimat"]))
def test_longer_words_fit_the_table(foreign_site: Site, open_page: Opener, title: str) -> None:
    page = open_page(**PHONE)
    page.context.add_cookies([{"name": "lang", "value": pseudo_locale.LANG, "url": foreign_site.url}])
    page.goto(foreign_site.url)
    table = make_table(page, foreign_site, ME, BOT, title=title, go=False)
    go_to(page, foreign_site, table)
    assert wait_for_turn(page)
    expect(page.locator("html")).to_have_attribute("lang", pseudo_locale.LANG)
    assert pseudo_locale.MARK in page.locator("main").inner_text()
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(CUT) == []


def test_the_language_can_be_chosen(foreign_site: Site, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(**DESKTOP)
    page.goto(f"{foreign_site.url}/")
    assert page.locator('input[name="language"]').evaluate_all("all => all.map((e) => e.value)") == [
        "de",
        "en",
        "qps",
    ]
