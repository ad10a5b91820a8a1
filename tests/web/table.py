"""What a person does at a table, for the tests to read like a story."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.proxy import Proxy
from tests.web.site import Site

ME = {"kind": "me", "name": "Ada"}
HERE = {"kind": "me", "name": "Bea"}
FRIEND = {"kind": "friend"}
BOT = {"kind": "bot", "bot": "random"}

WITHOUT_WORKER = "delete globalThis.SharedWorker"
"""An init script: the page has a stream of its own, whose requests a test can route."""
YOUR_TURN = "document.body.classList.contains('your-turn')"
LONGER = "n => document.querySelectorAll('#log li').length > n"
ANSWERED = "document.querySelector('#confirm').getAttribute('aria-busy') !== 'true'"
OVER = "document.body.classList.contains('over')"


def wait_until(page: Page, script: str, argument: Any = None, seconds: float = 120) -> None:
    """Wait until a script in the page says so. (Playwright's own waiting needs eval, which our pages forbid.)"""
    end = time.monotonic() + seconds
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, f"{script} ({argument}) never came true at {page.url}: {page.title()}"
        page.wait_for_timeout(30)


def make_table(
    page: Page,
    site: Site | Proxy,
    *seats: dict[str, Any],
    go: bool = True,
    title: str = "city_blocks",
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A table, made over the API with the page's cookies; the page then goes there."""
    wish = {"title": title, "options": options or {}, "seats": list(seats)}
    answer = page.context.request.post(f"{site.url}/api/tables", data=wish)
    assert answer.status == 201, answer.text()
    body: dict[str, Any] = answer.json()
    if go:
        go_to(page, site, body)
    return body


def go_to(page: Page, site: Site | Proxy, body: dict[str, Any]) -> None:
    page.goto(f"{site.url}{body['url']}")
    expect(page.locator("#board-part svg")).to_be_visible()


def table_of(page: Page) -> str:
    """The id of the table that the page shows."""
    return page.url.split("#")[0].partition("/table/")[2]


def play_over_the_api(page: Page, site: Site, table: str, rng: random.Random, most: int = 1000) -> None:
    """This visitor plays so many random moves, or to the end, as a program would: no page has to draw them."""
    request, path = page.context.request, f"{site.url}/api/tables/{table}"
    played = 0
    while played < most and not (view := request.get(path).json())["over"]:
        if not view["turn"]["yours"]:
            page.wait_for_timeout(30)
            continue
        wish = {"seat": view["viewer"]["seat"], "move": rng.choice(view["choices"])["move"]}
        wish |= {"version": view["version"], "client_move_id": f"api-{view['version']}"}
        answer = request.post(f"{path}/moves", data=wish)
        assert answer.status == 200, answer.text()
        played += 1


def resign_over_the_api(page: Page, site: Site | Proxy, table: str) -> None:
    """The first seat gives up, as it would on another device of the same player."""
    wish = {"seat": 0, "client_move_id": "gives-up"}
    answer = page.context.request.post(f"{site.url}/api/tables/{table}/resign", data=wish)
    assert answer.status == 200, answer.text()


def open_from_home(page: Page, site: Site) -> None:
    """A table of City Blocks, opened from the home page as a stranger does it: Ada against the bot that is offered."""
    page.goto(site.url)
    name_oneself(page, "Ada")
    card_of(page, "city_blocks").locator("[data-play]").click()
    page.wait_for_url("**/table/*")


def name_oneself(page: Page, name: str) -> None:
    """In the settings."""
    page.locator("#settings-button").click()
    page.locator("#player-name").fill(name)
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")


def card_of(page: Page, title: str) -> Locator:
    """The card of a title on the home page."""
    return page.locator(f"article[data-title={title}]")


def open_setup(page: Page, site: Site, title: str) -> Locator:
    """The dialog behind a title's opponent line, opened as a visitor would."""
    page.goto(site.url)
    card_of(page, title).locator("[data-opens-setup]").click()
    dialog = page.locator(f"#setup-{title}")
    expect(dialog).to_be_visible()
    return dialog


def choose_seat(dialog: Locator, seat: int, kind: str, *, level: str = "", name: str = "") -> None:
    """Who sits at a seat ("me", "bot", "friend", "here", "nobody"), counted from 0."""
    row = dialog.locator(".seat-wish").nth(seat)
    row.locator(f".segments label:has([value={kind}])").click()
    if level:
        row.locator("select.level").select_option(level)
    if name:
        row.locator("input.name").fill(name)


def play_with_friend(open_page: Any, site: Site) -> tuple[Page, Page]:
    """Two browsers at one table: Ada, who made it, and Bea, who came by the invitation."""
    ada, bea = open_page(), open_page()
    table = make_table(ada, site, ME, FRIEND)
    bea.goto(table["seats"][1]["invite_url"])
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    for page in (ada, bea):
        expect(page.locator(".chip.acting")).to_have_count(1)
    return ada, bea


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this page's turn; False when the game is over."""
    wait_until(page, f"{YOUR_TURN} || {OVER}")
    return not page.evaluate(OVER)


def hand_over(page: Page) -> None:
    """At a shared device: the next player takes it and uncovers their hand."""
    page.locator("#cover button").click()


def whose_turn(ada: Page, bea: Page) -> tuple[Page, Page] | None:
    """The page that is to move and the other one; None when the game is over."""
    pages = (ada, bea)
    for _ in range(400):
        if ada.evaluate(OVER) and bea.evaluate(OVER):
            return None
        turns = [page.evaluate(YOUR_TURN) for page in pages]
        if sum(turns) == 1:
            return pages if turns[0] else (bea, ada)
        ada.wait_for_timeout(30)
    raise AssertionError("it is never exactly one player's turn")


def touch(page: Page, name: str) -> Locator:
    """The piece with this id; schools come twice."""
    return page.locator(f'[data-touch="{name}"]').first


def open_sheet(page: Page, tab: str) -> None:
    """Open the sheet at a tab; where the tools have no room, by the menu."""
    tool = page.locator(f"[data-opens={tab}]:not(.menu)")
    if tool.count() and tool.is_visible():
        tool.click()
        return
    if not page.locator("#sheet").is_visible():
        page.locator("[data-opens=log], .tool.menu").locator("visible=true").first.click()
    page.click(f"#tab-{tab}")


def open_ids(page: Page, where: str) -> list[str]:
    """Ids in #board-part or #hand-part that can be touched now."""
    result: list[str] = page.eval_on_selector_all(
        f"{where} .can-touch", "all => [...new Set(all.map(each => each.dataset.touch))]"
    )
    return result


IN_SIGHT = """ids => ids.filter(id => {
  const piece = document.querySelector(`[data-touch="${id}"]`), box = piece.getBoundingClientRect();
  return piece.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
})"""


def in_sight(page: Page, ids: list[str]) -> list[str]:
    """Those that lie in sight, under nothing; where a board that is zoomed shows none of them, a pennant leads there."""
    for _ in range(4):
        result: list[str] = page.evaluate(IN_SIGHT, ids)
        if result:
            return result
        page.locator(".pennant:not(.goal)").first.click()
        page.wait_for_timeout(600)  # for the camera
    raise AssertionError(f"none of {ids} can be brought into sight")


def plain_tile(page: Page) -> str:
    """A tile in the hand that waits for Confirm: a courthouse is followed by a swap, so it is placed at once."""
    return next(name for name in open_ids(page, "#hand-part") if name != "hand-CH")


def empty_block(page: Page) -> str:
    """The name of a block on which nothing is built, "a1" if nobody was there yet."""
    for block in (f"{column}{row}" for row in range(1, 6) for column in "abcdef"):
        if touch(page, f"block-{block}").locator("[data-piece]").count() == 0:
            return block
    raise AssertionError("the board is full")


def stage_some_move(page: Page, rng: random.Random, press: str = "click") -> str:
    """Touch one piece after the other until a move is staged, or played where nobody is asked; returns the last touch.

    `press`: "click" or "tap".
    """
    before = log_length(page)
    for _ in range(4):
        buttons = page.locator("#choice-buttons button")
        ids = open_ids(page, "#hand-part") or open_ids(page, "#board-part")
        if not ids:
            getattr(buttons.first, press)()
            chosen = "button"
        else:
            # A courthouse offers swaps on the board besides its button: both are tried over a game.
            chosen = rng.choice(in_sight(page, ids))
            getattr(touch(page, chosen), press)()
        wait_until(page, ANSWERED)
        if page.locator("#confirm").is_enabled() or log_length(page) > before:
            return chosen
    raise AssertionError("four touches staged no move")


def move(page: Page, rng: random.Random, press: str = "click") -> None:
    """Play some move and wait until it stands in the log."""
    before = log_length(page)
    stage_some_move(page, rng, press)
    if page.locator("#confirm").is_enabled():
        getattr(page.locator("#confirm"), press)()
    wait_until(page, LONGER, before)
    wait_until(page, ANSWERED)  # the log may be ahead of the answer, and until then nothing can be staged


def log_length(page: Page) -> int:
    return int(page.locator("#log li").count())


def play_to_the_end(page: Page, rng: random.Random, press: str = "click") -> None:
    """Play against the bot until the game is over."""
    for _ in range(60):
        if not wait_for_turn(page):
            return
        move(page, rng, press)
    raise AssertionError("no end after 60 moves")


def visible_scores(page: Page) -> list[str]:
    """The scores at the seats, as they stand there when they have been counted up."""
    page.wait_for_timeout(700)
    return page.locator(".seat-score").all_inner_texts()
