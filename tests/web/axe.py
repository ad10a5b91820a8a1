"""What axe finds on a page, in the light and in the dark theme."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES: dict[str, Any] = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
"""All rules that axe has on, and one that it has off: what is read stands in what is spoken (WCAG 2.5.3)."""
TWICE_THE_SIZE = {"width": 720, "height": 450}
"""What is left of 1440x900 at 200 %."""


def assert_nothing_for_axe(page: Page, when: str = "") -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(100)
        found = Axe().run(page, options=RULES)
        assert found.violations_count == 0, f"{when} {theme}:\n{found.generate_report()}"


def assert_nothing_for_axe_at_twice_the_size(page: Page, when: str) -> None:
    """The same where somebody reads at 200 %; then the window is as it was."""
    before = page.viewport_size
    page.set_viewport_size(TWICE_THE_SIZE)
    assert_nothing_for_axe(page, f"{when} at 200 %")
    if before:
        page.set_viewport_size(before)
