"""From the address to a game: play at once, invite, join with a code, and everything else in one dialog."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import quartier
from quartier import bots
from tests.daily import daily
from tests.web.axe import Theme, assert_nothing_for_axe, assert_nothing_for_axe_in
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    BOT,
    FRIEND,
    ME,
    card_of,
    choose_seat,
    make_table,
    name_oneself,
    open_setup,
    open_sheet,
    plain_tile,
    resign_over_the_api,
    touch,
    wait_for_turn,
)

WIDER = "document.documentElement.scrollWidth > innerWidth"
BY_MOUSE, BY_TOUCH, BY_KEYBOARD = "click", "tap", "keyboard"


def _press(target: Locator, how: str) -> None:
    if how == BY_KEYBOARD:
        target.focus()
        target.page.keyboard.press("Enter")
    else:
        getattr(target, how)()


def _in_sight(target: Locator) -> bool:
    """Whether all of it lies in the window and nothing lies over it."""
    script = """each => {
        const box = each.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const inside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
        return inside && each.contains(there);
    }"""
    return bool(target.evaluate(script))


@pytest.mark.parametrize("lang", daily(["de-DE", "en-GB"], ["de-DE"]))
def test_narrow_phones_show_the_whole_bar(site: Site, open_page: Opener, lang: str) -> None:
    page = open_page(lang=lang, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto(site.url)
    for tool in (".brand img", ".code-button", "#settings-button"):
        assert _in_sight(page.locator(tool)), tool


@pytest.mark.parametrize("how", daily([BY_MOUSE, BY_TOUCH, BY_KEYBOARD], [BY_TOUCH, BY_KEYBOARD]))
def test_a_stranger_plays_with_the_first_touch(site: Site, open_page: Opener, how: str) -> None:
    """No name, no level, no form: the second touch is already part of a move."""
    page = open_page(lang="en-GB", phone=how == BY_TOUCH)
    page.goto(site.url)
    _press(card_of(page, "city_blocks").locator("[data-play]"), how)
    page.wait_for_url("**/table/*")
    assert wait_for_turn(page)
    expect(page.locator("#seats .chip")).to_have_count(2)
    assert re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", page.locator("#seats .chip .seat-name").first.inner_text())
    expect(page.locator("#seats .chip").nth(1)).to_have_accessible_name(re.compile("Emil, .*bot"))
    first = touch(page, plain_tile(page))
    _press(first, how)
    expect(page.locator("#hand-part .touched")).to_have_count(1)


def test_play_takes_hardly_longer_than_the_pages_that_it_shows(site: Site, open_page: Opener) -> None:
    """From the address to the first move of one's own nothing is waited for but two pages: each way the faster of two."""
    page = open_page(lang="en-GB")

    def by_press() -> None:
        page.goto(site.url)
        card_of(page, "city_blocks").locator("[data-play]").click()
        page.wait_for_url("**/table/*")
        assert wait_for_turn(page)

    def by_address() -> None:
        page.goto(site.url)
        make_table(page, site, ME, BOT)
        assert wait_for_turn(page)

    assert min(map(_seconds, (by_press,) * 2)) < 4 * min(map(_seconds, (by_address,) * 2))


