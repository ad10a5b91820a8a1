"""A first game is coached: two ideas in each of the first turns; what is new is explained; it can be turned off."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import quartier
from tests.daily import daily
from tests.web.axe import assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, LONGER, ME, YOUR_TURN, log_length, make_table, move, wait_until
from tests.web.test_fit import at_sizes

SIZES = [((360, 640),), ((390, 844),), ((1280, 720),)]
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
    if (!each.checkVisibility()) return false;
    const { x, y, width, height } = each.getBoundingClientRect(), part = each.closest(".coach, svg");
    return [y + 2, y + height - 2].some((at) => !part.contains(document.elementFromPoint(x + width / 2, at)));
}).map(({ textContent }) => textContent)"""
"""Ideas and test trips that aren't in sight from head to foot."""

UNSEEN_REASONS = """() => [...document.querySelectorAll(".coach li button > span")]
    .filter((each) => getComputedStyle(each).clipPath !== "none").map(({ textContent }) => textContent)"""
"""Reasons that only a screen reader gets."""

SIZE_OF_TEXT = "parseFloat(getComputedStyle(document.querySelector('.coach [data-move]')).fontSize)"

CUT_WORDS = """() => [...document.querySelectorAll(".coach .news")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== "auto")
    .map(({ textContent }) => textContent)"""
"""Explanations of which a part is cut off and can't be scrolled into sight."""

BOARD_SIZE = "document.querySelector('#board-part').clientHeight"
CUT_IDEAS = """() => [...document.querySelectorAll(".coach [data-move], .coach [data-move] :is(b, span)")]
    .filter((each) => each.clientWidth > 1 && each.scrollHeight > each.clientHeight + 1)
    .map(({ textContent }) => textContent)"""
"""Ideas of which a part is cut off."""

VISIBLE_IDEAS = """() => [...document.querySelectorAll(".coach [data-move]")].map((each) => {
    const copy = each.cloneNode(true);
    for (const unseen of copy.querySelectorAll(".unseen")) unseen.remove();
    return copy.textContent;
})"""
"""Ideas as they are seen."""

LENGTHEN = "document.querySelector('.coach li b').append(' Sechserkreuzung'.repeat(20))"

HIDDEN_BY_CARD = """() => {
    const card = document.querySelector(".coach").getBoundingClientRect();
    const needed = document.querySelectorAll(".seats-strip, .dock, .bar, .can-touch, #board-part [data-piece], .aside text");
    return [...needed].filter((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return width && x < card.right - 1 && x + width > card.left + 1 && y < card.bottom - 1 && y + height > card.top + 1;
    }).map((each) => each.dataset.touch ?? each.textContent);
}"""
"""What the coach's card lies over."""

RING = """(name) => {
    const ring = document.querySelector(".spotlight.ring .edge")?.getBoundingClientRect();
    const things = [...document.querySelectorAll(`#stage :is([data-about="${name}"], [data-touch="${name}"], #${name})`)];
    return Boolean(ring) && things.some((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const off = [x + width / 2 - ring.x - ring.width / 2, y + height / 2 - ring.y - ring.height / 2];
        return Math.hypot(...off) < 4;
    });
}"""
"""Whether the ring is around a thing."""

WATCH_CARD = """() => {
    window.absences = 0;
    const card = document.querySelector(".coach");
    const look = () => {
        window.absences += !card.checkVisibility({ visibilityProperty: true });
        requestAnimationFrame(look);
    };
    look();
}"""
"""Counts the frames in which the card can't be seen."""

NOTHING_KNOWN = "localStorage['quartier.kinds.city_blocks'] = '[]'"


def _answer_alone(page: Page) -> None:
    """Hints are answered at once, and nothing is explained."""
    page.route(HINT, _answer)
    page.route("**/about/**", lambda route: route.fulfill(json={}))


def _answer(route: Route) -> None:
    """Answer at once, without a search: three moves of different names, each with a reason."""
    table, _, query = route.request.url.partition("/hint")
    page = route.request.frame.page
    view = page.context.request.get(f"{table}{query}").json()
    named: dict[str, Any] = {}
    for choice in view["choices"]:
        named.setdefault(choice["label"].split(", ")[0], choice)
    moves = [
        {"move": choice["move"], "label": choice["label"], "value": 0.5, "promise": "", "line": []}
        | {"why": f"Grund {number}."}
        for number, choice in enumerate([*named.values()][:3], 1)
    ]
    route.fulfill(json={"version": view["version"], "verdict": "", "moves": moves})


