"""What must hold on every page of every title: ids that are there once, references that lead somewhere, a strict policy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import quartier
from tests.daily import daily
from tests.web.any_title import open_table
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import open_sheet, wait_until

TITLES = quartier.titles()


def repeated_ids(page: Page) -> list[str]:
    """Ids that more than one element of the page has."""
    result: list[str] = page.evaluate(
        """() => {
            const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
            return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))];
        }"""
    )
    return result


def dangling_references(page: Page) -> list[str]:
    """Uses of symbols, patterns and clips that the page does not have."""
    result: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("use, [fill^='url(#'], [clip-path^='url(#']")]
            .flatMap((each) => ["href", "fill", "clip-path"].map((name) => each.getAttribute(name) ?? ""))
            .map((value) => /^(?:url\\()?#([^)]+)/.exec(value)?.[1])
            .filter((id) => id && !document.getElementById(id))"""
    )
    return result


def home(page: Page, site: Site, title: str) -> None:
    page.goto(site.url)
    expect(page.locator(f"#title-{title}")).to_be_visible()


def rules(page: Page, site: Site, title: str) -> None:
    page.goto(f"{site.url}/rules/{title}")
    expect(page.locator("#rulebook h1")).to_be_visible()


def table_with_rules(page: Page, site: Site, title: str) -> None:
    open_table(page, site, title)
    open_sheet(page, "rules")
    expect(page.locator("#sheet-rules h1")).to_be_visible()


PAGES = [home, rules, table_with_rules]


@pytest.mark.parametrize("page_function", PAGES)
@pytest.mark.parametrize("title", daily(TITLES, ["city_blocks"]))
def test_ids_are_there_once_and_references_lead_somewhere(
    site: Site, open_page: Opener, title: str, page_function: Callable[[Page, Site, str], None]
) -> None:
    page = open_page()
    page_function(page, site, title)
    assert repeated_ids(page) == []
    assert dangling_references(page) == []


@pytest.mark.parametrize("title", daily(TITLES, ["metromania"]))
def test_the_pictures_of_a_rulebook_are_there(site: Site, open_page: Opener, title: str) -> None:
    page = open_page(dark=True)
    rules(page, site, title)
    for picture in page.locator("main img").all():
        picture.scroll_into_view_if_needed()
        wait_until(page, "e => e.complete && e.naturalWidth > 0", picture.element_handle())


@pytest.mark.parametrize("path", ["/", "/rules/metromania", "/table/nowhere"])
def test_no_page_lets_anything_inline_run_or_style(site: Site, open_page: Opener, path: str) -> None:
    answer = open_page().request.get(site.url + path)
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
