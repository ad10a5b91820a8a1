"""Whole games of City Blocks in the page: by mouse, by touch, by keyboard alone, and two people at two devices."""

from __future__ import annotations

import itertools
import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    LONGER,
    ME,
    log_length,
    make_table,
    move,
    open_from_home,
    play_over_the_api,
    play_to_the_end,
    play_with_friend,
    table_of,
    visible_scores,
    wait_for_turn,
    wait_until,
    whose_turn,
)


def assert_finished(page: Page) -> None:
    """The page says who has won, offers what comes next, and the board is full."""
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#prompt")).not_to_be_empty()
    assert page.locator("#board-part [data-piece^='0-'], #board-part [data-piece^='1-']").count() == 30
    assert not page.title().startswith("●")


@pytest.mark.soak
def test_by_mouse_from_the_home_page(site: Site, open_page: Opener) -> None:
    page = open_page()
    open_from_home(page, site)
    play_to_the_end(page, random.Random(1))
    assert_finished(page)


@pytest.mark.soak
def test_by_touch_on_a_phone(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True, dark=True)
    make_table(page, site, ME, BOT)
    play_to_the_end(page, random.Random(2), "tap")
    assert_finished(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.soak
def test_by_keyboard_alone(site: Site, open_page: Opener) -> None:
    """Tab to the hand, arrows to a tile, Enter; arrows to a block, Enter, Enter. The mouse is never used."""
    page = open_page()
    make_table(page, site, ME, BOT)
    rng = random.Random(3)
    for _ in range(60):
        if not wait_for_turn(page):
            break
        _move_by_keyboard(page, rng)
    assert_finished(page)


def _move_by_keyboard(page: Page, rng: random.Random) -> None:
    before = log_length(page)
    for _ in range(6):
        if page.locator("#choice-buttons button").count():
            _tab_to(page, "#choice-buttons button")
        else:
            _tab_to(page, "[data-touch]")
            _walk_to_something_open(page, rng)
        page.keyboard.press("Enter")
        wait_until(page, ANSWERED)
        if page.locator("#confirm").is_enabled():
            page.keyboard.press("Enter")
        if log_length(page) > before or page.locator("#confirm").get_attribute("aria-busy") == "true":
            break
    wait_until(page, LONGER, before)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(30):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {selector}")


def _walk_to_something_open(page: Page, rng: random.Random) -> None:
    """A drunken walk with the arrow keys, as a person would try them; it ends on a piece that can be touched."""
    for step in range(200):
        if step >= 2 and page.evaluate("document.activeElement.classList.contains('can-touch')"):
            return
        page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    raise AssertionError("the arrow keys never reached a piece that can be touched")


@pytest.mark.soak
def test_two_browsers_see_each_other_without_reloading(site: Site, open_page: Opener) -> None:
    """By mouse as the game begins and ends; in between they play elsewhere, and both pages follow."""
    ada, bea = play_with_friend(open_page, site)
    table, rng = table_of(ada), random.Random(4)
    for number in itertools.count():
        if (turn := whose_turn(ada, bea)) is None:
            break
        player, other = turn
        length = log_length(other)
        if 4 <= number < 26:
            play_over_the_api(player, site, table, rng, 1)
        else:
            move(player, rng)
        wait_until(other, LONGER, length)
    for page in (ada, bea):
        assert_finished(page)
    assert visible_scores(ada) == visible_scores(bea)
