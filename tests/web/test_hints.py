"""A hint at the table: asked for, shown, tried out, dropped when the table moves on; and nowhere where people compete."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    HERE,
    ME,
    YOUR_TURN,
    choose_seat,
    hand_over,
    make_table,
    move,
    open_setup,
    play_with_friend,
    table_of,
    wait_until,
)

HINT = re.compile(r"/hint\b")
COMPILING = 300_000
"""Milliseconds: a search waits for compiled rules, and on a new machine they must be compiled first."""
PARTS = """() => ["#board-part", "#dock", "#prompt", "#confirm"].map((each) => {
    const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
    return [each, x, y, width, height].join(" ");
})"""
# How many pixels of the board's height the box covers.
OVER_THE_BOARD = """() => {
    const [board, box] = ["#board-part", "#hints"].map((each) => document.querySelector(each).getBoundingClientRect());
    return Math.max(0, Math.min(board.bottom, box.bottom) - Math.max(board.top, box.top));
}"""


def ask(page: Page) -> None:
    page.click("#hint")
    expect(page.locator(".hint").nth(1)).to_be_visible(timeout=COMPILING)  # a busy machine finds no third


def _assert_within(part: Locator, box: Locator) -> None:
    """In view without scrolling."""
    inner, outer = part.bounding_box(), box.bounding_box()
    assert inner
    assert outer
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]


@pytest.mark.parametrize("phone", [False, True])
def test_a_hint_is_tried_out_and_played(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    before = page.evaluate(PARTS)
    ask(page)
    assert page.evaluate(PARTS) == before  # nothing jumps
    assert not phone or page.evaluate(OVER_THE_BOARD) == 0
    second = page.locator(".hint").nth(1)
    _assert_within(page.locator("#hint-why"), page.locator("#hints"))
    hand, box = page.locator("#hand-part").bounding_box(), page.locator("#hints").bounding_box()
    assert not phone or (hand and box and box["y"] + box["height"] <= hand["y"] + 1)
    label = second.locator(".hint-label").inner_text()
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_have_text(label)
    expect(page.locator("#ghost.staged > *").first).to_be_attached()
    expect(page.locator("#hint")).to_be_in_viewport()
    expect(second).to_be_in_viewport(ratio=1)
    expect(page.locator(".story-mark.future").first).to_be_attached()
    page.route("**/moves", lambda _: None)  # no answer comes, and yet nothing of the hint is left
    page.click("#confirm")
    expect(page.locator("#hints")).to_be_hidden()
    expect(page.locator(".story-mark.future")).to_have_count(0)


def test_a_hint_is_tried_out_and_closed_by_keyboard(site: Site, open_page: Opener) -> None:
    """The best move has the focus when it is found; Escape puts it back, and another one closes the box."""
    page = open_page()
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    page.keyboard.press("h")
    best = page.locator(".hint").first
    expect(best).to_be_focused(timeout=COMPILING)
    page.keyboard.press("Enter")
    expect(best).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(best).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.locator("#hints")).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()


def test_a_hint_is_for_one_decision_only(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, HERE)
    expect(page.locator("#hint")).to_be_disabled()  # the hand is covered: nobody has taken the device yet
    page.keyboard.press("h")
    expect(page.locator("#hint-verdict")).to_contain_text("Bestätige erst, dass du das Gerät hast.")
    hand_over(page)
    expect(page.locator("#hints")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator(".hint").nth(1)).to_be_visible(timeout=COMPILING)  # a busy machine finds no third
    page.click("#hint")
    expect(page.locator("#hints")).to_be_hidden()
    ask(page)
    move(page, random.Random(40))
    expect(page.locator("#hints")).to_be_hidden()
    expect(page.locator("#hint")).to_be_disabled()


def test_who_acts_at_the_same_time_does_not_take_the_hint_away(site: Site, open_page: Opener) -> None:
    page = open_page()
    table = make_table(page, site, ME, HERE, title="block_city")
    ask(page)
    tables = f"{site.url}/api/tables/{table['id']}"
    other = page.context.request.get(f"{tables}?seat=1").json()
    done = {
        "seat": 1,
        "move": other["choices"][0]["move"],
        "version": other["version"],
        "client_move_id": "other",
    }
    assert page.context.request.post(f"{tables}/moves", data=done).ok
    wait_until(page, "document.querySelectorAll('#log li').length >= 3")
    expect(page.locator(".hint")).to_have_count(3)


@pytest.mark.parametrize("phone", [False, True])
def test_the_box_says_why_it_is_empty(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    busy = {"error": {"code": "busy", "text": "Gerade fragen zu viele nach Tipps."}}
    page.route(HINT, lambda route: route.fulfill(status=429, json=busy))
    page.click("#hint")
    expect(page.locator("#hint-verdict")).to_have_text("Gerade fragen zu viele nach Tipps.")
    expect(page.locator("#hint-verdict")).to_be_in_viewport(ratio=1)
    page.click("#hint")
    nothing = {"version": 1, "verdict": "", "moves": []}
    page.unroute(HINT)
    page.route(HINT, lambda route: route.fulfill(json=nothing))
    page.click("#hint")
    expect(page.locator("#hint-verdict")).to_have_text("Es fand sich kein Tipp. Versuch es noch einmal.")


def test_a_slow_hint_says_so_and_can_be_cancelled(site: Site, open_page: Opener) -> None:
    """A request that ends without an answer is sent again: the server continues to look."""
    page = open_page(lang="en-GB")
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    page.clock.install()
    page.route(HINT, lambda _: None)
    page.evaluate("AbortSignal.timeout = AbortSignal.timeout.bind(AbortSignal, 200)")
    with page.expect_request(HINT):
        page.click("#hint")
    seeking = page.locator("#hint-seeking p:visible")
    expect(seeking).to_have_text("Looking for good moves…")
    with page.expect_request(HINT):
        pass
    page.clock.fast_forward(3000)
    expect(seeking).to_have_text(re.compile("Thinking a little longer"))
    page.click("#hint-cancel")
    expect(page.locator("#hints")).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()


def test_where_all_is_decided_points_are_shown(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    moves = [
        {"move": move, "label": move, "value": 0.99, "promise": effect, "why": ""}
        for move, effect in (("a", "+$7"), ("b", "+$3"))
    ]
    won = {"version": 1, "verdict": "Du hast so gut wie gewonnen.", "moves": moves}
    page.route(HINT, lambda route: route.fulfill(json=won))
    page.click("#hint")
    expect(page.locator("#hint-verdict")).to_have_text("Du hast so gut wie gewonnen.")
    expect(page.locator(".hint b")).to_have_text(["+$7", "+$3"])
    expect(page.locator(".hint-share")).to_have_count(0)
    expect(page.locator("#hint-meaning")).to_be_hidden()


def test_a_share_that_is_not_reliable_is_not_shown(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    moves = [
        {"move": move, "label": move, "value": value, "promise": share, "why": "", "line": []}
        for move, value, share in (("a", 0.33, "33\u00a0%"), ("b", 0.04, ""))
    ]
    page.route(HINT, lambda route: route.fulfill(json={"version": 1, "verdict": "", "moves": moves}))
    page.click("#hint")
    expect(page.locator(".hint b")).to_have_text(["33\u00a0%", ""])
    expect(page.locator(".hint-share")).to_have_count(1)


def test_friends_on_two_devices_have_no_hints(site: Site, open_page: Opener) -> None:
    for page in play_with_friend(open_page, site):
        expect(page.locator("#hint")).to_be_hidden()


def test_the_form_knows_when_hints_fit(site: Site, open_page: Opener) -> None:
    page = open_page()
    dialog = open_setup(page, site, "city_blocks")
    switch = dialog.get_by_role("switch", name="Tipps")
    expect(dialog.get_by_role("combobox", name="Bot an Platz 2")).to_have_value("1")
    expect(switch).to_be_checked()
    choose_seat(dialog, 1, "friend")
    expect(switch).not_to_be_checked()
    choose_seat(dialog, 1, "bot", level="6")
    expect(switch).to_be_checked()
    switch.uncheck()
    choose_seat(dialog, 1, "here")
    expect(switch).not_to_be_checked()


def test_on_a_low_desk_the_box_leaves_the_places_of_its_moves_in_sight(site: Site, open_page: Opener) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    view = page.context.request.get(f"{site.url}/api/tables/{table_of(page)}").json()
    moves: list[str] = []
    page.route(
        HINT,
        lambda route: route.fulfill(
            json={
                "version": 1,
                "verdict": "",
                "moves": [
                    {"move": move, "label": move, "value": 0.5, "promise": "", "why": "", "line": []}
                    for move in moves
                ],
            }
        ),
    )
    for column in "af":
        targets = {
            choice["paths"][0][-1]: choice["move"]
            for choice in view["choices"]
            if choice["paths"][0][-1] in {f"block-{column}{row}" for row in range(1, 6)}
        }
        moves[:] = targets.values()
        assert len(moves) >= 4
        page.click("#hint")
        expect(page.locator(".hint")).to_have_count(len(moves))
        for target in targets:
            box = page.locator(f"[data-touch={target}]").bounding_box()
            assert box is not None
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert not page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('#hints')", middle
            ), target
        page.click("#hint-close")