def _play_idea(page: Page) -> None:
    """Stage the first of the two ideas, confirm it and wait for the bot."""
    ideas = page.locator(".coach [data-move]")
    expect(ideas).to_have_count(2)
    expect(ideas.first).to_contain_text("Grund 1.")
    expect(ideas.first).to_be_visible()
    before = log_length(page)
    label = ideas.first.locator("b").inner_text().strip().removesuffix(":")
    ideas.first.click()
    expect(ideas.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_have_text(label)
    page.click("#confirm")
    wait_until(page, LONGER, before + 1)
    wait_until(page, YOUR_TURN)


def test_the_first_turns_of_a_first_game_bring_ideas(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True, coached=True)
    _answer_alone(page)
    make_table(page, site, ME, BOT)
    card, news = page.locator(".coach"), page.locator(".coach .news")
    expect(card.locator("[data-move]")).to_have_count(2)
    expect(news).to_be_hidden()  # nothing is new yet
    assert page.evaluate("document.activeElement === document.body")
    assert page.evaluate(COVERED) == []
    assert_nothing_for_axe_in("light", page)
    _play_idea(page)

    page.locator("[data-opens=log].menu").click()
    page.get_by_role("button", name="Einstellungen").click()
    switch = page.get_by_role("switch", name="Starthilfe in der ersten Partie")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    wait_until(page, YOUR_TURN)
    expect(card).to_have_count(0)
    page.locator("[data-opens=log].menu").click()
    page.get_by_role("button", name="Einstellungen").click()
    switch.check()
    page.reload()
    _play_idea(page)
    _play_idea(page)
    expect(news).to_contain_text("Glühbirne")  # there are no more ideas, but hints
    wait_until(page, f"({RING})('hint')")
    _move_on(page)
    expect(card).to_be_hidden()

    make_table(page, site, ME, BOT)
    wait_until(page, YOUR_TURN)
    page.wait_for_timeout(500)
    expect(card).to_have_count(0)  # it is the second game


def _move_on(page: Page) -> None:
    before = log_length(page)
    move(page, random.Random(1))
    wait_until(page, LONGER, before + 1)
    wait_until(page, YOUR_TURN)


def test_who_closes_the_ideas_is_shown_where_there_are_hints(site: Site, open_page: Opener) -> None:
    page = open_page(coached=True)
    _answer_alone(page)
    make_table(page, site, ME, BOT)
    card = page.locator(".coach")
    expect(card.locator("[data-move]")).to_have_count(2)
    card.get_by_role("button", name="Schließen").click()
    expect(card.locator("[data-move]")).to_have_count(0)
    expect(page.locator("#hint")).to_be_focused()
    expect(card.locator(".news")).to_contain_text("Glühbirne")
    wait_until(page, f"({RING})('hint')")
    _move_on(page)
    expect(card).to_be_hidden()


def test_the_card_stays_through_a_turn_and_says_that_it_searches(site: Site, open_page: Opener) -> None:
    """A turn has several moves; the search for ideas for the second takes long."""
    page = open_page(coached=True)
    _answer_alone(page)
    make_table(page, site, ME, BOT, title="metromania")
    card, ideas = page.locator(".coach"), page.locator(".coach [data-move]")
    expect(ideas).to_have_count(2)
    page.unroute(HINT)
    requests: list[Route] = []
    page.route(HINT, lambda route: requests.append(route))
    page.evaluate(WATCH_CARD)
    ideas.first.click()
    with page.expect_request(HINT):
        page.click("#confirm")
    expect(card.locator(".status")).to_have_text("Gute Züge werden gesucht …")
    expect(ideas).to_have_count(0)
    _await_requests(page, requests, 1)
    _answer(requests[0])
    expect(ideas).to_have_count(2)
    assert page.evaluate("window.absences") == 0


def test_a_refusal_for_an_earlier_move_hides_no_ideas_for_the_next(site: Site, open_page: Opener) -> None:
    page = open_page(coached=True)
    _answer_alone(page)
    page.unroute(HINT)
    requests: list[Route] = []
    page.route(HINT, lambda route: requests.append(route))
    make_table(page, site, ME, BOT)
    _await_requests(page, requests, 1)
    move(page, random.Random(1))
    _await_requests(page, requests, 2)
    with page.expect_response(HINT):
        requests[0].fulfill(status=409, json={"error": {"code": "stale", "text": "", "rule": ""}})
    _answer(requests[1])
    expect(page.locator(".coach [data-move]")).to_have_count(2)
    expect(page.locator(".coach [data-move]").first).to_be_visible()


def _await_requests(page: Page, requests: list[Route], count: int) -> None:
    for _ in range(400):
        if len(requests) < count:
            page.wait_for_timeout(50)


@pytest.mark.parametrize("size", daily(SIZES, [SIZES[0], SIZES[2]]), ids=str)
def test_the_card_shows_an_idea_whole_with_its_reason_and_hides_no_test_trip(
    site: Site, open_page: Opener, size: tuple[int, int]
) -> None:
    page = open_page(coached=True, viewport={"width": size[0], "height": size[1]})
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT, title="metromania")
    expect(page.locator(".coach [data-move]")).to_have_count(2)
    expect(page.locator(".coach li span").first).to_be_visible()
    assert page.evaluate(UNSEEN_REASONS) == []
    assert page.evaluate(SIZE_OF_TEXT) >= (13 if size[0] > size[1] else 14)
    assert page.evaluate(CUT_OFF) == []
    board = page.evaluate(BOARD_SIZE)
    page.evaluate(LENGTHEN)
    assert page.evaluate(BOARD_SIZE) == board


