"""Numbers as one control, and turning: by steppers, keys, taps, wheel and button."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from quartier.server.http.static import STATIC
from tests.daily import daily
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import TIMEOUT, Site
from tests.web.table import (
    ANSWERED,
    BOT,
    LONGER,
    ME,
    YOUR_TURN,
    empty_block,
    log_length,
    make_table,
    plain_tile,
    touch,
    wait_until,
)

SENT = "n => document.querySelectorAll('#log li').length > n"


def _table(page: Page, site: Site, title: str, people: int) -> None:
    """A table for people at one device, who keep no secrets or have uncovered them."""
    seats = [{"kind": "me", "name": f"Player {number}"} for number in range(people)]
    answer = page.context.request.post(f"{site.url}/api/tables", data={"title": title, "seats": seats})
    assert answer.status == 201, answer.text()
    page.goto(f"{site.url}{answer.json()['url']}")
    expect(page.locator("#board-part svg")).to_be_visible()
    cover = page.locator("#cover button")
    if cover.count():
        cover.click()


def _press(page: Page, name: str) -> None:
    """A click on a piece, wherever on the board it lies."""
    page.locator(f'[data-touch="{name}"]').first.dispatch_event("click")


def _log(page: Page) -> int:
    return int(page.locator("#log li").count())


def _auction(page: Page, site: Site) -> None:
    _table(page, site, "neue_heimat", 3)
    before = _log(page)
    _press(page, "offer-mayor")
    page.locator("#confirm").click()
    wait_until(page, SENT, before)
    expect(page.locator("#numbers")).to_be_visible()


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_a_bid_by_stepper_and_number(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone, lang="en-GB")
    _auction(page, site)
    numbers = page.locator("#numbers [data-choice]")
    assert numbers.all_inner_texts() == ["1", "2", "3", "12"]
    assert page.locator("#confirm").is_disabled()  # nothing is chosen before somebody chooses
    assert_nothing_for_axe(page)
    higher, lower = page.get_by_role("button", name="Higher"), page.get_by_role("button", name="Lower")
    for _ in range(3):
        higher.click()
    lower.click()
    expect(_number_in(page)).to_have_text("2")
    expect(page.locator("#prompt")).to_have_text("Bid 2 million")
    assert all(_large(element) for element in (higher, lower, *numbers.all()))
    numbers.last.click()
    lower.click()
    expect(_number_in(page)).to_have_text("11")
    before = _log(page)
    page.locator("#confirm").click()
    wait_until(page, SENT, before)
    assert "11" in page.locator("#log").inner_text()


def _number_in(page: Page) -> Locator:
    return page.locator("#numbers [aria-pressed=true]")


def _large(control: Locator) -> bool:
    box = control.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= 40


def test_a_finger_on_a_quick_bid_hits_it(site: Site, open_page: Opener) -> None:
    """A finger hovers over nothing: what is said of the bid under a mouse would push the bids away from under the finger."""
    page = open_page(phone=True)
    _auction(page, site)
    box = page.locator("[data-choice=number-bid-2]").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#confirm")).to_contain_text("2")
    expect(page.locator("#confirm")).to_be_enabled()


def test_keys_choose_a_number_and_a_button_takes_its_place(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    _auction(page, site)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    expect(_number_in(page)).to_have_text("1")
    page.locator("[data-choice=button-pass]").click()
    expect(_number_in(page)).to_have_count(0)
    expect(page.locator("[data-choice=button-pass]")).to_have_attribute("aria-pressed", "true")


def _staged_tile(page: Page, site: Site) -> str:
    """Stage a tile that can lie in several ways; returns the space."""
    _table(page, site, "gridlock", 2)
    tiles: Any = page.eval_on_selector_all(
        "#hand-part .can-touch", "all => all.map(each => each.dataset.touch)"
    )
    for tile in tiles:
        _press(page, tile)
        spaces: Any = page.eval_on_selector_all(
            "#board-part .can-touch", "all => all.map(each => each.dataset.touch)"
        )
        if not tile.startswith("hand-"):
            continue
        for space in spaces[:6]:
            _press(page, space)
            if page.locator("#turn").is_visible():
                return str(space)
    raise AssertionError("no tile can be turned")


def test_a_tile_is_turned_by_tap_key_button_and_wheel(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    space = _staged_tile(page, site)
    labels = [page.locator("#prompt").inner_text()]

    def turned() -> None:
        labels.append(page.locator("#prompt").inner_text())
        assert labels[-1] != labels[-2]
        assert page.locator("#ghost").inner_html()

    _press(page, space)
    turned()
    page.keyboard.press("r")
    turned()
    page.locator("#turn").click()
    turned()
    page.locator("#board-part").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_timeout(300)
    turned()
    before = _log(page)
    page.locator("#confirm").click()
    wait_until(page, SENT, before)
    expect(page.locator("#turn")).to_be_hidden()


PROMPT = "line => document.querySelector('#prompt').textContent === line"


def test_what_happened_by_itself_can_be_watched_again(site: Site, open_page: Opener) -> None:
    """A bid that nobody can raise: the other passes without being asked, and everything can be seen step by step."""
    page = open_page(lang="en-GB", animated=True)
    _auction(page, site)
    page.locator("[data-choice=number-bid-12]").click()
    page.locator("#confirm").click()
    wait_until(page, "() => document.querySelector('#log').textContent.includes('passes')")
    bid, passed = page.locator("#log li").all_inner_texts()[-2:]
    text = page.locator("#prompt").inner_text()
    board = page.locator("#board-part").inner_html()
    page.wait_for_timeout(1500)
    page.locator("#again").click()
    for line in (bid, passed):
        wait_until(page, PROMPT, line)
    wait_until(page, PROMPT, text)
    assert page.locator("#board-part").inner_html() == board


def test_no_control_of_the_present_is_seen_while_the_past_is(site: Site, open_page: Opener) -> None:
    """The phase says so at the body, for less than a second; here it stays, so that a slow machine can look."""
    page = open_page(lang="en-GB")
    _auction(page, site)
    present = [page.locator(part) for part in ("#confirm", "#hint", "#numbers", "[data-choice=button-pass]")]
    for button in present:
        expect(button).to_be_visible()
    page.evaluate("document.body.classList.add('past')")
    for button in present:
        expect(button).to_be_hidden()


def test_back_closes_what_is_open_and_then_leaves(site: Site, open_page: Opener) -> None:
    """The sheet, the settings, and an opponent's city, opened large by touch or key: Back closes them one by one."""
    page = open_page(lang="en-GB")
    page.goto(site.url)
    _table(page, site, "block_city", 3)
    city, large = page.locator("#aside-part [data-opens='1']"), page.locator("#large")
    address = page.url
    city.click()
    expect(large).to_be_visible()
    expect(page.locator("#large-heading")).to_have_text("Player 1 0")
    # It is drawn as its own player sees it, but has nothing to touch.
    expect(page.locator("#large-picture svg.board [role=img]")).to_have_count(36)
    assert page.locator("#large-picture [data-touch], #large-picture [id]").count() == 0
    assert_nothing_for_axe(page)
    assert (page.locator("#large-picture svg").bounding_box() or {"height": 0})["height"] > 300
    page.go_back()
    expect(large).to_be_hidden()
    city.focus()
    page.keyboard.press("Enter")
    expect(large).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(city).to_be_focused()
    page.keyboard.press("?")
    page.locator("#settings-button").click()
    expect(page.locator("#settings")).to_be_visible()
    page.go_back()
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.locator("#sheet")).to_be_visible()
    page.go_back()
    expect(page.locator("#sheet")).to_be_hidden()
    assert page.url == address
    page.go_back()
    page.wait_for_url(lambda url: url != address)


