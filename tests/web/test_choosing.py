"""Choosing a move: staging, putting back, confirming, undo, typed moves, and what an illegal touch says."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    HERE,
    ME,
    WITHOUT_WORKER,
    YOUR_TURN,
    empty_block,
    go_to,
    hand_over,
    log_length,
    make_table,
    move,
    open_ids,
    open_sheet,
    plain_tile,
    play_over_the_api,
    table_of,
    touch,
    wait_for_turn,
    wait_until,
)


def table_with_turn(site: Site, open_page: Opener, **more: bool) -> Page:
    page = open_page(**more)
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    return page


def table_with_courthouse(site: Site, open_page: Opener) -> Page:
    """A table at which the first hand has a courthouse. Chance deals, and a page draws only the hand that has one."""
    page = open_page()
    for _ in range(60):
        table = make_table(page, site, ME, HERE, go=False)
        view = page.context.request.get(f"{site.url}/api/tables/{table['id']}").json()
        if any("hand-CH" in path for choice in view["choices"] for path in choice["paths"]):
            break
    go_to(page, site, table)
    hand_over(page)
    return page


def free_blocks(page: Page) -> list[str]:
    return [name for name in open_ids(page, "#board-part") if name.startswith("block-")]


def test_touching_narrows_and_stages(site: Site, open_page: Opener) -> None:
    """A tile opens the blocks, a block shows the ghost, nothing is sent before Confirm."""
    page = table_with_turn(site, open_page)
    assert free_blocks(page) == []
    touch(page, plain_tile(page)).click()
    blocks = free_blocks(page)
    assert len(blocks) >= 28
    page.locator("#confirm").dispatch_event("click")
    expect(page.locator("#notice")).to_contain_text("Dein Zug ist noch nicht vollständig. ")
    touch(page, blocks[0]).click()
    expect(page.locator("#ghost.staged *").first).to_be_attached()
    expect(page.locator("#confirm")).to_be_enabled()
    expect(page.locator("#confirm .word")).to_have_text("Bauen")
    expect(page.locator("#confirm .points")).to_be_hidden()  # it takes six tiles to finish a street
    expect(page.locator("#brings")).to_contain_text("Gewinnt noch keinen Bonus. ")
    length = log_length(page)
    touch(page, blocks[5]).click()
    expect(touch(page, blocks[5])).to_have_class("touched")
    assert log_length(page) == length


def test_the_same_target_again_confirms(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    length = log_length(page)
    touch(page, plain_tile(page)).click()
    block = free_blocks(page)[3]
    touch(page, block).click()
    touch(page, block).click()
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", length)


def test_escape_and_a_tap_beside_put_back(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    for put_back in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(12, 12),
        lambda: page.click("#undo"),
    ):
        touch(page, plain_tile(page)).click()
        touch(page, free_blocks(page)[0]).click()
        put_back()
        expect(page.locator("#confirm")).to_be_disabled()
        assert page.locator(".touched").count() == 0
        assert page.locator("#ghost *").count() == 0


def test_the_ghost_is_shown_under_the_mouse_already(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    touch(page, plain_tile(page)).click()
    touch(page, free_blocks(page)[0]).hover()
    expect(page.locator("#ghost.preview *").first).to_be_attached()
    expect(page.locator("#confirm")).to_be_disabled()


def test_without_the_switch_a_move_needs_no_confirmation(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    page.click("#settings-button")
    page.get_by_role("switch", name="Züge bestätigen").uncheck()
    page.keyboard.press("Escape")
    length = log_length(page)
    touch(page, plain_tile(page)).click()
    touch(page, free_blocks(page)[0]).click()
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", length)
    page.reload()
    page.click("#settings-button")
    expect(page.get_by_role("switch", name="Züge bestätigen")).not_to_be_checked()


def test_an_illegal_touch_names_the_rule_and_opens_it(site: Site, open_page: Opener) -> None:
    """A tile on an own built block, with no token won: CB-10, one sentence, a link into the rulebook, no dialog."""
    page = table_with_turn(site, open_page)
    touch(page, plain_tile(page)).click()
    block = free_blocks(page)[0]
    touch(page, block).click()
    page.click("#confirm")
    page.wait_for_timeout(200)
    assert wait_for_turn(page)
    touch(page, plain_tile(page)).click()
    touch(page, block).click(force=True)  # it says that it cannot be touched; people do it all the same
    expect(page.locator("#notice")).to_be_visible()
    link = page.locator("#notice a")
    expect(link).to_have_text("Regel CB-10")
    assert page.locator("dialog[open]").count() == 0
    link.click()
    expect(page.locator("#sheet-rules #CB-10")).to_be_in_viewport()


def test_a_typed_move_is_staged_and_confirmed(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    tile = plain_tile(page).removeprefix("hand-")
    page.keyboard.press("m")
    page.fill("#move-text", f"{tile.lower()}@{empty_block(page)}")
    page.keyboard.press("Enter")
    expect(page.locator("#ghost.staged *").first).to_be_attached()
    length = log_length(page)
    page.keyboard.press("Enter")
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", length)


def test_a_typed_illegal_move_is_refused_with_its_rule(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    tile = plain_tile(page).removeprefix("hand-")
    page.keyboard.press("m")
    page.fill("#move-text", f"{tile}xa1")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("CB-10")
    page.fill("#move-text", "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("nonsense")


def test_a_courthouse_can_be_taken_back_before_its_swap(site: Site, open_page: Opener) -> None:
    """Placing the courthouse is a move of its own; nothing hidden came after it, so the server takes it back freely."""
    page = table_with_courthouse(site, open_page)
    touch(page, "hand-CH").click()
    block = free_blocks(page)[0]
    touch(page, block).click()
    page.click("#confirm")
    expect(page.locator("#choice-buttons button")).to_have_count(1)
    assert len([name for name in open_ids(page, "#board-part") if name.startswith("street-")]) == 11
    page.click("#undo")
    expect(page.locator('#hand-part [data-touch="hand-CH"]')).to_have_count(1)
    assert touch(page, block).locator("[data-piece]").count() == 0


def test_two_streets_are_swapped_by_touching_both(site: Site, open_page: Opener) -> None:
    page = table_with_courthouse(site, open_page)
    touch(page, "hand-CH").click()
    touch(page, free_blocks(page)[0]).click()
    page.click("#confirm")
    expect(page.locator("#choice-buttons button")).to_have_count(1)
    tokens = [
        touch(page, name).locator("[data-piece]").get_attribute("data-piece")
        for name in ("street-2", "street-e")
    ]
    touch(page, "street-e").click()
    touch(page, "street-2").click()
    page.click("#confirm")
    expect(touch(page, "street-2").locator("[data-piece]")).to_have_attribute("data-piece", tokens[1] or "")
    expect(touch(page, "street-e").locator("[data-piece]")).to_have_attribute("data-piece", tokens[0] or "")


def test_a_move_against_a_bot_can_be_taken_back(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    hand = sorted(open_ids(page, "#hand-part"))
    rng = random.Random(11)
    move(page, rng)
    page.wait_for_timeout(300)
    assert wait_for_turn(page)
    page.keyboard.press("u")
    wait_until(
        page,
        "hand => [...new Set([...document.querySelectorAll('#hand-part .can-touch')]"
        ".map(each => each.dataset.touch))].sort().join() === hand",
        ",".join(hand),
    )


def test_a_stale_page_is_shown_what_happened(site: Site, open_page: Opener) -> None:
    """Two tabs of one seat; the second plays while the first has staged a move on the old position."""
    first = table_with_turn(site, open_page)
    second = open_page(context=first.context)
    first.add_init_script(WITHOUT_WORKER)  # whose requests no test can stop
    first.route("**/stream*", lambda route: route.abort())
    first.reload()
    assert wait_for_turn(first)
    touch(first, plain_tile(first)).click()
    touch(first, free_blocks(first)[0]).click()
    second.goto(first.url)
    assert wait_for_turn(second)
    move(second, random.Random(12))
    second.wait_for_timeout(300)
    first.click("#confirm")
    expect(first.locator("#notice")).to_contain_text("Die Stellung hat sich geändert")
    assert first.locator("#log li").count() == second.locator("#log li").count()


def test_the_page_says_whose_turn_it_is(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, HERE)
    wait_until(page, YOUR_TURN)
    assert page.title() == "● Du bist am Zug – City Blocks"


def test_a_seat_tells_where_its_points_come_from(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    page.locator(".chip").nth(1).click()
    expect(page.locator("#sources")).to_be_visible()
    expect(page.locator("#sources h2")).to_have_text(
        page.locator(".chip").nth(1).locator(".seat-name").inner_text()
    )
    page.keyboard.press("Escape")
    expect(page.locator("#sources")).to_be_hidden()


def test_a_refusal_names_the_nearest_thing_that_leads_on(site: Site, open_page: Opener) -> None:
    """CB-10: a block of the rival cannot be rebuilt; an empty one nearby is named."""
    page = table_with_turn(site, open_page)
    play_over_the_api(page, site, table_of(page), random.Random(1), most=1)
    page.reload()
    assert wait_for_turn(page)
    touch(page, plain_tile(page)).click()
    built = page.locator('#board-part [data-touch^="block-"]:has([data-piece]):not(.can-touch)').first
    built.click(force=True)
    expect(page.locator("#notice")).to_contain_text(re.compile(r"Nächste Möglichkeit: [^ ,]+/[^ ,]+\."))


def test_a_focused_piece_is_named_in_a_bubble(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    block = empty_block(page)
    piece = touch(page, f"block-{block}")
    piece.hover()
    name = piece.get_attribute("aria-label")
    assert name is not None
    assert name.endswith(", frei")
    expect(page.locator(".bubble")).to_contain_text(name)


def test_arrows_walk_over_what_is_open_and_with_shift_over_everything(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    touch(page, plain_tile(page)).focus()
    page.keyboard.press("ArrowRight")
    focused = "document.activeElement.dataset.touch"
    assert page.evaluate(focused).startswith("hand-")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused).startswith("hand-")
    page.keyboard.press("Shift+ArrowUp")
    assert page.evaluate(focused).startswith("block-")


def test_nothing_jumps_when_the_sheet_opens(site: Site, open_page: Opener) -> None:
    page = table_with_turn(site, open_page)
    before = touch(page, "block-f1").bounding_box()
    open_sheet(page, "rules")
    expect(page.locator("#sheet")).to_be_visible()
    assert touch(page, "block-f1").bounding_box() == before
    page.click("#sheet-close")
    touch(page, plain_tile(page)).click()
    touch(page, free_blocks(page)[0]).click()
    assert touch(page, "block-f1").bounding_box() == before
