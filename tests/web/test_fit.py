"""The table at every size: share of the board, text that can be read, places that can be touched, scores in sight."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import quartier
from tests.daily import daily
from tests.web.axe import AT_REST
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME, go_to, make_table, play_over_the_api, wait_for_turn

TITLES = [title for title in quartier.titles() if quartier.load(title).spec.package.startswith("quartier.")]
MOVES, MOST_MOVES = 5, 12
POSITIONS = daily([1, 20], [1])


@dataclass(frozen=True)
class Size:
    """A window, and what it must give: share of the board in it, least text and least touch area in CSS pixels."""

    width: int
    height: int
    share: float
    text: float
    touch: float

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


DESKTOP_SIZES = [
    *(Size(*size, 0.6, 12, 40) for size in ((1920, 1080), (1440, 900), (1280, 720), (1024, 768))),
    Size(1180, 820, 0.6, 12, 40),
    Size(820, 1180, 0.4, 12, 40),
    Size(720, 450, 0.4, 9, 24),
]
BIDDING_SHARE = 0.3
PHONES = [Size(*size, 0.38, 11, 44) for size in ((390, 844), (360, 740), (844, 390))]
FINGERS = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Where a point of the window meets the board's painted ground, on a grid of 60 x 60 points.
SHARE = """() => {
    let met = 0;
    for (let row = 0; row < 60; row++) for (let column = 0; column < 60; column++) {
        const at = [(column + .5) / 60 * innerWidth, (row + .5) / 60 * innerHeight];
        const there = document.elementFromPoint(...at);
        if (there?.closest("#board-part svg, .map .story-marks, .camera")) met++;
    }
    return met / 3600;
}"""
# How far the play area stays from the four sides of what is shown of the board, as parts of its width and height.
GAPS = """() => {
    const svg = document.querySelector("#board-part svg"), [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    const m = svg.getScreenCTM(), host = document.querySelector("#board-part").getBoundingClientRect();
    const left = m.a * x + m.e - host.x, top = m.d * y + m.f - host.y;
    return {
        left: left / host.width, right: 1 - (left + m.a * w) / host.width,
        top: top / host.height, bottom: 1 - (top + m.d * h) / host.height,
    };
}"""
TEXTS = """() => {
    const small = [];
    const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen");
    for (const e of document.querySelectorAll("#board-part text, #hand-part text, #aside-part text")) {
        const m = e.getScreenCTM();
        if (seen(e)) small.push([parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b), e.textContent]);
    }
    for (const e of document.querySelectorAll(".bar *, .seats-strip *, .story *, .dock *")) {
        const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        const size = parseFloat(getComputedStyle(e).fontSize);
        if (words && seen(e) && !e.closest("svg")) small.push([size, e.textContent.trim()]);
    }
    return small.sort((one, other) => one[0] - other[0]).slice(0, 3);
}"""
# Places of the board may be smaller where the nearest is picked: test_reach.py looks at those.
TARGETS = """() => {
    const found = [];
    for (const e of document.querySelectorAll("#hand-part .can-touch")) {
        const r = (e.querySelector(".hit") ?? e).getBoundingClientRect();
        found.push([Math.min(r.width, r.height), e.dataset.touch]);
    }
    for (const e of document.querySelectorAll(".bar button, .dock button, .between button.tool, .camera button")) {
        const r = e.getBoundingClientRect();
        const seen = e.checkVisibility({visibilityProperty: true}) && r.width;
        if (seen) found.push([Math.min(r.width, r.height), e.id || e.className]);
    }
    return found.sort((one, other) => one[0] - other[0]).slice(0, 3);
}"""
# What is cut off by "…". Where points come from has one line at its seat and is told whole elsewhere; so is a long name
# that has only a step of the podium, and a long step of the story where a strip shows one by one.
CUT = """() => [...document.querySelectorAll(":is(.bar, .seats-strip, .between, .dock, .finale) *")].filter((e) => {
    const whole = [...document.querySelectorAll("#steps .told > :last-child")].filter((each) => each.checkVisibility());
    if (e.closest("#latest") && whole.some((each) => each.textContent === e.textContent)) return false;
    const { textOverflow, webkitLineClamp } = getComputedStyle(e);
    const cut = textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth + 1;
    return (cut || (webkitLineClamp !== "none" && e.scrollHeight > e.clientHeight + 1))
        && e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen, .seat-why, .place-name, .results .head");
}).map((e) => e.textContent.trim())"""
# Words for where points come from that are cut, where the cards of five and six players have the width of a phone to share.
SOURCES = """() => [...document.querySelectorAll("#seats:has(li:nth-child(5)) .seat-why > span:first-child > span")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim())"""
# Rows that are cut in half below the prompt of a phone held upright; those higher than all the room are cut anyway.
HALF_ROWS = """() => {
    const more = document.querySelector("#more"), { top, bottom, height } = more.getBoundingClientRect();
    const rows = [...more.querySelectorAll("[data-about], text, p, li")];
    return rows.filter((e) => {
        const r = e.getBoundingClientRect();
        return (r.height < height || r.top > top + 1) && r.top < bottom - 1 && r.bottom > bottom + 1;
    }).map((e) => e.dataset.about ?? e.textContent);
}"""
# Buttons of the panel that stick out of it, or from which their words do.
SPILLED = """() => [...document.querySelectorAll(".dock button")].filter((e) => e.checkVisibility()).filter((e) => {
    const own = e.getBoundingClientRect(), dock = document.querySelector(".dock").getBoundingClientRect();
    const parts = [...e.children].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 1);
    return own.x < dock.x - 1 || own.right > dock.right + 1
        || parts.some((part) => part.x < own.x - 1 || part.right > own.right + 1);
}).map((e) => e.id || e.textContent.trim())"""
# Words of buttons that are broken in two, and the name of a game where it takes two lines of the column's head.
BROKEN = """() => {
    const broken = [];
    for (const e of document.querySelectorAll(".dock button, .bar h1")) {
        const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        for (let node; e.checkVisibility() && (node = walker.nextNode());) {
            if (node.parentElement.getBoundingClientRect().width < 2) continue;
            for (const { 0: word, index } of node.data.matchAll(e.matches("h1") ? /\\S.*\\S/g : /\\S+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                if (new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1) broken.push(word);
            }
        }
    }
    return broken;
}"""
# Texts of what the game draws outside of its board that overlap each other.
OVERLAPS = """() => {
    const seen = [...document.querySelectorAll(":is(#aside-part, #hand-part) text")].filter((e) => e.checkVisibility());
    const boxes = seen.map((e) => [e.textContent, e.getBoundingClientRect(), e.ownerSVGElement]).filter(([, b]) => b.width);
    return boxes.flatMap(([text, a, part], i) => boxes.slice(i + 1).filter(([, b, other]) => part === other &&
        Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 4
    ).map(([other]) => `${text} / ${other}`));
}"""
ALL_IN_SIGHT = """selector => [...document.querySelectorAll(selector)].every((each) => {
    const { x, y, width, height } = each.getBoundingClientRect(), middle = x + width / 2;
    return [y + 2, y + height - 4].every((at) => each.closest("svg").contains(document.elementFromPoint(middle, at)));
})"""
"""Whether all of some things in a drawing are in sight from head to foot."""
SCORES = """() => [...document.querySelectorAll(".seat-score")].map((e) => {
    const r = e.getBoundingClientRect(), there = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    return r.width > 0 && r.x >= 0 && r.right <= innerWidth && r.y >= 0 && r.bottom <= innerHeight
        && e.closest(".chip").contains(there) && e.closest(".chip").getBoundingClientRect().right >= r.right;
})"""


def table(page: Page, site: Site, title: str, seats: int, number: int = 0) -> str:
    """A table some moves into the game, at which it is this page's turn; the first one is a few moves into it."""
    rng = random.Random(number)
    table_page = make_table(page, site, ME, *[BOT] * (seats - 1), title=title, go=False)
    play_over_the_api(page, site, table_page["id"], rng, rng.randrange(1, MOST_MOVES) if number else MOVES)
    go_to(page, site, table_page)
    assert wait_for_turn(page)
    return page.url


def shortcomings(page: Page, size: Size) -> list[str]:
    """What falls short at a size, in words."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    page.evaluate(AT_REST)  # the board's observer has answered
    result: list[str] = []
    share = page.evaluate(SHARE)
    # Where a number is asked for, the panel asks much: what can be touched comes first.
    if share < (BIDDING_SHARE if page.locator("#numbers").is_visible() else size.share):
        result.append(f"{size}: the board has {share:.0%} of the window")
    gaps: dict[str, float] = page.evaluate(GAPS)
    # On a zoomed board the viewer's own piece is above the button, with room below where the board ends.
    most = min if page.locator("#board-part.near").count() else max
    if most(gaps["left"], gaps["right"]) > 0.04 and most(gaps["top"], gaps["bottom"]) > 0.04:
        result.append(f"{size}: the play area touches no two sides: {gaps}")
    texts: list[Any] = page.evaluate(TEXTS)
    if texts[0][0] < size.text - 0.05:
        result.append(f"{size}: small text {texts}")
    targets: list[Any] = page.evaluate(TARGETS)
    if targets[0][0] < size.touch - 0.5:
        result.append(f"{size}: small targets {targets}")
    if cut := page.evaluate(CUT):
        result.append(f"{size}: cut off {cut}")
    if spilled := page.evaluate(SPILLED):
        result.append(f"{size}: spilled {spilled}")
    if broken := page.evaluate(BROKEN):
        result.append(f"{size}: broken {broken}")
    if overlaps := page.evaluate(OVERLAPS):
        result.append(f"{size}: overlapping {overlaps}")
    if not all(page.evaluate(SCORES)):
        result.append(f"{size}: a score is out of sight")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        result.append(f"{size}: something can be scrolled sideways")
    return result


def state_of(context: BrowserContext) -> dict[str, Any]:
    """Cookies and storage, for the same visitor's phone."""
    return {"storage_state": context.storage_state()}


@pytest.mark.parametrize("positions", POSITIONS)
@pytest.mark.parametrize(
    ("most", "lang"), daily(product((True, False), ("de-DE", "en-GB")), [(True, "de-DE")])
)
@pytest.mark.parametrize("title", daily(TITLES, ["block_city", "metromania"]))
def test_everything_fits(
    site: Site, open_page: Opener, title: str, most: bool, lang: str, positions: int
) -> None:
    fewest, largest = quartier.load(title).seats
    seats = min(6, largest) if most else max(2, fewest)
    problems: list[str] = []
    for number in range(positions):
        page = open_page(lang=lang)
        url = table(page, site, title, seats, number)
        phone = open_page(lang=lang, **FINGERS, **state_of(page.context))
        shortfalls = [shortcoming for size in DESKTOP_SIZES for shortcoming in shortcomings(page, size)]
        shortfalls += _on_the_phone(phone, url)
        problems += [f"position {number}, {shortfall}" for shortfall in shortfalls]
        for device in (page, phone):
            device.context.close()
    assert problems == [], "\n".join(problems)


def _on_the_phone(phone: Page, url: str) -> list[str]:
    phone.goto(url)
    expect(phone.locator("#board-part svg")).to_be_visible()
    result: list[str] = []
    for size in PHONES:
        result += shortcomings(phone, size)
        if half := phone.evaluate(HALF_ROWS):
            result.append(f"{size}: half rows {half}")
        if cut := phone.evaluate(SOURCES):
            result.append(f"{size}: cut off {cut}")
    return result


CROSSED = """() => {
    const names = [...document.querySelectorAll("#board-part .map-name")];
    const seen = names.map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, { width }]) => width);
    return seen.flatMap(([name, a], i) => seen.slice(i + 1).filter(([, b]) =>
        Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 4
    ).map(([other]) => `${name} / ${other}`));
}"""


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each size in turn, once the page has it and is at rest: a table that is resized need not be opened anew."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST)
        yield width, height


def test_no_name_of_a_street_crosses_another(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, BOT)
    for size in at_sizes(page, [(1440, 900), (1280, 720), (1024, 768), (390, 844), (360, 640)]):
        assert page.evaluate(CROSSED) == [], size


LONG_LINE = "A step that has more to tell than four lines of a strip can hold. " * 4
SHOW_LINE = """([where, line]) => {
    document.querySelector(`${where} li:last-child .told > :last-child`).textContent = line;
}"""


def test_a_long_step_is_cut_in_the_strip_and_whole_in_the_sheet(site: Site, open_page: Opener) -> None:
    """The last step stands in both, so nothing of it is lost; what is cut and stands nowhere else is found."""
    phone = open_page(**FINGERS)
    phone.set_viewport_size({"width": 360, "height": 740})
    table(phone, site, "metromania", 2)
    phone.evaluate(AT_REST)
    last = "document.querySelector('%s li:last-child .told > :last-child').textContent"
    assert phone.evaluate(last % "#steps") == phone.evaluate(last % "#latest")
    phone.evaluate(SHOW_LINE, ["#latest", LONG_LINE])
    assert LONG_LINE.strip() in phone.evaluate(CUT)
    phone.evaluate(SHOW_LINE, ["#steps", LONG_LINE])
    assert LONG_LINE.strip() not in phone.evaluate(CUT)


UPRIGHT = [(360, 640), (390, 844)]


def test_on_a_phone_all_test_trips_are_in_sight(site: Site, open_page: Opener) -> None:
    """They decide the game."""
    phone = open_page(**FINGERS)
    table(phone, site, "metromania", 2)
    for size in at_sizes(phone, UPRIGHT):
        panel = phone.locator("#more").bounding_box()
        assert panel is not None
        for number in range(7):
            trip = phone.locator(f"#trip-{number}").bounding_box()
            assert trip is not None
            assert trip["y"] >= panel["y"] - 1, size
            assert trip["y"] + trip["height"] <= panel["y"] + panel["height"] + 1, size


LONG_PROMPT = """() => {
    document.querySelector("#prompt").textContent = "Linie 2 nach Südwesten graben: Marker D, Wohnhaus im Nordwesten";
    document.querySelector("#brings").textContent = "Neue Haltestelle an 1 Zielort: +1. Der gelegte Marker erspart 4 "
        + "Strafpunkte. Fahrt D liefe über deine Linien (5 Min.).";
}"""


LONG_BUTTON_AND_ROTATE = """() => {
    document.querySelector("#choice-buttons").innerHTML = "<button type=button data-choice>Zug beenden</button>";
    document.querySelector("#turn").hidden = false;
}"""
LONG_NOTICE = """() => {
    document.querySelector("#notice").hidden = false;
    document.querySelector("#notice").textContent = "Plättchen kommen nur auf leere Felder, nicht auf Reiseziele, Tunnel, "
        + "Fluss oder Park. Nächste Möglichkeit: bei Museum of Science Richtung Copley Square, Viererfächer (N, NO).";
}"""


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (360, 640)], ids=str)
def test_long_sentences_are_whole(site: Site, open_page: Opener, size: tuple[int, int]) -> None:
    """The prompt and what a move brings, beside a button; then what is said instead of them, and the hand below it."""
    page = open_page()
    page.set_viewport_size({"width": size[0] + 1, "height": size[1]})
    table(page, site, "city_blocks", 2)
    page.evaluate(LONG_PROMPT)
    page.evaluate(LONG_BUTTON_AND_ROTATE)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(AT_REST)
    assert page.evaluate(CUT) == []
    page.evaluate(LONG_NOTICE)
    page.evaluate(AT_REST)
    for part in ("#notice", "#dock", "#latest"):
        assert page.evaluate(
            f"(({{scrollHeight, clientHeight}}) => scrollHeight <= clientHeight + 1)(document.querySelector('{part}'))"
        ), part


