"""From the address to the first move: one touch on Play, and the next one is a move begun. No name, no dialog, no wait."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

import quartier
from tests.daily import daily
from tests.web.any_title import touch_something
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import card_of, log_length, wait_for_turn, wait_until

TITLES = [name for name in quartier.titles() if quartier.load(name).spec.metadata.sentence]
HAS_BEGUN_MOVE = """before => document.querySelector(".touched, #choice-buttons [aria-pressed=true]") !== null
    || document.querySelector("#confirm").ariaDisabled === "false" || document.querySelectorAll("#log li").length > before"""
"""Something is touched or staged, or the touch has played a move already."""


@pytest.mark.parametrize("title", daily(TITLES, ["block_city", "gridlock"]))
def test_the_second_touch_begins_a_move(site: Site, open_page: Opener, title: str) -> None:
    phone = TITLES.index(title) % 2 == 0
    page = open_page(phone=phone)
    page.goto(site.url)
    button = card_of(page, title).locator("[data-play]")
    button.tap() if phone else button.click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#prompt")).not_to_be_empty()
    assert wait_for_turn(page)
    before = log_length(page)
    touch_something(page, random.Random(1), page.touchscreen.tap if phone else page.mouse.click)
    wait_until(page, HAS_BEGUN_MOVE, before)
