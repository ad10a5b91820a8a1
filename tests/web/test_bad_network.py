"""A network that loses requests, answers and connections: every command arrives once, and the page says what it awaits."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from tests.daily import daily
from tests.server import harness
from tests.web.conftest import Opener
from tests.web.proxy import Loss, Proxy
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    FRIEND,
    LONGER,
    ME,
    YOUR_TURN,
    card_of,
    go_to,
    log_length,
    make_table,
    open_sheet,
    resign_over_the_api,
    stage_some_move,
    table_of,
    wait_for_turn,
    wait_until,
)

MOVES = r"^POST /api/tables/\w+/moves"
WAITS = re.compile("Sending…|No answer yet")
"""What a page says that has no answer: the first sentence is there for three seconds, which a busy machine may miss."""
ONE_LOSS = pytest.mark.parametrize("loss", daily(["request", "answer"], ["answer"]))
"""A lost answer is the harder case: the server has carried out what the page sends again."""


@pytest.fixture
def proxy(site: Site) -> Iterator[Proxy]:
    """A proxy in front of the server of all tests."""
    running = Proxy(int(site.url.rpartition(":")[2])).start()
    yield running
    running.stop()


@pytest.fixture
def page(proxy: Proxy, open_page: Opener) -> Page:
    """A page at a table of City Blocks against a bot, behind the proxy, with a move staged."""
    result = open_page(lang="en-GB")
    make_table(result, proxy, ME, BOT)
    wait_until(result, YOUR_TURN)
    stage_some_move(result, random.Random(1))
    return result


def sent_moves(proxy: Proxy) -> int:
    """Return how often the page has sent a move."""
    return sum(bool(re.search(MOVES, line)) for line in proxy.requests)


def played_moves(page: Page) -> int:
    """Return how many moves of the player the log shows."""
    return sum("You build" in line for line in page.locator("#log li").all_inner_texts())


@pytest.mark.parametrize("loss", ["request", "answer"])
def test_a_move_without_an_answer_is_sent_again_and_played_once(proxy: Proxy, page: Page, loss: Loss) -> None:
    before = log_length(page)
    ids: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/moves" in request.url:
            ids.append(request.post_data_json["client_move_id"])

    page.on("request", note)
    proxy.lose(MOVES, loss)
    page.click("#confirm")
    wait_until(page, LONGER, before, seconds=10)
    wait_until(page, ANSWERED, seconds=10)
    expect(page.locator("#connection")).to_be_hidden()
    harness.wait_until(lambda: sent_moves(proxy) == 2)  # with the answer lost, the board has the move before
    assert played_moves(page) == 1
    assert len(ids) == 2
    assert len(set(ids)) == 1


def test_a_page_says_that_it_is_sending_and_then_that_no_answer_came(proxy: Proxy, page: Page) -> None:
    for _ in range(3):
        proxy.lose(MOVES)
    began = time.monotonic()
    page.click("#confirm")
    line = page.locator("#connection")
    expect(line).to_have_text("Sending…")
    assert 1.5 < time.monotonic() - began < 4
    expect(line).to_have_text("No answer yet. Trying again…")
    assert 4.5 < time.monotonic() - began < 7


def test_a_server_that_freezes_is_announced_within_six_seconds(proxy: Proxy, page: Page) -> None:
    line = page.locator("#connection")
    page.wait_for_timeout(3000)  # quiet, but alive
    expect(line).to_be_hidden()
    proxy.freeze()
    expect(line).to_have_text("The server isn’t answering. Trying again…", timeout=6000)
    proxy.thaw()
    expect(line).to_be_hidden(timeout=15_000)


def test_a_frozen_server_plays_a_confirmed_move_once_when_it_continues(proxy: Proxy, page: Page) -> None:
    before = log_length(page)
    proxy.freeze()
    page.click("#confirm")
    expect(page.locator("#connection")).to_have_text("No answer yet. Trying again…")
    proxy.thaw()
    wait_until(page, LONGER, before, seconds=20)
    wait_for_turn(page)
    expect(page.locator("#connection")).to_be_hidden()
    assert played_moves(page) == 1


def _lose_twice(proxy: Proxy, pattern: str, loss: Loss) -> None:
    """Lose two requests or answers, so that the page says for long enough that it is sending."""
    for _ in range(2):
        proxy.lose(pattern, loss)


def _friends(proxy: Proxy, open_page: Opener) -> tuple[Page, Page, str]:
    """Ada at a table with a free seat, Bea on her way to it, and the table's id."""
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB")
    table = make_table(ada, proxy, ME, FRIEND)
    bea.goto(f"{proxy.url}{table['url']}#join={table['seats'][1]['invite']}")
    bea.fill("#join-name", "Bea")
    return ada, bea, table["id"]


