"""A board that is shown in part, on a phone: two quick taps, two fingers, what leads on, and what a finger can reach."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    FRIEND,
    LONGER,
    ME,
    log_length,
    make_table,
    open_ids,
    plain_tile,
    play_over_the_api,
    table_of,
    touch,
    wait_for_turn,
    wait_until,
)
from tests.web.test_dragging import SCALE, middle, pinch

CLOCK = "window.time = 10000; performance.now = () => window.time"
ADVANCE_CLOCK = "window.time += 1000"

# How many places to touch lie in what is shown of the board, as a whole.
IN_FRAME = """() => {
    const frame = document.querySelector(".map").getBoundingClientRect();
    return [...document.querySelectorAll("#board-part .can-touch")].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.x >= frame.x && box.right <= frame.right && box.y >= frame.y && box.bottom <= frame.bottom;
    }).length;
}"""
# Places to touch whose middle a pennant covers.
COVERED = """() => [...document.querySelectorAll("#board-part .can-touch")].filter((each) => {
    const box = (each.querySelector(".hit") ?? each).getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".pennant");
}).map((each) => each.dataset.touch)"""

# The middle of a pennant, and how far a second finger comes down beside it, also on the map.
PENNANT = """() => {
    const onMap = (x, y) => document.elementFromPoint(x, y)?.closest(".map");
    return [...document.querySelectorAll(".pennant")].map((each) => each.getBoundingClientRect())
        .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
        .map(([x, y]) => [x, y, x < innerWidth / 2 ? 60 : -60])
        .find(([x, y, inwards]) => [x, x + inwards, x + 2 * inwards].every((at) => onMap(at, y)));
}"""


def on_a_phone(site: Site, open_page: Opener, title: str) -> Page:
    page = open_page(phone=True)
    make_table(page, site, ME, BOT, title=title)
    assert wait_for_turn(page)
    return page


def test_two_quick_taps_on_a_place_bring_it_nearer_and_a_second_thought_confirms(
    site: Site, open_page: Opener
) -> None:
    page = on_a_phone(site, open_page, "city_blocks")
    page.evaluate(CLOCK)
    length = log_length(page)
    touch(page, plain_tile(page)).tap()
    page.evaluate(ADVANCE_CLOCK)
    block = touch(page, open_ids(page, "#board-part")[9])
    whole = page.evaluate(SCALE)
    for _ in range(2):
        page.touchscreen.tap(*middle(block))
    wait_until(page, f"whole => {SCALE} > whole", whole)
    expect(page.locator("#confirm")).to_be_enabled()
    assert log_length(page) == length
    page.evaluate(ADVANCE_CLOCK)
    page.touchscreen.tap(*middle(block))
    wait_until(page, LONGER, length)


def test_two_quick_taps_on_a_button_do_not_confirm(site: Site, open_page: Opener) -> None:
    page = on_a_phone(site, open_page, "block_city")
    page.evaluate(CLOCK)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    piece = touch(page, open_ids(page, "#hand-part")[0])
    for _ in range(2):
        page.touchscreen.tap(*middle(piece))
    expect(piece).to_have_class("touched")
    assert sent == []


def test_two_fingers_may_come_down_on_a_pennant(site: Site, open_page: Opener) -> None:
    page = on_a_phone(site, open_page, "metromania")
    page.mouse.move(195, 300)
    while not page.evaluate(
        PENNANT
    ):  # the map has its whole size, at which it begins, only with the last styles
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(300)
    page.evaluate(AT_REST)
    x, y, inwards = page.evaluate(PENNANT)
    before = page.evaluate(SCALE)
    pinch(page, x + inwards, y, 60, 20)
    wait_until(page, f"before => {SCALE} < 0.8 * before", before)


def test_when_the_others_have_moved_the_places_to_touch_are_in_sight(site: Site, open_page: Opener) -> None:
    """A corner was looked at; it still shows something to touch, but elsewhere there is more."""
    page = on_a_phone(site, open_page, "city_blocks")
    page.evaluate(CLOCK)
    corner = page.locator("#board-part").bounding_box()
    assert corner
    for _ in range(2):
        page.touchscreen.tap(corner["x"] + 6, corner["y"] + 6)
    touch(page, plain_tile(page)).tap()
    frame_values = page.evaluate(IN_FRAME)
    assert frame_values > 0
    play_over_the_api(page, site, table_of(page), random.Random(5), 1)
    wait_until(page, "document.querySelectorAll('.touched').length === 0")
    assert wait_for_turn(page)
    page.evaluate(
        ADVANCE_CLOCK
    )  # or it would be the second of two quick taps, if such a tile lies there again
    touch(page, plain_tile(page)).tap()
    assert page.evaluate(IN_FRAME) > frame_values


def test_after_the_own_turn_the_whole_board_is_back(site: Site, open_page: Opener) -> None:
    """Metromania's next tunnels are too small to touch on the whole board: it came nearer by itself."""
    ada = open_page(phone=True, viewport={"width": 360, "height": 640})
    bea, rng = open_page(), random.Random(2)
    table = make_table(ada, site, ME, FRIEND, title="metromania")
    bea.goto(table["seats"][1]["invite_url"])
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    expect(ada.locator(".chip.acting")).to_have_count(1)
    path = f"{site.url}/api/tables/{table['id']}"
    board = ada.locator("#board-part")

    def is_ada_to_move() -> bool:
        return bool(ada.request.get(path).json()["turn"]["yours"])

    while not is_ada_to_move():
        play_over_the_api(bea, site, table["id"], rng, 1)
    play_over_the_api(ada, site, table["id"], rng, 1)
    expect(board).to_have_class(re.compile("near"))
    while is_ada_to_move():
        play_over_the_api(ada, site, table["id"], rng, 1)
    expect(board).not_to_have_class(re.compile("near"))


def test_no_pennant_covers_a_place_to_touch(site: Site, open_page: Opener) -> None:
    page = on_a_phone(site, open_page, "gridlock")
    page.set_viewport_size({"width": 360, "height": 740})
    touch(page, open_ids(page, "#hand-part")[0]).tap()
    page.evaluate(AT_REST)
    assert open_ids(page, "#board-part")
    assert page.evaluate(COVERED) == []
    page.mouse.move(180, 300)
    for _ in range(6):  # nearer, step by step: other places come to the edges
        page.mouse.wheel(0, -60)
        page.evaluate(AT_REST)
        assert page.evaluate(COVERED) == []
