"""More than two at a table: making it by the form, six seats on a phone, a bot for somebody who is away."""

from __future__ import annotations

import random
import re
import time

from playwright.sync_api import Page, expect

import quartier
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    FRIEND,
    ME,
    WITHOUT_WORKER,
    choose_seat,
    make_table,
    open_setup,
    open_sheet,
    play_over_the_api,
)

TITLE = "block_city"
AWAY = re.compile(r"\baway\b")


def test_a_table_of_three_on_another_board(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    form = open_setup(page, site, TITLE)
    choose_seat(form, 0, "me", name="Ada")
    choose_seat(form, 1, "here", name="Bea")
    choose_seat(form, 2, "bot", level="1")
    other = quartier.load(TITLE).boards[1]
    form.locator("[data-board]").select_option(other)
    form.locator("label:has([name=surrounding])", has_text="lowest").click()
    expect(form.locator(".says")).to_have_text("3 players, 1 bot, about 20 minutes")
    form.locator("button[type=submit]").click()
    expect(page.locator("#board-part svg")).to_be_visible()
    assert page.locator(".chip .seat-name").all_inner_texts() == ["Ada", "Bea", "Mia"]
    open_sheet(page, "table")
    expect(page.locator("#table-card")).to_contain_text(other)


def test_an_option_is_offered_with_the_switch_that_it_needs(site: Site, open_page: Opener) -> None:
    """What is not offered is not sent, also if it had been chosen before: the table opens all the same."""
    page = open_page(lang="en-GB")
    form = open_setup(page, site, "gridlock")
    cones, trip = (form.locator(f"label:has([name={name}])") for name in ("short_trip_cones", "short_trip"))
    expect(cones).to_be_hidden()
    trip.click()
    cones.click()
    expect(cones.locator("input")).to_be_checked()
    trip.click()
    expect(cones).to_be_hidden()
    choose_seat(form, 1, "here", name="Bea")
    form.locator("button[type=submit]").click()
    expect(page.locator("#board-part svg")).to_be_visible()


def test_six_seats_on_a_phone(site: Site, open_page: Opener) -> None:
    """Everybody has a place in the strip; nothing is wider than the phone."""
    page = open_page(phone=True, lang="en-GB")
    seats = [{"kind": "bot", "bot": "random"}] * 5 + [{"kind": "me", "name": "Ada"}]
    answer = page.context.request.post(f"{site.url}/api/tables", data={"title": TITLE, "seats": seats})
    page.goto(f"{site.url}{answer.json()['url']}")
    own = page.locator(".chip[data-seat='5']")
    expect(own).to_have_class("chip seat-5 acting")
    page.wait_for_timeout(300)
    for _ in range(100):
        if page.locator(".chip.acting").count() == 1:
            break
        page.wait_for_timeout(200)
    page.wait_for_timeout(200)
    box = own.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390 + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bot_plays_for_who_is_away_until_the_return(site: Site, open_page: Opener) -> None:
    ada, bea, cem = open_page(lang="en-GB"), open_page(lang="en-GB"), open_page(lang="en-GB")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "friend"}]
    body = ada.context.request.post(f"{site.url}/api/tables", data={"title": TITLE, "seats": seats}).json()
    for page, seat, name in ((bea, 1, "Bea"), (cem, 2, "Cem")):
        page.goto(body["seats"][seat]["invite_url"])
        page.fill("#join-name", name)
        page.click("#join button[type=submit]")
        expect(page.locator("#join")).to_be_hidden()
    bea.goto(site.url)  # Bea leaves the table
    ada.goto(f"{site.url}{body['url']}")
    open_sheet(ada, "table")
    expect(ada.locator(".chip[data-seat='1']")).to_have_class(AWAY)
    ada.get_by_role("button", name="Let a bot play for Bea").click()
    question = cem.locator("#question")
    expect(question).to_contain_text("Ada wants a bot to play for Bea.")
    expect(ada.locator("#question")).to_contain_text("Ada wants a bot to play for Bea.")
    assert ada.locator("#question button").count() == 0
    question.get_by_role("button", name="Accept").click()
    expect(ada.locator(".chip[data-seat='1'] .seat-name")).to_have_text("Bea (bot)")
    expect(question).to_be_hidden()

    bea.goto(f"{site.url}{body['url']}")
    expect(bea.locator("#prompt")).to_have_text("A bot is playing for you.")
    bea.get_by_role("button", name="Take my seat back").click()
    expect(ada.locator(".chip[data-seat='1'] .seat-name")).to_have_text("Bea")


