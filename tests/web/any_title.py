"""Playing a title that one knows nothing about: only what the page offers, by mouse, by touch, or by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

import quartier
from tests.web.site import Site
from tests.web.table import (
    ANSWERED,
    BOT,
    LONGER,
    ME,
    YOUR_TURN,
    go_to,
    log_length,
    make_table,
    play_over_the_api,
    wait_for_turn,
    wait_until,
)

TOUCHES = 12
"""More touches than any move of any title takes."""

Stager = Callable[[Page, random.Random], bool]
"""Plays one move; False when there is nothing to wait for: its last touch has played it, or the turn passed by itself."""

# A point of the piece at which nothing else lies, as a finger or a mouse would meet it.
BARE_POINT = """id => {
    const steps = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.05, 0.95];
    for (const piece of document.querySelectorAll(`[data-touch="${CSS.escape(id)}"]`)) {
        piece.focus();  // a board that is shown in part comes to it
        const box = piece.getBoundingClientRect();
        for (const down of steps) for (const right of steps) {
            const [x, y] = [box.x + box.width * right, box.y + box.height * down];
            if (document.elementFromPoint(x, y)?.closest("[data-touch]")?.dataset.touch === id) return [x, y];
        }
    }
    return null;
}"""
_OPEN = "all => [...new Set(all.map(each => each.dataset.touch))]"


def options_of(title: str) -> dict[str, Any]:
    """Options with which a game of the title ends within a test."""
    return dict(getattr(quartier.load(title).spec.rules, "ENDING", {}))


def open_table(page: Page, site: Site, title: str, moves: int = 0) -> None:
    """A table of a title against as few bots as it allows, `moves` of its own played, opened in the page."""
    seats = [ME] + [BOT] * (max(2, quartier.load(title).seats[0]) - 1)
    table = make_table(page, site, *seats, title=title, options=options_of(title), go=False)
    play_over_the_api(page, site, table["id"], random.Random(55), moves)
    go_to(page, site, table)


def play(page: Page, rng: random.Random, stage: Stager, most: int) -> int:
    """Play until the game is over, or for so many moves; returns how many there were. Nothing is sent on an old view."""
    late: list[str] = []
    page.on("response", lambda answer: late.append(answer.url) if answer.status == 409 else None)
    for number in range(most):
        assert late == []
        if not wait_for_turn(page):
            return number
        before, confirm = log_length(page), page.locator("#confirm .word").inner_text()
        if not stage(page, rng):
            continue
        wait_until(page, LONGER, before)
        # Where others act at the same time, theirs may be the new line: one's own move has arrived when nothing is sent.
        wait_until(page, "word => document.querySelector('#confirm .word').textContent === word", confirm)
    return most


# ----- by mouse and by touch -----


def by_mouse(page: Page, rng: random.Random) -> bool:
    """One move: pieces, buttons and numbers are clicked, and so is Confirm."""
    staged = _stage(page, rng, lambda x, y: page.mouse.click(x, y))
    if staged:
        page.locator("#confirm").click()
    return staged


def by_touch(page: Page, rng: random.Random) -> bool:
    """The same with a finger."""
    staged = _stage(page, rng, lambda x, y: page.touchscreen.tap(x, y))
    if staged:
        page.locator("#confirm").tap()
    return staged


def _stage(page: Page, rng: random.Random, press: Callable[[float, float], None]) -> bool:
    """Touch this and that until a move is staged; False when one was played without being asked for."""
    before = log_length(page)
    for _ in range(TOUCHES):
        if not page.evaluate(YOUR_TURN) or log_length(page) > before:
            return False
        touch_something(page, rng, press)
        wait_until(page, ANSWERED)
        if page.locator("#confirm").is_enabled():
            return True
    raise AssertionError(f"{TOUCHES} touches staged no move: {page.locator('#prompt').inner_text()}")


def touch_something(page: Page, rng: random.Random, press: Callable[[float, float], None]) -> None:
    pieces = page.eval_on_selector_all(".can-touch:not(.touched)", _OPEN)
    buttons = page.locator("#choice-buttons button:not([aria-pressed=true])").all()
    if page.locator("#numbers").is_visible() and (rng.random() < 0.8 or not (pieces or buttons)):
        _press(page, "#numbers .stepper:last-of-type:enabled, #numbers .stepper:enabled", press)
    elif buttons and (not pieces or rng.random() < 0.3):
        box = rng.choice(buttons)
        box.scroll_into_view_if_needed()
        _press_at(box.bounding_box(), press)
    else:
        assert pieces, f"nothing can be touched: {page.locator('#prompt').inner_text()}"
        chosen = rng.choice(pieces)
        point = page.evaluate(BARE_POINT, chosen)
        assert point, f"{chosen} is covered by other pieces wherever one touches it"
        press(*point)


def _press(page: Page, selector: str, press: Callable[[float, float], None]) -> None:
    _press_at(page.locator(selector).first.bounding_box(), press)


def _press_at(box: Any, press: Callable[[float, float], None]) -> None:
    press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


# ----- by keyboard alone -----


def by_keyboard(page: Page, rng: random.Random) -> bool:
    """One move: Tab to a part of the table, arrows to a piece, Enter; Tab to Confirm, Enter, unless nobody asks."""
    before = log_length(page)
    for _ in range(TOUCHES):
        if not page.evaluate(YOUR_TURN) or log_length(page) > before:
            return False
        _key_something(page, rng)
        wait_until(page, ANSWERED)
        if page.locator("#confirm").is_enabled():
            tab_to(page, "#confirm")
            page.keyboard.press("Enter")
            return True
    raise AssertionError(f"{TOUCHES} touches staged no move: {page.locator('#prompt').inner_text()}")


def _key_something(page: Page, rng: random.Random) -> None:
    pieces = page.locator(".can-touch:not(.touched)").count()
    buttons = page.locator("#choice-buttons button:not([aria-pressed=true])").count()
    if page.locator("#numbers").is_visible():
        tab_to(page, "#numbers .stepper:enabled")
        page.keyboard.press("Enter")
    elif buttons and (not pieces or rng.random() < 0.3):
        tab_to(page, "#choice-buttons button:not([aria-pressed=true])")
        page.keyboard.press("Enter")
    else:
        tab_to(page, "[data-touch]")
        _walk(page, rng)
        page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {selector}")


def _walk(page: Page, rng: random.Random) -> None:
    """With the arrow keys towards a piece that can be touched, now and then astray; ends there, or with the turn."""
    target = rng.randrange(1000)
    for step in range(120):
        ways = page.evaluate(_WAYS_TO, target)
        if (step >= 2 and not ways) or not page.evaluate(YOUR_TURN):
            return
        lost = not ways or rng.random() < 0.2
        # Mostly the longer way first; who always did that could go round in circles.
        page.keyboard.press(rng.choice(_ARROWS if lost else [ways[0], *ways]))
    raise AssertionError(f"the arrow keys never reached a piece that can be touched: {page.evaluate(_WHERE)}")


_WHERE = """() => [document.activeElement, ...document.querySelectorAll("[data-touch]:not([aria-disabled])")].map((each) => {
    const box = each.getBoundingClientRect();
    return [each.dataset.touch ?? each.id, Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)].join(" ");
}).join(", ")"""
"""What has the focus, and what the arrow keys walk over, each with its middle."""


_ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
_WAYS_TO = """number => {
    const open = [...document.querySelectorAll(".can-touch:not(.touched)")], active = document.activeElement;
    if (!open.length || open.includes(active)) return [];
    const middle = (piece) => {
        const box = piece.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(active), [toX, toY] = middle(open[number % open.length]);
    const ways = [toX > x ? "ArrowRight" : "ArrowLeft", toY > y ? "ArrowDown" : "ArrowUp"];
    return Math.abs(toX - x) > Math.abs(toY - y) ? ways : ways.reverse();
}"""
"""The arrow keys towards a piece that can be touched, the longer way first; [] when the focus is on such a piece."""
