"""A table on paper: light colours whatever the page's theme, all of the board with its marks, and nothing to press."""

from __future__ import annotations

import random

import pytest

from tests.daily import daily
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api

NEAR_THE_PLACE = 80
DOWN_THE_PAGE = """() => ['#seats', '#board-part', '#latest', '#hand-part'].map(
    each => document.querySelector(each).getBoundingClientRect().top)"""
WHOLE_BOARD = """() => {
    const boxOf = each => document.querySelector(each).getBoundingClientRect()
    const [svg, host] = ['#board-part > svg', '#board-part'].map(boxOf)
    return Math.abs(svg.width - host.width) < 1 && Math.abs(svg.left - host.left) < 1 && host.right <= innerWidth + 1
}"""
MARKS = """() => [...document.querySelectorAll('.story-mark')].map(mark => {
    const places = [...document.querySelectorAll('#board-part .last .ring')].map(ring => ring.getBoundingClientRect())
    const { x, y, width, height } = mark.getBoundingClientRect()
    return {
        adjusts: getComputedStyle(mark).printColorAdjust,
        away: Math.min(...places.map(p => Math.hypot(x + width / 2 - p.right, y + height / 2 - p.top))),
    }
})"""


@pytest.mark.parametrize("phone", daily([False, True], [True]), ids=["desk", "phone"])
def test_a_table_on_paper(open_page: Opener, site: Site, phone: bool) -> None:
    page = open_page(phone=phone, dark=True)
    table = make_table(page, site, ME, BOT, go=False)
    play_over_the_api(page, site, table["id"], random.Random(30), 3)
    go_to(page, site, table)
    page.locator(".story-mark").first.wait_for()
    page.emulate_media(media="print", color_scheme="dark")

    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--card')").strip() == "#FFFDF8"
    assert page.locator("button:not(.told):not(.chip)").filter(visible=True).count() == 0
    tops = page.evaluate(DOWN_THE_PAGE)
    assert tops == sorted(tops)
    assert page.evaluate(WHOLE_BOARD)
    marks = page.evaluate(MARKS)
    assert marks
    assert all(mark["adjusts"] == "exact" for mark in marks)
    assert min(mark["away"] for mark in marks) < NEAR_THE_PLACE