def _seconds(act: Callable[[], None]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


def test_the_level_last_chosen_is_the_next_opponent(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    dialog = open_setup(page, site, "city_blocks")
    line = card_of(page, "city_blocks").locator(".against")
    choose_seat(dialog, 1, "bot", level="4")
    expect(dialog.locator(".portrait")).to_have_text(
        "Clara: Guards her factories and puts a school next to yours."
    )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(card_of(page, "city_blocks").locator("[data-opens-setup]")).to_be_focused()
    expect(line).to_have_text("against Clara, Strong")
    page.reload()
    expect(line).to_have_text("against Clara, Strong")
    expect(card_of(page, "metromania").locator(".against")).to_have_text("against Max, Beginner")


def test_after_three_games_the_player_meets_a_bot_of_their_own_level(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    for _ in range(3):
        bot = {"kind": "bot", "bot": "4"}
        resign_over_the_api(page, site, make_table(page, site, ME, bot, title="city_blocks", go=False)["id"])
    page.goto(site.url)
    name_oneself(page, "Ada")
    card = card_of(page, "city_blocks")
    expect(card.locator(".against")).to_have_text(re.compile("against .+, Casual"))
    dialog = open_setup(page, site, "city_blocks")
    select = dialog.locator(".seat-wish").nth(1).locator("select.level")
    expect(select.locator("option:checked")).to_have_text(re.compile("Your level: .+ – Casual"))
    select.select_option("5")
    expect(card.locator(".against")).to_have_text(re.compile("against .+, Expert"))
    select.select_option("own")
    page.keyboard.press("Escape")
    card.locator("[data-play]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".chip").nth(1)).to_contain_text("Casual")


def test_an_invitation_is_a_link_a_picture_and_a_code(site: Site, open_page: Opener) -> None:
    """The friend types the code on the home page, and sits at the table with one touch more."""
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB", phone=True)
    ada.goto(site.url)
    card_of(ada, "city_blocks").locator("[data-invite]").click()
    ada.get_by_role("textbox", name="Who is inviting?").fill("Ada")
    assert_nothing_for_axe(ada)
    ada.get_by_role("button", name="Create invitation").click()
    invite = ada.locator("#invite")
    expect(invite.locator(".qr svg")).to_be_visible()
    expect(invite.locator(".link input")).to_have_value(re.compile("/table/.+#join="))
    expect(invite.get_by_role("button", name="Copied")).to_be_visible()
    code = invite.locator(".letters").inner_text()
    assert re.fullmatch("[A-Z]{6}", code)
    expect(invite.get_by_role("img", name=", ".join(code))).to_be_visible()
    assert_nothing_for_axe(ada)
    bea.goto(site.url)
    bea.locator(".code-button").tap()
    letters, problem = bea.locator("#code-letters"), bea.locator("#code-problem")
    expect(letters).to_be_focused()
    letters.fill("ABC")
    bea.locator("#code [type=submit]").tap()
    expect(problem).to_contain_text("No open table has this code.")
    assert _in_sight(problem)
    assert_nothing_for_axe(bea)
    letters.fill(f"{code[:3].lower()} {code[3:].lower()}")
    bea.keyboard.press("Enter")
    bea.wait_for_url("**/table/*")
    expect(bea.locator(".chip .seat-name").first).to_have_text("Ada")
    expect(bea.locator("#join-name")).not_to_have_value("")
    bea.locator("#join [type=submit]").tap()
    expect(bea.locator("#hand-part svg")).to_be_visible()
    expect(invite).to_be_hidden()
    assert code not in ada.content()
    open_sheet(ada, "table")  # the private link to one's own seat is another one, and was never copied
    expect(ada.locator("#table-card").get_by_role("button", name="Copy", exact=True)).to_be_visible()
    ada.goto(site.url)
    card_of(ada, "city_blocks").locator("[data-invite]").click()
    ada.wait_for_url("**/table/*")  # the name is known now


def test_a_link_is_copied_by_hand_where_there_is_no_clipboard(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("document.execCommand = () => false")
    make_table(page, site, ME, FRIEND)
    row = page.locator("#invite .link")
    row.get_by_role("button", name="Copy").click()
    expect(row).to_contain_text("Copy the selected link yourself.")
    marked = page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]")
    assert marked == [0, len(row.locator("input").input_value())]
    assert page.evaluate(f"!({WIDER})")


def test_what_is_missing_is_stated_beside_its_field(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB", phone=True)
    dialog = open_setup(page, site, "block_city")
    weakest = dialog.locator(".seat-wish").nth(1).locator("select.level option").first
    expect(weakest).to_contain_text(f"({_rating('block_city', 2)})")
    choose_seat(dialog, 2, "here")
    expect(weakest).to_contain_text(f"({_rating('block_city', 3)})")
    choose_seat(dialog, 2, "nobody")
    for seat in (1, 5):
        choose_seat(dialog, seat, "here")
    posted: list[Any] = []
    page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    dialog.locator("[type=submit]").tap()
    field = dialog.locator(".seat-wish").nth(1).locator("input.name")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Enter a name.")
    assert _in_sight(dialog.locator("#setup-block_city-1-problem"))
    expect(dialog.locator("#setup-block_city-5-problem")).to_have_text("Enter a name.")
    assert posted == []
    field.fill("Bea")
    expect(field).to_have_attribute("aria-invalid", "false")
    choose_seat(dialog, 5, "nobody")
    dialog.locator("[type=submit]").tap()
    page.wait_for_url("**/table/*")
    expect(page.locator("#seats .chip")).to_have_count(2)


def _rating(title: str, seats: int) -> float | None:
    """That of the weakest bot where so many play."""
    return bots.levels(quartier.load(title), seats)[0].rating


def test_two_quick_touches_open_one_table(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(site.url)
    posted: list[Any] = []
    page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    card_of(page, "city_blocks").locator("[data-play]").dblclick()
    page.wait_for_url("**/table/*")
    assert len([request for request in posted if "/api/tables?" in request.url]) == 1
    page.go_back()
    expect(page.locator("[data-game]")).to_have_count(1)
    expect(page.locator(".opening")).to_have_count(0)


def test_what_the_server_refuses_is_stated_in_sight(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    dialog = open_setup(page, site, "city_blocks")
    choose_seat(dialog, 0, "me", name="x‮y")
    dialog.locator("[type=submit]").click()
    problem = dialog.locator("footer .problem")
    expect(problem).to_contain_text("invisible control characters")
    assert _in_sight(problem)


def test_colours_are_swatches_and_change_places(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    dialog = open_setup(page, site, "gridlock")
    own, other = (dialog.locator(".seat-wish").nth(seat) for seat in (0, 1))
    expect(own.get_by_role("radio", name="Red")).to_be_checked()
    own.locator(".swatches label:has([value=g])").click()
    expect(own.get_by_role("radio", name="Green")).to_be_checked()
    expect(other.get_by_role("radio", name="Red")).to_be_checked()
    own.get_by_role("radio", name="Green").press("ArrowRight")
    expect(own.get_by_role("radio", name="Blue")).to_be_checked()
    dialog.locator("label:has([name=traffic])").click()
    dialog.locator("label:has([name=cards][value='4'])").click()
    with page.expect_request("**/api/tables?*") as request:
        dialog.locator("[type=submit]").click()
    options = request.value.post_data_json["options"]
    assert (options["colours"], options["traffic"], options["cards"]) == ("brgy", True, 4)
    assert options["turn_limit"] == 0
    page.wait_for_url("**/table/*")
    expect(page.locator("#seats .chip").first).to_have_class(re.compile("seat-0"))


def test_the_sentence_says_what_the_table_will_be(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    dialog = open_setup(page, site, "neue_heimat")
    says, line = dialog.locator(".says"), card_of(page, "neue_heimat").locator(".against")
    expect(says).to_have_text("2 players, 1 bot, about 40 minutes")
    for seat in (2, 3):
        choose_seat(dialog, seat, "bot", level="2")
    choose_seat(dialog, 4, "friend")
    expect(says).to_have_text("5 players, 3 bots, 1 by link, about 60 minutes")
    dialog.locator("[data-close]").click()
    expect(dialog).to_be_hidden()
    expect(line).to_have_text("5 players, 3 bots, 1 by link")
    page.locator("[data-opens-setup]").first.click()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url.rstrip("/") == site.url


def test_games_of_this_device_come_first_and_own_turns_before_all(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(site.url)
    expect(page.get_by_role("link", name="First time here?")).to_be_visible()
    mine = make_table(page, site, ME, {"kind": "me", "name": "Bea"}, title="metromania")
    make_table(page, site, ME, FRIEND)
    page.goto(site.url)
    games = page.locator("[data-game] .game")
    expect(games).to_have_count(2)
    expect(games.first).to_have_accessible_name(re.compile("Metromania .*Your turn"))
    expect(games.nth(1)).to_have_accessible_name(re.compile("City Blocks waiting for a player, .*Invite"))
    expect(games.first.locator(".face")).to_have_count(2)
    for game in games.all():
        assert _in_sight(game.locator(".button"))
    assert_nothing_for_axe(page)
    resign_over_the_api(page, site, mine["id"])
    page.reload()
    expect(games.first).to_have_accessible_name(re.compile("Metromania .*See the result"))
    games.first.click()
    expect(page.locator("body.over")).to_be_visible()
    page.goto(site.url)
    expect(games).to_have_count(1)
    for _ in range(4):
        make_table(page, site, ME, BOT, go=False)
    page.reload()
    expect(games).to_have_count(5)
    more = page.get_by_role("button", name=re.compile(r"\d more →"))
    assert not _in_sight(games.nth(4))
    more.press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"← \d more"))).to_be_focused()
    assert _in_sight(games.nth(4).locator(".button"))


def test_the_own_name_can_be_changed(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(site.url)
    own = page.locator("[data-player-name]")
    made_up = own.inner_text()
    assert made_up
    page.locator("#settings-button").click()
    expect(page.locator("#player-name")).to_have_value(made_up)
    page.keyboard.press("Escape")
    high = page.locator(".bar").bounding_box()
    name_oneself(page, "Maximiliane-Charlotte")
    assert page.locator(".bar").bounding_box() == high  # the bar keeps to its row
    name_oneself(page, "Anna")
    expect(own).to_have_text("Anna")
    card_of(page, "city_blocks").locator("[data-play]").click()
    expect(page.locator("#seats .chip .seat-name").first).to_have_text("Anna")


COLUMNS = "all => new Set(all.map(each => Math.round(each.getBoundingClientRect().x))).size"


@pytest.mark.parametrize(
    ("width", "height", "columns", "lang", "dark"),
    daily(
        [
            (1440, 900, 5, "en-GB", False),
            (1280, 720, 5, "de-DE", True),
            (820, 1180, 2, "en-GB", True),
            (390, 844, 1, "de-DE", False),
        ],
        [(1280, 720, 5, "de-DE", True), (390, 844, 1, "de-DE", False)],
    ),
)
def test_cards_fit_every_window(
    site: Site, open_page: Opener, width: int, height: int, columns: int, lang: str, dark: bool
) -> None:
    page = open_page(lang=lang, dark=dark, viewport={"width": width, "height": height})
    dialog = open_setup(page, site, "gridlock")
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    expect(dialog.locator("[type=submit]")).to_be_in_viewport(ratio=1)
    theme: Theme = "dark" if dark else "light"
    assert_nothing_for_axe_in(theme, page)
    _large_enough(dialog.locator("button, .segments label, .swatches label, select, input.name"))
    page.keyboard.press("Escape")
    assert page.locator(".title-card").evaluate_all(COLUMNS) == columns
    assert all(
        page.locator(".title-text > p").all_text_contents()
    )  # also of the title in a package of its own
    assert not page.evaluate(WIDER)
    assert_nothing_for_axe_in(theme, page)
    _large_enough(page.locator(".title-play button, .tools button"))


def _large_enough(targets: Locator) -> None:
    small = targets.evaluate_all(
        """all => all.filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect())
            .filter(box => box.height < 40 || box.width < 40).map(box => [box.width, box.height])"""
    )
    assert small == []


@pytest.mark.parametrize("title", daily(quartier.titles(), ["connect_four"]))
def test_each_title_is_played_from_its_card(site: Site, open_page: Opener, title: str) -> None:
    """Also one that says nothing of itself."""
    page = open_page(lang="en-GB")
    page.goto(site.url)
    card_of(page, title).locator("[data-play]").click()
    expect(page.locator("#board-part svg").first).to_be_visible()
    expect(page.locator("#seats .chip")).to_have_count(2)
    expect(page.locator("#seats .chip .face use").nth(1)).to_have_attribute(
        "href", re.compile(r"^#face-\d-bot-1$")
    )
    used = page.locator("#seats .chip .face use").evaluate_all(
        "all => all.every(each => document.querySelector(each.getAttribute('href')))"
    )
    assert used
