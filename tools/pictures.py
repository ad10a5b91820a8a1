"""The pictures in docs/images, taken of the page in a browser: `make pictures`, or `python -m tools.pictures home gridlock`.

Greedy bots play a game from seeds; its record goes to a server of its own, where somebody plays on from a position at which
it is their turn. So the same page gives the same pictures, and nobody has to play for them.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests import prerequisites

import quartier
from quartier import Dice, State, bots

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "de-DE",
    "color_scheme": "dark",
}
WIDE_WINDOW: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
ANNA = "localStorage.setItem('quartier.name', 'Anna'); localStorage.setItem('quartier.coaching', 'off');"
STILL = f"{ANNA} localStorage.setItem('quartier.animation', 'off')"
NAMES = ("Anna", "Emil", "Mia", "Otto")
AT_REST = 800
"""Milliseconds after which a page that is shown has laid out everything."""


@dataclass(frozen=True)
class Shot:
    """A picture of a game after a part of it; `staged`: with a move put on the board, as far as one touches for it."""

    title: str
    part: float
    seats: int = 2
    seed: int = 11
    staged: bool = True
    replay: bool = False
    window: dict[str, Any] = field(default_factory=lambda: DESKTOP)


SHOTS = {
    "table-desk": Shot("city_blocks", 0.5),
    "table-phone": Shot("city_blocks", 0.4, window=PHONE),
    "replay": Shot("city_blocks", 0.6, staged=False, replay=True, window=DESKTOP | {"locale": "de-DE"}),
    "city_blocks": Shot("city_blocks", 0.8, seed=4, staged=False),
    "block_city": Shot("block_city", 0.55),
    "metromania": Shot("metromania", 0.6, seats=3),
    "neue_heimat": Shot("neue_heimat", 0.75, seats=3),
    "gridlock": Shot("gridlock", 0.7),
}
FRONT = ("home", "home-phone", "setup")
"""Pictures of the home page, the last one with the dialog of a new table."""
WAY = tuple(
    f"first-{step}-{size}" for step in ("lesson", "hint", "end", "review") for size in ("desk", "phone")
)
"""Pictures of a first game of City Blocks (docs/tour.md): English and light on a desk, German and dark on a phone."""
MOVING = "hero"
"""The moving picture of the README: a move, the bot's answer, a hint."""
SMALL_WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1024, "height": 640}, "locale": "en-GB"},
    "phone": PHONE | {"device_scale_factor": 1},
}
SEARCH_TIMEOUT = 180_000
"""Milliseconds for a search or a review on a busy machine that has nothing compiled yet."""


def main(names: list[str], folder: Path = IMAGES) -> None:
    """Take the pictures of these names, or all, and write them into a folder."""
    all_names = (*FRONT, *WAY, *SHOTS, MOVING)
    unknown = set(names) - {*all_names}
    if unknown:
        sys.exit(
            f"There are no such pictures: {', '.join(sorted(unknown))}. There are: {', '.join(all_names)}."
        )
    with serving() as url, browsing() as browser:
        for name in names or all_names:
            if name == MOVING:
                _film(browser, url, folder / f"{name}.webp")
                continue
            page = _page(browser, url, name)
            page.wait_for_timeout(AT_REST)
            page.screenshot(path=folder / f"{name}.png")
            page.context.close()
            print(folder / f"{name}.png")


# ----- the server and the browser -----


@contextmanager
def serving() -> Iterator[str]:
    """A server with a database of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "quartier", "serve", "--port", "0", "--no-browser", "--workers", "1"]
        command += ["--data", str(Path(folder) / "pictures.db")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            match = next(filter(None, (re.search(r"http://[\d.]+:\d+", line) for line in server.stdout)))
            urllib.request.urlopen(f"{match[0]}/health", timeout=60).close()
            yield match[0]
        finally:
            server.terminate()
            server.wait()


@contextmanager
def browsing() -> Iterator[Browser]:
    """The Chromium of the tests."""
    executable = prerequisites.chromium()
    if executable is None:
        sys.exit(prerequisites.sentence(["chromium"]))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


def _context(browser: Browser, window: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(**window)
    context.add_init_script(STILL)
    return context


# ----- the moving picture -----


def _film(browser: Browser, url: str, file: Path) -> None:
    """Film a move, the bot's answer and a hint, with the animations that players see."""
    context = browser.new_context(**SMALL_WINDOWS["desk"])
    context.add_init_script(ANNA)
    page = _open_shot(browser, url, Shot("metromania", 0.3, staged=False), context)
    page.wait_for_timeout(AT_REST)
    frames: list[tuple[Image.Image, int]] = []
    _watch(page, frames, 0.8)
    choices = context.request.get(f"{url}/api/tables/{page.url.split('/')[-1].split('#')[0]}").json()[
        "choices"
    ]
    best = max(choices, key=_points)
    for touch in best["paths"][0]:
        page.locator(f'[data-touch="{touch}"], [data-choice="{touch}"]').first.dispatch_event("click")
        _watch(page, frames, 0.6)
    page.locator("#confirm").click()
    _watch(page, frames, 4.0)
    page.locator("#hint").click()
    _watch(page, frames, 0.5)
    expect(page.locator(".hint").first).to_be_visible(timeout=SEARCH_TIMEOUT)
    _watch(page, frames, 2.5)
    images, durations = [image for image, _ in frames], [milliseconds for _, milliseconds in frames]
    images[0].save(
        file, save_all=True, append_images=images[1:], duration=durations, loop=0, quality=60, method=6
    )
    context.close()
    print(file)


