"""What a player looks for is in sight on small screens: names on the map, goals, legends, and ideas of the coach."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.reach import WINDOWS, Window
from tests.web.site import Site
from tests.web.table import (
    BOT,
    LONGER,
    ME,
    log_length,
    make_table,
    open_ids,
    touch,
    wait_for_turn,
    wait_until,
)
from tests.web.test_fit import ALL_IN_SIGHT, FINGERS, at_sizes
from tests.web.test_keyboard_focus import open_at

PHONES = [window for window in WINDOWS if window.fingers and window.width < 820]
LOW_DESKTOP = Window(1280, 720, False)

NAMES = """() => [...document.querySelectorAll("#board-part [data-rank]")]
    .filter((each) => each.getBoundingClientRect().width).map((each) => each.textContent)"""
"""The names of places on the map."""


def _begin(open_page: Opener, site: Site, window: Window, title: str, lang: str = "de-DE") -> Page:
    page = open_page(lang=lang, **(FINGERS if window.fingers else {}))
    page.set_viewport_size({"width": window.width, "height": window.height})
    make_table(page, site, ME, BOT, title=title)
    assert wait_for_turn(page)
    page.evaluate(AT_REST)
    return page


def test_names_hide_no_road_and_a_touch_on_a_landmark_shows_one(site: Site, open_page: Opener) -> None:
    page = _begin(open_page, site, PHONES[0], "gridlock")
    for size in at_sizes(page, [(window.width, window.height) for window in PHONES]):
        assert page.evaluate(NAMES) == [], size
    touch(page, "space-3,8").tap(force=True)  # where no move leads
    expect(page.locator(".bubble.explained")).to_contain_text("Copley Square")


GOALS_AT = list(product([PHONES[0], PHONES[1], LOW_DESKTOP], ["de-DE", "en-GB"]))


@pytest.mark.parametrize(("window", "lang"), daily(GOALS_AT, [GOALS_AT[0], GOALS_AT[-1]]), ids=str)
def test_goals_stay_in_sight_while_a_move_is_staged(
    site: Site, open_page: Opener, window: Window, lang: str
) -> None:
    page = _begin(open_page, site, window, "gridlock", lang)
    goals = '#aside-part [data-about^="goal-"]'
    wait_until(page, ALL_IN_SIGHT, goals)
    page.locator("#hand-part .can-touch").first.click()
    space = open_ids(page, "#board-part")[0]
    page.locator(f'[data-touch="{space}"]').dispatch_event("click")
    expect(
        page.locator("#ghost.staged *").first
    ).to_be_attached()  # a crossing of six ways has nothing to turn
    wait_until(page, ALL_IN_SIGHT, goals, seconds=20)
    before = log_length(page)
    page.locator("#confirm").click()
    wait_until(page, LONGER, before + 1)
    assert wait_for_turn(page)
    for name in open_ids(page, "#board-part")[:2]:  # a rotation, or a drive
        touch(page, name).dispatch_event("click")
        wait_until(page, ALL_IN_SIGHT, goals, seconds=20)


VISIBLE_ROWS = """() => {
    const more = document.querySelector("#more"), { bottom, height } = more.getBoundingClientRect();
    const rows = [...more.querySelectorAll("[data-touch]")].filter((row) => row.getBoundingClientRect().bottom < bottom + 1);
    return height > 1 ? rows.length : "no room";
}"""


def test_no_heading_is_left_where_none_of_its_rows_has_room(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    open_at(page, site, "neue_heimat", "sell")
    for size in at_sizes(page, [(390, 844), (360, 640)]):
        assert page.evaluate(VISIBLE_ROWS) != 0, size


def test_the_button_that_unfolds_the_overview_folds_it_again(site: Site, open_page: Opener) -> None:
    """The overview of Neue Heimat is high; it covers neither its button nor what is said above the board."""
    page = open_page(phone=True)
    open_at(page, site, "neue_heimat", "bid ")
    toggle = page.locator("#aside-toggle")
    for _ in at_sizes(page, [(360, 640), (360, 844)]):
        for state in ("true", "false"):
            box = toggle.bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(toggle).to_have_attribute("aria-expanded", state)


def test_the_tabs_of_the_menu_are_in_one_row(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True, viewport={"width": 360, "height": 640})
    make_table(page, site, ME, BOT)
    page.locator("[data-opens=log].menu").click()
    tabs = page.locator("#sheet [role=tab]").locator("visible=true")
    expect(tabs).to_have_count(5)
    boxes = tabs.evaluate_all(
        "all => all.map((each) => [each.offsetTop, each.getBoundingClientRect().right])"
    )
    assert len({top for top, _ in boxes}) == 1, boxes
    close = page.locator("#sheet .tabs .tool").first.bounding_box()
    assert close
    assert boxes[-1][1] <= close["x"] + 1, boxes
