"""Looking ahead at a table: plans of a seat that waits, and the bots' opinion for spectators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import quiet, two_players
from tests.server.timing import DAYS, Timed, serve_timed
from tests.web.axe import assert_nothing_for_axe

from .conftest import Opener


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Timed]:
    with serve_timed(quiet(tmp_path / "games.db")) as here:
        yield here


def _shapes(page: Page) -> list[str]:
    """What is drawn on the board."""
    script = "all => all.map(each => each.getAttribute('d') ?? each.getAttribute('href') ?? '')"
    shapes: list[str] = page.eval_on_selector_all("#board-part svg :is(path, use)", script)
    return shapes


def test_a_plan_is_made_at_the_table_and_its_answer_played(here: Timed, open_page: Opener) -> None:
    """Who waits finds "Plan ahead", chooses what is expected and the answer; the board shows where that leads."""
    ada, bob = two_players(here.url, title="metromania", time=DAYS)
    mover, idle = (ada, bob) if ada.view()["turn"]["yours"] else (bob, ada)
    page = open_page(lang="en-GB")
    page.goto(f"{here.url}/table/{idle.table}#seat={idle.secret}")
    page.locator("#plan").click()
    ahead = page.locator("#ahead")
    present = _shapes(page)
    expect(ahead.locator("h2")).to_have_text("Plan ahead")
    page.locator("#plan-add").click()
    name = "Ada" if mover is ada else "Bob"
    question = ahead.get_by_text(f"Which move do you expect from {name}?")
    line: list[str] = []
    while not ahead.get_by_text("What’s your reply?").is_visible():
        expect(question).to_be_visible()
        line.append(ahead.locator("[data-move]").first.get_attribute("data-move") or "")
        ahead.locator("[data-move]").first.click()
        expect(ahead.locator(".plan-steps li")).to_have_count(len(line))
    expect(page.locator("#plan-save")).to_have_count(0)  # first an answer
    assert _shapes(page) != present
    page.click("#tab-log")
    expect(page.locator("#ahead")).to_be_hidden()
    assert _shapes(page) == present  # what is only planned leaves the board with the plan
    page.click("#tab-table")
    page.locator("#plan-add").click()
    for number, move in enumerate(line, 1):
        ahead.locator(f"[data-move='{move}']").click()
        expect(ahead.locator(".plan-steps li")).to_have_count(number)
    label = ahead.locator("[data-move]").first.inner_text()
    ahead.locator("[data-move]").first.click()
    assert_nothing_for_axe(page)
    page.locator("#plan-save").click()
    expect(ahead.locator(".plan-lines > li")).to_have_count(1)
    expect(ahead.locator(".plan-lines")).to_contain_text(f"You: {label}")
    assert _shapes(page) == present
    ahead.get_by_role("button", name="Show on the board").click()
    # The planned line, and once more with where it leads.
    expect(ahead.locator(".plan-steps li")).to_have_count(2 * (len(line) + 1))
    assert _shapes(page) != present
    ahead.get_by_role("button", name="Cancel").click()
    assert _shapes(page) == present
    for move in line:
        answer = mover.move(move, mover.view()["version"])
        assert answer.status_code == 200, answer.text
    own = [row for row in mover.view()["log"] if row["actor"] == idle.seat and row["text"][0] != "!"]
    assert len(own) == 1
    expect(page.locator("body")).to_have_class(re.compile("your-turn"))
    expect(page.locator("#plan")).to_be_hidden()
    expect(ahead).to_be_empty()


def test_a_spectator_switches_the_bots_opinion_on(
    here: Timed, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = two_players(here.url)
    monkeypatch.setattr(
        "quartier.server.http.routes.planning.evaluations.evaluation_view",
        lambda table, *_: {
            "behind": 3,
            "chances": [
                {"seat": seat, "look": seat, "name": name, "value": value, "text": text}
                for seat, (name, value, text) in enumerate([("Ada", 0.3, "30 %"), ("Bob", 0.7, "70 %")])
            ],
        },
    )
    page = open_page(lang="en-GB")
    page.goto(f"{here.url}/table/{ada.table}")
    page.locator("[data-opens=log]").first.click()
    page.click("#tab-table")
    page.click("#evaluate")
    expect(page.locator("#ahead .chances li")).to_have_text(["Ada30 %", "Bob70 %"])
    expect(page.locator("#ahead")).to_contain_text("Win probability 3 moves ago")
    page.click("#evaluate")
    expect(page.locator("#ahead .chances")).to_have_count(0)
