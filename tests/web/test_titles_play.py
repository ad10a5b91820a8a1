"""Every title in the page, played by mouse, touch and keyboard through what the page offers; looked at by axe."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

import quartier
from quartier.games.registry import OURS
from tests.daily import daily
from tests.web.any_title import by_keyboard, by_mouse, by_touch, open_table, play, tab_to
from tests.web.axe import assert_nothing_for_axe_at_twice_the_size, assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import OVER, play_over_the_api, table_of, wait_for_turn
from tests.web.test_titles_pages import dangling_references, repeated_ids

TITLES = quartier.titles()
MAX_MOVES = 60
"""Own moves that `make soak` plays of a title: whole games of most, a good part of the longest."""
SOME = 4
"""Own moves in an ordinary run."""
HOW_MANY = pytest.mark.parametrize("most", daily([SOME, MAX_MOVES], [SOME]))


def assert_played(page: Page, moves: int, most: int) -> None:
    assert page.evaluate(OVER) or moves == most


@HOW_MANY
@pytest.mark.parametrize("title", daily(TITLES, ["gridlock", "connect_four"]))
def test_by_mouse_with_axe_looking_on(site: Site, open_page: Opener, title: str, most: int) -> None:
    page = open_page(lang="en-GB")
    open_table(page, site, title)
    assert wait_for_turn(page)
    assert_nothing_for_axe_in("dark", page, "at the start")
    moves = play(page, random.Random(51), by_mouse, most // 2)
    assert repeated_ids(page) == []
    assert dangling_references(page) == []
    assert_nothing_for_axe_at_twice_the_size(page, "median")
    assert_played(page, moves + play(page, random.Random(52), by_mouse, most - moves), most)
    if page.evaluate(OVER):
        expect(page.locator("#finale")).to_be_visible()
        assert_nothing_for_axe_in("light", page, "at the end")


@HOW_MANY
@pytest.mark.parametrize("title", daily(TITLES, ["metromania", "neue_heimat"]))
def test_by_touch_on_a_phone(site: Site, open_page: Opener, title: str, most: int) -> None:
    page = open_page(phone=True, dark=True)
    open_table(page, site, title)
    assert_played(page, play(page, random.Random(53), by_touch, most), most)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@HOW_MANY
@pytest.mark.parametrize("title", daily(TITLES, ["block_city", "connect_four"]))
def test_by_keyboard_alone(site: Site, open_page: Opener, title: str, most: int) -> None:
    page = open_page()
    open_table(page, site, title)
    assert_played(page, play(page, random.Random(54), by_keyboard, most), most)


@pytest.mark.parametrize("title", daily(OURS, ["city_blocks"]))
def test_by_keyboard_from_the_home_page_to_a_rematch(site: Site, open_page: Opener, title: str) -> None:
    """The moves in between are played elsewhere. What has the focus is marked wherever one comes by Tab."""
    page = open_page(viewport={"width": 1280, "height": 720})
    page.goto(site.url)
    press(page, f"article[data-title={title}] [data-play]")
    page.wait_for_url("**/table/*")
    first = table_of(page)
    assert_played(page, play(page, random.Random(56), by_keyboard, 1), 1)
    play_over_the_api(page, site, first, random.Random(57))
    expect(page.locator("#end .primary")).to_be_visible()
    press(page, "#end .primary")
    page.wait_for_url(lambda url: "/table/" in url and first not in url)
    assert_played(page, play(page, random.Random(58), by_keyboard, 1), 1)


def press(page: Page, selector: str) -> None:
    """Tab to an element, which then has a mark, and press Enter."""
    tab_to(page, selector)
    assert page.evaluate(MARKED), selector
    page.keyboard.press("Enter")


MARKED = """() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
}"""
"""Whether one sees what has the focus."""
