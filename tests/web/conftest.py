"""Fixtures of the browser tests: a server, a Chromium, and pages that tell about every error that they run into."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests import prerequisites
from tests.web.site import Site

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMEOUT_MS = 120_000
"""Milliseconds that a touch or an expectation waits: a busy machine is no failure."""
expect.set_options(timeout=TIMEOUT_MS)
SLOWNESS = int(os.environ.get("QUARTIER_SLOWNESS", "1"))
"""So many times slower than this machine the pages' scripts run: a test that only waits by luck shows itself at 8."""
STILL = "localStorage.setItem('quartier.animation', 'off')"
UNCOACHED = "localStorage.setItem('quartier.coaching', 'off')"
"""Every table of a test would be a first game."""
LESS_MOTION = {"reduced_motion": "reduce"}
"""What breathes or fades by the stylesheet alone would paint the page sixty times a second after each move."""
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

LONGEST_MODULES = {"test_whole_games", "test_titles_play", "test_fit", "test_the_end", "test_reviews"}
"""Modules whose tests take long come before the short ones, so that all workers end at about the same time."""

ROOT = Path(__file__).parents[2]

Opener = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running that other tests should not meet."""
    items.sort(key=_when)


def _when(item: pytest.Item) -> int:
    if Path(__file__).parent not in item.path.parents:
        return 0
    return 1 if item.path.stem in LONGEST_MODULES else 2


@pytest.fixture(scope="session")
def hook() -> ModuleType:
    """hatch_build.py, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        executable = prerequisites.chromium()
        if executable is None:
            pytest.fail(prerequisites.sentence(["chromium"]), pytrace=False)
        launched = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests that need not stop it."""
    running = Site(tmp_path_factory.mktemp("site")).start()
    yield running
    running.stop()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server that the test may end and start again."""
    running = Site(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """open_page(phone=, dark=, lang=, animated=, coached=, context=) -> Page of a new visitor, or another tab of `context`.

    An exception in a page's script, or a violation of the content security policy, fails the test.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_one(
        *,
        phone: bool = False,
        dark: bool = False,
        lang: str = "de-DE",
        animated: bool = False,
        coached: bool = False,
        context: BrowserContext | None = None,
        **more: Any,
    ) -> Page:
        if context is None:
            look = {**(PHONE if phone else DESKTOP), **({} if animated else LESS_MOTION), **more}
            context = browser.new_context(color_scheme="dark" if dark else "light", locale=lang, **look)
            context.set_default_timeout(TIMEOUT_MS)
            contexts.append(context)
            if not animated:
                context.add_init_script(STILL)
            if not coached:
                context.add_init_script(UNCOACHED)
        page = context.new_page()
        if SLOWNESS > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if _is_serious(message.text) else None)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []


def _is_serious(text: str) -> bool:
    return "Content Security Policy" in text
