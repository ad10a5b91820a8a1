"""What is told beside the board: who leads and why, every step of the others, names; on phones in the sheet."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import dropwhile, groupby, takewhile
from operator import itemgetter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.daily import daily
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    ME,
    go_to,
    make_table,
    open_ids,
    play_over_the_api,
    stage_some_move,
    table_of,
    touch,
    wait_for_turn,
)
from tests.web.test_keyboard_focus import open_at

BOX = "() => JSON.stringify(document.querySelector('#board-part').getBoundingClientRect())"
MAX_MARKS = 6
"""So many steps are told; how many came before them is said."""
PHONES = [
    {"phone": True},
    {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
]


def begin_game(page: Page, site: Site, title: str, *others: dict[str, str], moves: int = 3) -> None:
    table = make_table(page, site, ME, *(others or (BOT,)), title=title, go=False)
    play_over_the_api(page, site, table["id"], random.Random(3), moves)
    go_to(page, site, table)
    assert wait_for_turn(page)


def others_since(log: list[dict[str, Any]], own: int) -> list[str]:
    """The lines of the others' moves between the own last turn and this one, without those that only end a turn."""
    moves = [line for line in log if line["actor"] != "*" and not line["text"].startswith("!")]
    before = list(dropwhile(lambda line: line["actor"] == own, reversed(moves)))
    turns = [list(turn) for _, turn in groupby(takewhile(_of_others(own), before), key=itemgetter("actor"))]
    return [line["line"] for turn in turns for line in turn if len(turn) == 1 or not line["ends"]]


def _of_others(own: int) -> Callable[[dict[str, Any]], bool]:
    return lambda line: line["actor"] != own


@pytest.mark.parametrize("look", daily(PHONES, [PHONES[1]]))
def test_a_phone_tells_every_step_and_where_points_come_from(
    site: Site, open_page: Opener, look: dict[str, object]
) -> None:
    page = open_page(**look)
    begin_game(page, site, "gridlock", BOT, BOT)
    view = page.context.request.get(f"{site.url}/api/tables/{table_of(page)}?lang=de").json()
    since = others_since(view["log"], 0)[:MAX_MARKS]
    assert len(since) > 1
    sentences = page.locator("#steps .told, #latest .told")
    for line in since:
        expect(sentences.filter(has_text=line).first).to_be_attached()
    standing = page.locator("#more #standing").inner_text()
    for seat in view["seats"]:
        for label, points in seat["sources"]:
            assert f"{label}\u00a0{points}" in standing
    expect(page.locator("#more #aside-part svg")).to_be_attached()
    marks = page.locator(".story-marks:not(.future)")
    expect(marks).to_have_css("opacity", "1")
    touch(page, open_ids(page, "#hand-part")[0]).click()
    expect(marks).to_have_css("opacity", "0")  # who chooses a move needs to see the board


@pytest.mark.parametrize("title", daily(["block_city", "city_blocks", "gridlock"], ["gridlock"]))
def test_the_board_stays_while_a_move_is_staged_and_the_overview_unfolds(
    site: Site, open_page: Opener, title: str
) -> None:
    page = open_page(phone=True)
    begin_game(page, site, title)
    before = page.evaluate(BOX)
    page.tap("#aside-toggle")
    expect(page.locator("#more")).to_have_class("more open")
    expect(page.locator("#aside-part svg")).to_be_in_viewport()
    assert page.evaluate(BOX) == before
    page.tap("#aside-toggle")
    expect(page.locator("#more")).to_have_class("more")
    stage_some_move(page, random.Random(1), "tap")
    assert page.evaluate(BOX) == before


def begin_with_leader(page: Page, site: Site) -> list[dict[str, Any]]:
    """BlockCity begun in which somebody leads: chance deals, so it is played on until then. Its seats."""
    table = make_table(page, site, ME, BOT, title="block_city", go=False)
    play_over_the_api(page, site, table["id"], random.Random(3), 8)
    seats = _seats_on_turn(page, site, table["id"])
    while seats[0]["score"] == seats[1]["score"]:
        play_over_the_api(page, site, table["id"], random.Random(3), 1)
        seats = _seats_on_turn(page, site, table["id"])
    go_to(page, site, table)
    return seats


def _seats_on_turn(page: Page, site: Site, table: str) -> list[dict[str, Any]]:
    """The seats once nothing moves any more until this visitor does."""
    while not (view := page.context.request.get(f"{site.url}/api/tables/{table}").json())["turn"]["yours"]:
        page.wait_for_timeout(30)
    seats: list[dict[str, Any]] = view["seats"]
    return seats


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_cards_say_from_what_and_a_sentence_by_how_much(site: Site, open_page: Opener, phone: bool) -> None:
    page = open_page(phone=phone, lang="en-GB")
    seats = begin_with_leader(page, site)
    for seat in seats:
        why = page.locator(f'.chip[data-seat="{seat["seat"]}"] .seat-why')
        label, points = max(seat["sources"], key=lambda source: abs(source[1]))
        expect(why).to_contain_text(f"{label} {points}".replace("-", "−"))
        expect(why).to_be_visible()
    one, other = (seat["score"] for seat in seats)
    if phone:
        page.tap("#aside-toggle")
    text = page.locator("#standing p").inner_text()
    by, reasons = text.removesuffix(".").split(" by ")[1].split(": ", 1)
    assert int(by) == abs(one - other)
    leader, next_one = sorted(seats, key=lambda seat: -seat["score"])
    for label, mine, theirs in re.findall(r"(\D+?) (−?\d+) : (−?\d+)", reasons):
        values = [int(number.replace("−", "-")) for number in (mine, theirs)]
        assert values == [dict(seat["sources"]).get(label.strip(", "), 0) for seat in (leader, next_one)]
        assert values[0] > values[1], reasons


