"""Many tabs of one browser over HTTP/1.1, which allows six connections to a host: they share one stream."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from quartier.server.pubsub.hub import Hub
from tests.server.harness import Running, quiet, running, wait_until
from tests.web.conftest import Opener
from tests.web.table import BOT, ME, WITHOUT_WORKER, log_length, make_table, move, table_of, wait_for_turn
from tests.web.table import wait_until as wait_in_page

TABS = 20
MAX_STALL_MS = 1000
"""Milliseconds that a move may wait in the browser for a free connection."""
STALLS = """() => performance.getEntriesByType("resource").filter(({name}) => name.includes("/moves"))
  .map(({fetchStart, requestStart}) => requestStart - fetchStart)"""
HIDING = """
let hidden = false;
Object.defineProperty(Document.prototype, "hidden", {get: () => hidden});
globalThis.hide = (value) => { hidden = value; document.dispatchEvent(new Event("visibilitychange")) };
"""
"""An init script: a test says when a page is hidden, since the browser without windows shows all of them."""
LONGER = "n => document.querySelectorAll('#log li').length > n"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Running]:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        yield server


def _hub(here: Running) -> Hub:
    return here.services.hub


def _open_tabs(here: Running, open_page: Opener, number: int) -> list[Page]:
    """Tabs of one browser, each at a table of its own against a bot, in which it is this player's turn."""
    first = open_page()
    pages = [first, *(open_page(context=first.context) for _ in range(number - 1))]
    for page in pages:
        make_table(page, here, ME, BOT)
        assert wait_for_turn(page)
    wait_until(lambda: len(_hub(here).watched_tables()) == number)
    return pages


def _copy_of(page: Page, open_page: Opener) -> Page:
    """Another tab at the same table."""
    other = open_page(context=page.context)
    other.goto(page.url)
    assert wait_for_turn(other)
    expect(other.locator("#connection")).to_be_hidden()
    return other


def _move_in(page: Page, copy: Page) -> None:
    """Move in a tab; it is acknowledged without waiting for a connection, and the other tab shows it."""
    before = log_length(copy)
    move(page, random.Random(7))
    assert max(page.evaluate(STALLS), default=0.0) < MAX_STALL_MS
    wait_in_page(copy, LONGER, before)


@pytest.mark.soak
def test_moves_in_twenty_tabs_are_acknowledged_and_seen(here: Running, open_page: Opener) -> None:
    pages = _open_tabs(here, open_page, TABS - 3)
    chosen = {number: pages[number - 1] for number in (1, 7, len(pages))}
    copies = {number: _copy_of(page, open_page) for number, page in chosen.items()}
    assert _hub(here).streams == 1
    for number, page in chosen.items():
        _move_in(page, copies[number])
    assert _hub(here).streams == 1


def test_a_closed_tab_is_gone_and_the_others_continue(here: Running, open_page: Opener) -> None:
    first, second, third = _open_tabs(here, open_page, 3)
    copy = _copy_of(second, open_page)
    first.close()
    wait_until(lambda: len(_hub(here).watched_tables()) == 2)
    third.goto(f"{here.url}/rules/city_blocks")
    wait_until(lambda: len(_hub(here).watched_tables()) == 1)
    _move_in(second, copy)
    copy.context.close()
    wait_until(lambda: _hub(here).streams == 0)


def test_a_frozen_tab_does_not_hold_up_the_others(here: Running, open_page: Opener) -> None:
    first, second = _open_tabs(here, open_page, 2)
    copy = _copy_of(second, open_page)
    session = first.context.new_cdp_session(first)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    _move_in(second, copy)


def test_a_page_takes_a_new_worker_when_the_old_one_is_silent(
    here: Running, open_page: Opener, browser: Browser
) -> None:
    """As if its process had crashed, without a sign of it. The pages’ clocks are advanced."""
    first = open_page()
    first.clock.install()
    make_table(first, here, ME, BOT)
    assert wait_for_turn(first)
    second = _copy_of(first, open_page)
    wait_until(lambda: _hub(here).streams == 1)
    _end_workers(browser)
    wait_until(lambda: _hub(here).streams == 0)
    first.clock.run_for(25_000)  # the second's, too
    wait_until(lambda: _hub(here).streams == 1)
    _move_in(first, second)


def _end_workers(browser: Browser) -> None:
    session = browser.new_browser_cdp_session()
    for target in session.send("Target.getTargets", {"filter": [{"type": "shared_worker"}]})["targetInfos"]:
        session.send("Target.closeTarget", {"targetId": target["targetId"]})
    session.detach()


def test_a_browser_without_shared_workers_has_a_stream_for_each_page(
    here: Running, open_page: Opener
) -> None:
    first = open_page()
    first.context.add_init_script(WITHOUT_WORKER)
    make_table(first, here, ME, BOT)
    assert wait_for_turn(first)
    copy = _copy_of(first, open_page)
    wait_until(lambda: _hub(here).streams == 2)
    _move_in(first, copy)


def test_only_the_shown_tab_has_a_stream_in_a_browser_without_shared_workers(
    here: Running, open_page: Opener
) -> None:
    """Eight tabs, more than connections. A tab that is hidden while no other one is shown still follows its table."""
    first = open_page()
    first.context.add_init_script(WITHOUT_WORKER)
    first.context.add_init_script(HIDING)
    pages = [first]
    make_table(first, here, ME, BOT)
    assert wait_for_turn(first)
    for _ in range(7):
        pages[-1].evaluate("hide(true)")
        page = open_page(context=first.context)
        pages.append(page)
        make_table(page, here, ME, BOT)
        assert wait_for_turn(page)
    wait_until(lambda: _hub(here).streams == 1)
    for page in (pages[0], pages[5]):
        pages[-1].evaluate("hide(true)")
        page.evaluate("hide(false)")
        move(page, random.Random(7))
        assert max(page.evaluate(STALLS), default=0.0) < MAX_STALL_MS
        assert wait_for_turn(page)  # the bot's answer comes by the stream
        page.evaluate("hide(true)")
    assert _hub(here).streams == 1
    assert _hub(here).watched_tables() == [table_of(pages[5])]


def test_a_process_that_does_not_have_the_stream_gives_the_table_another(
    here: Running, open_page: Opener
) -> None:
    """With several processes behind a proxy, a table may be added at one that does not know the browser's stream."""

    def answer(route: Route) -> None:
        route.fulfill(status=404, json={"error": {"code": "no_stream", "text": "This stream isn’t open."}})

    first = open_page()
    first.context.add_init_script(WITHOUT_WORKER)
    first.route("**/follow?*", answer)
    with first.expect_request(lambda request: f"{table_of(first)}/stream" in request.url):
        make_table(first, here, ME, BOT)
    assert wait_for_turn(first)
    wait_until(lambda: _hub(here).streams == 2 and len(_hub(here).watched_tables()) == 1)
    expect(first.locator("#connection")).to_be_hidden()
    copy = open_page(context=first.context)
    copy.goto(first.url)
    assert wait_for_turn(copy)
    _move_in(copy, first)
