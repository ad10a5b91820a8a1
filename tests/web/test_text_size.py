"""Text at 200 %, by the size of the root's font: all pages and tables, on a desk and a phone, show and reach everything."""

from __future__ import annotations

import random

from playwright.sync_api import Page

from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, wait_for_turn
from tests.web.test_fit import CUT, TITLES

TWICE = "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))"
WINDOWS = [(1280, 720), (390, 844)]
PAGES = [
    *("/", "/lobby", "/today", "/learn", "/ratings", "/games", "/account"),
    *("/rules/city_blocks", "/learn/city_blocks"),
]
# Text that is wider than what shows it, or than the window, and cannot be scrolled to.
CUT_ON_A_PAGE = """() => [...document.querySelectorAll("body *")].filter((e) => {
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const { width, height } = e.getBoundingClientRect();
    if (!words || width < 3 || height < 3 || e.closest("svg, .unseen, .seat-why, #course")) return false;
    if (!e.checkVisibility({visibilityProperty: true})) return false;
    const clips = (overflow) => overflow === "hidden" || overflow === "clip";
    const { overflowX, overflowY } = getComputedStyle(e);
    if (clips(overflowX) && e.scrollWidth > e.clientWidth + 1) return true;
    if (clips(overflowY) && e.scrollHeight > e.clientHeight + 2) return true;
    const range = document.createRange();
    range.selectNodeContents(e);
    for (let around = e; around; around = around.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return false;
    return range.getBoundingClientRect().right > innerWidth + 2;
}).map((e) => e.textContent.trim())"""
WIDER = "document.documentElement.scrollWidth - innerWidth"
# What a player needs, brought into sight: inside the window from left to right, and not covered.
OUT_OF_REACH = """() => ["#prompt", "#confirm", "#seats .chip", "#board-part", "#hand-part svg"].filter((selector) => {
    const e = document.querySelector(selector);
    if (!e || !e.checkVisibility()) return selector !== "#hand-part svg";
    e.scrollIntoView({block: "center"});
    const { x, y, width, height } = e.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 2));
    const around = (element) => element.closest(".dock, .chip, .map");
    return x < -1 || x + width > innerWidth + 1 || !there || around(there) !== around(e);
})"""
# Whatever the bot has played: as long as a lot of City Blocks can be named.
LOT_IN_LOG = """document.querySelectorAll(".told > span:last-child").forEach((words) => {
    words.textContent = "Jefferson/Eisenhower.";
})"""
TEXT_SIZE = "parseFloat(getComputedStyle(document.querySelector('#prompt')).fontSize)"


def test_pages_lose_nothing_at_text_of_200_percent(site: Site, open_page: Opener) -> None:
    page = open_page()
    page.add_init_script(TWICE)
    problems = []
    for path in PAGES:
        page.goto(f"{site.url}{path}")
        for window in WINDOWS:
            problems += losses(page, path, window, CUT_ON_A_PAGE)
    assert problems == [], "\n".join(problems)


def test_tables_lose_nothing_at_text_of_200_percent(site: Site, open_page: Opener) -> None:
    page = open_page()
    usual = ""
    for title in TITLES:
        body = make_table(page, site, ME, BOT, title=title, go=False)
        play_over_the_api(page, site, body["id"], random.Random(7), 2)
        if not usual:
            go_to(page, site, body)
            usual = page.evaluate(TEXT_SIZE)
            page.add_init_script(TWICE)
        go_to(page, site, body)
        assert wait_for_turn(page)
        for window in WINDOWS:
            page.set_viewport_size({"width": window[0], "height": window[1]})
            page.evaluate(LOT_IN_LOG)
            problems = losses(page, title, window, CUT)
            missing = page.evaluate(OUT_OF_REACH)
            assert (problems, missing) == ([], []), f"{title}, {window}"
            assert page.evaluate(TEXT_SIZE) >= 1.5 * float(usual)


def losses(page: Page, where: str, window: tuple[int, int], cut: str) -> list[str]:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.evaluate(AT_REST)
    unfolds = page.locator(".asked > p").all_text_contents()  # under the pointer
    lost = [f"{where}, {window}: cut off {text!r}" for text in page.evaluate(cut) if text not in unfolds]
    wider = page.evaluate(WIDER)
    return [*lost, *([f"{where}, {window}: {wider} pixels wider than the window"] if wider > 1 else [])]
