"""The end of a game: it unfolds once, can be skipped, is simply there later, and fits on every screen."""

from __future__ import annotations

import random
import struct

import pytest
from playwright.sync_api import Page, expect

import quartier
from tests.daily import daily
from tests.web.axe import AT_REST, assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    HERE,
    ME,
    go_to,
    make_table,
    play_over_the_api,
    resign_over_the_api,
    wait_until,
)
from tests.web.test_fit import CUT, FINGERS, state_of

SIZES = [(1440, 900), (1280, 720), (1024, 768), (820, 1180), (720, 450)]
PHONES = [(390, 844), (360, 740), (844, 390)]
OTHERS = [{"kind": "me", "name": name} for name in ("Bea", "Maximiliane", "Dora", "Cem", "Emil")]
SHORT_OPTIONS = {"gridlock": {"turn_limit": 5}}

# What is cut off, lies under something else, or has to be scrolled to.
HIDDEN = """() => {
    const found = [];
    const root = document.documentElement, all = "#verdict, #ending, .place .seat-score, .results tr, .turning p, .end > *";
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push("the page scrolls");
    for (const e of document.querySelectorAll("#finale, #dock"))
        if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) found.push(e.id + " scrolls");
    for (const e of document.querySelectorAll(all)) {
        const r = e.getBoundingClientRect();
        if (r.width && (r.x < 0 || r.y < 0 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1))
            found.push((e.id || e.className || e.textContent) + " is cut off");
    }
    const box = (of) => document.querySelector(of).getBoundingClientRect();
    if (box("#ending").bottom > box("#board-part").y) found.push("the city covers the sentence");
    if (box("#board-part > svg").y < box("#board-part").y - 1) found.push("the city is cropped");
    const words = document.createRange(), headline = document.querySelector("#verdict");
    words.selectNodeContents(headline);
    for (const line of words.getClientRects()) for (const e of document.querySelectorAll(".sky-tools button, .bar .tool")) {
        const r = e.getBoundingClientRect(), meets = r.right > line.x + 1 && r.x < line.right - 1;
        if (r.width && meets && r.bottom > line.y + 1 && r.y < line.bottom - 1)
            found.push((e.ariaLabel ?? e.textContent) + " lies on the headline");
    }
    return found;
}"""


EMPTY_BELOW = """() => {
    const finale = document.querySelector("#finale").getBoundingClientRect();
    return (finale.bottom - document.querySelector("#finale > :last-child").getBoundingClientRect().bottom) / finale.height;
}"""
"""The part of the column of the end below all that it shows."""


def finish(page: Page, site: Site, title: str, seats: int) -> bool:
    """A table at which everybody sits at this device, played to its end as programs do; whether it had a turning point."""
    people = [ME, *OTHERS[: seats - 1]]
    table = make_table(page, site, *people, title=title, options=SHORT_OPTIONS.get(title), go=False)
    play_over_the_api(page, site, table["id"], random.Random(5))
    go_to(page, site, table)
    expect(page.locator("#finale .place")).to_have_count(seats)
    finale = page.context.request.get(f"{site.url}/api/replays/{table['id']}/finale").json()
    return finale["turning"] is not None


TWICE = """(() => {
  const texts = kind => [...document.querySelectorAll(`#board-part text.${kind}`)];
  const seen = kind => texts(kind).some(e => getComputedStyle(e).display !== 'none');
  return seen('fine') && seen('coarse');
})()"""
"""Lettering for a desk and for a phone at the same time."""


def shortcomings(page: Page, sizes: list[tuple[int, int]]) -> list[str]:
    result: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST)  # the observers have answered
        result += [f"{width}x{height}: {item}" for item in page.evaluate(HIDDEN)]
        result += [f"{width}x{height}: cut off: {value}" for value in page.evaluate(CUT)]
        result += [f"{width}x{height}: lettering stands there twice"] if page.evaluate(TWICE) else []
    return result


TITLES = [title for title in quartier.titles() if quartier.load(title).spec.package.startswith("quartier.")]
DAILY = [("metromania", True)]
CASES = [
    (title, most) for title in TITLES for most in (False, True) if most or quartier.load(title).seats[1] > 2
]


