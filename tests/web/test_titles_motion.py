"""Ways, growth and scenes in the page: cars drive along roads, lines grow, test trips run one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import quartier
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import wait_until

FIXTURES = Path(__file__).parents[1] / "fixtures"
TRIPS = FIXTURES / "metromania" / "last_station_4.txt"
DRIVES = FIXTURES / "gridlock" / "three_players.txt"

_STEPS = """() => document.getAnimations().filter((each) => each.id === "quartier")
    .map((each) => each.effect.getKeyframes())"""

_NOTE_LAYERS = """() => {
    window.layers = [];
    const note = ({addedNodes}) => addedNodes.forEach((node) => node.matches?.(".flight-layer")
        && window.layers.push(node.getAttribute("class")));
    new MutationObserver((changes) => changes.forEach(note)).observe(document.body, {childList: true});
}"""
"""Notes the classes of the layers in which pieces fly."""


def open_replay(page: Page, site: Site, record: Path, at: int) -> None:
    """The replay of a recorded game at an event."""
    answer = page.context.request.post(f"{site.url}/api/records", data=record.read_text("utf-8"))
    assert answer.status == 201, answer.text()
    page.goto(f"{site.url}{answer.json()['url']}?at={at}")
    wait_until(page, "at => document.querySelector('#replay-count').textContent.includes(at)", f" {at} ")


def step(page: Page, key: str) -> list[list[dict[str, str]]]:
    """Go one event on or back; the keyframes of all movements that this starts."""
    page.evaluate("window.steps = []")
    before = page.locator("#replay-count").inner_text()
    page.keyboard.press(key)
    wait_until(page, "n => document.querySelector('#replay-count').textContent !== n", before)
    result: list[list[dict[str, str]]] = page.evaluate(_STEPS)
    return result


def total(record: Path) -> int:
    return len(quartier.replay(record.read_text("utf-8")).events)


def long_drive() -> tuple[int, int]:
    """The number of an event that sends a car over at least two roads, and how many corners its way has."""
    state = quartier.replay(DRIVES.read_text("utf-8"))
    for index in range(1, len(state.events) + 1):
        board = state.at(index).parts(None, "en")["board"]
        corners = board.partition(' data-way="')[2].partition('"')[0].split()
        if len(corners) > 2:
            return index, len(corners)
    raise AssertionError("nobody drives far in this game")


def drives(movements: list[list[dict[str, str]]], corners: int) -> bool:
    return any(len(steps) == corners and all("translate" in step for step in steps) for steps in movements)


def test_a_car_drives_along_the_roads_there_and_back(site: Site, open_page: Opener) -> None:
    event, corners = long_drive()
    page = open_page(animated=True)
    open_replay(page, site, DRIVES, event - 1)
    assert drives(step(page, "ArrowRight"), corners)
    page.wait_for_timeout(1100)
    assert drives(step(page, "ArrowLeft"), corners)


def test_a_piece_in_flight_is_styled_as_on_the_board(site: Site, open_page: Opener) -> None:
    """Metromania's styles apply below a class of its own: without it, flying markers were black discs."""
    page = open_page(animated=True)
    open_replay(page, site, TRIPS, 20)
    page.evaluate(_NOTE_LAYERS)
    step(page, "ArrowRight")
    wait_until(page, "window.layers.length > 0")
    assert set(page.evaluate("window.layers")) == {"quartier flight-layer metro"}


def test_a_drive_is_skipped_by_the_next_step(site: Site, open_page: Opener) -> None:
    event, corners = long_drive()
    page = open_page(animated=True)
    open_replay(page, site, DRIVES, event - 1)
    step(page, "ArrowRight")
    assert not drives(step(page, "ArrowRight"), corners)


def first_digging() -> int:
    """The number of the first event that lengthens a line which has begun."""
    state = quartier.replay(TRIPS.read_text("utf-8"))
    for index in range(1, len(state.events)):
        before, after = state.at(index).open_record(), state.at(index + 1).open_record()
        if any(after.length[line] > before.length[line] > 0 for line in range(8)):
            return index + 1
    raise AssertionError("nobody digs in this game")


