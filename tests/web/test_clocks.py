"""Clocks in the players' cards, and where they are chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.harness import Listener, quiet, two_players, wait_until
from tests.server.timing import Timed, serve_timed
from tests.web.axe import assert_nothing_for_axe
from tests.web.site import Site
from tests.web.table import open_setup

from .conftest import Opener


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def test_a_clock_counts_down_and_ends_the_game(here: Timed, open_page: Opener) -> None:
    """Time is moved, in the page and at the server; nobody waits."""
    ada, bob = two_players(here.url, time={"base": 30, "then": "loses"})
    mover, other = (ada, bob) if ada.view()["turn"]["yours"] else (bob, ada)
    page = open_page(phone=True, lang="de-DE")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(f"{here.url}/table/{mover.table}?lang=de#seat={mover.secret}")
    card, waiting = (page.locator(f"#seats [data-seat='{player.seat}']") for player in (mover, other))
    clock = card.locator(".seat-clock")
    expect(clock).to_have_attribute("data-left", "0:30")
    wait_until(lambda: here.server.services.hub.streams == 1)
    there = Listener(other)  # of which the page hears after its first view
    expect(waiting).not_to_have_class(re.compile("away"))
    page.clock.run_for(4_500)
    expect(clock).to_have_attribute("data-left", "0:26")
    expect(clock).to_have_class("seat-clock runs")
    expect(card).to_have_attribute("aria-description", "noch weniger als eine Minute")
    page.clock.run_for(8_000)
    expect(clock).to_have_attribute("data-left", "0:18")
    expect(clock).to_have_class("seat-clock runs urgent")
    expect(card).to_have_attribute("aria-description", "noch weniger als 20 Sekunden")
    expect(waiting.locator(".seat-clock")).to_have_attribute("data-left", "0:30")
    here.passes(32)
    name = "Ada" if mover is ada else "Bob"
    expect(page.get_by_text(f"{name} hat die Bedenkzeit überschritten.").first).to_be_visible()
    expect(clock).to_have_count(0)
    there.close()


def test_a_clock_is_chosen_and_shown(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-US")
    dialog = open_setup(page, site, "city_blocks")
    then = dialog.locator("[data-then]")
    expect(then).to_be_hidden()
    dialog.locator("[data-time]").select_option("3 days per turn")
    expect(dialog.locator(".says")).to_have_text("2 players, 1 bot, 3 days per turn")
    expect(then).to_be_visible()
    dialog.locator("[data-time]").select_option("5 min + 10 s")
    then.get_by_text("The player loses").click()
    with page.expect_request(lambda request: request.method == "POST") as request_info:
        dialog.get_by_role("button", name="Play", exact=True).click()
    assert request_info.value.post_data_json["time"] == {"base": 300, "increment": 10, "then": "loses"}
    expect(page.locator(".seat-clock")).to_have_count(1)  # the bot has all the time that it likes
    assert_nothing_for_axe(page)