@pytest.mark.parametrize(("title", "most"), daily(CASES, DAILY))
def test_the_end_fits_on_one_screen(site: Site, open_page: Opener, title: str, most: bool) -> None:
    fewest, largest = quartier.load(title).seats
    page = open_page()
    seats = min(6, largest) if most else max(2, fewest)
    # A game in which nobody's lead grew has no lines to draw.
    expect(page.locator(".turning .curve")).to_have_count(int(finish(page, site, title, seats)))
    columns = page.locator(".results .head").all_text_contents()
    assert (
        columns == page.locator(".place-name").all_text_contents()
    )  # the table and the podium in the same order
    problems = shortcomings(page, SIZES)
    phone = open_page(**FINGERS, **state_of(page.context))
    phone.goto(page.url)
    expect(phone.locator("#finale .place")).to_have_count(seats)
    assert problems + shortcomings(phone, PHONES) == []
    assert_nothing_for_axe_in("light", page, "at the end")
    assert_nothing_for_axe_in("dark", phone, "at the end on a phone")


def test_the_end_unfolds_once_is_skipped_by_a_touch_and_is_there_on_reload(
    site: Site, open_page: Opener
) -> None:
    page = open_page(animated=True, lang="en-GB")
    resign_over_the_api(page, site, make_table(page, site, ME, HERE)["id"])
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#finale")).to_be_hidden()
    wait_until(page, "document.body.classList.contains('dusk')")
    expect(page.locator("#verdict")).to_have_text("Bea wins")
    expect(page.locator("#ending")).to_have_text("Ada resigned.")
    page.mouse.click(300, 300)
    expect(page.locator("#finale")).to_be_visible()
    assert page.evaluate(EMPTY_BELOW) < 1 / 3
    assert page.evaluate(HIDDEN) == []
    expect(page.locator(".place[data-rank='1'] .place-name")).to_have_text("Bea")
    page.reload()
    expect(page.locator("#finale")).to_be_visible()
    assert page.locator(".fireworks").count() == 0


BAND = """() => {
    document.body.classList.remove("podium");
    document.querySelector("#finale").hidden = true;
    const [map, dock] = [".map", ".dock"].map((part) => document.querySelector(part).getBoundingClientRect());
    return Math.abs(dock.top - map.bottom);
}"""
"""Pixels between city and buttons as they are after the last move, before the podium is there."""


