"""What lies on the table explains itself: under the mouse, under a finger that stays, and by a key."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.daily import daily
from tests.server.harness import archived_day
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    ME,
    make_table,
    play_over_the_api,
    resign_over_the_api,
    wait_for_turn,
)

SOMETHING = {
    "block_city": "building-H05",
    "city_blocks": "street-a",
    "gridlock": "car",
    "metromania": "stations",
    "neue_heimat": "offer-mayor",
}
"""By title, something that lies on every table."""


def _table(page: Page, site: Site, title: str) -> Locator:
    """A table, and something on it."""
    make_table(page, site, ME, BOT, title=title)
    assert wait_for_turn(page)
    return _piece(page, SOMETHING[title])


def _piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-about="{name}"][aria-label], [data-touch="{name}"][aria-label]').first


def _assert_in_sight(page: Page, piece: Locator) -> None:
    """The bubble is wide enough to read, inside the window, and hides neither the piece nor the Confirm button."""
    bubble, window = page.locator(".bubble.explained"), page.viewport_size
    expect(bubble).to_be_visible()
    box = bubble.bounding_box()
    assert box is not None
    assert window is not None
    assert box["width"] >= 220
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= window["width"]
    assert box["y"] + box["height"] <= window["height"]
    for visible in (piece, page.locator("#confirm")):
        other = visible.bounding_box()
        assert other is None or not _overlap(box, other)


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


# The number of the first legal place whose middle no other piece covers.
UNCOVERED = """() => [...document.querySelectorAll("#board-part .can-touch")].findIndex((each) => {
    const {x, y, width, height} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
COVERED_TARGETS = """() => {
    const isCovered = ({ x, y, width, height }) =>
        document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".bubble") != null;
    const places = [...document.querySelectorAll(".can-touch, .dock button, .rule-link")];
    const targets = places.filter((each) => !each.closest(".bubble"));
    const box = (each) => (each.querySelector(".hit") ?? each).getBoundingClientRect();
    return targets.filter((each) => isCovered(box(each))).map((each) => each.dataset.touch ?? each.id);
}"""
"""What can be touched, and is under a bubble that would take the tap."""


def _hold(page: Page, piece: Locator, seconds: float = 1) -> None:
    """A finger stays on a piece until it is explained, which takes so long by the clock of the device."""
    box = piece.bounding_box()
    assert box is not None
    device = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    start = time.time()
    device.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at], "timestamp": start})
    expect(page.locator(".bubble.explained")).to_be_visible()
    device.send(
        "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": start + seconds}
    )


@pytest.mark.parametrize("title", daily(SOMETHING, ["metromania"]))
def test_the_mouse_asks_what_a_thing_is_and_leads_to_the_rule(
    site: Site, open_page: Opener, title: str
) -> None:
    page = open_page(lang="en-GB")
    piece = _table(page, site, title)
    bubble = page.locator(".bubble.explained")
    if title == "metromania":
        _piece(page, "trip-0").click()  # beside the board nothing else can be meant
        expect(bubble).to_contain_text("12 points")
    piece.hover(force=True)
    expect(bubble).to_contain_text(str(piece.get_attribute("aria-label")), ignore_case=True)
    link = bubble.locator("a.rule-link").first
    rule = str(link.inner_text())
    link.click()
    expect(page.locator(f"#sheet-rules .rule-shown#{rule}")).to_be_visible()


def test_in_a_replay_things_are_explained_as_they_were_and_rules_are_linked(
    site: Site, open_page: Opener
) -> None:
    """CB-13: nothing stood in the street at first."""
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, BOT, title="city_blocks", go=False)
    play_over_the_api(page, site, table["id"], random.Random(1), most=4)
    resign_over_the_api(page, site, table["id"])
    explanations = []
    for at in (0, 40):
        page.goto(f"{site.url}/replay/{table['id']}?at={at}")
        expect(page.locator("#replay-count")).to_contain_text("of")
        page.mouse.move(0, 0)
        _piece(page, "street-a").hover(force=True)
        bubble = page.locator(".bubble.explained")
        expect(bubble).to_be_visible()
        explanations.append(bubble.inner_text())
        expect(bubble.locator("a.rule-link").first).to_have_attribute(
            "href", re.compile(r"/rules/city_blocks")
        )
    assert explanations[0] != explanations[1]


