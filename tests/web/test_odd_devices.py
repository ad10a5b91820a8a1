"""Devices that are set up in unusual ways: a wrong clock, and a browser that shows no small text."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import prerequisites
from tests.web.conftest import ARGUMENTS, STILL, UNCOACHED, Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, wait_for_turn
from tests.web.test_fit import CUT, TITLES
from tests.web.test_text_size import OUT_OF_REACH, WINDOWS, losses

DAYS_AHEAD = "const now = Date.now; Date.now = () => now() + 3 * 86_400_000;"


def test_a_device_whose_clock_is_days_ahead_shows_a_new_table_as_new(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.add_init_script(DAYS_AHEAD)
    table = make_table(page, site, ME, BOT)
    page.goto(site.url)
    card = page.locator(f"[data-game='{table['id']}']")
    expect(card).to_be_visible()
    assert "ago" not in card.inner_text() or "second" in card.inner_text()


@pytest.fixture
def large_text_page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that shows no text below 20 px."""
    arguments = [*ARGUMENTS, "--blink-settings=minimumFontSize=20"]
    launched = browser.browser_type.launch(executable_path=prerequisites.chromium(), args=arguments)
    context = launched.new_context(locale="de-DE", reduced_motion="reduce")
    for script in (STILL, UNCOACHED):
        context.add_init_script(script)
    yield context.new_page()
    launched.close()


def test_tables_lose_nothing_where_the_smallest_text_has_20_pixels(site: Site, large_text_page: Page) -> None:
    page = large_text_page
    for title in TITLES:
        body = make_table(page, site, ME, BOT, title=title, go=False)
        play_over_the_api(page, site, body["id"], random.Random(7), 2)
        for window in WINDOWS:
            page.set_viewport_size({"width": window[0], "height": window[1]})
            go_to(page, site, body)
            assert wait_for_turn(page)
            problems = losses(page, title, window, CUT)
            assert (problems, page.evaluate(OUT_OF_REACH)) == ([], []), f"{title}, {window}"
            assert page.evaluate(OVERLAPPING) == [], f"{title}, {window}"


# Lines of the page's text, outside the drawings, whose boxes overlap as far as they are in sight.
OVERLAPPING = """() => {
    const all = [...document.querySelectorAll("#seats *, #goal *, #dock p, #story *")].filter((e) =>
        e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen, svg") &&
        [e, e.parentElement].every((each) => each.getBoundingClientRect().width > 2) &&
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
    const boxOf = (e) => {
        const range = document.createRange();
        range.selectNodeContents(e);
        let { left, right, top, bottom } = range.getBoundingClientRect();
        for (let each = e; each; each = each.parentElement) {
            if (getComputedStyle(each).overflow === "visible") continue;
            const own = each.getBoundingClientRect();
            [right, bottom] = [Math.min(right, own.right), Math.min(bottom, own.bottom)];
        }
        return { left, right, top, bottom };
    };
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8;
    return all.flatMap((e, i) => all.slice(i + 1)
        .filter((o) => !e.contains(o) && !o.contains(e) && overlap(boxOf(e), boxOf(o)))
        .map((o) => `${e.textContent} / ${o.textContent}`));
}"""