def test_a_touch_before_all_is_loaded_is_kept(site: Site, open_page: Opener) -> None:
    """What opens an opponent's city loads after the table: a touch on a slow line waits for it."""
    page, routes_held = open_page(lang="en-GB"), list[Route]()
    [late] = [script for script in STATIC.glob("*.js") if "#large-heading" in script.read_text()]
    page.route(f"**/{late.name}", lambda route: routes_held.append(route))
    with page.expect_request(f"**/{late.name}"):
        _table(page, site, "block_city", 3)
    page.locator("#aside-part [data-opens='1']").click()
    wait_until(page, "() => document.querySelector('#large').hidden")
    [route] = routes_held
    route.continue_()
    expect(page.locator("#large-picture svg.board [role=img]")).to_have_count(36)


def test_a_counter_waits_for_confirm(site: Site, open_page: Opener) -> None:
    """Also where it could be undone: with “Confirm moves” on, no touch plays anything."""
    page = open_page(lang="en-GB")
    _table(page, site, "metromania", 2)
    before = _log(page)
    _press(page, _open(page, "frame-"))
    expect(page.locator("#confirm")).to_be_enabled()
    assert _log(page) == before
    page.locator("#confirm").click()
    wait_until(page, SENT, before)


def test_a_counter_is_laid_by_its_touch_and_changes_sides_by_another(site: Site, open_page: Opener) -> None:
    """Three touches and Confirm are a turn of Metromania where moves aren't confirmed and nothing could be meant besides."""
    page = open_page(lang="en-GB")
    page.add_init_script("localStorage.setItem('quartier.confirm', 'off')")
    _table(page, site, "metromania", 2)
    page.locator("#board-part > svg").dispatch_event(
        "click"
    )  # beside all pieces: it says what there is to touch
    expect(page.locator("#notice")).to_contain_text("Choose a white arrow")
    lines = _log(page)
    _lay(page, "frame-")
    _lay(page, "step-")
    assert _log(page) == lines + 2
    laid = [_latest(page)["text"]]
    expect(page.locator("#turn")).to_be_visible()
    expect(page.locator("#undo")).to_be_enabled()
    for turned in (lambda: page.locator("#turn").click(), lambda: _press(page, _latest(page)["places"][0])):
        before = _latest(page)["seq"]
        turned()
        _wait_for_later(page, before)
        wait_until(page, ANSWERED)
        laid.append(_latest(page)["text"])
    assert _log(page) == lines + 2, "a counter that is turned leaves no line of its own"
    assert laid[0] != laid[1] != laid[2]
    assert len({text.split()[2][:-1] for text in laid}) == 1  # the way stays
    _press(page, _open(page, "step-"))
    expect(page.locator("#ghost.staged *").first).to_be_attached()
    page.locator("#confirm").click()
    wait_until(page, "() => document.querySelector('#confirm').ariaDisabled === 'true'")


