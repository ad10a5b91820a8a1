"""Dragging: a tile from the hand to the board, and along the lattice; a drag that ends nowhere puts back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    LONGER,
    ME,
    go_to,
    log_length,
    make_table,
    open_ids,
    plain_tile,
    touch,
    wait_for_turn,
    wait_until,
)


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *points: tuple[float, float]) -> None:
    """Press at the first place, go through the others, let go at the last."""
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=8)


@pytest.fixture
def page(site: Site, open_page: Opener) -> Page:
    page = open_page()
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    return page


def test_a_tile_is_dragged_to_its_block(page: Page) -> None:
    tile = plain_tile(page)
    drag(page, middle(touch(page, tile)), (640, 500))
    block = open_ids(page, "#board-part")[4]
    page.mouse.move(*middle(touch(page, block)), steps=6)
    expect(page.locator(".floating")).to_have_count(1)
    expect(page.locator("#ghost.preview *").first).to_be_attached()
    page.mouse.up()
    expect(page.locator(".floating")).to_have_count(0)
    expect(page.locator("#ghost.staged *").first).to_be_attached()
    expect(touch(page, block)).to_have_class("touched")
    page.click("#confirm")
    expect(page.locator(f'[data-touch="{tile}"].touched')).to_have_count(0)


def test_a_tile_that_is_let_go_beside_the_board_goes_back(page: Page) -> None:
    tile = plain_tile(page)
    drag(page, middle(touch(page, tile)), (640, 400), (12, 12))
    page.mouse.up()
    expect(page.locator(".touched")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_disabled()


def test_a_tile_on_a_forbidden_place_names_the_rule(page: Page) -> None:
    tile = plain_tile(page)
    drag(page, middle(touch(page, tile)), middle(touch(page, "street-a")))
    page.mouse.up()
    expect(page.locator("#notice")).to_contain_text("CB-12")


def test_a_line_is_drawn_along_the_lattice(site: Site, open_page: Opener) -> None:
    """Press on the next vertex and go on to the one after it: a counter is laid at once, the last of the turn is staged."""
    page = open_page()
    go_to(page, site, metromania_that_ada_begins(page, site))
    assert wait_for_turn(page)
    lines = log_length(page)
    touch(page, open_ids(page, "#board-part")[0]).click()
    page.click("#confirm")
    wait_for_line(page, lines)
    x, y = middle(touch(page, way_on(page)))
    drag(page, (x, y), (x + 12, y + 12))
    wait_for_line(page, lines + 1)
    page.mouse.move(*middle(touch(page, way_on(page))), steps=4)
    page.mouse.up()
    expect(page.locator("#ghost.staged *").first).to_be_attached()
    assert log_length(page) == lines + 2


def metromania_that_ada_begins(page: Page, site: Site) -> dict[str, Any]:
    """Beside a line of the bot's a counter may have two ways to lie, and is only staged then."""
    for _ in range(40):
        table = make_table(page, site, ME, BOT, go=False, title="metromania")
        record = page.context.request.get(f"{site.url}/api/tables/{table['id']}/record").text()
        if "* first 0" in record:
            return table
    raise AssertionError("the bot began forty games")


IN_SIGHT = """() => {
    const box = (of) => document.querySelector(of).getBoundingClientRect();
    const [ghost, board] = [box("#ghost"), box("#board-part")];
    return ghost.x >= board.x && ghost.right <= board.right && ghost.y >= board.y && ghost.bottom <= board.bottom;
}"""


def test_what_is_staged_comes_into_sight(site: Site, open_page: Opener) -> None:
    """A move that is typed lies beyond what a phone shows of the board."""
    page = open_page(phone=True)
    table = make_table(page, site, ME, BOT, title="metromania")
    assert wait_for_turn(page)
    choices = page.context.request.get(f"{site.url}/api/tables/{table['id']}").json()["choices"]
    for choice in (choices[0], choices[-1]):
        page.keyboard.press("m")
        page.fill("#move-text", choice["move"])
        page.keyboard.press("Enter")
        expect(page.locator("#ghost.staged *").first).to_be_attached()
        assert page.evaluate(IN_SIGHT)
        page.reload()
        assert wait_for_turn(page)


