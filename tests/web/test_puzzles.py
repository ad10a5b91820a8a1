"""Puzzles and deals of the day in the browser: whoever tries a move hears what it is worth, by mouse and by keyboard."""

from __future__ import annotations

import random
from datetime import date

import pytest
from playwright.sync_api import Page, expect

import quartier
from quartier.core.game.puzzles import (
    Puzzle,
    has_puzzles,
    number_on,
    puzzles_of,
)
from quartier.server.views.daily.puzzles import today
from tests.daily import daily
from tests.server.harness import archived_day
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import play_over_the_api, table_of

TITLES = [name for name in quartier.titles() if has_puzzles(quartier.load(name))]


DAY = archived_day()
"""An archived one, the same in every run."""


def begin(page: Page, site: Site, title: str, day: date = DAY, lang: str = "en") -> Puzzle:
    page.goto(f"{site.url}/today/{title}/{day.isoformat()}?lang={lang}")
    expect(page.locator("#puzzle-question")).not_to_be_empty()
    expect(page.locator(".can-touch, #choice-buttons button").first).to_be_visible()
    puzzles = puzzles_of(quartier.load(title))
    return puzzles[number_on(day, len(puzzles))]


def type_move(page: Page, move: str) -> None:
    """Stage a move by its notation and confirm it, by keyboard alone."""
    page.keyboard.press("m")
    expect(page.locator("#move-text")).to_be_focused()
    page.locator("#move-text").fill(move)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-card .primary")).to_be_focused()


def click_move(page: Page, puzzle: Puzzle, title: str, move: str) -> None:
    """Touch what the move is made of, and Confirm unless the last touch has played it."""
    view = puzzle.position(quartier.load(title)).seen_by(puzzle.seat, "en")
    path = next(choice.paths[0] for choice in view.choices() if choice.move == move)
    for touch in path:
        page.locator(f'[data-touch="{touch}"], [data-choice="{touch}"]').first.click(force=True)
    if page.locator("#lesson-card").is_hidden() and page.locator("#confirm").is_enabled():
        page.locator("#confirm").click()


@pytest.mark.parametrize("title", daily(TITLES, ["city_blocks", "neue_heimat"]))
def test_a_puzzle_is_solved_by_keyboard(site: Site, open_page: Opener, title: str) -> None:
    page = open_page(lang="en-GB")
    puzzle = begin(page, site, title)
    type_move(page, puzzle.greedy)
    expect(page.locator("#lesson-heading")).to_have_text("Not quite")
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-card")).to_be_hidden()
    type_move(page, puzzle.best[-1])
    expect(page.locator("#lesson-heading")).to_have_text("Solved!")
    expect(page.locator("#compared .best").first).to_be_visible()
    expect(page.locator("[data-streak]")).to_be_hidden()


def test_the_keys_give_way_to_what_a_typed_move_is_worth(site: Site, open_page: Opener) -> None:
    """On a phone they lie over the board."""
    page = open_page(lang="en-GB", phone=True)
    puzzle = begin(page, site, "block_city")
    type_move(page, puzzle.best[0])
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#lesson-heading")).to_have_text("Solved!")
    page.locator("#lesson-card button", has_text="View board").tap()
    expect(page.locator("#lesson-card")).to_be_hidden()


def test_a_puzzle_is_solved_by_mouse_and_reads_well(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    puzzle = begin(page, site, "block_city")
    assert_nothing_for_axe(page, "a puzzle")
    click_move(page, puzzle, "block_city", puzzle.best[0])
    expect(page.locator("#lesson-heading")).to_have_text("Solved!")
    assert_nothing_for_axe(page, "a solved puzzle")
    page.locator("#lesson-card button", has_text="View board").click()
    expect(page.locator("#lesson-card")).to_be_hidden()


def test_days_in_a_row_are_counted(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    puzzle = begin(page, site, "block_city", today())
    type_move(page, puzzle.best[0])
    expect(page.locator("[data-streak]")).to_have_text("1 day in a row")
    page.goto(f"{site.url}/today?lang=en")
    expect(page.locator("a.solved[data-puzzle=block_city]")).to_contain_text("(solved)")


def test_a_solution_that_is_shown_is_not_solved(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    begin(page, site, "block_city", today(), "de")
    page.locator("#puzzle-show").tap()
    expect(page.locator("#lesson-heading")).to_have_text("Die Lösung")
    page.locator("#lesson-card .primary").tap()
    expect(page.locator("a.shown[data-puzzle=block_city]").first).to_contain_text("(Lösung gesehen)")
    expect(page.locator("[data-streak]").first).to_be_hidden()


def test_the_deal_of_the_day_is_entered_once(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True, lang="en-GB")
    page.goto(f"{site.url}/today?lang=en")
    assert_nothing_for_axe(page, "today")
    page.locator("[data-deal=block_city]").tap()
    page.wait_for_url("**/table/*")
    expect(page.locator(".can-touch, #choice-buttons button").first).to_be_visible()
    first = page.url
    page.goto(f"{site.url}/today?lang=en")
    page.locator("[data-deal=block_city]").tap()
    page.wait_for_url("**/table/*")
    assert page.url == first
    play_over_the_api(page, site, table_of(page), random.Random(1))
    page.locator("#end").get_by_role("link", name="Results").tap()
    expect(page.locator(".results").first).to_be_visible()
    page.goto(f"{site.url}/deals/2026-01-05?lang=en")
    expect(page.locator(".key")).to_contain_text("quartier verify RECORD --key ")
    assert_nothing_for_axe(page, "a day of the archive")
