"""The pages around the tables: one navigation, a home page on which Play is always in sight, and one's own games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, make_table, resign_over_the_api

PAGES = {
    "/": "Play",
    "/lobby": "Lobby",
    "/today": "Today",
    "/games": "My games",
    "/learn": "Learn",
    "/ratings": "Ratings",
    "/account": "Account",
    "/tournaments": "Lobby",
    "/rules/city_blocks": "Learn",
    "/privacy": "Account",
}
"""Each page, and the part of the navigation that it is in."""
NARROW = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
IN_SIGHT = """() => [...document.querySelectorAll("[data-play]")].some((play) => {
    const box = play.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return play.contains(top) && box.bottom <= innerHeight;
})"""
WATCH_SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifts += each.value; })
    .observe({ type: "layout-shift", buffered: true });
"""


def own_games(page: Page, site: Site, count: int, title: str = "block_city") -> list[str]:
    """Unfinished games of this browser."""
    return [make_table(page, site, ME, BOT, title=title, go=False)["id"] for _ in range(count)]


@pytest.mark.parametrize("more", daily([{}, NARROW], [NARROW]), ids=["desk", "narrow"])
def test_every_page_has_the_navigation(site: Site, open_page: Opener, more: dict[str, Any]) -> None:
    page = open_page(lang="en-GB", **more)
    for path, part in PAGES.items():
        page.goto(site.url + path)
        navigation = page.get_by_role("navigation", name="Main navigation")
        current = navigation.locator("[aria-current] > span:first-of-type")
        expect(current).to_have_text(part)
        assert page.evaluate(OVERFLOW) <= 0, path
        if more:
            assert navigation.locator("> ul a").count() == 4
            expect(navigation.get_by_role("button", name="More")).to_be_visible()
        else:
            expect(navigation.get_by_role("link")).to_have_count(7)


def test_more_pages_open_by_keyboard(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB", **NARROW)
    page.goto(site.url)
    expect(page.get_by_role("link", name="Learn", exact=True)).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.wait_for_url("**/learn")
    expect(page.locator(".picture-card")).not_to_have_count(0)


def test_axe_finds_nothing(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    own_games(page, site, 1)
    for path in ("/games", "/learn", "/ratings"):
        page.goto(site.url + path)
        assert_nothing_for_axe(page, path)


COVERED_FACES = """() => [...document.querySelectorAll("#games .game .face")].filter((face) => {
    const { right } = face.getBoundingClientRect();
    return right > face.closest(".game").querySelector(".button").getBoundingClientRect().x && face.checkVisibility();
}).length"""
"""How many faces the button beside them covers."""


def test_play_is_in_sight_with_twelve_unfinished_games(site: Site, open_page: Opener) -> None:
    page = open_page(lang="de-DE")
    page.context.add_init_script(WATCH_SHIFTS)
    own_games(page, site, 12)
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site.url)
        expect(page.locator("#games [data-game]")).to_have_count(12)
        assert page.evaluate(IN_SIGHT), width
        assert page.evaluate(OVERFLOW) <= 0, width
        page.wait_for_timeout(500)
        assert page.evaluate("window.shifts") < 0.05, width
        assert page.evaluate(COVERED_FACES) == 0, width
    expect(page.locator("#games [data-game]").nth(3)).to_be_in_viewport(ratio=1)


def test_home_grows_with_the_readers_font(site: Site, open_page: Opener) -> None:
    page = open_page(lang="de-DE", phone=True)
    own_games(page, site, 1)
    page.goto(site.url)
    heading = page.locator(".title-text h3").first
    before = heading.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert heading.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") == 2 * before
    assert page.evaluate(OVERFLOW) <= 0


def test_a_game_is_archived_and_put_back(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    [table] = own_games(page, site, 1)
    page.goto(site.url)
    card = page.locator(f"[data-game='{table}']")
    card.get_by_role("button").click()
    page.get_by_role("button", name="Archive game").click()
    expect(card).to_have_count(0)
    page.goto(f"{site.url}/games")
    page.locator("#archived").get_by_role("button").click()
    page.get_by_role("button", name="Unarchive").click()
    expect(page.locator("#running [data-game]")).to_have_count(1)


def test_resigning_from_home_asks_once_more(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    [table] = own_games(page, site, 1)
    page.goto(site.url)
    page.locator(f"[data-game='{table}']").get_by_role("button").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(f"[data-game='{table}']")).to_have_count(0)
    page.goto(f"{site.url}/games")
    expect(page.locator("#played li")).to_contain_text("Lost")
    expect(page.locator("[data-number=games]")).to_have_text("1")
    expect(page.locator("[data-number=share]")).to_have_text("0%")


def test_todays_unsolved_puzzle_has_a_mark(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/learn")
    today = page.get_by_role("navigation", name="Main navigation").locator("[data-unsolved]")
    expect(today).to_have_accessible_name("Today (puzzle not solved yet)")
    solve = (
        "day => localStorage.setItem('quartier.puzzles', JSON.stringify({ [day]: { city_blocks: 'today' } }))"
    )
    page.evaluate(solve, today.get_attribute("data-unsolved"))
    page.reload()
    expect(today).to_have_accessible_name("Today")


def test_a_finished_game_offers_its_deal_to_a_friend(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, BOT)["id"]
    resign_over_the_api(page, site, table)
    page.get_by_role("button", name="Challenge a friend to this deal").click()
    page.wait_for_url(lambda address: "/table/" in address and table not in address)
    expect(page.locator("#invite")).to_contain_text("Waiting for players")