def test_a_rivals_city_has_its_players_name(site: Site, open_page: Opener) -> None:
    page = open_page()
    begin_game(page, site, "block_city")
    city = page.locator("#aside-part #city-1")
    name = page.locator('.chip[data-seat="1"] .seat-name').inner_text()
    expect(city.locator("text").first).to_have_text(name)
    assert (city.get_attribute("aria-label") or "").startswith(f"{name}: ")


def test_a_rivals_city_is_as_large_as_the_column_allows(site: Site, open_page: Opener) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    begin_game(page, site, "block_city")
    width = "() => document.querySelector('#city-1').getBoundingClientRect().width"
    low = page.evaluate(width)
    page.set_viewport_size({"width": 1440, "height": 1200})
    page.wait_for_timeout(300)
    assert page.evaluate(width) > 1.5 * low
    column = page.locator(".between")
    assert column.evaluate("each => each.scrollHeight <= each.clientHeight + 1")


def test_a_rivals_city_is_large_where_one_scrolls_to_it(site: Site, open_page: Opener) -> None:
    page = open_page(phone=True)
    begin_game(page, site, "block_city")
    box = page.locator("#city-1").bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert box["x"] + box["width"] <= 390


def test_a_button_says_once_what_it_does(site: Site, open_page: Opener) -> None:
    """Neue Heimat: "Pass" stands on its button, and the prompt still asks."""
    page = open_page(lang="en-GB")
    open_at(page, site, "neue_heimat", "pass")
    pass_button = page.locator("#choice-buttons button", has_text="Pass")
    expect(pass_button).to_be_visible()
    question = page.locator("#prompt").inner_text()
    pass_button.click()
    expect(pass_button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_have_text(question)
    expect(page.locator("#confirm .word")).to_have_text("Confirm")


@pytest.mark.parametrize("phone", daily([False, True], [True]))
def test_while_nobody_has_points_nothing_is_stated_of_them(
    site: Site, open_page: Opener, phone: bool
) -> None:
    page = open_page(phone=phone)
    make_table(page, site, ME, BOT, title="city_blocks")
    assert wait_for_turn(page)
    expect(page.locator("#standing")).to_be_empty()
    expect(page.locator("#standing")).to_be_hidden()


def test_a_board_shown_in_part_shows_where_one_is(site: Site, open_page: Opener) -> None:
    """The own car lies in sight, whatever else can be touched; a part of it may lie beyond the map's edge."""
    page = open_page(phone=True)
    begin_game(page, site, "gridlock", moves=15)
    car, map_ = (page.locator(selector).bounding_box() for selector in ("#board-part [data-own]", ".map"))
    assert car is not None
    assert map_ is not None
    assert 0 <= car["x"] + car["width"] / 2 - map_["x"] <= map_["width"]
    assert 0 <= car["y"] + car["height"] / 2 - map_["y"] <= map_["height"]


NUMBERED = """() => [...document.querySelectorAll('.elsewhere span')].map(mark => {
    const middle = each => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return [x + width / 2, y + height / 2]
    }
    const near = place => Math.hypot(...middle(place).map((at, i) => at - middle(mark)[i])) < 1
    return [mark.dataset.number, [...document.querySelectorAll('#city-1 [data-place]')].find(near)?.dataset.place]
})"""


def test_what_a_rival_wrote_is_ringed_in_the_small_city(site: Site, open_page: Opener) -> None:
    """A rival's move changes nothing on one's own board: a ring shows it in the rival's city."""
    page = open_page(lang="en-GB")
    table = make_table(page, site, ME, BOT, title="block_city", go=False)
    written: list[str] = []
    while not written:  # a bot may have to pass
        play_over_the_api(page, site, table["id"], random.Random(3), 1)
        _seats_on_turn(page, site, table["id"])
        log = page.context.request.get(f"{site.url}/api/tables/{table['id']}").json()["log"]
        since = takewhile(lambda line: line["actor"] != 0, reversed(log))
        written = [field_id for line in since for field_id in line["places"]]
    go_to(page, site, table)
    assert wait_for_turn(page)
    expect(page.locator(".elsewhere span").first).to_be_visible()
    marks = page.evaluate(NUMBERED)
    assert {field_id for _, field_id in marks} == set(written)
    for number, _ in marks:
        expect(page.locator(f"#steps [data-number='{number}']")).to_have_count(1)
