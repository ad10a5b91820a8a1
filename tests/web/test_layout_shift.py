"""Nothing on the page jumps: heading, hand, side panel and players keep their places from turn to turn."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

import quartier
from tests.daily import daily
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, wait_for_turn

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
BOXES = """phone => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [dock, prompt, hand] = ["#dock", "#prompt", "#hand-part"].map(box);
    const heading = prompt.y - dock.y;
    const foot = dock.bottom - box(".actions").y;
    const result = {heading, left: prompt.x, foot, panel: dock.y};
    if (hand.height) result.hand = dock.bottom - hand.bottom;
    if (!phone) result.side = box("#aside-part").y;
    const above = [".between", "#aside-part"].map((selector) => document.querySelector(selector));
    result.cut = Math.max(...above.map((each) => each.scrollHeight - each.clientHeight));
    const lowest = Math.max(...[...above[0].children].map((each) => each.getBoundingClientRect().bottom));
    result.slack = above[0].getBoundingClientRect().bottom - parseFloat(getComputedStyle(above[0]).paddingBottom) - lowest;
    const panel = document.querySelector("#dock"), height = panel.offsetHeight;
    panel.style.minHeight = "0";
    result.spare = height - panel.offsetHeight;
    panel.style.minHeight = "";
    document.querySelectorAll("#seats .chip").forEach((chip, index) => {
        const {y, height} = chip.getBoundingClientRect();
        Object.assign(result, {[`seat ${index}`]: y, [`height of seat ${index}`]: height});
    });
    return result;
}"""
STRAY = """() => [...document.querySelectorAll(".elsewhere span")].filter((mark) => {
    const at = mark.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
    return ![...document.querySelectorAll("#aside-part [data-place]")].some((place) => {
        const box = place.getBoundingClientRect();
        return x >= box.x - 1 && x <= box.right + 1 && y >= box.y - 1 && y <= box.bottom + 1;
    });
}).map((mark) => mark.dataset.number)"""
"""Rings of others' moves that lie beside what they mean in the small drawing of another player's board."""
TOLERANCE = 2
"""px"""
SHIFTS = """() => new Promise((resolve) => {
    let sum = 0;
    const add = (list) => list.getEntries().forEach((each) => { if (!each.hadRecentInput) sum += each.value; });
    new PerformanceObserver(add).observe({type: "layout-shift", buffered: true});
    setTimeout(() => resolve(sum), 300);
})"""


def _players(title: str) -> list[dict[str, Any]]:
    return [ME] + [BOT] * (max(2, quartier.load(title).seats[0]) - 1)


def _measure(page: Page, phone: bool) -> dict[str, float]:
    """Where things are once a turn has been drawn."""
    page.evaluate(
        "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
    )
    assert page.evaluate(STRAY) == []
    result: dict[str, float] = page.evaluate(BOXES, phone)
    return result


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_nothing_moves_from_one_turn_to_the_next(site: Site, open_page: Opener, phone: bool) -> None:
    """The panel beside a board may grow for what it has never held; it only shrinks for what is above it."""
    page = open_page(phone=phone, **({} if phone else {"viewport": LAPTOP}))
    for title in quartier.titles():
        table = make_table(page, site, *_players(title), title=title, go=False)
        go_to(page, site, table)
        wait_for_turn(page)
        positions = [_measure(page, phone)]
        for _ in range(2):
            play_over_the_api(page, site, table["id"], random.Random(5), 1)
            positions.append(_measure(page, phone))
            if not wait_for_turn(page):
                break
            positions.append(_measure(page, phone))
        for what in positions[0].keys() - {"panel", "cut", "spare", "slack"}:
            values = [position[what] for position in positions if what in position]
            assert max(values) - min(values) <= TOLERANCE, f"{title}: {what} moves: {values}"
        for earlier, later in pairwise(positions if phone else []):
            assert later["panel"] == pytest.approx(earlier["panel"], abs=TOLERANCE), (
                f"{title}: the panel moves"
            )
        for earlier, later in pairwise([] if phone else positions):
            assert later["cut"] <= 1 or later["spare"] <= 1, f"{title}: {later} cut off above an empty panel"
            came_down = later["panel"] - earlier["panel"] > TOLERANCE
            assert not came_down or later["slack"] <= TOLERANCE, f"{title}: the panel comes down: {later}"


def test_the_home_page_hardly_shifts_with_games_running(site: Site, open_page: Opener) -> None:
    page = open_page(viewport=LAPTOP)
    for title in ("city_blocks", "block_city", "gridlock"):
        make_table(page, site, *_players(title), title=title)
    page.goto(site.url)
    page.locator(".band .games img").nth(2).wait_for()
    assert page.evaluate(SHIFTS) < 0.05
