"""A server that was updated under an open page: parts of the script have other names, and the page gets the new version."""

from __future__ import annotations

import json
import random
import re

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import ROOT, Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    ME,
    WITHOUT_WORKER,
    YOUR_TURN,
    make_table,
    open_sheet,
    stage_some_move,
    wait_until,
)

IMPORTS = ROOT / "src" / "quartier" / "server" / "http" / "static" / "imports.json"
PART = re.compile(r"/static/([0-9A-Z]{8}\.js)")
RELOADED = "performance.getEntriesByType('navigation')[0].type === 'reload'"
NEW_VERSION = "There’s a new version of this page. Reload it when you like."


def lose_late_parts(page: Page, times: int) -> None:
    """Answer 404 for the parts of the table's script that it doesn't begin with, so many times, until the page reloads."""
    first = set(json.loads(IMPORTS.read_text("utf-8"))["table.js"])
    left = times

    def answer(route: Route) -> None:
        nonlocal left
        match = PART.search(route.request.url)
        if match is None or match[1] in first or left == 0 or page.evaluate(RELOADED):
            route.continue_()
        else:
            left -= 1
            route.fulfill(status=404, body="gone")

    page.route("**/static/*.js", answer)


def test_a_part_of_the_script_that_failed_once_is_loaded_again(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    lose_late_parts(page, 1)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    open_sheet(page, "table")
    expect(page.locator("#table-card")).not_to_be_empty()


def test_a_page_whose_parts_are_gone_reloads_once_when_nothing_is_staged(
    site: Site, open_page: Opener
) -> None:
    page = open_page(lang="en-GB")
    lose_late_parts(page, 1000)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    stage_some_move(page, random.Random(2))
    expect(page.locator("#connection")).to_have_text(NEW_VERSION)
    page.wait_for_timeout(1500)
    assert not page.evaluate(RELOADED), "a staged move would be lost"
    expect(page.locator("#confirm")).to_be_enabled()
    with page.expect_navigation():
        page.click("#undo")
    assert page.evaluate(RELOADED)
    expect(page.locator("#connection")).to_be_hidden()
    open_sheet(page, "table")
    expect(page.locator("#table-card")).not_to_be_empty()


def test_a_page_that_was_just_reloaded_only_says_that_there_is_a_new_version(
    site: Site, open_page: Opener
) -> None:
    page = open_page(lang="en-GB")
    make_table(page, site, ME, BOT)
    first = set(json.loads(IMPORTS.read_text("utf-8"))["table.js"])
    pattern = re.compile(
        rf"/static/(?!{'|'.join(name.removesuffix('.js') for name in first)})[0-9A-Z]{{8}}\.js"
    )
    page.route(pattern, lambda route: route.fulfill(status=404, body="gone"))
    page.reload()
    expect(page.locator("#connection")).to_have_text(NEW_VERSION)
    page.evaluate("document.body.dataset.same = 'yes'")
    page.wait_for_timeout(1500)
    assert page.evaluate("document.body.dataset.same") == "yes"


def test_an_older_page_reloads_while_no_one_looks_at_it(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.add_init_script(WITHOUT_WORKER)
    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    page.evaluate("document.body.dataset.build = 'older'")
    with page.expect_request("**/stream*"):
        page.context.set_offline(True)
        page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    assert not page.evaluate(RELOADED)
    with page.expect_navigation():
        page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    assert page.evaluate(RELOADED)