def _watch(page: Page, frames: list[tuple[Image.Image, int]], seconds: float) -> None:
    """Add what the page shows for a while, each image with how long it was there in milliseconds."""
    end = time.monotonic() + seconds
    while (begin := time.monotonic()) < end:
        image = Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=90)))
        frames.append((image, max(20, round(1000 * (time.monotonic() - begin)))))


def _points(choice: dict[str, Any]) -> int:
    return int((choice["points"] or "0").replace("−", "-"))


# ----- what is shown -----


def _page(browser: Browser, url: str, name: str) -> Page:
    if name in FRONT:
        return _front(browser, url, name)
    return _on_the_way(browser, url, name) if name in WAY else _open_shot(browser, url, SHOTS[name])


def _front(browser: Browser, url: str, name: str) -> Page:
    """The home page of somebody who has two games, one of which waits for a friend."""
    context = _context(browser, PHONE if name.endswith("phone") else DESKTOP | WIDE_WINDOW)
    page, me = context.new_page(), {"kind": "me", "name": "Anna"}
    for title, other in (("metromania", {"kind": "friend"}), ("gridlock", {"kind": "bot", "bot": "3"})):
        created = _post(context, f"{url}/api/tables", {"title": title, "seats": [me, other]})
        page.goto(url + created["url"])
        expect(page.locator("#board-part svg")).to_be_visible()
    page.goto(url)
    expect(page.locator(".games img")).to_have_count(2)
    if name == "setup":
        page.locator("article[data-title=gridlock] [data-opens-setup]").click()
    return page


def _on_the_way(browser: Browser, url: str, name: str) -> Page:
    """A step of a first game."""
    _, step, size = name.split("-")
    window = DESKTOP if (step, size) == ("review", "desk") else SMALL_WINDOWS[size]
    shots = {
        "hint": Shot("city_blocks", 0.5, staged=False, window=SMALL_WINDOWS[size]),
        "end": Shot("city_blocks", 1.0, window=SMALL_WINDOWS[size]),
        "review": Shot("city_blocks", 1.0, replay=True, window=window),
    }
    page = (
        _open_shot(browser, url, shots[step]) if step in shots else _lesson(browser, url, SMALL_WINDOWS[size])
    )
    if step == "hint":
        page.locator("#hint").click()
        page.locator(".hint").first.click(timeout=SEARCH_TIMEOUT)
    if step == "end":
        page.locator("#confirm").click()
        expect(page.locator("#verdict")).to_be_visible(timeout=SEARCH_TIMEOUT)
        page.wait_for_timeout(5000)
    if step == "review":
        page.get_by_role("tab").nth(1).click()
        page.locator("#review-start").click()
        expect(page.locator("#review .curve")).to_be_visible(timeout=SEARCH_TIMEOUT)
        page.locator(".moments a").last.click()
        page.locator(".moments li").last.evaluate("moment => moment.scrollIntoView({ block: 'start' })")
    return page


def _lesson(browser: Browser, url: str, window: dict[str, Any]) -> Page:
    """The fourth step of a lesson: a full street pays its bonus."""
    context = _context(browser, window)
    context.add_init_script("localStorage.setItem('quartier.lesson.city_blocks', '[3]')")
    page = context.new_page()
    page.goto(f"{url}/learn/city_blocks")
    expect(page.locator("#lesson-card")).to_be_visible()
    return page


def _open_shot(browser: Browser, url: str, shot: Shot, context: BrowserContext | None = None) -> Page:
    """The page of a shot, before it has come to rest."""
    context = context or _context(browser, shot.window)
    game = _play_game(shot)
    at = _own_turn(game, round(shot.part * len(game.events)))
    record = _post(context, f"{url}/api/records", game.record().encode())
    page = context.new_page()
    if shot.replay:
        page.goto(f"{url}/replay/{record['id']}?at={at}")
        expect(page.locator("#board-part svg")).to_be_visible()
        return page
    wish = {"at": at, "seat": 0, "name": "Ada"}
    created = _post(context, f"{url}/api/replays/{record['id']}/table", wish)
    page.goto(url + created["url"])
    expect(page.locator("#board-part svg")).to_be_visible()
    if shot.staged:
        _stage(page, context.request.get(f"{url}/api/tables/{created['id']}").json()["choices"])
    return page


def _post(context: BrowserContext, address: str, body: Any) -> Any:
    answer = context.request.post(address, data=body)
    if not answer.ok:
        raise RuntimeError(f"{address}: {answer.text()}")
    return answer.json()


def _play_game(shot: Shot) -> State:
    """A whole game of greedy bots."""
    game = quartier.load(shot.title)
    game.compile()
    state, dice = game.new(seats=shot.seats, seed=shot.seed), Dice(shot.seed)
    players = [bots.make("greedy", game) for _ in range(shot.seats)]
    while not state.over:
        seat = min(state.seats_to_act())
        state.play(seat, players[seat].choose(state.concealed(seat), seat, dice))
    state.headers |= {f"Seat{seat}": name for seat, name in enumerate(NAMES[: shot.seats])}
    return state


def _own_turn(game: State, about: int) -> int:
    """The last event so far after which the first seat alone has to choose."""
    for at in range(about, 0, -1):
        state = game.at(at)
        if state.to_act() == {0} and len(state.moves(0)) > 1:
            return at
    raise RuntimeError("it is never the first seat's turn")


def _stage(page: Page, choices: list[dict[str, Any]]) -> None:
    """Touch what the move takes that brings most."""
    best = max(choices, key=_points)
    for touch in best["paths"][0]:
        page.locator(f'[data-touch="{touch}"], [data-choice="{touch}"]').first.dispatch_event("click")
        page.wait_for_timeout(200)


if __name__ == "__main__":
    main(sys.argv[1:])