def test_no_empty_band_waits_for_the_podium_on_a_phone(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    resign_over_the_api(page, site, make_table(page, site, ME, HERE)["id"])
    expect(page.locator(".place")).to_have_count(2)
    assert page.evaluate(BAND) <= 1


def end_before(page: Page, site: Site) -> list[int]:
    """A game of City Blocks ends before the eyes of a page; its scores. It has at least 30 moves."""
    table = make_table(page, site, ME, HERE, go=False)
    rng = random.Random(5)
    play_over_the_api(page, site, table["id"], rng, most=28)
    go_to(page, site, table)
    play_over_the_api(page, site, table["id"], rng)
    over = page.context.request.get(f"{site.url}/api/tables/{table['id']}").json()["over"]
    scores: list[int] = over["scores"]
    return scores


def known(page: Page) -> str:
    """All that a page says of a game, also where nobody looks."""
    page_text: str = page.evaluate("document.title + document.body.textContent")
    return page_text


def test_points_are_counted_before_the_result_is_stated_and_a_key_or_a_touch_has_the_end_at_once(
    site: Site, open_page: Opener
) -> None:
    page = open_page(animated=True, lang="en-GB")
    scores = end_before(page, site)
    wait_until(page, "document.body.classList.contains('counting')")
    expect(page.locator("#seats .seat-score")).to_have_text(["0", "0"])
    assert page.locator(".place").count() == 0
    assert page.locator("#aside-part").is_hidden()  # the title's own table tells points, too
    for secret in ("All 30 blocks are built", "the best streets", "built equally"):
        assert secret not in known(page)
    page.keyboard.press("x")
    expect(page.locator(".place")).to_have_count(2)
    expect(page.locator(".spotlight .dark")).to_have_count(0)
    announcement = page.locator("#announcer p").last.text_content() or ""
    assert [str(score) in announcement for score in scores] == [True, True]
    page.get_by_role("button", name="Show again").click()
    expect(page.locator("body.counting")).to_be_visible()
    page.mouse.click(300, 300)
    expect(page.locator(".place")).to_have_count(2)
    assert page.locator("body.counting").count() == 0


@pytest.mark.parametrize("phone", daily([False, True], [True]), ids=["desk", "phone"])
def test_a_double_tap_on_skip_neither_counts_again_nor_leaves(
    site: Site, open_page: Opener, phone: bool
) -> None:
    page = open_page(animated=True, lang="en-GB", phone=phone)
    end_before(page, site)
    wait_until(page, "document.body.classList.contains('counting')")
    address = page.url
    page.locator("#scenes button").dblclick()
    expect(page.locator(".place")).to_have_count(2)
    assert page.locator("body.counting").count() == 0
    assert page.url == address


def test_without_movement_nothing_is_counted_unasked(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    scores = end_before(page, site)
    expect(page.locator(".place .seat-score")).to_have_count(2)
    assert sorted(page.locator(".place .seat-score").all_inner_texts()) == sorted(map(str, scores))
    assert page.locator("body.counting").count() == 0
    assert str(max(scores)) in (page.locator("#announcer").text_content() or "")
    expect(page.locator("#end .primary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#end :focus")).to_have_text("Home")


def test_the_picture_to_share_is_made_by_the_page(site: Site, open_page: Opener) -> None:
    page = open_page(dark=True, lang="en-GB")
    resign_over_the_api(page, site, make_table(page, site, ME, HERE)["id"])
    page.get_by_role("button", name="Share picture").click()
    expect(page.get_by_role("dialog", name="Picture to share")).to_be_visible()
    expect(page.get_by_role("button", name="Save picture")).to_be_focused()
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    picture = saved.value.path().read_bytes()
    assert saved.value.suggested_filename.endswith(".png")
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1080, 1350)
    assert len(picture) > 60_000  # a blank one has less than a tenth of that
    page.keyboard.press("Escape")
    expect(page.locator("#keepsake")).to_have_count(0)


def test_fireworks_burst_once_and_leave_nothing(site: Site, open_page: Opener) -> None:
    page = open_page(animated=True)
    resign_over_the_api(page, site, make_table(page, site, ME, HERE)["id"])
    expect(page.locator(".fireworks g")).to_have_count(4)
    expect(page.locator(".fireworks")).to_have_count(0)
    expect(page.locator("#finale")).to_be_visible()


def test_without_movement_the_end_is_there_at_once_and_a_spectator_has_no_rematch(
    site: Site, open_page: Opener
) -> None:
    page, watcher = open_page(), open_page(lang="en-GB")
    table = make_table(page, site, ME, HERE)
    watcher.goto(f"{site.url}{table['url']}")
    expect(watcher.locator("#board-part svg")).to_be_visible()
    resign_over_the_api(page, site, table["id"])
    for page_shown in (page, watcher):
        expect(page_shown.locator("#finale")).to_be_visible()
        assert page_shown.locator(".fireworks").count() == 0
    expect(watcher.locator("#verdict")).to_have_text("Bea wins")
    expect(watcher.locator("#prompt")).to_have_text("The game is over.")
    assert watcher.locator("#end button").count() == 0
    assert watcher.locator(".actions button").locator("visible=true").count() == 0


def test_the_turning_point_is_watched_in_the_replay(site: Site, open_page: Opener) -> None:
    page = open_page()
    finish(page, site, "city_blocks", 2)
    page.click(".watch")
    page.wait_for_url("**/replay/*")
    expect(page.locator("#replay-line")).not_to_be_empty()
    wait_until(page, "() => !location.hash")
    page.keyboard.press("End")
    expect(page.locator("#verdict")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#verdict")).to_be_hidden()
