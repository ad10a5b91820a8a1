"""What can be touched at a turn's start, and whether a finger or a mouse meets it: measured in the page at many sizes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

import quartier
from tests.web.axe import AT_REST
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, wait_for_turn


@dataclass(frozen=True)
class Window:
    """A window, and whether it is touched by fingers."""

    width: int
    height: int
    fingers: bool

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


WINDOWS = [
    *(Window(*size, True) for size in ((360, 640), (390, 844), (844, 390), (820, 1180))),
    *(Window(*size, False) for size in ((1280, 720), (1440, 900))),
]
MOST_MOVES = 40
"""So many moves, at most, are played before a position is measured."""

MIN_LEAD = 10
"""So many pixels a touch in the middle of a small place is nearer to it than to any other."""

MEASURE = """() => {
    const places = [...document.querySelectorAll("#board-part .can-touch, #hand-part .can-touch, #choice-buttons button")];
    const area = (each) => each.querySelector(".hit") ?? each;
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const holds = (shape, x, y) => !(shape instanceof SVGGeometryElement)
        || shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
    const far = (each, x, y) => {
        const box = area(each).getBoundingClientRect();
        const across = Math.abs(x - box.x - box.width / 2) - box.width / 2;
        const down = Math.abs(y - box.y - box.height / 2) - box.height / 2;
        const result = Math.hypot(Math.max(0, across), Math.max(0, down)) + Math.min(0, Math.max(across, down));
        return holds(area(each), x, y) ? result : Math.max(0, result);
    };
    const seen = places.filter((each) => each.checkVisibility());
    const onBoard = seen.filter((each) => each.closest("#board-part"));
    return seen.map((each) => {
        const board = each.closest("#board-part"), box = area(each).getBoundingClientRect(), [x, y] = middle(box);
        const there = document.elementFromPoint(x, y), own = far(each, x, y);
        const others = board ? onBoard.filter((other) => other !== each).map((other) => far(other, x, y)) : [];
        const size = Math.min(box.width, box.height), met = Boolean(there) && each.contains(there);
        return {
            id: each.dataset.touch ?? each.textContent, size, met, onBoard: board !== null,
            apart: Math.min(...others, 1000) - own, under: !there || !(board ?? each).contains(there)
                ? (there?.closest("[class]")?.getAttribute("class") ?? "nothing") : "",
        };
    });
}"""
"""Each place, what lies over its middle (`under`), and how many pixels nearer (`apart`) that is to it than to others."""

CLASHES = """() => {
    const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".faint");
    const boxOf = (each) => each.getBoundingClientRect();
    const common = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.x, other.x))
        * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y));
    const area = ({ width, height }) => width * height;
    const covers = (one, other) => common(one, other) > 0.25 * Math.min(area(one), area(other));
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen).filter((each) => area(boxOf(each)));
    const name = (each) => each.textContent.trim() || each.getAttribute("class");
    const over = all(".touch-gain, .pennant, .camera .zoom"), labels = [...over, ...all("#board-part [data-lettering]")];
    const pairs = labels.flatMap((one, index) => labels.slice(index + 1).map((other) => [one, other]));
    const tools = all(".pennant, .camera .zoom");
    const places = all("#board-part .can-touch").map((each) => each.querySelector(".hit") ?? each);
    const hidden = tools.flatMap((one) => places.map((other) => [one, other]));
    const clashes = [...pairs, ...hidden].filter(([one, other]) => covers(boxOf(one), boxOf(other)));
    return clashes.map((pair) => pair.map(name).join(" over "));
}"""
"""Labels of which one hides a quarter of another, and buttons that hide as much of a place."""


def table_at_random(page: Page, site: Site, title: str, rng: random.Random) -> None:
    """A table at a random position of a game that is not over, at this page's turn."""
    fewest, largest = quartier.load(title).seats
    seats, moves = [ME] + [BOT] * (rng.randint(max(2, fewest), largest) - 1), rng.randrange(MOST_MOVES)
    while True:
        table = make_table(page, site, *seats, title=title, go=False)
        play_over_the_api(page, site, table["id"], rng, moves)
        go_to(page, site, table)
        if wait_for_turn(page):
            return
        moves //= 2  # the game was over


def shortcomings(page: Page, window: Window) -> list[str]:
    """What cannot be touched for sure in a window, or is hidden, in words."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    page.evaluate(AT_REST)
    targets: list[dict[str, Any]] = page.evaluate(MEASURE)
    least = 44 if window.fingers else 40
    picked = any(target["size"] < least - 0.6 for target in targets if target["onBoard"])
    result = [
        f"{window}: {target}"
        for target in targets
        if not _is_sure(target, least, picked and target["onBoard"])
    ]
    return result + [f"{window}: {clash}" for clash in page.evaluate(CLASHES)]


def _is_sure(target: dict[str, Any], least: float, picked: bool) -> bool:
    """Whether a touch in the middle is one of this place; `picked`: the nearest of the board's places is taken."""
    if picked:
        return bool(not target["under"] and target["apart"] >= MIN_LEAD)
    return bool(target["met"] and target["size"] >= least - 0.6)


def touch_first(page: Page, rng: random.Random) -> bool:
    """Touch something of the hand where the board waits for that; False where the board can be touched already."""
    hand = page.locator("#hand-part .can-touch")
    if page.locator("#board-part .can-touch").count() or not hand.count():
        return False
    rng.choice(hand.all()).click()
    return True
