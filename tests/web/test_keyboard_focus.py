"""Focus of players who use the keyboard: it is always on what can be used next, and no one else sees anything of it."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from quartier.games.registry import OURS
from tests.daily import daily
from tests.web.any_title import open_table
from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    HERE,
    ME,
    YOUR_TURN,
    go_to,
    log_length,
    make_table,
    open_ids,
    play_over_the_api,
    touch,
    wait_for_turn,
    wait_until,
)
from tests.web.test_client_sources import STATIC
from tests.web.test_titles_play import HOW_MANY

PRESSES = 40
"""More keys than any move takes."""
BODY = "document.activeElement === document.body"
USABLE = """() => document.activeElement.checkVisibility() && document.activeElement.matches(
    ".can-touch, #confirm[aria-disabled=false], #choice-buttons button, #numbers button:enabled, #end a, #end button")"""
"""Whether Enter on what has the focus leads on."""
WHERE = "document.activeElement.outerHTML.slice(0, 200)"
REPLACE = "() => { const old = document.activeElement; old.replaceWith(old.cloneNode(true)); }"
"""What has the focus is drawn anew, as a new element."""
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]


def open_by_key(open_page: Opener, site: Site) -> Page:
    """A page whose visitor uses the keyboard."""
    page = open_page(lang="en-GB")
    page.goto(site.url)
    page.keyboard.press("Tab")
    return page


def press_on(page: Page, rng: random.Random) -> None:
    """Press one key, or walk to another piece first; wherever that ends, the focus is on something."""
    if page.evaluate("document.activeElement.matches('#numbers button')"):
        page.keyboard.press("+")
        expect(page.locator("#confirm")).to_be_focused()
        return
    on_piece = page.evaluate("document.activeElement.matches('[data-touch]')")
    stuck = on_piece and page.evaluate("document.activeElement.matches('.touched')") and not is_staged(page)
    for _ in range(rng.randrange(3) if on_piece else 0):
        page.keyboard.press(rng.choice(ARROWS))
    if stuck:
        page.keyboard.press(rng.choice(ARROWS))
        return
    page.keyboard.press("Enter")


def is_staged(page: Page) -> bool:
    return page.locator("#confirm").get_attribute("aria-disabled") == "false"


def play_by_focus(page: Page, rng: random.Random) -> None:
    """Play one move without Tab: what is due has the focus."""
    before = log_length(page)
    for _ in range(PRESSES):
        press_on(page, rng)
        wait_until(page, ANSWERED)
        assert not page.evaluate(BODY)
        if log_length(page) > before or not page.evaluate(YOUR_TURN):
            return
    raise AssertionError(f"{PRESSES} keys played no move: {page.evaluate(WHERE)}")


@HOW_MANY
@pytest.mark.parametrize("title", daily(OURS, ["metromania", "neue_heimat"]))
def test_a_game_is_played_where_the_focus_is(site: Site, open_page: Opener, title: str, most: int) -> None:
    page, rng = open_by_key(open_page, site), random.Random(61)
    open_table(page, site, title)
    for _ in range(most):
        if not wait_for_turn(page):
            break
        wait_until(page, USABLE)
        play_by_focus(page, rng)
    wait_until(page, USABLE, seconds=30)


@pytest.mark.parametrize("title", daily(["city_blocks", "block_city"], ["block_city"]))
def test_with_a_pointer_nothing_gets_the_focus(site: Site, open_page: Opener, title: str) -> None:
    """Neither when a table opens nor after a move: no ring, and no tooltip."""
    page = open_page()
    open_table(page, site, title)
    assert wait_for_turn(page)
    before = log_length(page)
    for _ in range(2):
        page.locator("#hand-part .can-touch").first.click()
        page.locator("#board-part .can-touch").first.click()
        if is_staged(page):
            break
    page.locator("#confirm").click()
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", before)
    assert wait_for_turn(page)
    assert page.evaluate("document.activeElement.closest('[data-touch]') === null")
    expect(page.locator(".bubble")).to_have_count(0)


def test_a_shortcut_alone_moves_no_focus(site: Site, open_page: Opener) -> None:
    """Who plays by mouse may undo by key."""
    page = open_page()
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    page.locator("#hand-part .can-touch").first.click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    wait_until(page, "() => !document.querySelector('.touched')")
    assert page.evaluate(BODY)


def test_a_hand_is_uncovered_with_the_focus_on_a_piece(site: Site, open_page: Opener) -> None:
    page = open_by_key(open_page, site)
    make_table(page, site, ME, HERE)
    expect(page.locator("#cover button")).to_be_focused()
    page.keyboard.press("Enter")
    wait_until(page, USABLE, seconds=30)


@pytest.mark.parametrize("key", daily(["?", "Escape"], ["Escape"]))
def test_closing_the_sheet_leads_back_to_the_game(site: Site, open_page: Opener, key: str) -> None:
    """What had the focus before may have gone meanwhile."""
    page = open_by_key(open_page, site)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    wait_until(page, USABLE, seconds=30)
    page.locator("#undo").focus()
    page.keyboard.press("?")
    expect(page.locator("#panel-keys")).to_be_visible()
    page.locator("#undo").evaluate("undo => undo.hidden = true")
    page.keyboard.press(key)
    expect(page.locator("#sheet")).to_be_hidden()
    wait_until(page, USABLE, seconds=30)


def test_a_building_leads_on_to_the_numbers(site: Site, open_page: Opener) -> None:
    """BlockCity, the building first: the question is announced, and the focus is on a number."""
    page = open_by_key(open_page, site)
    open_table(page, site, "block_city")
    assert wait_for_turn(page)
    page.locator("#board-part .can-touch").first.focus()
    page.keyboard.press("Enter")
    wait_until(page, "() => document.activeElement.matches('#hand-part .can-touch')")
    question = page.locator("#prompt").inner_text()
    assert question in page.locator("#announcer p").last.inner_text()


def test_enter_confirms_a_number_chosen_by_key(site: Site, open_page: Opener) -> None:
    """Neue Heimat: after + and − the focus is on Confirm, wherever it was."""
    page = open_by_key(open_page, site)
    open_at(page, site, "neue_heimat", "bid ")
    page.locator("#board-part [data-touch]").first.focus()
    for key in ("+", "+", "-"):
        page.keyboard.press(key)
        expect(page.locator("#confirm")).to_be_focused()
    before = log_length(page)
    page.keyboard.press("Enter")
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", before)


def open_at(page: Page, site: Site, title: str, start: str) -> None:
    """Open a table at the first position that offers a move with this start in its notation."""
    table = make_table(page, site, ME, BOT, title=title, go=False)
    path, rng = f"{site.url}/api/tables/{table['id']}", random.Random(3)
    for _ in range(2000):
        view = page.context.request.get(path).json()
        if not view["turn"]["yours"]:
            page.wait_for_timeout(30)
        elif any(choice["move"].startswith(start) for choice in view["choices"]):
            return go_to(page, site, table)
        else:
            play_over_the_api(page, site, table["id"], rng, 1)
    raise AssertionError(f"no position offers {start}")


def test_the_second_enter_plays_a_hint(site: Site, open_page: Opener) -> None:
    page = open_by_key(open_page, site)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator(".hint").first).to_be_focused()
    before = log_length(page)
    page.keyboard.press("Enter")
    expect(page.locator(".hint").first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", before)
    assert wait_for_turn(page)
    wait_until(page, USABLE, seconds=30)


def test_escape_closes_an_explanation_before_it_cancels_the_preview(site: Site, open_page: Opener) -> None:
    page = open_by_key(open_page, site)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    touch(page, next(id_ for id_ in open_ids(page, "#hand-part") if id_ != "hand-CH")).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#ghost.staged")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator(".bubble.explained")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".bubble.explained")).to_have_count(0)
    expect(page.locator("#ghost.staged")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ghost.staged")).to_have_count(0)


def test_a_key_pressed_before_the_page_is_ready_counts_later(site: Site, open_page: Opener) -> None:
    """What handles keys is loaded after the drawing."""
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, BOT, go=False)
    routes: list[Route] = []
    script = next(file.name for file in STATIC.glob("*.js") if "ArrowUp" in file.read_text("utf-8"))
    page.route(re.compile(re.escape(script)), lambda route: routes.append(route))
    page.goto(f"{site.url}{table['url']}", wait_until="commit")
    expect(page.locator("#board-part svg")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#sheet")).to_be_hidden()
    assert routes
    while routes:
        routes.pop().continue_()
    expect(page.locator("#panel-keys")).to_be_visible()


@pytest.mark.parametrize("title", daily(OURS, ["neue_heimat"]))
def test_tab_reaches_confirm_and_leaves_the_page(site: Site, open_page: Opener, title: str) -> None:
    """The focus that moves on by itself is no trap."""
    page = open_by_key(open_page, site)
    open_table(page, site, title)
    assert wait_for_turn(page)
    wait_until(page, USABLE, seconds=30)
    page.evaluate(AT_REST)  # what is drawn anew meanwhile can take the focus back by a few stops
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(BODY):
            break
        stops.append(page.evaluate("document.activeElement.id || document.activeElement.outerHTML"))
    assert page.evaluate(BODY), stops
    assert "confirm" in stops


def test_the_focus_stays_where_it_is_while_the_table_is_drawn_anew(site: Site, open_page: Opener) -> None:
    """Someone who tabs through the page isn't sent back when a step, a button or a piece is replaced by its like."""
    page = open_by_key(open_page, site)
    open_table(page, site, "block_city")
    assert wait_for_turn(page)
    wait_until(page, USABLE, seconds=30)
    page.evaluate(AT_REST)
    stops: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(BODY):
            break
        stop = page.evaluate(WHERE)
        page.evaluate(REPLACE)
        page.wait_for_timeout(20)
        assert page.evaluate(WHERE) == stop, stops
        stops.append(stop)
    assert any("confirm" in stop for stop in stops), stops
