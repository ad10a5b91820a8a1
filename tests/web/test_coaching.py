"""A first game is coached: two ideas in each of the first turns; what is new is explained; it can be turned off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.axe import assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, LONGER, ME, YOUR_TURN, log_length, make_table, wait_until

HINT = re.compile(r"/hint\b")
COVERED = """() => {
    const card = document.querySelector(".coach").getBoundingClientRect();
    const parts = ["#board-part", "#hand-part", "#prompt", "#confirm", "#seats", "#goal", ".home-link", ".tool.menu"];
    return parts.filter((each) => {
        const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect();
        return left < card.right - 1 && right > card.left + 1 && top < card.bottom - 1 && bottom > card.top + 1;
    });
}"""

CUT_OFF = """() => [...document.querySelectorAll(".coach [data-move], [id^=trip-]")].filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect(), part = each.closest(".coach, svg");
    return [y + 2, y + height - 2].some((at) => !part.contains(document.elementFromPoint(x + width / 2, at)));
}).map(({ textContent }) => textContent)"""
"""Ideas and test trips that aren't in sight from head to foot."""

HIDDEN_BY_BUBBLE = """() => {
    const { left, right, top, bottom } = document.querySelector(".bubble.explained").getBoundingClientRect();
    const needed = document.querySelectorAll(".seats-strip, .between, .dock, .bar, .can-touch");
    return [...needed].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
    }).map((each) => each.dataset.touch ?? each.className);
}"""
"""What a bubble lies over that no one asked for."""

NOTHING_KNOWN = "localStorage['quartier.kinds.city_blocks'] = JSON.stringify({ seen: [], explained: [] })"


def _answer(route: Route) -> None:
    """Answer at once, without a search: three moves, each with a reason."""
    table, _, query = route.request.url.partition("/hint")
    page = route.request.frame.page
    view = page.context.request.get(f"{table}{query}").json()
    moves = [
        {"move": choice["move"], "label": choice["label"], "value": 0.5, "promise": "", "line": []}
        | {"why": f"Grund {number}."}
        for number, choice in enumerate(view["choices"][:3], 1)
    ]
    route.fulfill(json={"version": view["version"], "verdict": "", "moves": moves})


def _play_idea(page: Page) -> None:
    """Stage the first of the two ideas, confirm it and wait for the bot."""
    ideas = page.locator(".coach [data-move]")
    expect(ideas).to_have_count(2)
    expect(ideas.first).to_contain_text("Grund 1.")
    expect(ideas.first).to_be_visible()
    before = log_length(page)
    label = ideas.first.locator("b").inner_text()
    ideas.first.click()
    expect(ideas.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_have_text(label)
    page.click("#confirm")
    wait_until(page, LONGER, before + 1)
    wait_until(page, YOUR_TURN)


def test_the_first_turns_of_a_first_game_bring_ideas(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True, coached=True)
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT)
    card = page.locator(".coach")
    expect(card.locator("[data-move]")).to_have_count(2)
    expect(page.locator(".bubble.explained")).to_have_count(0)  # nothing is new yet
    assert page.evaluate("document.activeElement === document.body")
    assert page.evaluate(COVERED) == []
    assert_nothing_for_axe_in("light", page)
    _play_idea(page)

    card.get_by_role("button", name="Schließen").click()
    expect(card).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()
    page.evaluate(NOTHING_KNOWN)
    page.reload()
    expect(page.locator(".bubble.explained")).to_have_count(1)  # one kind of component at a time
    assert page.evaluate("document.activeElement === document.body")
    assert page.evaluate(HIDDEN_BY_BUBBLE) == []
    _play_idea(page)

    page.set_viewport_size({"width": 1280, "height": 720})  # a phone has it in the settings alone
    card.get_by_role("button", name="Starthilfe ausschalten").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(card).to_be_hidden()
    page.reload()
    wait_until(page, YOUR_TURN)
    page.locator("[data-opens=log].menu").click()
    page.get_by_role("button", name="Einstellungen").click()
    switch = page.get_by_role("switch", name="Starthilfe in der ersten Partie")
    expect(switch).not_to_be_checked()
    expect(card).to_have_count(0)
    switch.check()
    page.reload()
    _play_idea(page)
    expect(card).to_have_attribute("hidden", "")  # from the fourth turn on

    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    page.wait_for_timeout(500)
    expect(card).to_have_count(0)  # it is the second game


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)], ids=str)
def test_the_card_shows_both_ideas_whole_and_hides_no_test_trip(
    site: Site, open_page: Opener, size: tuple[int, int]
) -> None:
    page = open_page(coached=True, viewport={"width": size[0], "height": size[1]})
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT, title="metromania")
    expect(page.locator(".coach [data-move]")).to_have_count(2)
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=str)
def test_what_is_explained_unasked_hides_nothing_and_goes_first(
    site: Site, open_page: Opener, size: tuple[int, int]
) -> None:
    """Escape closes the explanation and nothing else; a panel that is opened closes it, too; it doesn't come again."""
    page = open_page(coached=True, viewport={"width": size[0], "height": size[1]})
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT)
    expect(page.locator(".coach [data-move]")).to_have_count(2)
    bubble, explained = page.locator(".bubble.explained"), set()
    page.evaluate(NOTHING_KNOWN)
    for press in ("Escape", "?"):
        page.reload()
        expect(bubble).to_have_count(1)
        explained.add(bubble.locator("b").first.inner_text())
        expect(page.locator(".coach [data-move]")).to_have_count(2)
        assert page.evaluate(HIDDEN_BY_BUBBLE) == []
        page.keyboard.press(press)
        expect(bubble).to_have_count(0)
    expect(page.locator("#sheet")).to_be_visible()
    assert len(explained) == 2


def test_a_hint_takes_the_place_of_the_ideas(site: Site, open_page: Opener) -> None:
    """They name the same moves."""
    page = open_page(coached=True)
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT)
    expect(page.locator(".coach")).to_be_visible()
    page.click("#hint")
    expect(page.locator(".hint")).to_have_count(3)
    expect(page.locator(".coach")).to_be_hidden()
    page.click("#hint-close")
    expect(page.locator(".coach")).to_be_visible()
