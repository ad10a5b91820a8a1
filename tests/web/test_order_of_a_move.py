"""What moves when: the number of a step pops up, a piece is placed, sums count, what was won flies to its player's card."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import HERE, ME, go_to, make_table, play_over_the_api, wait_until

# Every movement, with the moment at which it begins and its length, in ms.
LISTEN = """
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (steps, timing) {
        const says = Object.keys(steps[0]).join(" ");
        window.moved.push([this.getAttribute("class") ?? "", says, timing.delay ?? 0, timing.duration]);
        return animate.call(this, steps, timing);
    };
"""
Movement = tuple[str, str, float, float]


def play_until_points(page: Page, rng: random.Random) -> list[Movement]:
    """Moves of both seats, made elsewhere; what moved with the first that brought points."""
    address = page.url.split("#")[0].replace("/table/", "/api/tables/")
    for _ in range(40):
        view = page.context.request.get(address).json()
        seat, choices = view["viewer"]["seat"], view["choices"]
        gaining = [choice for choice in choices if choice["points"].startswith("+")]
        page.evaluate("window.moved = []")
        wish = {"seat": seat, "move": rng.choice(gaining or choices)["move"], "version": view["version"]}
        wish["client_move_id"] = f"order-{view['version']}"
        assert page.context.request.post(f"{address}/moves", data=wish).status == 200
        wait_until(page, "n => document.querySelectorAll('#log li').length >= n", len(view["log"]) + 1)
        wait_until(page, "() => !document.querySelector('.flight-layer')")
        result: list[Movement] = page.evaluate("window.moved")
        if gaining and any("award" in name or "rise" in name for name, *_ in result):
            return result
    raise AssertionError("nobody scores")


def test_a_move_is_reported_in_order(site: Site, open_page: Opener) -> None:
    page = open_page(animated=True)
    page.add_init_script(LISTEN)
    table, rng = make_table(page, site, ME, HERE, go=False), random.Random(11)
    play_over_the_api(page, site, table["id"], rng, 10)  # no street is finished before
    go_to(page, site, table)
    scores = play_until_points(page, rng)
    rising = [score for score in scores if "clipPath" in score[1]]
    assert len(rising) == 1
    popping = [score for score in scores if "story-mark" in score[0]]
    assert rising[0][2] == (160 if popping else 0)
    built = rising[0][2] + rising[0][3]
    later = [score for score in scores if "count-ring" in score[0]]
    assert all(begin >= built for _, _, begin, _ in later)
    flying = [score for score in scores if score[0] == "award" and "translate" in score[1]]
    assert all(begin >= built and length == 420 for _, _, begin, length in flying)
    expect(page.locator(".award, .count-ring")).to_have_count(0)
