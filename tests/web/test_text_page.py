"""The text page in a browser: by keyboard, read out as it changes, nothing for axe to find; and the second Enter."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, HERE, ME, make_table, play_over_the_api, wait_for_turn, wait_until


def _sit_down(page: Page, site: Site) -> tuple[str, str]:
    """A table with a free seat; its id and the secret of the invitation."""
    table = make_table(page, site, ME, FRIEND, title="block_city", go=False)
    invite = next(seat["invite"] for seat in table["seats"] if "invite" in seat)
    return table["id"], invite


def test_two_people_play_on_text_pages_by_keyboard(site: Site, open_page: Opener) -> None:
    ada, bob = open_page(lang="en-GB"), open_page(lang="en-GB")
    table, invite = _sit_down(ada, site)
    answer = bob.context.request.post(
        f"{site.url}/api/tables/{table}/join", data={"invite": invite, "name": "Bob"}
    )
    assert answer.status == 200
    for page in (ada, bob):
        page.goto(f"{site.url}/table/{table}/text")
    acting, other = (ada, bob) if ada.locator("#by-name").count() else (bob, ada)
    assert_nothing_for_axe(acting)
    acting.locator("#typed").focus()
    acting.keyboard.type(acting.locator("input[type=radio]").first.get_attribute("value") or "")
    acting.keyboard.press("Enter")
    acting.wait_for_url("**/text*#now")
    wait_until(other, "() => document.querySelector('#news').textContent !== ''")
    expect(other.locator("#log li").first).to_be_visible()
    assert_nothing_for_axe(other)


def test_a_late_answer_never_hides_a_newer_position(site: Site, open_page: Opener) -> None:
    """The page of the first of two quick changes arrives after the second change; the focus stays on its link."""
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, HERE, title="block_city", go=False)["id"]
    other = open_page(context=page.context)
    for tab in (page, other):
        tab.goto(f"{site.url}/table/{table}/text")
    page.get_by_role("link", name="Rules").focus()
    delayed: list[tuple[Route, APIResponse]] = []
    page.route(
        "**/text", lambda route: delayed.append((route, route.fetch())) if not delayed else route.continue_()
    )
    _change(page, site, table, other)
    while not delayed:
        page.wait_for_timeout(30)
    newest = _change(page, site, table, other)
    route, response = delayed[0]
    route.fulfill(response=response)
    wait_until(page, _IS_VERSION, newest, seconds=10)
    assert page.evaluate("document.activeElement.textContent") == "Rules"


def _change(page: Page, site: Site, table: str, other: Page) -> int:
    """Play a move, and wait until another page has it; the version of the table then."""
    play_over_the_api(page, site, table, random.Random(5), 1)
    version: int = page.context.request.get(f"{site.url}/api/tables/{table}").json()["version"]
    wait_until(other, _IS_VERSION, version)
    return version


_IS_VERSION = "version => Number(document.querySelector('main').dataset.version) === version"


def _turnable(choices: list[dict[str, Any]]) -> list[str]:
    """Return a tile and a space where it fits in several ways: not every tile does everywhere."""
    counts = Counter(tuple(path) for choice in choices for path in choice["paths"] if len(path) == 2)
    return next([*path] for path, count in counts.items() if count > 1 and path[0].startswith("hand-"))


def test_a_second_enter_confirms_where_a_piece_could_be_turned(site: Site, open_page: Opener) -> None:
    page = open_page()
    table = make_table(page, site, ME, {"kind": "bot", "bot": "random"}, title="gridlock")["id"]
    assert wait_for_turn(page)
    before = page.locator("#log li").count()
    tile, space = _turnable(page.context.request.get(f"{site.url}/api/tables/{table}").json()["choices"])
    page.locator(f"#hand-part [data-touch='{tile}']").first.focus()
    page.keyboard.press("Enter")
    wait_until(page, "() => document.activeElement.closest('#board-part') !== null")
    page.locator(f"#board-part [data-touch='{space}']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", before)