@ONE_LOSS
def test_a_guest_whose_request_for_a_seat_has_no_answer_sits_down_once(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    ada, bea, _ = _friends(proxy, open_page)
    _lose_twice(proxy, r"^POST /api/tables/\w+/join", loss)
    bea.click("#join button[type=submit]")
    expect(bea.locator("#join-error")).to_have_text(WAITS)
    for page in (ada, bea):
        expect(page.locator(".chip.acting")).to_have_count(1)
    joined = [line for line in ada.locator("#log li").all_inner_texts() if "Bea" in line and "join" in line]
    assert len(joined) == 1


@ONE_LOSS
def test_a_message_without_an_answer_is_sent_again_and_posted_once(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    ada, bea, _ = _friends(proxy, open_page)
    bea.click("#join button[type=submit]")
    wait_until(bea, f"{YOUR_TURN} || document.querySelector('.chip.acting')")
    for page in (ada, bea):
        open_sheet(page, "chat")
    _lose_twice(proxy, r"^POST /api/tables/\w+/words", loss)
    ada.get_by_label("Message", exact=True).fill("good luck")
    ada.keyboard.press("Enter")
    expect(ada.locator("#panel-chat [role=status]")).to_have_text(WAITS)
    ada.keyboard.press("Enter")  # impatient: it is still the same message
    expect(ada.locator("#panel-chat [role=status]")).to_be_empty()
    for page in (ada, bea):
        expect(page.locator("#panel-chat .said li")).to_have_count(1)


@ONE_LOSS
def test_a_rematch_without_an_answer_is_asked_for_again_and_opens_one_table(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, proxy, ME, BOT)
    resign_over_the_api(page, proxy, table["id"])
    _lose_twice(proxy, r"^POST /api/tables/\w+/rematch", loss)
    page.get_by_role("button", name="Rematch").first.click()
    if loss == "request":  # else the stream brings the new table before that
        expect(page.locator("#connection")).to_have_text(WAITS)
    page.wait_for_url(lambda url: table["id"] not in url)
    assert _own_games(page, proxy) == {table["id"], table_of(page)}


@ONE_LOSS
def test_a_new_table_without_an_answer_is_asked_for_again_and_opened_once(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    page = open_page(lang="en-GB")
    page.goto(proxy.url)
    card = card_of(page, "city_blocks")
    _lose_twice(proxy, r"^POST /api/tables\?", loss)
    card.locator("[data-play]").click()
    expect(card.locator(".title-play > .problem")).to_have_text(WAITS)
    page.wait_for_url("**/table/*")
    expect(page.locator("#board-part svg")).to_be_visible()
    assert _own_games(page, proxy) == {table_of(page)}


@ONE_LOSS
def test_a_quick_match_without_an_answer_is_asked_for_again_and_takes_one_seat(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    """The seat of a lost answer is no opponent, and who has an opponent gets no second table."""
    ada, bea = open_page(lang="en-GB"), open_page(lang="en-GB")
    for page in (ada, bea):
        page.goto(f"{proxy.url}/lobby")
        page.select_option("#anyone [name=seats]", "4" if loss == "answer" else "3")
        page.select_option("#anyone [name=time]", "3d")
        _lose_twice(proxy, r"^POST /api/lobby/play", loss)
        page.get_by_role("button", name="BlockCity", exact=True).click()
        expect(page.locator("#anyone .problem")).to_have_text(WAITS)
        page.wait_for_url("**/table/*")
        assert _own_games(page, proxy) == {table_of(page)}
    assert table_of(ada) == table_of(bea)
    view = ada.context.request.get(f"{proxy.url}/api/tables/{table_of(ada)}").json()
    assert sum(seat["kind"] == "human" for seat in view["seats"]) == 2


@ONE_LOSS
def test_bots_at_the_free_seats_without_an_answer_are_asked_for_again(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    page = open_page(lang="en-GB")
    wish = {"title": "block_city", "seats": [ME, FRIEND, FRIEND], "access": "public"}
    go_to(page, proxy, page.context.request.post(f"{proxy.url}/api/tables", data=wish).json())
    _lose_twice(proxy, r"^POST /api/tables/\w+/bots", loss)
    page.get_by_role("button", name="Play with bots now").click()
    if loss == "request":  # else the stream brings the bots before that
        expect(page.locator("#invite .problem")).to_have_text(WAITS)
    expect(page.locator("#invite")).to_be_hidden()
    harness.wait_until(lambda: sum("/bots" in line for line in proxy.requests) == 3)
    view = page.context.request.get(f"{proxy.url}/api/tables/{table_of(page)}").json()
    assert [seat["kind"] for seat in view["seats"]] == ["human", "bot", "bot"]


def test_a_resignation_from_home_without_an_answer_is_sent_again(proxy: Proxy, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, proxy, ME, BOT)
    page.goto(proxy.url)
    page.locator(f"[data-game='{table['id']}']").get_by_role("button").click()
    page.get_by_role("button", name="Resign").click()
    _lose_twice(proxy, r"^POST /api/tables/\w+/resign", "answer")
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#game-menu .problem")).to_have_text(WAITS)
    expect(page.locator("#game-menu")).to_be_hidden()
    view = page.context.request.get(f"{proxy.url}/api/tables/{table['id']}").json()
    assert view["over"]


@ONE_LOSS
def test_a_table_that_is_cancelled_without_an_answer_is_cancelled_once(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, proxy, ME, FRIEND)
    _lose_twice(proxy, r"^POST /api/tables/\w+/cancel", loss)
    page.get_by_role("button", name="Cancel table").click()
    expect(page.get_by_role("heading", name="Table cancelled")).to_be_visible()
    harness.wait_until(lambda: sum("/cancel" in line for line in proxy.requests) == 3)
    assert page.context.request.get(f"{proxy.url}/api/tables/{table['id']}").json()["cancelled"]


@ONE_LOSS
def test_a_deal_for_a_friend_without_an_answer_is_asked_for_again(
    proxy: Proxy, open_page: Opener, loss: Loss
) -> None:
    page = open_page(lang="en-GB")
    table = make_table(page, proxy, ME, BOT)
    resign_over_the_api(page, proxy, table["id"])
    _lose_twice(proxy, r"^POST /api/replays/\w+/challenge", loss)
    page.get_by_role("button", name="Challenge a friend to this deal").click()
    expect(page.locator(".after .problem")).to_have_text(WAITS)
    expect(page.locator("#invite")).to_be_visible()
    assert sum("/challenge" in line for line in proxy.requests) == 3
    assert table_of(page) != table["id"]


def _own_games(page: Page, proxy: Proxy) -> set[str]:
    games = page.context.request.get(f"{proxy.url}/api/games?finished=10").json()["games"]
    return {game["id"] for game in games}


SENTENCE = "The server’s disk is full, so nothing was changed. Tell the person who runs this server."


def test_the_reason_of_a_server_that_cannot_write_is_shown_until_the_move_is_played(page: Page) -> None:
    answer = {"error": {"code": "database_full", "text": SENTENCE}}
    page.route("**/moves*", lambda route: route.fulfill(status=503, json=answer))
    before = log_length(page)
    page.click("#confirm")
    expect(page.locator("#connection")).to_have_text(SENTENCE)
    page.unroute("**/moves*")
    wait_until(page, LONGER, before, seconds=20)
    expect(page.locator("#connection")).to_be_hidden()
    assert played_moves(page) == 1


def test_the_reason_of_a_server_that_cannot_make_a_table_is_shown(site: Site, open_page: Opener) -> None:
    home = open_page(lang="en-GB")
    answer = {"error": {"code": "database_full", "text": SENTENCE}}
    home.route("**/api/tables?*", lambda route: route.fulfill(status=503, json=answer))
    home.goto(site.url)
    card_of(home, "city_blocks").locator("[data-play]").click()
    expect(home.get_by_text(SENTENCE)).to_be_visible()


@pytest.mark.soak
def test_a_phone_that_loses_its_network_ten_times_loses_and_doubles_no_move(
    proxy: Proxy, open_page: Opener
) -> None:
    """Connections break or answers get lost, before, while and after a move is sent; the log is that of one game."""
    page = open_page(phone=True, lang="en-GB")
    table = make_table(page, proxy, ME, BOT)
    rng = random.Random(10)
    for loss in range(10):
        assert wait_for_turn(page)
        before = log_length(page)
        stage_some_move(page, rng, "tap")
        _break_network(page, proxy, loss)
        if page.locator("#confirm").is_enabled():
            page.locator("#confirm").tap()
        page.wait_for_timeout(300)
        proxy.mend()
        page.context.set_offline(False)
        wait_until(page, LONGER, before)
        wait_until(page, ANSWERED)
    expect(page.locator("#connection")).to_be_hidden()
    _assert_log_is_that_of_the_server(page, proxy, table["id"])


def _break_network(page: Page, proxy: Proxy, number: int) -> None:
    """Break the network in one of four ways."""
    ways: tuple[Callable[[], None], ...] = (
        proxy.cut,
        lambda: page.context.set_offline(True),
        lambda: proxy.lose(MOVES, "answer"),
        lambda: proxy.lose(MOVES, "request"),
    )
    ways[number % len(ways)]()


def _assert_log_is_that_of_the_server(page: Page, proxy: Proxy, table: str) -> None:
    view = page.context.request.get(f"{proxy.url}/api/tables/{table}?lang=en").json()
    lines = [line["line"] for line in view["log"]]
    wait_until(page, "n => document.querySelectorAll('#log li').length >= n", len(lines))
    own = [line for line in view["log"] if line["actor"] == 0 and not line["text"].startswith("!")]
    assert len(own) == 10, "one move for each loss of the network"
    assert played_moves(page) == sum(line.startswith("You build") for line in lines)