def _open(page: Page, begin: str) -> str:
    """A piece that can be touched now."""
    names: Any = page.eval_on_selector_all(
        "#board-part .can-touch", "all => all.map(each => each.dataset.touch)"
    )
    return next(name for name in names if name.startswith(begin))


def _lay(page: Page, begin: str) -> None:
    before = _log(page)
    _press(page, _open(page, begin))
    wait_until(page, SENT, before)
    wait_until(page, ANSWERED)


def _wait_for_later(page: Page, seq: int) -> None:
    """Until an event after `seq` has happened."""
    end = time.monotonic() + TIMEOUT
    while _latest(page)["seq"] <= seq:
        assert time.monotonic() < end, f"nothing happened after event {seq}"
        page.wait_for_timeout(30)


def _latest(page: Page) -> Any:
    """The last event, as the log has it."""
    return page.request.get(page.url.split("#")[0].replace("/table/", "/api/tables/")).json()["log"][-1]


def test_a_button_that_is_off_says_why(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    for button, explanation in (
        ("#confirm", "Wähl erst einen Zug."),
        ("#undo", "Nichts zurückzunehmen."),
    ):
        expect(page.locator(button)).to_be_disabled()
        page.locator(button).tap(force=True)
        expect(page.locator("#notice")).to_contain_text(explanation)


def test_a_lost_network_is_reported_at_once(site: Site, open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    expect(page.locator("#connection")).to_be_hidden()
    # The shared worker stays online: a stream that opens only now takes the sentence away again.
    for _ in range(10):
        page.context.set_offline(True)
        page.wait_for_timeout(500)
        if page.locator("#connection").is_visible():
            break
        page.context.set_offline(False)
    expect(page.locator("#connection")).to_contain_text("Verbindung unterbrochen")
    box = page.locator("#connection").bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 360 - box["width"], "a narrow phone shows the whole sentence"
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden(timeout=20_000)


def test_confirm_says_sending_only_until_the_move_is_on_the_board(site: Site, open_page: Opener) -> None:
    """The stream may bring the new position before the answer."""
    page = open_page()
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    touch(page, plain_tile(page)).click()
    touch(page, f"block-{empty_block(page)}").click()
    expect(page.locator("#confirm")).to_be_enabled()
    page.route("**/moves", lambda route: route.fetch())  # the server has it, and its answer never comes
    before = log_length(page)
    page.click("#confirm")
    wait_until(page, LONGER, before)
    expect(page.locator("#confirm .word")).to_have_text("Bestätigen")
    expect(page.locator("#confirm")).to_be_disabled()
