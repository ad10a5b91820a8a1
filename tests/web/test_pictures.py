"""The pictures of the README are taken here, so that they show what is there.

They are written when one is missing or QUARTIER_SCREENSHOTS=1 asks for new ones; otherwise a test run changes no file.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import ME, make_table, move, open_ids, touch, wait_for_turn
from tests.web.test_after_the_game import resign

IMAGES = Path(__file__).parents[2] / "docs" / "images"
GREEDY = {"kind": "bot", "bot": "greedy"}


def home(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.locator(".bar").click()


def table_in_its_middle(page: Page, site: Site) -> None:
    """Some moves against the greedy bot, then a tile staged."""
    make_table(page, site, ME, GREEDY)
    rng = random.Random(41)
    for _ in range(9):
        assert wait_for_turn(page)
        move(page, rng)
    assert wait_for_turn(page)
    while not open_ids(page, "#hand-part"):  # a courthouse asks for its swap first
        move(page, rng)
        assert wait_for_turn(page)
    touch(page, open_ids(page, "#hand-part")[-1]).click()
    blocks = [
        name
        for name in open_ids(page, "#board-part")
        if touch(page, name).locator("[data-piece]").count() == 0
    ]
    touch(page, blocks[len(blocks) // 2]).click()


def replay_in_its_middle(page: Page, site: Site) -> None:
    table_in_its_middle(page, site)
    page.keyboard.press("Escape")
    resign(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.locator("#replay-line")).not_to_be_empty()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")


PICTURES = [
    ("home", home, {"lang": "en-GB"}),
    ("table-desk", table_in_its_middle, {"lang": "en-GB"}),
    ("table-phone", table_in_its_middle, {"phone": True, "dark": True}),
    ("replay", replay_in_its_middle, {}),
]


@pytest.mark.parametrize(("name", "picture_name", "look"), PICTURES, ids=[name for name, _, _ in PICTURES])
def test_picture(
    site: Site,
    open_page: Opener,
    name: str,
    picture_name: Callable[[Page, Site], None],
    look: dict[str, bool],
    tmp_path: Path,
) -> None:
    """The page gets there without an error, and its picture is not an empty sheet."""
    page = open_page(**look)
    picture_name(page, site)
    page.wait_for_timeout(800)  # the scores have counted up, the last ring has breathed
    file = IMAGES / f"{name}.png"
    if file.exists() and os.environ.get("QUARTIER_SCREENSHOTS") != "1":
        file = tmp_path / file.name
    file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=file)
    assert file.stat().st_size > 20_000
