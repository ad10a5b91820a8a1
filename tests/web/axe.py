"""What axe finds on a page, in the light and in the dark theme; and whether what is read is spoken (WCAG 2.5.3)."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NAMES: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]}}
"""A rule that axe runs only where it is asked for."""
DRAWINGS: dict[str, Any] = {"exclude": ["svg"]}
"""Axe takes all letters of a drawn piece for one word, the numbers on it too: `UNSPOKEN` looks at each text of its own."""
TWICE_THE_SIZE = {"width": 720, "height": 450}
"""What is left of 1440x900 at 200 %."""
UNSPOKEN = """() => {
    const plain = (words) => words.toLowerCase().replace(/[−\\-+=$×.,:·…]/g, " ").replace(/\\s+/g, " ").trim();
    const found = new Set();
    for (const piece of document.querySelectorAll("svg [data-touch][role=button]")) {
        const name = plain(piece.getAttribute("aria-label") ?? "");
        for (const words of piece.querySelectorAll("text")) {
            if (words.checkVisibility({ visibilityProperty: true }) && !name.includes(plain(words.textContent)))
                found.add(`${piece.dataset.touch}: “${words.textContent}” is not said in “${name}”`);
        }
    }
    return [...found];
}"""


def assert_nothing_for_axe(page: Page, when: str = "") -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(100)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{when} {theme}:\n{found.generate_report()}"
    assert_what_is_read_is_spoken(page, when)


def assert_what_is_read_is_spoken(page: Page, when: str) -> None:
    """Whoever steers by voice says what stands there."""
    found = Axe().run(page, context=DRAWINGS, options=NAMES)
    assert found.violations_count == 0, f"{when}:\n{found.generate_report()}"
    assert (unspoken := page.evaluate(UNSPOKEN)) == [], f"{when}: {unspoken}"


def assert_nothing_for_axe_at_twice_the_size(page: Page, when: str) -> None:
    """The same where somebody reads at 200 %; then the window is as it was."""
    before = page.viewport_size
    page.set_viewport_size(TWICE_THE_SIZE)
    assert_nothing_for_axe(page, f"{when} at 200 %")
    if before:
        page.set_viewport_size(before)
