"""All that is legal can be seen and touched at the start of a turn, at every size, in every title."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.reach import WINDOWS, shortcomings, table_at_random, touch_first
from tests.web.site import Site
from tests.web.table import BOT, LONGER, ME, log_length, make_table, wait_for_turn, wait_until
from tests.web.test_dragging import SCALE
from tests.web.test_fit import FINGERS, TITLES, state_of

SMALL_PHONE = {**FINGERS, "viewport": {"width": 360, "height": 640}}
POSITIONS = daily([1, 100], [1])
MIDDLES = """() => [...document.querySelectorAll("#board-part .can-touch")].map((each) => {
    const { x, y, width, height } = (each.querySelector(".hit") ?? each).getBoundingClientRect();
    return [each.dataset.touch, x + width / 2, y + height / 2];
})"""


@pytest.mark.parametrize("positions", POSITIONS)
@pytest.mark.parametrize("title", daily(TITLES, ["neue_heimat", "gridlock"]))
def test_all_that_is_legal_can_be_seen_and_touched(
    site: Site, open_page: Opener, title: str, positions: int
) -> None:
    problems: list[str] = []
    for number in range(positions):
        rng = random.Random(number)
        computer = open_page()
        table_at_random(computer, site, title, rng)
        phone = open_page(**FINGERS, **state_of(computer.context))
        for page, fingers in ((phone, True), (computer, False)):
            problems += _problems(page, computer.url, fingers, number)
        for page in (computer, phone):
            page.context.close()
    assert problems == []


def _problems(page: Page, url: str, fingers: bool, number: int) -> list[str]:
    """What falls short at a table, at the turn's start and after a first touch of the hand."""
    page.goto(url)
    assert wait_for_turn(page)
    windows = [window for window in WINDOWS if window.fingers == fingers]
    result = [problem for window in windows for problem in shortcomings(page, window)]
    if touch_first(page, random.Random(number)):
        result += [problem for window in windows for problem in shortcomings(page, window)]
    return [f"position {number}, {problem}" for problem in result]


def begin(open_page: Opener, site: Site, title: str) -> Page:
    """A small phone at the start of a game, with places to touch on the board."""
    page = open_page(**SMALL_PHONE)
    make_table(page, site, ME, BOT, title=title)
    assert wait_for_turn(page)
    touch_first(page, random.Random(1))
    page.evaluate(AT_REST)
    return page


@pytest.mark.parametrize("title", daily(["metromania", "block_city", "gridlock"], ["metromania"]))
def test_a_finger_that_misses_a_small_place_by_little_touches_it(
    site: Site, open_page: Opener, title: str
) -> None:
    page = begin(open_page, site, title)
    length = log_length(page)
    middles = page.evaluate(MIDDLES)

    def lead(middle: Any) -> float:
        """How much farther the other places are from the touch."""
        at = (middle[1] + 3, middle[2] - 3)
        others = [math.dist(at, other[1:]) for other in middles if other[0] != middle[0]]
        return min(others) - math.dist(at, middle[1:])

    name, x, y = max(middles, key=lead)
    page.touchscreen.tap(x + 3, y - 3)
    done = f"([id, n]) => document.querySelector(`[data-touch='${{id}}'].touched`) || ({LONGER})(n)"
    wait_until(page, done, [name, length], seconds=20)


def test_a_finger_between_two_small_places_brings_them_nearer(site: Site, open_page: Opener) -> None:
    page = begin(open_page, site, "gridlock")
    touched = page.locator(".touched").count()
    whole = page.evaluate(SCALE)
    middles = page.evaluate(MIDDLES)
    _, x, y = middles[0]
    _, other_x, other_y = min(middles[1:], key=lambda middle: abs(middle[1] - x) + abs(middle[2] - y))
    page.touchscreen.tap((x + other_x) / 2, (y + other_y) / 2)
    wait_until(page, f"whole => {SCALE} > whole", whole, seconds=20)
    expect(page.locator(".touched")).to_have_count(touched)
