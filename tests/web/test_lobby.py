"""Strangers meet in the lobby, wait, play, talk, and need not hear everything."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    FRIEND,
    HERE,
    ME,
    go_to,
    name_oneself,
    open_setup,
    open_sheet,
    table_of,
)


def _enter(page: Page, site: Site, name: str) -> None:
    """The way from the home page into the lobby."""
    page.goto(site.url)
    name_oneself(page, name)
    page.get_by_role("link", name="Lobby").click()
    page.wait_for_url("**/lobby")


def _say(page: Page, text: str) -> None:
    field = page.locator("#panel-chat form input")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def test_two_strangers_meet_play_and_talk(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB", phone=True)
    _enter(ada, site, "Ada")
    ada.get_by_role("button", name="Neue Heimat").click()
    ada.wait_for_url("**/table/*")
    invitation = ada.locator("#invite")
    expect(invitation).to_contain_text("This table is listed in the lobby. Anyone can join.")
    expect(invitation.get_by_role("button", name="Cancel table")).to_be_visible()
    assert_nothing_for_axe(ada, "waiting")
    expect(ada.locator("#confirm, #hand-part").locator("visible=true")).to_have_count(0)  # nothing idle below

    _enter(bea, site, "Bea")
    card = bea.locator(f"[data-table='{table_of(ada)}']")
    expect(card).to_contain_text("Ada")
    assert_nothing_for_axe(bea, "lobby")
    card.get_by_role("button").click()
    bea.wait_for_url("**/table/*")
    expect(invitation).to_be_hidden()
    for page in (ada, bea):
        expect(page.locator(".chip .seat-name")).to_have_text(["Ada", "Bea"])
    expect(bea.locator(".chip.acting")).to_have_count(1)

    open_sheet(ada, "chat")
    _say(ada, "Hello <b>Bea</b>")
    unread = bea.locator(".menu [data-unread]")
    expect(unread).to_have_text("1")
    bubble = bea.locator(".chat-bubble")
    expect(bubble).to_have_text("Ada (guest) Hello <b>Bea</b>")
    bea.locator(".tool.menu").click()  # leads to what is new
    expect(bea.locator("#panel-chat")).to_be_visible()
    bea.locator("#sheet-close").click()
    bubble.click()
    expect(bubble).to_have_count(0)
    expect(bea.locator("#panel-chat")).to_be_visible()
    bea.locator(".seats-strip").click(trial=True)  # on a phone nothing covers who sits there
    expect(bea.locator(".said li")).to_contain_text("Hello <b>Bea</b>")
    expect(unread).to_be_hidden()
    assert_nothing_for_axe(bea, "talking")
    bea.get_by_role("button", name="Thank you!").click()
    expect(ada.locator(".chip[data-seat='1'] .reaction .glyph")).to_be_visible()
    expect(ada.locator("#announcer")).to_contain_text("Bea (guest): Thank you!")

    bea.get_by_role("button", name="Options for Ada").click()
    bea.get_by_role("button", name="Mute here").click()
    expect(bea.locator("#panel-chat")).to_contain_text("Ada is muted here.")
    expect(bea.locator(".said li")).to_have_count(1)
    _say(ada, "Are you there?")
    _say(bea, "I hear nothing")
    expect(ada.locator(".said li")).to_have_count(4)
    expect(bea.locator(".said li")).to_have_count(2)
    bea.get_by_role("button", name="Unmute").click()
    expect(bea.locator(".said li")).to_have_count(4)

    ada.locator("label", has_text="Chat at this table").click()
    expect(bea.locator("#panel-chat")).to_contain_text("The table’s host has turned chat off.")
    expect(bea.locator("#panel-chat form")).to_have_count(0)


def test_a_guest_is_removed_with_a_sentence(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB")
    wish = {"title": "block_city", "seats": [ME, FRIEND, FRIEND], "access": "public"}
    body = ada.context.request.post(f"{site.url}/api/tables", data=wish).json()
    go_to(ada, site, body)
    go_to(bea, site, body)
    with bea.expect_navigation():  # a page that is only coming would not see what follows
        bea.locator("#invite").get_by_role("button", name="Take a seat").click()
    name = ada.locator(".chip[data-seat='1'] .seat-name")
    expect(name).not_to_have_text("Open seat")
    expect(bea.get_by_role("button", name="Leave table")).to_be_visible()  # she knows that she sits there
    ada.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(bea.locator("#notice")).to_contain_text("was removed by the table’s host.")
    expect(bea.locator("body")).to_have_class(re.compile("watching"))
    ada.get_by_role("button", name="Cancel table").click()
    for page in (ada, bea):
        expect(page.locator("#invite")).to_contain_text("This table was cancelled before the game started.")


IDLE = """{
  const now = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => now() + passed;
  globalThis.leaveAlone = () => (passed = 120_000);
}"""
"""Before the page's own scripts: the device can be left alone for two minutes."""
IMPATIENT = "{ const every = setInterval; setInterval = (act, ms) => every(act, ms === 10_000 ? 100 : ms); }"
"""A page that asks again for a quick match at once."""


