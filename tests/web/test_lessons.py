"""First games: whoever has never played one is led through it, by mouse, by touch or by keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

import quartier
from quartier.core.game.lessons import STEPS, lesson_of
from tests.web.any_title import by_keyboard, by_mouse, by_touch
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, ME, make_table, wait_until

TAUGHT = [name for name in quartier.titles() if lesson_of(quartier.load(name))]
DONE = "steps => document.querySelectorAll('#course .done').length === steps"


def begin(page: Page, site: Site, title: str, lang: str = "en") -> None:
    page.goto(f"{site.url}/learn/{title}?lang={lang}")
    expect(page.locator("#lesson-card")).to_be_visible()


def walk(page: Page, press: Callable[[], None], play: Callable[[Page, random.Random], bool]) -> None:
    """Through all steps; what is said stands in sight, and every move is played for real."""
    rng = random.Random(5)
    for step in range(STEPS):
        wait_until(page, DONE, step)
        expect(page.locator("#lesson-card .primary")).to_be_focused()
        press()
        if page.locator("#lesson-card").is_hidden():
            play(page, rng)
        wait_until(page, DONE, step + 1)
    expect(page.locator("#lesson-card")).to_be_visible()


class Way(NamedTuple):
    """How somebody goes through a lesson."""

    press: Callable[[Page], None]
    """The card's button."""
    play: Callable[[Page, random.Random], bool]
    phone: bool = False


WAYS = {
    "mouse": Way(lambda page: page.locator("#lesson-card .primary").click(), by_mouse),
    "touch": Way(lambda page: page.locator("#lesson-card .primary").tap(), by_touch, phone=True),
    "keyboard": Way(lambda page: page.keyboard.press("Enter"), by_keyboard),
}
DAILY = [
    ("city_blocks", "keyboard", "en"),
    ("block_city", "touch", "de"),
    ("metromania", "mouse", "de"),
    ("neue_heimat", "touch", "en"),
    ("gridlock", "keyboard", "de"),
]
"""Each title, way and language; `make soak` walks through all lessons in all ways and languages."""


@pytest.mark.parametrize(
    ("title", "way", "lang"),
    [
        pytest.param(*lesson, marks=() if lesson in DAILY else pytest.mark.soak)
        for lesson in product(TAUGHT, WAYS, ("en", "de"))
    ],
)
def test_a_lesson_is_walked_through(site: Site, open_page: Opener, title: str, way: str, lang: str) -> None:
    press, play, phone = WAYS[way]
    page = open_page(phone=phone)
    begin(page, site, title, lang)
    walk(page, lambda: press(page), play)


def test_a_lesson_ends_at_a_table(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    page.locator("#lesson-card button", has_text="Skip").press("Enter")
    expect(page.locator("#lesson-card .primary")).to_have_text("Play now")
    expect(page.locator("#lesson-card .primary")).to_be_focused()
    assert_nothing_for_axe(page, "the end")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(".chip.acting")).to_have_count(1)


def test_only_the_move_that_is_reported_can_be_played(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    sentence = page.locator("#lesson-text").inner_text()
    page.locator('[data-touch="hand-H2"]').click(force=True)
    expect(page.locator("#notice")).to_contain_text(sentence)
    page.locator("#lesson-card .primary").click()
    page.locator('[data-touch="hand-H2"]').click(force=True)
    expect(page.locator("#notice")).to_contain_text(sentence)
    expect(page.locator(".can-touch")).to_have_attribute("data-touch", "hand-S4")


def test_a_lesson_goes_on_where_it_was_left(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin(page, site, "city_blocks")
    page.locator("#lesson-card .primary").click()
    by_mouse(page, random.Random(1))
    wait_until(page, DONE, 1)
    page.reload()
    wait_until(page, DONE, 1)
    page.locator("#lesson-card button", has_text="Skip").click()
    expect(page.locator("#lesson-card .primary")).to_have_text("Play now")
    page.locator("#lesson-card button", has_text="Continue").click()
    expect(page.locator("#lesson-card .primary")).to_have_text("Try it")


def test_a_lesson_is_offered_at_the_door_by_the_rules_and_by_an_invitation(
    site: Site, open_page: Opener
) -> None:
    page = open_page()
    page.goto(f"{site.url}/?lang=en")
    page.get_by_role("link", name="Tutorial: City Blocks in 90 seconds").click()
    expect(page.locator("#lesson-card")).to_be_visible()
    page.goto(f"{site.url}/rules/city_blocks?lang=en")
    page.get_by_role("link", name="90-second tutorial").click()
    expect(page.locator("#lesson-card")).to_be_visible()
    table = make_table(page, site, ME, FRIEND, go=False)
    friend = open_page(lang="en-US")
    friend.goto(table["seats"][1]["invite_url"])
    expect(friend.locator("#join").get_by_role("link", name="90-second tutorial")).to_be_visible()


def test_a_title_without_a_lesson_offers_none(site: Site, open_page: Opener) -> None:
    page = open_page()
    assert "connect_four" not in TAUGHT
    answer = page.goto(f"{site.url}/learn/connect_four")
    assert answer is not None
    assert answer.status == 404
    page.goto(f"{site.url}/rules/connect_four?lang=en")
    expect(page.get_by_role("link", name="90-second tutorial")).to_have_count(0)
