"""What axe finds on a page, in the light and in the dark theme; and whether what is read is spoken (WCAG 2.5.3)."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

Theme = Literal["light", "dark"]

COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours, the only thing in which the themes differ (theme.css)."""
# Only what is wrong is counted and sent: a list of all that is right takes longer than to find it.
# Axe compares what is read with what is spoken only where it is asked to, and takes all letters of a drawn piece for one
# word, the numbers on it too: `UNSPOKEN` looks at each text of its own.
RUN_AXE = """async (rules) => {
    const names = "label-content-name-mismatch";
    const which = rules ? { runOnly: { type: "rule", values: rules } } : { rules: { [names]: { enabled: true } } };
    const options = { resultTypes: ["violations"], preload: false, elementRef: true, ...which };
    const { violations } = await axe.run(document, options);
    for (const each of violations)
        if (each.id === names) each.nodes = each.nodes.filter(({ element }) => !element.closest("svg"));
    return { violations: violations.filter(({ nodes }) => nodes.length) };
}"""
# Some frames after the last change, for observers that change what others observe; and whatever comes to rest by itself.
AT_REST = """async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    const ending = (each) => each.effect.getComputedTiming().endTime < Infinity;
    await Promise.allSettled(document.getAnimations().filter(ending).map((each) => each.finished));
}"""
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
    """All rules in the light theme, those for colours in the dark one too; then the page is light."""
    _look_in(page, "dark")
    _assert_none(page, f"{when} dark", rules=COLOURS)
    assert_nothing_for_axe_in("light", page, when)


def assert_nothing_for_axe_in(theme: Theme, page: Page, when: str = "") -> None:
    """All rules in one theme; and whoever steers by voice says what stands there."""
    _look_in(page, theme)
    _assert_none(page, f"{when} {theme}")
    assert (unspoken := page.evaluate(UNSPOKEN)) == [], f"{when}: {unspoken}"


def assert_nothing_for_axe_at_twice_the_size(page: Page, when: str) -> None:
    """The same where somebody reads at 200 %, in the light theme: size changes no colour. Then the window is as it was."""
    before = page.viewport_size
    page.set_viewport_size(TWICE_THE_SIZE)
    assert_nothing_for_axe_in("light", page, f"{when} at 200 %")
    if before:
        page.set_viewport_size(before)


def _look_in(page: Page, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.evaluate(AT_REST)


def _assert_none(page: Page, when: str, rules: list[str] | None = None) -> None:
    """Nothing against these rules, or all that axe runs by itself; its half a megabyte is given to each page once."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(RUN_AXE, rules))
    assert results.violations_count == 0, f"{when}:\n{results.generate_report()}"