def test_who_has_not_been_seen_is_asked_whether_they_are_there(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(lang="en-GB", phone=True), open_page(lang="en-GB")
    ada.add_init_script(IDLE)
    _enter(ada, site, "Ada")
    ada.get_by_role("button", name="City Blocks", exact=True).click()
    ada.wait_for_url("**/table/*")
    expect(ada.locator("#invite")).to_be_visible()
    ada.evaluate("leaveAlone()")
    _enter(bea, site, "Bea")
    card = bea.locator(f"[data-table='{table_of(ada)}']")
    expect(card).to_contain_text("Ada (guest) · here")
    card.get_by_role("button").click()
    bea.wait_for_url("**/table/*")
    expect(bea.locator(".check")).to_contain_text("not here yet")
    check = ada.locator(".check")
    expect(check.get_by_role("listitem")).to_have_text(["Ada (you)not here yet", "Bea✓ here"])
    expect(check.get_by_role("timer")).to_have_text(re.compile(r"^0:[01]\d$"))
    assert_nothing_for_axe(ada, "ready check")
    assert "Are you there?" in ada.title()
    press = check.get_by_role("button", name="I’m here")
    box = press.bounding_box()
    assert box is not None
    height = ada.viewport_size["height"] if ada.viewport_size else 0
    assert (box["height"] >= 44, box["y"] > height / 2, box["y"] + box["height"] <= height) == (True,) * 3
    press.click()
    for page in (ada, bea):
        expect(page.locator("#invite")).to_be_hidden()
        expect(page.locator(".chip.acting")).to_have_count(1)


def test_who_waits_alone_is_led_to_others_who_wait(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB")
    bea.add_init_script(IMPATIENT)
    _enter(bea, site, "Bea")
    bea.select_option("#anyone [name=seats]", "3")
    bea.get_by_role("button", name="BlockCity", exact=True).click()
    bea.wait_for_url("**/table/*")
    wish = {"title": "block_city", "seats": [ME, HERE, FRIEND], "access": "public"}
    body = ada.context.request.post(f"{site.url}/api/tables", data=wish).json()
    go_to(ada, site, body)
    bea.wait_for_url(f"**/table/{body['id']}")
    expect(ada.locator("#invite")).to_be_hidden()


def test_a_table_says_who_may_watch(site: Site, open_page: Opener) -> None:
    """Nobody watches a private game; a public one is watched from the lobby."""
    ada, eve = open_page(lang="en-GB"), open_page(lang="en-GB")
    form = open_setup(ada, site, "city_blocks")
    form.locator("label:has([data-access][value=private])").click()
    form.locator("button[type=submit]").click()
    ada.wait_for_url("**/table/*")
    eve.goto(f"{site.url}/table/{table_of(ada)}")
    expect(eve.locator("#notice")).to_contain_text("only its players can see the game in progress")
    form = open_setup(ada, site, "city_blocks")
    form.locator("label:has([data-access][value=public])").click()
    form.locator("button[type=submit]").click()
    ada.wait_for_url("**/table/*")
    eve.goto(f"{site.url}/lobby")
    eve.locator(f"[data-table='{table_of(ada)}']").get_by_role("link").click()
    expect(eve.get_by_text("You’re watching", exact=True).first).to_be_visible()


def test_bots_come_when_both_have_pressed(site: Site, open_page: Opener) -> None:
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB", phone=True)
    wish = {"title": "block_city", "seats": [ME, FRIEND, FRIEND], "access": "public"}
    body = ada.context.request.post(f"{site.url}/api/tables", data=wish).json()
    go_to(ada, site, body)
    go_to(bea, site, body)
    bea.locator("#invite").get_by_role("button", name="Take a seat").click()
    press = bea.get_by_role("button", name="Play with bots now")
    press.click()
    expect(press).to_have_count(0)
    expect(ada.locator("#invite")).to_contain_text("suggested filling the open seats with bots.")
    ada.get_by_role("button", name="Play with bots now").click()
    for page in (ada, bea):
        expect(page.locator("#invite")).to_be_hidden()
    expect(ada.locator(".chip[data-seat='2']")).to_have_accessible_name(re.compile("bot"))
