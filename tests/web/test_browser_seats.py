"""The seats of a browser: many tables, lost cookies, two servers on one host, and the page of one's games."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .axe import assert_nothing_for_axe
from .conftest import Opener
from .site import Site
from .table import BOT, FRIEND, ME, make_table, resign_over_the_api

TABLE_COUNT = 200
"""More tables than the cookies that Chromium keeps for one host."""
OPEN_TABLES = """async (count) => {
    const seats = [{ kind: "me", name: "Ada" }, { kind: "friend" }];
    const body = JSON.stringify({ title: "city_blocks", seats });
    const headers = { "Content-Type": "application/json" };
    const ids = [];
    for (let number = 0; number < count; number++) {
        const answer = await fetch("/api/tables", { method: "POST", headers, body });
        ids.push((await answer.json()).id);
    }
    return ids;
}"""


def _seats(page: Page, table: str) -> list[int]:
    fetching = "path => fetch(path).then((answer) => answer.json()).then(({ viewer }) => viewer.seats)"
    return list(page.evaluate(fetching, f"/api/tables/{table}"))


@pytest.mark.soak
def test_two_hundred_tables_of_one_browser_stay_its_own(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/privacy")
    ids = page.evaluate(OPEN_TABLES, TABLE_COUNT)
    assert len(page.context.cookies()) < 5
    assert [_seats(page, table) for table in (ids[0], ids[-1])] == [[0], [0]]
    page.goto(site.url)
    expect(page.locator("#games [data-game]")).to_have_count(TABLE_COUNT)
    expect(page.locator(f"#games [data-game='{ids[0]}'] .button")).to_have_text("Invite")
    page.goto(f"{site.url}/games")
    expect(page.locator("#running [data-game]")).to_have_count(TABLE_COUNT)


def test_a_secret_in_the_browser_gives_back_a_lost_seat(site: Site, open_page: Opener) -> None:
    """The cookie is lost, or is one of an earlier release that the browser has dropped."""
    page = open_page(lang="en-GB")
    page.goto(site.url)
    table = make_table(page, site, ME, FRIEND)
    secret = table["seats"][0]["secret"]
    page.context.clear_cookies()
    assert _seats(page, table["id"]) == []
    page.evaluate(
        "([table, secret]) => localStorage.setItem(`quartier.secrets.${table}`, JSON.stringify({ 0: secret }))",
        [table["id"], secret],
    )
    page.reload()
    expect(page.locator("#invite .letters")).to_be_visible()
    assert _seats(page, table["id"]) == [0]


def test_home_takes_over_the_seats_of_an_earlier_release(site: Site, open_page: Opener) -> None:
    """Its lists of tables and its secrets were in localStorage, and each table had a cookie."""
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/privacy")
    by_secret, by_cookie = (make_table(page, site, ME, BOT, go=False, title="block_city") for _ in range(2))
    page.context.clear_cookies()
    secret = by_cookie["seats"][0]["secret"]
    path = f"/api/tables/{by_cookie['id']}"
    cookie = {"name": "quartier_seats", "value": secret, "domain": "127.0.0.1", "path": path}
    page.context.add_cookies([cookie])
    page.evaluate(
        """([secrets, table]) => {
            localStorage.setItem(`quartier.secrets.${secrets.id}`, JSON.stringify({ 0: secrets.seats[0].secret }));
            localStorage.setItem("quartier.tables", JSON.stringify([table]));
        }""",
        [by_secret, by_cookie["id"]],
    )
    page.goto(site.url)
    expect(page.locator("#games [data-game]")).to_have_count(2)
    assert [_seats(page, table["id"]) for table in (by_secret, by_cookie)] == [[0], [0]]
    assert "quartier_seats" not in {cookie["name"] for cookie in page.context.cookies(site.url + path)}


def test_two_servers_side_by_side_in_one_browser(site: Site, open_page: Opener, tmp_path: Path) -> None:
    other = Site(tmp_path).start()
    try:
        page = open_page(lang="en-GB")
        homes = {"Side One": site, "Side Two": other}
        tables = {}
        for name, server in homes.items():
            tables[name] = make_table(page, server, ME, FRIEND, go=False)["id"]
            own = {"name": name, "password": "three green bicycles"}
            assert page.context.request.post(f"{server.url}/api/account/register", data=own).ok
        for name, server in homes.items():
            page.goto(f"{server.url}/account")
            expect(page.get_by_role("heading", name=name)).to_be_visible()
            assert _seats(page, tables[name]) == [0]
    finally:
        other.stop()


def test_finished_games_are_filtered_and_hidden(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(f"{site.url}/privacy")
    for title in ("city_blocks", "block_city"):
        resign_over_the_api(page, site, make_table(page, site, ME, BOT, go=False, title=title)["id"])
    page.goto(f"{site.url}/games")
    finished, game, result = (
        page.locator(f"#played {part}") for part in ("li", "[name=title]", "[name=outcome]")
    )
    expect(finished).to_have_count(2)
    assert_nothing_for_axe(page, "my games")
    game.select_option(label="BlockCity")
    expect(finished).to_have_count(1)
    result.select_option("won")
    expect(finished).to_have_count(0)
    expect(page.locator("#played [role=status]")).to_have_text("No game matches.")
    result.select_option("lost")
    finished.get_by_role("button", name="More for BlockCity").click()
    page.get_by_role("button", name="Hide game").click()
    expect(finished).to_have_count(0)
    result.select_option("hidden")
    finished.get_by_role("button", name="More for BlockCity").click()
    page.get_by_role("button", name="Unhide").click()
    result.select_option("")
    game.select_option("")
    expect(finished).to_have_count(2)
