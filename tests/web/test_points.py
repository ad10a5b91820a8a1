"""How do I score: the points tab, one touch from one's own card."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, table_of, wait_for_turn

TITLES = ["block_city", "city_blocks", "gridlock", "metromania", "neue_heimat"]
OWN = '.chip[data-seat="0"]'
OTHER = '.chip[data-seat="1"]'


def begin_game(page: Page, site: Site, title: str, moves: int = 6) -> None:
    table = make_table(page, site, ME, BOT, title=title, go=False)
    play_over_the_api(page, site, table["id"], random.Random(3), moves)
    go_to(page, site, table)
    wait_for_turn(page)


def numbers(page: Page, rows: str) -> list[list[int]]:
    lines = page.locator(f"#points {rows}").all()
    return [[int(text.replace("−", "-")) for text in row.locator("td").all_inner_texts()] for row in lines]


@pytest.mark.parametrize("title", daily(TITLES, ["neue_heimat"]))
def test_ones_own_card_tells_every_way_to_points_with_its_rules(
    site: Site, open_page: Opener, title: str
) -> None:
    page = open_page(lang="en-GB")
    begin_game(page, site, title)
    view = page.context.request.get(f"{site.url}/api/tables/{table_of(page)}?lang=en").json()
    page.locator(OWN).click()
    expect(page.locator("#panel-points")).to_be_visible()
    assert view["setup"]["scoring"]
    for way in view["setup"]["scoring"]:
        part = page.locator("#points tbody", has=page.get_by_text(way["sentence"], exact=True))
        expect(part.locator("th")).to_have_text(way["name"])
        assert part.locator(".rule-link").all_inner_texts() == way["rules"]
    [totals] = numbers(page, "tfoot tr")
    assert totals == [seat["score"] for seat in view["seats"]]
    rows = numbers(page, "tbody tr:has(th)")
    assert [sum(row[index] for row in rows) for index in range(2)] == totals
    assert_nothing_for_axe(page, "points")


def test_a_rule_opens_beside_it(site: Site, open_page: Opener) -> None:
    """BC-15."""
    page = open_page(phone=True)
    begin_game(page, site, "block_city")
    page.locator(OWN).tap()
    page.locator("#points .rule-link", has_text="BC-15").tap()
    expect(page.locator("#panel-rules")).to_be_visible()
    expect(page.locator("#BC-15")).to_be_in_viewport()
    page.locator("#tab-points").tap()
    expect(page.locator("#points")).to_be_visible()
    assert_nothing_for_axe(page, "points on a phone")


def test_it_is_found_by_keyboard_and_gives_the_focus_back(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin_game(page, site, "city_blocks", 1)
    page.locator(OWN).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tab-points")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(OWN)).to_be_focused()


def test_the_card_of_another_leads_there_too(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    begin_game(page, site, "city_blocks", 1)
    page.locator(OTHER).click()
    page.get_by_role("button", name="How do I score?").click()
    expect(page.locator("#sources")).to_be_hidden()
    expect(page.locator("#points")).to_be_visible()


GAIN_OVER = """() => [...document.querySelectorAll("#seats .chip")].flatMap((chip) => {
    const gain = chip.appendChild(Object.assign(document.createElement("span"), { className: "rise", textContent: "+16" }));
    const at = gain.getBoundingClientRect();
    return [...chip.querySelectorAll(".seat-name, .seat-score")].filter((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const box = range.getBoundingClientRect();
        return at.x < box.right - 1 && box.x < at.right - 1 && at.y < box.bottom - 4 && box.y < at.bottom - 4;
    }).map((each) => each.textContent);
})"""
"""The names and scores that a gain beside them would cover."""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_gain_covers_neither_name_nor_score(site: Site, open_page: Opener, phone: bool) -> None:
    """On a desk a guest reads the whole own name besides."""
    page = open_page(phone=True) if phone else open_page(viewport={"width": 1280, "height": 720})
    make_table(page, site, {"kind": "me", "name": "Gentle Hedgehog"}, BOT, title="block_city")
    assert wait_for_turn(page)
    name = page.locator(f"{OWN} .seat-name")
    assert phone or name.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.evaluate(GAIN_OVER) == []
