"""The review on the replay page: asked for, watched, read, and a way to play on from a better move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import YOUR_TURN, wait_until
from tests.web.test_after_the_game import finished_table
from tests.web.test_hints import COMPILING


def open_review(page: Page, site: Site, moves: int = 4) -> None:
    """A game of some moves, given up; its review, from the button after the game."""
    finished_table(page, site, moves)
    page.locator("#end").get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("tab", name="Analyse").click()
    page.click("#review-start")
    expect(page.locator("#review .curve")).to_be_visible(timeout=COMPILING)


def test_from_the_end_of_a_game_to_a_better_move(site: Site, open_page: Opener) -> None:
    page = open_page()
    open_review(page, site)
    expect(page.locator("#review")).to_contain_text("Glück")
    expect(page.locator("#review section")).to_have_count(2)
    expect(page.locator("#log .verdict").first).to_be_attached()
    decision = page.locator(".moments li").first
    number, verdict = (decision.locator(part).bounding_box() for part in (".moment-number", ".verdict"))
    assert number
    assert verdict
    assert number["x"] + number["width"] <= verdict["x"]
    decision.locator("a").click()
    event = decision.locator("a").get_attribute("data-at")
    wait_until(page, "at => location.search.endsWith('at=' + at)", event)
    expect(decision.locator("a")).to_have_attribute("aria-current", "step")
    better = decision.locator(".better").inner_text().removeprefix("Besser: ")
    decision.get_by_role("button").click()
    page.wait_for_url("**/table/*")
    wait_until(page, YOUR_TURN)
    expect(page.locator("#prompt")).to_have_text(better)
    page.click("#confirm")
    expect(page.locator("#log li").last).to_be_attached()
    wait_until(page, f"{YOUR_TURN}", seconds=60)


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_a_review_is_there_at_once_when_it_was_made(site: Site, open_page: Opener, phone: bool) -> None:
    page, other = open_page(), open_page(phone=phone, lang="en-GB")
    open_review(page, site, moves=2)
    other.goto(page.url.partition("?")[0])
    other.get_by_role("tab", name="Log").press("ArrowRight")
    expect(other.get_by_role("tab", name="Analysis")).to_be_focused()
    expect(other.locator("#review .curve")).to_be_visible()
    expect(other.locator("#review")).to_contain_text("Skill")
    other.get_by_role("tab", name="Log").click()
    expect(other.locator("#log")).to_be_visible()
    unfold, first = other.locator(".unfold"), other.locator("#log li").first
    expect(first).to_be_hidden()
    unfold.click()
    expect(first).to_be_visible()
    expect(other.locator("#review")).to_be_hidden()
