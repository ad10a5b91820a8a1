"""Accessibility, languages, themes: what must hold on every page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.axe import assert_nothing_for_axe, assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    FRIEND,
    HERE,
    ME,
    empty_block,
    go_to,
    hand_over,
    make_table,
    move,
    open_ids,
    open_setup,
    open_sheet,
    plain_tile,
    play_over_the_api,
    touch,
    wait_for_turn,
    wait_until,
)
from tests.web.test_after_the_game import finished_table
from tests.web.test_hints import HINT, ask
from tests.web.test_reviews import open_review


def home(page: Page, site: Site) -> None:
    page.goto(site.url)


def home_with_settings(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.click("#settings-button")


def staged_move(page: Page, site: Site) -> None:
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    touch(page, plain_tile(page)).click()
    touch(page, open_ids(page, "#board-part")[4]).click()


def table_with_log(page: Page, site: Site) -> None:
    table = make_table(page, site, ME, BOT, go=False)
    play_over_the_api(page, site, table["id"], random.Random(30), 3)
    go_to(page, site, table)
    open_sheet(page, "log")


def setup_dialog(page: Page, site: Site) -> None:
    open_setup(page, site, "gridlock")


def lesson(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/learn/metromania")
    expect(page.locator("#lesson-card")).to_be_visible()


def invitation(page: Page, site: Site) -> None:
    make_table(page, site, ME, FRIEND)
    expect(page.locator("#invite")).to_be_visible()


def joining(page: Page, site: Site) -> None:
    table = make_table(page, site, ME, FRIEND, go=False)
    page.context.clear_cookies()
    page.goto(table["seats"][1]["invite_url"])
    expect(page.locator("#join")).to_be_visible()


def shared_device(page: Page, site: Site) -> None:
    make_table(page, site, ME, HERE)
    expect(page.locator("#cover button")).to_be_visible()


def refused_touch(page: Page, site: Site) -> None:
    make_table(page, site, ME, HERE)
    hand_over(page)
    touch(page, "street-1").click(force=True)
    expect(page.locator("#notice a")).to_be_visible()


def rules(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/rules/city_blocks#CB-16")


def replay(page: Page, site: Site) -> None:
    finished_table(page, site, moves=3)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.locator("#replay-line")).not_to_be_empty()


def hints(page: Page, site: Site) -> None:
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    ask(page)
    page.locator(".hint").first.click()


def hint_sought(page: Page, site: Site) -> None:
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    page.route(HINT, lambda _: None)
    page.click("#hint")
    expect(page.locator("#hint-cancel")).to_be_in_viewport(ratio=1)


def review(page: Page, site: Site) -> None:
    open_review(page, site, moves=2)


def error(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/table/nowhere")


PAGES = [
    home,
    home_with_settings,
    staged_move,
    table_with_log,
    setup_dialog,
    lesson,
    invitation,
    joining,
    shared_device,
    refused_touch,
    rules,
    replay,
    hints,
    hint_sought,
    review,
    error,
]
"""Every page, and every state of the table that shows something of its own."""


# On a desk daily what is laid out differently there; test_titles_play.py and test_front_door.py look at table and home.
ON_DESK_DAILY = {table_with_log, replay}


@pytest.mark.parametrize(
    ("page_function", "phone"),
    [
        *(pytest.param(state, True, id=f"{state.__name__}-phone") for state in PAGES),
        *(
            pytest.param(
                state,
                False,
                id=f"{state.__name__}-desk",
                marks=() if state in ON_DESK_DAILY else pytest.mark.soak,
            )
            for state in PAGES
        ),
    ],
)
def test_axe_finds_nothing_and_it_fits(
    site: Site, open_page: Opener, page_function: Callable[[Page, Site], None], phone: bool
) -> None:
    """No violation of any rule of axe: on a desk in both themes, on a phone in the dark one; nothing is wider than it."""
    page = open_page(phone=phone, dark=phone)
    page_function(page, site)
    _nothing_for_axe_and_it_fits(page, phone)


def _nothing_for_axe_and_it_fits(page: Page, phone: bool) -> None:
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert_nothing_for_axe_in("dark", page)
    else:
        assert_nothing_for_axe(page)


@pytest.mark.parametrize("phone", daily([False, True], [True]), ids=["desk", "phone"])
def test_axe_finds_nothing_in_any_part_of_the_sheet(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone, dark=phone)
    make_table(page, site, ME, BOT)
    for tab, content in (
        ("rules", "#sheet-rules h1"),
        ("table", "#panel-table"),
        ("points", "#points tbody"),
        ("keys", "#panel-keys"),
    ):
        if tab == "keys":
            page.keyboard.press("?")  # a phone shows no tab for them
        else:
            open_sheet(page, tab)
        expect(page.locator(content).first).to_be_visible()
        _nothing_for_axe_and_it_fits(page, phone)


def test_targets_are_large_enough_for_a_thumb(site: Site, open_page: Opener) -> None:
    """48 px for what one touches to play on a phone, 44 px for the rest."""
    page = open_page(phone=True)
    staged_move(page, site)
    for name, least in (("#undo", 48), ("#hint", 48), ("#confirm", 48), (".chip", 44), (".tool", 44)):
        for box in [row.bounding_box() for row in page.locator(name).all() if row.is_visible()]:
            assert box is not None
            assert box["height"] >= least, name
    for piece in page.locator("#hand-part [data-touch]").all():
        box = piece.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def test_the_browser_chooses_the_language_and_the_menu_changes_it(site: Site, open_page: Opener) -> None:
    page = open_page(lang="de-DE")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text("Spielen", exact=True).first).to_be_visible()
    page.click("#settings-button")
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_text("Start a game", exact=True)).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_table_speaks_english_too(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    assert page.title() == "● Your turn – City Blocks"
    expect(page.locator("#confirm .word")).to_have_text("Confirm")
    expect(page.locator(".chip").nth(1)).to_have_accessible_name(re.compile("random, Finn, 0"))


def test_the_theme_is_remembered_and_there_before_the_first_paint(site: Site, open_page: Opener) -> None:
    page = open_page()
    page.goto(site.url)
    page.click("#settings-button")
    page.get_by_text("Dunkel", exact=True).click()
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert dark == "rgb(20, 24, 29)"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.click("#settings-button")
    page.get_by_text("System", exact=True).click()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != dark


def test_pieces_stay_still_for_who_wants_less_motion(site: Site, open_page: Opener) -> None:
    page = open_page(animated=True, reduced_motion="reduce")
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    _watch_flights(page)
    move(page, random.Random(31))
    assert page.evaluate("window.flights") == 0


def test_a_played_piece_flies_from_the_hand_to_its_block(site: Site, open_page: Opener) -> None:
    page = open_page(animated=True)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    _watch_flights(page)
    move(page, random.Random(32))
    wait_until(page, "() => window.flights > 0")
    expect(page.locator(".flight-layer")).to_have_count(0)


def _watch_flights(page: Page) -> None:
    """Count the pieces that are put into the layer in which they fly."""
    page.evaluate(
        """() => {
            window.flights = 0;
            new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
                if (node.parentNode?.classList?.contains("flight-layer")) window.flights++;
            }))).observe(document.body, {childList: true, subtree: true});
        }"""
    )


def test_moves_and_prompts_are_announced_in_order(site: Site, open_page: Opener) -> None:
    """What is staged, then what has been done, and only then who is asked next."""
    page = open_page()
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    touch(page, plain_tile(page)).click()
    touch(page, open_ids(page, "#board-part")[4]).click()
    staged = page.locator("#prompt").inner_text()
    page.click("#confirm")
    expect(page.locator("#announcer")).to_contain_text("Du baust")
    texts = page.locator("#announcer p").all_inner_texts()
    done = next(number for number, line in enumerate(texts) if line.startswith("Du baust"))
    assert texts[done - 1].startswith(f"{staged}. ")


# The names of what lies where the light shines.
LIT = """() => {
    const box = document.querySelector(".place-light").getBoundingClientRect();
    return document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        .map((each) => each.closest("[data-touch]")?.getAttribute("aria-label")).filter(Boolean);
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_line_of_the_log_lights_its_place(site: Site, open_page: Opener, phone: bool) -> None:
    """By the keyboard beside the board, by a finger where the log lies over it and has to give way."""
    page = open_page(phone=phone)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    block = f"block-{empty_block(page)}"  # the bot may have begun, anywhere
    field_name = (touch(page, block).get_attribute("aria-label") or "").partition(",")[0]
    touch(page, plain_tile(page)).click()
    touch(page, block).click()
    page.click("#confirm")
    line = page.locator("#log .placed").filter(has_text=field_name).first
    expect(line).to_be_attached()
    assert wait_for_turn(page)
    open_sheet(page, "log")
    if phone:
        line.tap()
        expect(page.locator("#sheet")).to_be_hidden()
    else:
        line.focus()
    expect(page.locator(".place-light")).to_have_count(1)
    assert any(name.startswith(f"{field_name},") for name in page.evaluate(LIT))


def test_every_piece_has_a_name_and_one_of_each_part_is_in_the_tab_order(
    site: Site, open_page: Opener
) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    for part in ("#board-part", "#hand-part"):
        assert page.locator(f"{part} [data-touch]:not([aria-label])").count() == 0
        assert page.locator(f"{part} [data-touch][tabindex='0']").count() == 1
    assert page.locator("#hand-part [data-touch]").count() == 5
    assert page.locator("#board-part [data-touch]").count() == 41


def test_zooming_is_never_forbidden(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    for path in ("/", "/rules/city_blocks", "/table/nowhere"):
        page.goto(site.url + path)
        viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
        assert "user-scalable" not in viewport
        assert "maximum-scale" not in viewport


GROUND = "each => getComputedStyle(each).backgroundColor"


def test_what_is_chosen_shows_where_the_system_chooses_the_colours(site: Site, open_page: Opener) -> None:
    """Forced colours take away our own grounds, and with them what would say which setting holds."""
    page = open_page(lang="en-GB", forced_colors="active")
    page.goto(site.url)
    page.locator("#settings-button").click()
    chosen = page.locator("input[name=theme]:checked + span")
    other = page.locator("input[name=theme]:not(:checked) + span").first
    expect(chosen).to_be_visible()
    assert chosen.evaluate(GROUND) != other.evaluate(GROUND)
