"""Many tabs in Firefox, over HTTP/1.1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import prerequisites
from tests.server.harness import Running, quiet, running, wait_until
from tests.web.marionette import Firefox
from tests.web.table import YOUR_TURN

pytestmark = pytest.mark.soak

TABS = 20
MAKE_TABLE = """() => fetch("/api/tables", {
  method: "POST", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({title: "city_blocks", options: {},
    seats: [{kind: "me", name: "Ada"}, {kind: "bot", bot: "random"}]}),
}).then((answer) => answer.json()).then(({url}) => url)"""
LOG_LENGTH = "() => document.querySelectorAll('#log li').length"
LONGER = "(length) => document.querySelectorAll('#log li').length > length"
TURN = f"() => {YOUR_TURN}"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    program = prerequisites.firefox()
    if program is None:
        pytest.skip("Firefox is not in PATH, and QUARTIER_FIREFOX does not name it")
    with Firefox(program, tmp_path / "profile") as firefox:
        yield firefox


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Running]:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        yield server


def test_moves_in_twenty_tabs_are_acknowledged_and_seen(firefox: Firefox, here: Running) -> None:
    firefox.goto(f"{here.url}/rules/city_blocks")
    firefox.evaluate("() => { localStorage.setItem('quartier.coaching', 'off') }")
    urls = [firefox.evaluate(MAKE_TABLE) for _ in range(TABS - 3)]
    tabs = [_open(firefox, here, url) for url in urls]
    chosen = (0, 6, len(tabs) - 1)
    copies = [_open(firefox, here, urls[number]) for number in chosen]
    hub = here.services.hub
    wait_until(lambda: len(hub.watched_tables()) == len(urls))
    assert hub.streams == 1
    for number, copy in zip(chosen, copies, strict=True):
        firefox.switch_to(copy)
        before = firefox.evaluate(LOG_LENGTH)
        firefox.switch_to(tabs[number])
        _move(firefox, before)
        firefox.switch_to(copy)
        firefox.wait_until(LONGER, before)
    assert hub.streams == 1


def _open(firefox: Firefox, here: Running, url: str) -> str:
    """A tab at a table in which it is this player's turn."""
    tab = firefox.open_tab()
    firefox.goto(f"{here.url}{url}")
    firefox.wait_until(TURN)
    return tab


def _move(firefox: Firefox, before: int) -> None:
    """Place a tile on the first block that takes it."""
    firefox.click("#hand-part .can-touch:not([data-touch=hand-CH])")
    firefox.click("#board-part .can-touch")
    firefox.wait_until("() => !document.querySelector('#confirm').disabled")
    firefox.click("#confirm")
    firefox.wait_until(LONGER, before)
