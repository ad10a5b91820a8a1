"""Resigning, a rematch, stepping through a finished game, and its record as a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    HERE,
    ME,
    go_to,
    hand_over,
    make_table,
    move,
    open_sheet,
    play_over_the_api,
    play_with_friend,
    resign_over_the_api,
    wait_for_turn,
    wait_until,
    whose_turn,
)

TILES = "#board-part [id^='block-'] [data-piece]"


def resign(page: Page) -> None:
    """By the table's tab, with the confirmation in place."""
    open_sheet(page, "table")
    page.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("button", name="Ja, aufgeben").click()
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()  # the end shows itself


def finished_table(page: Page, site: Site, moves: int = 4) -> None:
    """A table whose game ended by resignation after some moves."""
    table = make_table(page, site, ME, BOT, go=False)
    play_over_the_api(page, site, table["id"], random.Random(20), moves)
    resign_over_the_api(page, site, table["id"])
    go_to(page, site, table)
    expect(page.locator("#end")).to_be_visible()


def at(page: Page) -> int:
    return int(page.url.partition("at=")[2])


def test_resigning_asks_once_more_and_ends_the_game(site: Site, open_page: Opener) -> None:
    ada, bea = play_with_friend(open_page, site)
    open_sheet(ada, "table")
    ada.get_by_role("button", name="Aufgeben").click()
    ada.get_by_role("button", name="Weiterspielen").click()
    expect(ada.locator("#end")).to_be_hidden()
    ada.click("#sheet-close")
    resign(ada)
    expect(bea.locator("#verdict")).to_have_text("Bea gewinnt")
    expect(bea.locator("#ending")).to_have_text("Ada hat aufgegeben.")


def test_a_rematch_begins_when_both_want_it_and_each_keeps_their_colour(
    site: Site, open_page: Opener
) -> None:
    ada, bea = play_with_friend(open_page, site)
    resign(ada)
    ada.locator("#end").get_by_role("button", name="Revanche").click()
    expect(ada.locator("#end")).to_contain_text("Warten auf die anderen")
    old = bea.url
    bea.locator("#end").get_by_role("button", name="Revanche annehmen").click()
    for page in (ada, bea):
        page.wait_for_url(lambda url: "/table/" in url and url != old)
        expect(page.locator(".seat-0 .seat-name")).to_have_text("Ada")
        expect(page.locator(".seat-1 .seat-name")).to_have_text("Bea")
    turn = whose_turn(ada, bea)
    assert turn is not None
    move(turn[0], random.Random(21))


def test_a_rematch_against_a_bot_begins_at_once(site: Site, open_page: Opener) -> None:
    page = open_page()
    finished_table(page, site, moves=1)
    old = page.url
    page.locator("#end").get_by_role("button", name="Revanche").click()
    page.wait_for_url(lambda url: "/table/" in url and url != old)
    assert wait_for_turn(page)


def test_two_at_one_device_play_and_rematch(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, HERE)
    hand_over(page)
    move(page, random.Random(22))
    hand_over(page)
    resign(page)
    old = page.url
    page.locator("#end").get_by_role("button", name="Revanche").click()
    page.wait_for_url(lambda url: "/table/" in url and url != old)
    hand_over(page)
    assert wait_for_turn(page)


def test_stepping_through_a_finished_game(site: Site, open_page: Opener) -> None:
    page = open_page()
    finished_table(page, site)
    page.locator("#end").get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*at=*")
    total = at(page)
    tiles = page.locator(TILES)
    expect(tiles.first).to_be_attached()
    count = tiles.count()
    for key, expected in (
        ("ArrowLeft", total - 1),
        ("ArrowLeft", total - 2),
        ("ArrowRight", total - 1),
        ("Home", 0),
        ("End", total),
    ):
        page.keyboard.press(key)
        wait_until(page, "at => location.search.endsWith('at=' + at)", expected)
    page.keyboard.press("Home")
    expect(tiles).to_have_count(0)
    expect(page.locator("#replay-line")).to_have_text("Beginn der Partie")
    page.get_by_role("button", name="Weiter").click()
    wait_until(page, "at => location.search.endsWith('at=' + at)", 1)
    page.get_by_role("button", name="Zum Ende").click()
    expect(tiles).to_have_count(count)
    page.get_by_role("button", name="Zum Anfang").click()
    page.get_by_role("button", name="Abspielen").click()
    wait_until(page, "() => Number(location.search.split('at=')[1]) >= 2")
    page.get_by_role("button", name="Pause").click()


def test_a_link_opens_its_event(site: Site, open_page: Opener) -> None:
    page = open_page()
    finished_table(page, site)
    open_sheet(page, "log")
    link = page.locator("#log a").nth(25)
    what = " ".join(link.inner_text().split()[2:])  # a replay has names where the table's log says "you"
    link.click()
    page.wait_for_url("**/replay/*at=26*")
    expect(page.locator("#replay-line")).to_contain_text(what)
    expect(page.locator("#log [aria-current=step]")).to_contain_text(what)
    other = open_page(lang="en-GB")
    other.goto(page.url.replace("lang=de&", ""))
    expect(other.locator("#replay-line")).not_to_be_empty()
    expect(other.locator("#replay-count")).to_contain_text("Event 26 of")


def test_a_record_is_downloaded_and_opened_again(site: Site, open_page: Opener, tmp_path: Path) -> None:
    page = open_page()
    finished_table(page, site)
    built = page.locator(TILES).count()
    open_sheet(page, "table")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Aufzeichnung herunterladen").click()
    file = tmp_path / "game.txt"
    waiting.value.save_as(file)
    text = file.read_text("utf-8")
    assert '[Game "city_blocks"]' in text
    assert "draw ?" not in text
    stranger = open_page()
    stranger.goto(site.url)
    stranger.set_input_files("#record-file", file)
    stranger.wait_for_url("**/replay/*")
    expect(stranger.locator(TILES)).to_have_count(built)


def test_the_record_of_a_running_game_hides_what_the_player_may_not_know(
    site: Site, open_page: Opener
) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    assert wait_for_turn(page)
    open_sheet(page, "table")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Aufzeichnung herunterladen").click()
    assert "draw ?" in waiting.value.path().read_text("utf-8")


@pytest.mark.parametrize("content", ["nonsense\n", '[Game "city_blocks"]\n\n0 H1@a1\n', ""])
def test_a_broken_record_is_refused_on_the_page(
    site: Site, open_page: Opener, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(content)
    page = open_page()
    page.goto(site.url)
    page.set_input_files("#record-file", file)
    expect(page.locator("#record-problem")).not_to_be_empty()
    assert page.url.rstrip("/") == site.url
