"""What a screen reader hears of previews, focused pieces, dialogs and the end, beside what the drawing is called."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.web.any_title import open_table
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    LONGER,
    ME,
    log_length,
    make_table,
    open_ids,
    play_over_the_api,
    table_of,
    touch,
    wait_for_turn,
    wait_until,
)
from tests.web.test_keyboard_focus import open_at, open_by_key

DESCRIBED = "() => document.activeElement.getAttribute('aria-description')"


@pytest.mark.parametrize("by_key", [True, False])
def test_a_preview_says_by_which_key_it_is_confirmed(site: Site, open_page: Opener, by_key: bool) -> None:
    page = open_by_key(open_page, site)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    tile = touch(page, next(id_ for id_ in open_ids(page, "#hand-part") if id_ != "hand-CH"))
    if by_key:
        tile.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    else:
        tile.click()
        page.locator("#board-part .can-touch").first.click()
    expect(page.locator("#ghost.staged")).to_have_count(1)
    spoken = page.locator("#announcer p").last.inner_text()
    assert spoken.endswith("Press Enter to confirm.") == by_key, spoken


def test_a_focused_place_says_what_a_move_there_scores(site: Site, open_page: Opener) -> None:
    """As the number on it and the line below the prompt show it."""
    page = open_by_key(open_page, site)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    touch(page, next(id_ for id_ in open_ids(page, "#hand-part") if id_ != "hand-CH")).focus()
    page.keyboard.press("Enter")
    wait_until(page, "() => document.activeElement.matches('#board-part .can-touch')")
    described = page.evaluate(DESCRIBED)
    assert described
    assert described == page.locator("#brings").inner_text()


def test_a_focused_building_says_which_dice_fit(site: Site, open_page: Opener) -> None:
    """Those that are choosable after it; where only one fits, that is chosen with it."""
    page = open_by_key(open_page, site)
    open_table(page, site, "block_city", moves=1)
    rng = random.Random(7)
    while True:
        assert wait_for_turn(page)
        for building in page.locator("#board-part .can-touch").all():
            building.focus()
            described = page.evaluate(DESCRIBED) or ""
            if not described.startswith("Next: "):
                continue
            page.keyboard.press("Enter")
            names = "all => all.map((die) => die.ariaLabel)"
            dice = page.locator("#hand-part .can-touch").evaluate_all(names)
            assert described == f"Next: {', '.join(dice)}"
            return
        before = log_length(page)
        play_over_the_api(page, site, table_of(page), rng, 1)
        wait_until(page, LONGER, before)


def test_a_finished_game_says_its_result(site: Site, open_page: Opener) -> None:
    """Also to someone who was not there at the end, such as on the text page."""
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, BOT, go=False)
    play_over_the_api(page, site, table["id"], random.Random(5))
    view = page.context.request.get(f"{site.url}/api/tables/{table['id']}").json()
    page.goto(f"{site.url}{table['url']}")
    wait_until(
        page,
        "text => document.querySelector('#announcer').textContent.includes(text)",
        view["over"]["headline"],
    )


def test_a_closed_dialog_is_no_live_region(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(site.url)
    live = page.locator("dialog :is([aria-live], [role=status], [role=log])")
    assert live.evaluate_all("all => all.filter((each) => each.textContent.trim())") == []
    page.locator("[data-opens-setup]").first.click()
    expect(page.locator("dialog[open] .says")).to_have_attribute("aria-live", "polite")


def test_a_control_for_a_number_is_called_by_its_question(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    open_at(page, site, "neue_heimat", "bid ")
    assert wait_for_turn(page)
    question = page.locator("#prompt").inner_text()
    expect(page.get_by_role("group", name=question)).to_be_visible()
