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

PLACES = """() => {
    const places = [...document.querySelectorAll("#board-part .can-touch, #hand-part .can-touch, #choice-buttons button")];
    const area = (each) => each.querySelector(".hit") ?? each;
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const holds = (shape, x, y) => !(shape instanceof SVGGeometryElement)
        || shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
    const far = (each, x, y) => {
        const box = area(each).getBoundingClientRect();
        const across = Math.abs(x - box.x - box.width / 2) - box.width / 2, down = Math.abs(y - box.y - box.height / 2) - box.height / 2;
        const result = Math.hypot(Math.max(0, across), Math.max(0, down)) + Math.min(0, Math.max(across, down));
        return holds(area(each), x, y) ? result : Math.max(0, result);
    };
    const seen = places.filter((each) => each.checkVisibility());
    return seen.map((each) => {
        const board = each.closest("#board-part"), box = area(each).getBoundingClientRect(), [x, y] = middle(box);
        const there = document.elementFromPoint(x, y), own = far(each, x, y);
        const others = board ? seen.filter((other) => other !== each && other.closest("#board-part")).map((other) => far(other, x, y)) : [];
        const size = Math.min(box.width, box.height), met = Boolean(there) && each.contains(there);
        return {
            id: each.dataset.touch ?? each.textContent, size, met, onBoard: board !== null,
            apart: Math.min(...others, 1000) - own, under: !there || !(board ?? each).contains(there)
                ? (there?.closest("[class]")?.getAttribute("class") ?? "nothing") : "",
        };
    });
}"""
"""Each place with what lies over its middle (`under`: nothing of the board), and how much nearer (`apart`) its middle is to it
than to any other, in pixels."""

LABELS = """() => {
    const frame = document.querySelector(".map").getBoundingClientRect();
    const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen).map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { kind: selector, text: each.textContent.trim(), x, y, width, height, each };
    }).filter((b) => b.width && b.x < frame.right && b.x + b.width > frame.x && b.y < frame.bottom && b.y + b.height > frame.y);
    const over = (a, b, slack) => a.x + slack < b.x + b.width && b.x + slack < a.x + a.width && a.y + slack < b.y + b.height && b.y + slack < a.y + a.height;
    const labels = boxes("#board-part text, #board-part .lettered, .touch-gain, .pennant, .camera .zoom");
    const clash = [];
    for (let i = 0; i < labels.length; i++) for (let j = 0; j < i; j++)
        if (!labels[i].each.closest("g") || labels[i].each.parentNode !== labels[j].each.parentNode)
            if (over(labels[i], labels[j], 3)) clash.push(`${labels[j].text || labels[j].each.className} / ${labels[i].text || labels[i].each.className}`);
    return clash;
}"""


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


def places(page: Page, window: Window) -> list[dict[str, Any]]:
    """What can be touched now, where it lies, and whether its middle is met."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    page.evaluate(AT_REST)
    result: list[dict[str, Any]] = page.evaluate(PLACES)
    return result