LONG_BUTTONS = """() => {
    document.querySelector("#choice-buttons").innerHTML =
        "<button type=button data-choice>1 Million in die Schwarzgeldkasse</button>";
    document.querySelector("#confirm .word").textContent = "Fehlwurf eintragen";
    document.querySelector("#confirm .points").textContent = "−2";
}"""


def with_buttons(page: Page, site: Site, buttons: str) -> Iterator[tuple[int, int]]:
    """A table whose buttons a script replaces, at one size after the other."""
    table(page, site, "city_blocks", 2)
    for size in at_sizes(page, [(1280, 720), *UPRIGHT]):
        page.evaluate(buttons)
        page.evaluate(AT_REST)
        yield size


def test_long_words_stay_inside_of_their_buttons(site: Site, open_page: Opener) -> None:
    page = open_page()
    for size in with_buttons(page, site, LONG_BUTTONS):
        assert page.evaluate(SPILLED) == [], size


def test_no_word_of_a_button_is_broken_beside_rotate(site: Site, open_page: Opener) -> None:
    page = open_page()
    for size in with_buttons(page, site, LONG_BUTTON_AND_ROTATE):
        assert page.evaluate(BROKEN) == [], size
        height = page.locator("#choice-buttons button").bounding_box()
        assert height is not None
        assert height["height"] < 70, size  # two lines at most