def test_a_line_grows_from_where_it_ended(site: Site, open_page: Opener) -> None:
    event = first_digging()
    page = open_page(animated=True)
    open_replay(page, site, TRIPS, event - 1)
    grown = [steps for steps in step(page, "ArrowRight") if "strokeDashoffset" in steps[0]]
    assert grown
    for start, end in grown:
        length = float(start["strokeDasharray"].split("px")[0].split(",")[0])
        assert 0 < float(start["strokeDashoffset"].removesuffix("px")) < length
        assert end["strokeDashoffset"] in ("0", "0px")


WATCH_SCENES = """() => {
    window.seen = [];
    const note = () => {
        const all = [...document.querySelectorAll("[data-scene].shown")].map((each) => each.id);
        if (all.length) seen.push([document.querySelector("#verdict").textContent, ...all]);
    };
    const changes = {childList: true, characterData: true, subtree: true};
    new MutationObserver(note).observe(document.querySelector("#verdict"), changes);
}"""
"""Notes in `seen`, in the page, what stood on the sky with each scene, however busy the machine is."""


def shown_scenes(page: Page) -> list[str]:
    result: list[str] = page.eval_on_selector_all(
        "[data-scene]",
        "all => all.filter(e => getComputedStyle(e).visibility === 'visible').map(e => e.dataset.scene)",
    )
    return result


def test_the_test_trips_run_one_after_the_other_and_can_be_skipped_and_seen_again(
    site: Site, open_page: Opener
) -> None:
    page = open_page(animated=True)
    open_replay(page, site, TRIPS, total(TRIPS) - 1)
    assert shown_scenes(page) == []
    page.evaluate(WATCH_SCENES)
    page.keyboard.press("ArrowRight")
    runs = [
        step for step in final_count(page) if step["places"] and step["places"][0][0].startswith("scene-")
    ]
    expected = [[trip["name"], trip["places"][0][0]] for trip in runs[:2]]
    wait_until(page, "n => seen.length >= n", len(expected))
    assert page.evaluate("seen")[: len(expected)] == expected
    page.get_by_role("button", name="Überspringen").click()
    assert shown_scenes(page) == []
    page.get_by_role("button", name="Noch einmal zeigen").click()
    expect(page.locator("body.counting")).to_be_visible()
    # Whoever hears the page hears the result, not each step.
    assert runs[0]["text"] not in (page.locator("#announcer").text_content() or "")


def final_count(page: Page) -> list[dict[str, Any]]:
    """The steps of the final count of the replay that a page shows."""
    address = page.url.partition("?")[0].replace("/replay/", "/api/replays/")
    steps: list[dict[str, Any]] = page.context.request.get(f"{address}/finale?lang=de").json()["count"]
    return steps


def test_going_back_ends_the_performance(site: Site, open_page: Opener) -> None:
    page = open_page(animated=True)
    open_replay(page, site, TRIPS, total(TRIPS) - 1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("body.counting")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#scenes")).to_be_hidden()
    assert page.locator("body.counting").count() == 0


def test_for_who_wants_less_motion_scenes_wait_for_the_button_and_nothing_moves(
    site: Site, open_page: Opener
) -> None:
    page = open_page(animated=True, reduced_motion="reduce")
    open_replay(page, site, TRIPS, total(TRIPS) - 1)
    assert step(page, "ArrowRight") == []
    page.wait_for_timeout(700)
    assert shown_scenes(page) == []
    page.get_by_role("button", name="Noch einmal zeigen").click()
    expect(page.locator("[data-scene].shown")).to_be_visible()
    assert page.locator(".award").count() == 0


def scoring_event() -> int:
    """The number of an event of the game of trips that brings somebody points."""
    state = quartier.replay(TRIPS.read_text("utf-8"))
    for index in range(1, len(state.events)):
        if max(state.at(index + 1).scores()) > max(state.at(index).scores()):
            return index + 1
    raise AssertionError("nobody scores in this game")


@pytest.mark.parametrize("animated", [True, False])
def test_points_rise_in_a_replay_too(site: Site, open_page: Opener, animated: bool) -> None:
    page = open_page(animated=animated)
    open_replay(page, site, TRIPS, scoring_event() - 1)
    step(page, "ArrowRight")
    assert page.locator(".rise").count() == animated
