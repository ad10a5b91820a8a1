"""A site below a path of its host, behind a proxy: everything that the pages ask for is there, and below the path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.server.proxies import Proxied, server_behind
from tests.web.conftest import Opener
from tests.web.table import FRIEND, LONGER, ME, card_of, log_length, move, open_sheet, wait_until, whose_turn

ROOT = "/quartier"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Proxied]:
    with server_behind("nginx", ROOT, tmp_path) as server:
        yield server


def _watch(page: Page, club: Proxied) -> list[str]:
    """What goes wrong: requests past the path, and refused ones."""
    problems: list[str] = []

    def look(response: Response) -> None:
        if not response.url.startswith((f"{club.url}/", "blob:", "data:")) or response.status >= 400:
            problems.append(f"{response.status} {response.url}")

    page.on("response", look)
    return problems


def test_home_table_lesson_puzzle_and_account_work_below_a_path(club: Proxied, open_page: Opener) -> None:
    page, bea = (open_page(lang="en-GB", ignore_https_errors=True) for _ in range(2))
    problems = _watch(page, club)
    page.goto(f"{club.url}/")
    card_of(page, "city_blocks").locator("[data-play]").click()
    page.wait_for_url(f"{club.url}/table/*")
    expect(page.locator("#board-part svg")).to_be_visible()
    wish = {"title": "city_blocks", "seats": [ME, FRIEND]}
    table = page.context.request.post(f"{club.url}/api/tables", data=wish).json()
    page.goto(f"{club.url.removesuffix(ROOT)}{table['url']}")
    bea.goto(table["seats"][1]["invite_url"])
    bea.fill("#join-name", "Bea")
    bea.click("#join button[type=submit]")
    for _ in range(3):
        turn = whose_turn(page, bea)
        assert turn is not None
        mover, other = turn
        before = log_length(other)
        move(mover, random.Random(1))
        wait_until(other, LONGER, before)  # it came by the stream
    open_sheet(page, "rules")
    expect(page.locator("#sheet-rules .rule").first).to_be_visible()
    page.reload()
    expect(page.locator("#board-part svg")).to_be_visible()
    view = page.context.request.get(f"{club.url}/api/tables/{table['id']}").json()
    assert view["viewer"]["seats"] == [0]  # by the seat's cookie

    page.goto(f"{club.url}/games")
    page.locator("a.game.yours, a.game").first.click()
    page.wait_for_url(f"{club.url}/table/*")
    page.goto(f"{club.url}/learn")
    page.locator(f'a[href^="{ROOT}/learn/city_blocks"]').click()
    expect(page.locator("#lesson-card")).to_be_visible()
    page.goto(f"{club.url}/today")
    page.locator("a[data-puzzle=city_blocks]").first.click()
    expect(page.locator("#board-part svg")).to_be_visible()

    page.goto(f"{club.url}/account?next={ROOT}/lobby")
    form = page.locator("form[data-post=register]")
    form.locator("[name=name]").fill("Ada of the Club")
    form.locator("[name=password]").fill("three green bicycles")
    form.locator("[type=submit]").click()
    page.wait_for_url(f"{club.url}/lobby")
    page.locator("#settings-button").click()
    page.locator("#settings [name=theme][value=dark] + span").click()
    page.locator("#settings [name=language][value=de] + span").click()
    expect(page.locator("html[lang=de][data-theme=dark]")).to_be_attached()
    paths = {cookie["path"] for cookie in page.context.cookies()}
    assert all(path.startswith(f"{ROOT}/") for path in paths)
    assert problems == []