def wait_for_line(page: Page, lines: int) -> None:
    """Wait until the log is longer than so many lines, and the next touch counts: the stream may be ahead of the answer."""
    wait_until(page, LONGER, lines)
    wait_until(page, ANSWERED)


def way_on(page: Page) -> str:
    return next(name for name in open_ids(page, "#board-part") if name.startswith("step-"))


def test_a_finger_moves_the_map_from_a_gold_place_too(site: Site, open_page: Opener) -> None:
    """Where the map is shown so near that it can be moved, a finger that goes on moves it and touches nothing."""
    page = open_page(phone=True)
    make_table(page, site, ME, BOT, title="gridlock")
    assert wait_for_turn(page)
    tile = open_ids(page, "#hand-part")[0]
    page.locator(f'[data-touch="{tile}"]').first.tap()
    page.keyboard.press("z")
    fields = page.locator("#board-part .can-touch .hit")
    inside = next(box for row in fields.all() if (box := row.bounding_box()) and lies_free(box))
    before = page.locator("#board-part > svg").bounding_box()
    drag_finger(page, inside["x"] + inside["width"] / 2, inside["y"] + inside["height"] / 2)
    after = page.locator("#board-part > svg").bounding_box()
    assert before
    assert after
    assert before != after
    expect(page.locator("#board-part .touched")).to_have_count(0)
    page.keyboard.press("Escape")  # or so much could be touched that a way to a goal would lie on it
    page.mouse.move(200, 300)
    page.mouse.wheel(0, -400)
    goal = page.locator(".pennant.goal").first
    name = goal.get_attribute("aria-label") or ""
    assert goal.inner_text() in name
    assert_nothing_for_axe(page)
    goal.click()  # the way to a goal outside: now it is in sight
    expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def lies_free(box: FloatRect) -> bool:
    """In the middle of a phone's board, under no control."""
    return 90 < box["x"] < 300 and 180 < box["y"] < 420


def drag_finger(page: Page, x: float, y: float) -> None:
    """A finger comes down, goes 60 px to the lower right and is lifted."""
    touches = page.context.new_cdp_session(page)
    for kind, by in (("touchStart", 0), ("touchMove", 20), ("touchMove", 60), ("touchEnd", None)):
        points = [] if by is None else [{"x": x + by, "y": y + by}]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


SCALE = "document.querySelector('#board-part > svg').getBoundingClientRect().width / innerWidth"


def test_two_fingers_and_two_taps_bring_the_map_nearer_and_back(site: Site, open_page: Opener) -> None:
    """Two fingers may come down on gold places; two taps beside all pieces count only if they follow quickly."""
    page = open_page(phone=True)
    make_table(page, site, ME, BOT, title="block_city")
    assert wait_for_turn(page)
    page.evaluate("window.time = 10000; performance.now = () => window.time")
    board = page.locator("#board-part").bounding_box()
    assert board
    whole = page.evaluate(SCALE)
    pinch(page, *middle(page.locator("#board-part")), 30, 90)
    wait_until(page, f"least => {SCALE} > least", 2 * whole)
    pinch(page, *middle(page.locator("#board-part")), 100, 15)
    wait_until(page, f"whole => {SCALE} === whole", whole)
    corner = (board["x"] + 12, board["y"] + 12)
    for zoomed in (True, False):
        page.touchscreen.tap(*corner)
        page.evaluate("window.time += 1000")
        page.touchscreen.tap(*corner)  # too late for a second tap: the first of two
        page.touchscreen.tap(*corner)
        wait_until(page, f"([whole, zoomed]) => ({SCALE} > whole) === zoomed", [whole, zoomed])
        page.evaluate("window.time += 1000")
    expect(page.locator("#board-part .touched")).to_have_count(0)


def pinch(page: Page, x: float, y: float, start: float, end: float) -> None:
    """Two fingers beside each other, each so many px from a place, go apart or together."""
    touches = page.context.new_cdp_session(page)
    half = (start + end) / 2
    for kind, by in (("touchStart", start), ("touchMove", half), ("touchMove", end), ("touchEnd", None)):
        points = [] if by is None else [{"x": x - by, "y": y, "id": 0}, {"x": x + by, "y": y, "id": 1}]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
