"""One table on several devices: shared device, second device, reload, cut connection, spectators, taking back by consent."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

import quartier
from quartier.core.text.languages import translator
from quartier.games.city_blocks.text.labels import BLOCK_NAMES, block_name
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    FRIEND,
    HERE,
    LONGER,
    ME,
    YOUR_TURN,
    empty_block,
    hand_over,
    log_length,
    make_table,
    move,
    open_from_home,
    open_sheet,
    plain_tile,
    play_with_friend,
    touch,
    visible_scores,
    wait_for_turn,
    wait_until,
    whose_turn,
)


def hand_of(page: Page) -> list[str]:
    """The names of the pieces in the visible hand."""
    result: list[str] = page.eval_on_selector_all(
        "#hand-part [data-piece]", "all => all.map(each => each.dataset.piece)"
    )
    return result


def test_two_people_at_one_device_do_not_see_each_others_hand(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, HERE)
    for _ in range(4):
        expect(page.locator("#cover")).to_be_visible()
        assert hand_of(page) == []
        assert page.locator("#board-part .can-touch").count() == 0
        hand_over(page)
        seat = page.locator(".chip.acting").get_attribute("data-seat")
        hand = hand_of(page)
        assert hand
        assert all(piece.startswith(f"{seat}-") for piece in hand)
        # Only the first of two courthouse steps keeps the turn; play until the device has to be passed on.
        while page.locator("#cover").is_hidden():
            move(page, random.Random(5))


def test_a_link_plays_the_same_seat_on_another_device(site: Site, open_page: Opener) -> None:
    page = open_page()
    open_from_home(page, site)  # only who made the table there has its secret for the link
    wait_for_turn(page)
    open_sheet(page, "table")
    link = page.get_by_label("Link zum Platz von Ada").input_value()
    phone = open_page(phone=True)
    phone.goto(link)
    assert wait_for_turn(phone)
    assert "#" not in phone.url
    assert hand_of(phone) == hand_of(page)
    before = log_length(page)
    move(phone, random.Random(6), "tap")
    wait_until(page, LONGER, before)


def test_a_reload_in_the_middle_changes_nothing(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    rng = random.Random(7)
    for _ in range(3):
        assert wait_for_turn(page)
        move(page, rng)
    assert wait_for_turn(page)
    before = hand_of(page), page.locator("#log li").all_text_contents(), visible_scores(page)
    page.reload()
    assert wait_for_turn(page)
    assert (hand_of(page), page.locator("#log li").all_text_contents(), visible_scores(page)) == before
    move(page, rng)


def test_a_move_without_connection_arrives_once_after_a_reload(own_site: Site, open_page: Opener) -> None:
    """The server goes while a move is being sent, the page is reloaded, the server comes back: played exactly once."""
    page = open_page()
    make_table(page, own_site, ME, BOT)
    assert wait_for_turn(page)
    page.route("**/moves*", lambda route: route.abort())
    tile = plain_tile(page)
    pieces = page.locator(f'[data-touch="{tile}"][data-piece], [data-touch="{tile}"] [data-piece]').first
    played, block = pieces.get_attribute("data-piece"), empty_block(page)
    pieces.click()
    touch(page, f"block-{block}").click()
    page.click("#confirm")
    expect(page.locator("#connection")).to_be_visible()
    page.unroute("**/moves*")
    page.reload()
    expect(page.locator(f'#board-part [data-piece="{played}"]')).to_have_count(1)
    assert wait_for_turn(page)
    name = block_name(BLOCK_NAMES.index(block), translator("de", quartier.load("city_blocks").spec.folder))
    assert page.locator("#log").get_by_text(name).count() == 1


def test_a_cut_connection_is_shown_and_mends_itself(own_site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, own_site, ME, BOT)
    assert wait_for_turn(page)
    touch(page, plain_tile(page)).click()
    touch(page, f"block-{empty_block(page)}").click()
    own_site.stop()
    expect(page.locator("#connection")).to_be_visible()
    length = log_length(page)
    page.click("#confirm")
    page.wait_for_timeout(300)
    own_site.start()
    wait_until(page, LONGER, length)
    expect(page.locator("#connection")).to_be_hidden()
    assert wait_for_turn(page)
    move(page, random.Random(8))


def test_the_creator_sees_an_invitation_until_the_friend_has_come(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(), open_page(phone=True, lang="en-GB")
    table = make_table(ada, site, ME, FRIEND)
    code = ada.locator("#invite .qr svg").bounding_box()
    assert code is not None
    assert code["width"] > 180, "a camera reads it from some distance"
    link = ada.locator("#invite").get_by_role("textbox", name="Einladungslink").input_value()
    assert link == table["seats"][1]["invite_url"]
    expect(ada.locator("#invite .warning")).to_contain_text(
        "funktioniert nur auf diesem Rechner"
    )  # 127.0.0.1
    bea.goto(link)
    bea.fill("#join-name", "<b>Bea</b>")
    bea.click("#join button[type=submit]")
    expect(ada.locator("#invite")).to_be_hidden()
    expect(ada.locator(".seat-name").nth(1)).to_have_text("<b>Bea</b>")
    expect(bea.locator("#hand-part svg")).to_be_visible()
    assert "#" not in bea.url


def test_an_invitation_that_someone_else_took_leads_to_watching(site: Site, open_page: Opener) -> None:
    ada, bea, late = open_page(), open_page(), open_page()
    link = make_table(ada, site, ME, FRIEND)["seats"][1]["invite_url"]
    bea.goto(link)
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    expect(ada.locator("#invite")).to_be_hidden()
    late.goto(link)
    expect(late.locator("#notice")).to_contain_text("schon vergeben")
    expect(late.locator("#join")).to_be_hidden()
    assert "#" not in late.url
    bea.goto(link)  # her own invitation once more
    expect(bea.locator("#hand-part svg")).to_be_visible()
    expect(bea.locator("#join")).to_be_hidden()
    expect(bea.locator("#notice")).to_be_hidden()


def test_all_of_the_table_card_lies_in_its_sheet(site: Site, open_page: Opener) -> None:
    ada, _ = play_with_friend(open_page, site)
    for tab in ("table", "keys"):
        open_sheet(ada, tab)
        panel = ada.locator(f"#panel-{tab}")
        expect(panel).to_be_visible()
        assert panel.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_spectator_sees_the_board_and_no_hand(site: Site, open_page: Opener) -> None:
    ada, bea = play_with_friend(open_page, site)
    guest = open_page()
    guest.goto(ada.url)
    expect(guest.locator("#board-part svg")).to_be_visible()
    assert hand_of(guest) == []
    turn = whose_turn(ada, bea)
    assert turn is not None
    length = log_length(guest)
    move(turn[0], random.Random(9))
    wait_until(guest, LONGER, length)
    touch(guest, "block-a1").click(force=True)
    expect(guest.locator("#notice")).to_be_visible()


def play_a_turn(page: Page, rng: random.Random) -> list[str]:
    """The hand before its last move: a courthouse takes two."""
    hand: list[str] = []
    wait_for_turn(page)
    while page.evaluate(YOUR_TURN):
        hand = hand_of(page)
        move(page, rng)
        page.wait_for_timeout(100)
    return hand


def test_a_move_comes_back_when_the_other_agrees(site: Site, open_page: Opener) -> None:
    """Whoever has refused is not asked again for that move, but for another."""
    ada, bea = play_with_friend(open_page, site)
    turn = whose_turn(ada, bea)
    assert turn is not None
    player, other = turn
    rng = random.Random(10)
    play_a_turn(player, rng)
    player.click("#undo")
    expect(player.locator("#question")).to_contain_text("Du hast um Rücknahme gebeten")
    other.locator("#question").get_by_role("button", name="Ablehnen").click()
    expect(player.locator("#question")).to_be_hidden()
    expect(player.locator("#notice")).to_contain_text("abgelehnt")
    expect(player.locator("#undo")).to_be_disabled()
    play_a_turn(other, rng)
    hand = play_a_turn(player, rng)
    expect(player.locator("#undo")).to_be_enabled()
    player.click("#undo")
    wait_until(other, ANSWERED)
    other.locator("#question").get_by_role("button", name="Annehmen").click()
    wait_until(player, YOUR_TURN)
    assert sorted(hand_of(player)) == sorted(hand)
    expect(other.locator("#question")).to_be_hidden()