@pytest.mark.parametrize("lang", daily([("de-DE",), ("en-GB",)], [("de-DE",)]))
def test_no_idea_is_cut(site: Site, open_page: Opener, lang: str) -> None:
    """The first turn of every title, with what is really found, before and after it is staged."""
    page = open_page(phone=True, coached=True, lang=lang)
    for title in quartier.titles():
        make_table(page, site, ME, BOT, title=title)
        ideas = page.locator(".coach [data-move]")
        wait_until(
            page,
            "document.querySelectorAll('.coach [data-move]').length || !document.body.matches('.your-turn')",
        )
        if not ideas.count():
            continue  # the other seat begins
        for size in at_sizes(page, [(360, 640), (390, 844)]):
            assert page.evaluate(CUT_IDEAS) == [], (title, size)
        visible = page.evaluate(VISIBLE_IDEAS)
        assert len(set(visible)) == len(visible), title
        ideas.first.tap()
        for size in at_sizes(page, [(360, 640), (390, 844)]):
            assert page.evaluate(CUT_IDEAS) == [], (title, size)


@pytest.mark.parametrize("size", daily(SIZES, [SIZES[0]]), ids=str)
def test_what_is_new_is_explained_on_the_card_with_a_ring_around_it(
    site: Site, open_page: Opener, size: tuple[int, int]
) -> None:
    """The button, Escape and a press elsewhere close the explanation and nothing else; it doesn't come again."""
    page = open_page(coached=True, viewport={"width": size[0], "height": size[1]})
    page.route(HINT, _answer)
    make_table(page, site, ME, BOT)
    expect(page.locator(".coach [data-move]")).to_have_count(2)
    news, explained = page.locator(".coach .news"), set()
    page.evaluate(NOTHING_KNOWN)
    closings = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".coach").get_by_role("button", name="Schließen").click(),
        lambda: page.locator("#prompt").click(),
    )
    for close in closings:
        page.reload()
        expect(news).to_be_visible()
        explained.add(news.locator("b").inner_text())
        expect(page.locator(".coach [data-move]")).to_have_count(2)
        expect(page.locator(".spotlight.ring .edge")).to_have_count(1)
        assert page.evaluate("document.activeElement === document.body")
        assert page.evaluate(HIDDEN_BY_CARD) == []
        assert page.evaluate(CUT_WORDS) == []
        close()
        expect(news).to_be_hidden()
        expect(page.locator(".spotlight.ring .edge")).to_have_count(0)
        expect(page.locator(".coach [data-move]").first).to_be_visible()
    assert len(explained) == 3
    page.reload()
    news.get_by_role("link", name="Zur Regel").click()
    expect(page.locator("#sheet")).to_be_visible()


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