def test_in_a_puzzle_things_are_explained(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/today/city_blocks/{archived_day().isoformat()}")
    _piece(page, "street-a").hover(force=True)
    page.locator(".bubble.explained a.rule-link").first.click()
    expect(page.locator("#sheet-rules .rule-shown")).to_be_visible()


def test_a_finger_that_stays_asks_and_touches_nothing(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    _table(page, site, "city_blocks")
    tile = page.locator("#hand-part [data-touch]").first
    _hold(page, tile)
    expect(page.locator("#hand-part .touched")).to_have_count(0)
    assert_nothing_for_axe(page)
    tile.tap()
    expect(page.locator(".bubble")).to_have_count(0)
    expect(page.locator("#hand-part .touched")).to_have_count(1)


@pytest.mark.parametrize("title", daily(SOMETHING, ["neue_heimat"]))
def test_a_tap_that_leads_nowhere_says_what_is_there(site: Site, open_page: Opener, title: str) -> None:
    page = open_page(phone=True)
    _table(page, site, title)
    piece = page.locator("#stage svg [data-about][aria-label]:not([data-opens]):visible").first
    piece.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True, "bubbles": True})
    piece.dispatch_event("click", {"bubbles": True})
    _assert_in_sight(page, piece)


def test_a_refused_tap_gives_the_reason_and_says_what_is_there(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    _table(page, site, "city_blocks")
    street = _piece(page, "street-a")
    street.tap(force=True)
    expect(page.locator("#notice")).to_be_visible()
    _assert_in_sight(page, street)


@pytest.mark.parametrize("size", daily([((360, 640),), ((390, 844),)], [((360, 640),)]))
def test_what_is_there_never_hides_the_reason(site: Site, open_page: Opener, size: tuple[int, int]) -> None:
    """Not even where the tapped thing is just above the panel with the reason."""
    page = open_page(phone=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    _table(page, site, "city_blocks")
    for name in ("street-a", "street-1", "street-5"):
        street = _piece(page, name)
        street.tap(force=True)
        expect(page.locator("#notice")).to_be_visible()
        expect(page.locator(".bubble.explained")).to_be_visible()
        boxes = [page.locator(selector).bounding_box() for selector in (".bubble.explained", "#notice")]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert not _overlap(boxes[0], boxes[1]), name
        page.keyboard.press("Escape")
        expect(page.locator(".bubble")).to_have_count(0)


def test_on_a_touch_screen_the_focus_alone_asks_nothing(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    _table(page, site, "city_blocks")
    page.locator("#hand-part [data-touch]").first.focus()
    page.wait_for_timeout(300)
    expect(page.locator(".bubble")).to_have_count(0)


def test_a_short_tap_on_a_slow_device_is_no_long_press(site: Site, open_page: Opener) -> None:
    """The timer of the long press runs out before the page hears that the finger was lifted."""
    page = open_page(phone=True)
    _table(page, site, "city_blocks")
    tile = page.locator("#hand-part [data-touch]").first
    _hold(page, tile, seconds=0.1)
    expect(page.locator("#hand-part .touched")).to_have_count(1)
    expect(page.locator(".bubble")).to_have_count(0)


def test_the_mouse_that_a_touch_screen_reports_asks_nothing(site: Site, open_page: Opener) -> None:
    """After a tap, Chromium reports a mouse at its place, also on the next page."""
    page = open_page(phone=True)
    piece = _table(page, site, "city_blocks")
    piece.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
    page.wait_for_timeout(700)
    expect(page.locator(".bubble")).to_have_count(0)


@pytest.mark.parametrize("title", daily(SOMETHING, ["metromania"]))
def test_a_bubble_keeps_no_finger_from_what_can_be_touched(site: Site, open_page: Opener, title: str) -> None:
    page = open_page(phone=True)
    page.set_viewport_size({"width": 360, "height": 640})
    _table(page, site, title)
    for part in ("#hand-part", "#board-part"):
        for piece in page.locator(f"{part} .can-touch[aria-label]").all()[:1]:
            _hold(page, piece)
            assert page.evaluate(COVERED_TARGETS) == []


@pytest.mark.parametrize("end", daily(["first", "last"], ["last"]))
def test_at_the_edge_a_bubble_keeps_its_width_and_hides_nothing(
    site: Site, open_page: Opener, end: str
) -> None:
    page = open_page(phone=True)
    _table(page, site, "city_blocks")
    tile: Locator = getattr(page.locator("#hand-part [data-touch]"), end)
    _hold(page, tile)
    _assert_in_sight(page, tile)


def test_a_key_asks_for_the_focused_piece_and_then_for_help(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    _table(page, site, "city_blocks")
    piece = page.locator("#hand-part [data-touch]").first
    page.keyboard.press("Shift")
    expect(page.locator("#board-part[tabindex]")).to_have_count(1)  # what handles keys is loaded
    piece.focus()
    page.keyboard.press("?")
    expect(page.locator(".bubble.explained")).to_be_visible()
    piece.evaluate("piece => { piece.blur(); piece.focus(); }")  # as a new drawing does
    expect(page.locator(".bubble.explained")).to_be_visible()
    _redraw_while_it_is_asked_for(page, piece)
    expect(page.locator(".bubble.explained")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#panel-keys")).to_be_visible()


def _redraw_while_it_is_asked_for(page: Page, piece: Locator) -> None:
    """Ask again what a piece is, and replace the piece before the server answers."""
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_have_count(0)
    again = "piece => { const copy = piece.cloneNode(true); piece.replaceWith(copy); copy.focus(); }"

    def answer(route: Route) -> None:
        piece.evaluate(again)
        route.continue_()

    page.route("**/about/**", answer)
    page.keyboard.press("?")


def test_a_bubble_has_coordinates_only_where_the_board_shows_them(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    _table(page, site, "metromania")
    pieces = page.locator("#board-part .can-touch")
    uncovered = pieces.nth(page.evaluate(UNCOVERED))
    for switch, text in (("off", re.compile("^House(?! )")), ("on", re.compile(r"^House \(-5,0 / -4,0\)"))):
        page.evaluate("on => localStorage.setItem('quartier.coordinates', on)", switch)
        page.mouse.move(2, 2)
        expect(page.locator(".bubble")).to_have_count(0)
        pieces.evaluate_all(
            "all => all.forEach((each) => each.setAttribute('aria-label', 'House (-5,0 / -4,0)'))"
        )
        uncovered.hover(force=True)
        expect(page.locator(".bubble")).to_have_text(text)


def test_who_shares_a_device_learns_nothing_of_a_covered_hand(site: Site, open_page: Opener) -> None:
    """GL-28: whose goal a destination is stays secret while the next player has not taken the device."""
    page = open_page(lang="en-GB")
    requests: list[Any] = []
    page.on("request", lambda request: requests.append(request.url) if "/about/" in request.url else None)
    make_table(page, site, ME, {"kind": "me", "name": "Bea"}, title="gridlock")
    expect(page.locator("#cover button")).to_be_visible()
    page.locator('[data-touch^="space-"]').nth(20).hover(force=True)
    expect(page.locator(".bubble")).to_be_visible()
    page.wait_for_timeout(300)
    assert requests == []


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_special_rules_have_a_sign_and_usual_ones_none(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone, lang="en-GB")
    _table(page, site, "gridlock")
    expect(page.locator("#special")).to_be_hidden()
    make_table(page, site, ME, BOT, title="gridlock", options={"congestion": True})
    sign = page.locator("#special")
    if phone:
        sign.tap()
    else:
        sign.hover()
    expect(page.locator("#special-rules")).to_contain_text(
        "Cars must stop at a destination with two or more cubes"
    )
    assert_nothing_for_axe(page)
