"""Whole games and many tabs in Chromium, Firefox and WebKit, over HTTP/1.1 and, behind nginx, over HTTP/2."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser as PlaywrightBrowser

import quartier
from quartier.games.registry import OURS
from quartier.server.services import Services
from tests.daily import daily
from tests.server.harness import quiet, running, wait_until
from tests.server.proxies import server_behind
from tests.web.any_title import BARE_POINT, TOUCHES, options_of
from tests.web.browsers import Browser, open_browser
from tests.web.table import ANSWERED, BOT, LONGER, ME, OVER, YOUR_TURN

Press = Callable[[float, float], None]
BROWSERS = ("chromium", "firefox", "webkit")
PROTOCOLS = ("http/1.1", "h2")
"""As a page names the protocol that brought it."""
TABS = 20
MAX_MOVES = 60
"""Own moves of a game: whole games of most titles, a good part of the longest."""
SOME = 3
"""Own moves in an ordinary run."""
DAILY = ("metromania", SOME)
SETTINGS: dict[str, Any] = {"workers": 1, "limits": quiet(database="sqlite://").limits}

PREPARE = """() => {
  localStorage.setItem("quartier.coaching", "off");
  localStorage.setItem("quartier.animation", "off");
}"""
PROTOCOL = """() => fetch("/health?protocol", {cache: "no-store"}).then((answer) => answer.text())
  .then(() => performance.getEntriesByName(`${location.origin}/health?protocol`).at(-1).nextHopProtocol)"""
MAKE_TABLE = """(wish) => fetch("/api/tables", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish),
}).then((answer) => answer.json()).then(({url}) => url)"""
LOG_LENGTH = "() => document.querySelectorAll('#log li').length"
READY = f"() => ({YOUR_TURN} || {OVER}) && {ANSWERED}"
STATE = f"""() => ({{
  over: {OVER},
  turn: {YOUR_TURN},
  log: document.querySelectorAll("#log li").length,
  staged: document.querySelector("#confirm").ariaDisabled !== "true",
  prompt: document.querySelector("#prompt").textContent,
  numbers: document.querySelector("#numbers")?.checkVisibility() ?? false,
  buttons: document.querySelectorAll("#choice-buttons button:not([aria-pressed=true])").length,
  pieces: [...new Set([...document.querySelectorAll(".can-touch:not(.touched)")].map((each) => each.dataset.touch))],
}})"""
MIDDLE = """(selector, number) => {
  const element = document.querySelectorAll(selector)[number];
  element.scrollIntoView({block: "nearest"});
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
BUTTONS = "#choice-buttons button:not([aria-pressed=true])"
STEPPERS = "#numbers .stepper:last-of-type:enabled, #numbers .stepper:enabled"


@dataclass(frozen=True)
class Here:
    """A server, as browsers reach it by one protocol."""

    url: str
    protocol: str
    services: Services


@pytest.fixture(scope="module", params=daily(BROWSERS, ["firefox", "webkit"]))
def any_browser(
    request: pytest.FixtureRequest, browser: PlaywrightBrowser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    with open_browser(request.param, browser, tmp_path_factory.mktemp(request.param)) as any_browser:
        yield any_browser


@pytest.fixture(scope="module", params=daily(PROTOCOLS, ["h2"]))
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    folder = tmp_path_factory.mktemp("served")
    if request.param == "h2":
        with server_behind("nginx", "", folder, **SETTINGS) as behind:
            yield Here(behind.url, request.param, behind.services)
    else:
        with running(quiet(folder / "games.db", **SETTINGS)) as server:
            yield Here(server.url, request.param, server.services)


@pytest.mark.parametrize(
    ("title", "most"),
    daily([DAILY, *((title, MAX_MOVES) for title in OURS)], [DAILY]),
)
def test_a_game_is_played_to_its_end(any_browser: Browser, here: Here, title: str, most: int) -> None:
    _prepare(any_browser, here)
    _open(any_browser, here, _make_table(any_browser, title))
    moves, rng = 0, random.Random(9)
    while moves < most and _move(any_browser, rng, any_browser.press):
        moves += 1
    assert moves == most or any_browser.evaluate(f"() => {OVER}")
    any_browser.assert_no_errors()


@pytest.mark.soak
def test_moves_in_twenty_tabs_are_acknowledged_and_seen(any_browser: Browser, here: Here) -> None:
    _prepare(any_browser, here)
    urls = [_make_table(any_browser, "city_blocks") for _ in range(TABS - 3)]
    chosen = (0, 6, len(urls) - 1)
    hub, rng = here.services.hub, random.Random(8)
    with any_browser.tabs_closed() as tabs:
        for url in [*urls, *(urls[number] for number in chosen)]:
            tabs.append(any_browser.open_tab())
            _open(any_browser, here, url)
        wait_until(lambda: len(hub.watched_tables()) == len(urls))
        assert hub.streams == 1
        for number, copy in zip(chosen, tabs[-3:], strict=True):
            any_browser.switch_to(copy)
            before = any_browser.evaluate(LOG_LENGTH)
            any_browser.switch_to(tabs[number])
            assert _move(any_browser, rng, any_browser.press_hidden)
            any_browser.switch_to(copy)
            any_browser.wait_until(LONGER, before)
        assert hub.streams == 1


def _prepare(browser: Browser, here: Here) -> None:
    """Come to the site by the protocol that is wanted, with nothing to wait for in its pages."""
    browser.goto(f"{here.url}/rules/city_blocks")
    assert browser.evaluate(PROTOCOL) == here.protocol
    browser.evaluate(PREPARE)


def _make_table(browser: Browser, title: str) -> str:
    """A table of a title against as few bots as it allows; its address."""
    seats = [ME] + [BOT] * (max(2, quartier.load(title).seats[0]) - 1)
    url: str = browser.evaluate(MAKE_TABLE, {"title": title, "options": options_of(title), "seats": seats})
    return url


def _open(browser: Browser, here: Here, url: str) -> None:
    """Go to a table and wait until it is this player's turn."""
    browser.goto(here.url + url)
    browser.wait_until(READY)


def _move(browser: Browser, rng: random.Random, press: Press) -> bool:
    """Play some move by clicks on what may be touched, and wait until the log has it; False when the game is over."""
    browser.wait_until(READY)
    state = browser.evaluate(STATE)
    before = state["log"]
    for _ in range(TOUCHES):
        if state["over"]:
            return False
        if state["staged"]:
            press(*browser.evaluate(MIDDLE, "#confirm", 0))
            browser.wait_until(LONGER, before)
        if state["staged"] or state["log"] > before or not state["turn"]:
            return True
        press(*_point_to_touch(browser, state, rng))
        browser.wait_until(f"() => {ANSWERED}")
        state = browser.evaluate(STATE)
    raise AssertionError(f"{TOUCHES} touches staged no move: {state['prompt']}")


def _point_to_touch(browser: Browser, state: dict[str, Any], rng: random.Random) -> list[float]:
    """Choose something that may be touched; a point of it."""
    point: list[float]
    if state["numbers"] and rng.random() < 0.8:
        point = browser.evaluate(MIDDLE, STEPPERS, 0)
    elif state["buttons"] and (not state["pieces"] or rng.random() < 0.3):
        point = browser.evaluate(MIDDLE, BUTTONS, rng.randrange(state["buttons"]))
    else:
        chosen = rng.choice(state["pieces"])
        point = browser.evaluate(BARE_POINT, chosen)
        assert point, f"{chosen} is covered by other pieces wherever one touches it"
    return point