@pytest.mark.parametrize("title", ["neue_heimat", "block_city"])
def test_beside_the_board_whole_rows_are_shown(site: Site, open_page: Opener, title: str) -> None:
    """Of the title's own table, whatever else the column holds: what lies lower is scrolled to."""
    page = open_page(viewport={"width": 1280, "height": 720})
    table(page, site, title, 2)
    page.evaluate(AT_REST)
    assert page.evaluate(HALF_ROWS.replace("#more", "#aside-part")) == []


def test_the_city_of_an_opponent_is_whole_beside_the_board(site: Site, open_page: Opener) -> None:
    """It grows into the room that the last moves leave, whatever the panel needed before."""
    page = open_page()
    table(page, site, "block_city", 2)
    hidden = "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.querySelector('#aside-part'))"
    for size in at_sizes(page, [(1440, 900), (1280, 720)]):
        page.evaluate(AT_REST)
        assert page.evaluate(hidden) <= 1, size


@pytest.mark.parametrize("seats", [2, 3])
def test_a_phone_shows_all_categories_of_points(site: Site, open_page: Opener, seats: int) -> None:
    phone = open_page(**FINGERS)
    table(phone, site, "block_city", seats)
    for size in at_sizes(phone, UPRIGHT):
        assert phone.evaluate(ALL_IN_SIGHT, "#scores [data-about]:not([data-about=kind-public])"), size


def test_the_tags_of_the_streets_are_inside_of_the_board(site: Site, open_page: Opener) -> None:
    phone = open_page(**FINGERS)
    table(phone, site, "city_blocks", 2)
    left = """() => Math.min(...[...document.querySelectorAll("#board-part [data-piece^=token] .coarse")]
        .map((each) => each.getBoundingClientRect().x))"""
    for size in at_sizes(phone, UPRIGHT):
        assert phone.evaluate(left) >= 1, size