def test_coming_and_going_is_seen_at_once(site: Site, open_page: Opener) -> None:
    """Bea joins, closes her page and comes back: Ada sees it without any move."""
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]
    body = ada.context.request.post(
        f"{site.url}/api/tables", data={"title": "city_blocks", "seats": seats}
    ).json()
    ada.goto(f"{site.url}{body['url']}")
    bea.goto(body["seats"][1]["invite_url"])
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    chip = ada.locator(".chip[data-seat='1']")
    expect(chip.locator(".seat-name")).to_have_text("Bea")
    expect(chip).not_to_have_class(AWAY)
    lines = ada.locator("#log li").count()

    bea.close()
    expect(chip).to_have_class(AWAY)
    expect(chip.locator(".seat-state")).to_have_text("away")
    assert chip.evaluate("e => getComputedStyle(e.querySelector('.face')).getPropertyValue('--lids')") == "1"
    open_sheet(ada, "table")
    expect(ada.get_by_role("button", name="Let a bot play for Bea")).to_be_visible()
    back = open_page(context=bea.context)
    back.goto(f"{site.url}{body['url']}")
    expect(chip).not_to_have_class(AWAY)
    expect(ada.get_by_role("button", name="Let a bot play for Bea")).to_have_count(0)
    assert ada.locator("#log li").count() == lines


def _set_time(page: Page, minutes: float) -> None:
    """Let the page's clock show a later time; its timers run as before, so that its stream of events stays open."""
    page.clock.set_system_time(time.time() + minutes * 60)


def test_the_page_asks_what_to_do_about_a_player_who_is_away(site: Site, open_page: Opener) -> None:
    """After a minute, not before; waiting is a choice, and so is a bot."""
    ada, bea, watcher = open_page(lang="en-GB"), open_page(lang="en-GB"), open_page(lang="en-GB")
    seats = [{"kind": "friend"}, {"kind": "me", "name": "Ada"}]
    body = ada.context.request.post(
        f"{site.url}/api/tables", data={"title": "city_blocks", "seats": seats}
    ).json()
    bea.goto(body["seats"][0]["invite_url"])
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    ada.goto(f"{site.url}{body['url']}")
    chip, question = ada.locator(".chip[data-seat='0']"), ada.locator("#question")
    expect(ada.locator(".chip.acting")).to_have_count(1)
    if "acting" not in (chip.get_attribute("class") or ""):  # chance began with Ada
        play_over_the_api(ada, site, body["id"], random.Random(0), 1)
    expect(chip).to_have_class("chip seat-0 acting")
    bea.close()
    expect(chip).to_have_class(AWAY)
    _set_time(ada, 0.5)
    watcher.goto(f"{site.url}{body['url']}")  # whatever happens at the table, the page looks at its clock
    expect(watcher.locator(".chip.acting")).to_have_count(1)
    expect(question).to_be_hidden()
    _set_time(ada, 1.5)
    watcher.reload()
    expect(question).to_contain_text("Bea is away.")
    expect(question.get_by_role("button")).to_have_text(["Remind", "Let a bot play", "Wait"])
    question.get_by_role("button", name="Remind").click()
    expect(question.get_by_role("button").first).to_have_text("Link copied")
    question.get_by_role("button", name="Wait").click()
    expect(question).to_be_hidden()

    back = open_page(context=bea.context)
    back.goto(f"{site.url}{body['url']}")
    expect(chip).not_to_have_class(AWAY)
    back.close()
    expect(chip).to_have_class(AWAY)
    _set_time(ada, 3)
    watcher.close()
    question.get_by_role("button", name="Let a bot play").click()
    expect(ada.locator(".chip[data-seat='0'] .seat-name")).to_have_text("Bea (bot)")


def test_spectators_are_counted(site: Site, open_page: Opener) -> None:
    ada, watcher = open_page(lang="en-GB"), open_page(lang="en-GB")
    table = make_table(ada, site, ME, FRIEND)
    open_sheet(ada, "table")
    card = ada.locator("#table-card")
    expect(card).not_to_contain_text("watching.")
    watcher.goto(f"{site.url}{table['url']}")
    expect(card).to_contain_text("1 person is watching.")
    expect(watcher.get_by_text("You’re watching", exact=True).first).to_be_visible()
    assert watcher.locator("button:disabled").locator("visible=true").count() == 0
    assert watcher.locator(".can-touch").count() == 0
    watcher.close()
    expect(card).not_to_contain_text("watching.")


def test_a_page_that_is_one_too_many_says_so(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    make_table(page, site, ME, FRIEND)
    text = "Too many open tabs from your network. Close one to continue here."
    error_body = {"error": {"code": "too_many", "text": text}}
    page.add_init_script(WITHOUT_WORKER)  # whose requests no test can answer
    page.route("**/stream*", lambda route: route.fulfill(status=429, json=error_body))
    page.reload()
    expect(page.locator("#connection")).to_have_text(text)
    page.unroute("**/stream*")
    expect(page.locator("#connection")).to_be_hidden()
