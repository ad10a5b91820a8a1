"""Provable chance in the browser: a switch, numbers that the devices add by themselves, and a key at the end."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import (
    ME,
    open_setup,
    resign_over_the_api,
    table_of,
    wait_for_turn,
)


def test_a_provable_game_begins_by_itself_and_shows_its_key_at_the_end(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    dialog = open_setup(page, site, "city_blocks")
    dialog.get_by_role("switch", name="Verifiable randomness").check(force=True)
    dialog.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    assert wait_for_turn(page)
    page.get_by_role("button", name="Log").first.click()
    page.get_by_role("tab", name="Table").click()
    numbers = page.locator("#table-card .chance-numbers")
    expect(numbers.locator("dt").first).to_have_text("Commitment")
    promise = numbers.locator("dd").first.inner_text()
    expect(page.locator("#table-card")).to_contain_text("This device saw the same commitment")
    assert_nothing_for_axe(page)
    resign_over_the_api(page, site, table_of(page))
    expect(numbers.locator("dt").last).to_have_text("Key")
    assert numbers.locator("dd").first.inner_text() == promise
    page.evaluate("id => localStorage.setItem('quartier.promise.' + id, 'another')", table_of(page))
    page.reload()
    page.get_by_role("button", name="Log").first.click()
    page.get_by_role("tab", name="Table").click()
    expect(page.locator("#table-card .warning")).to_contain_text("a different commitment")
    page.get_by_role("link", name="How to verify it").click()
    expect(page.locator("h1")).to_have_text("Verifiable randomness")
    expect(page.get_by_text("This device saw a different commitment at the start.")).to_be_visible()
    page.evaluate("() => localStorage.clear()")
    page.reload()
    expect(page.get_by_text("Every draw in this game matches the key.").first).to_be_visible()
    expect(page.locator("#promise")).to_have_text(promise)
    answer = page.context.request.get(
        f"{site.url}/api/replays/{page.locator('[name=game]').input_value()}/chance"
    )
    proof = answer.json()
    expect(page.locator("#draws tr")).to_have_count(len(proof["draws"]))
    expect(page.locator("#draws")).not_to_contain_text("✗")
    assert_nothing_for_axe(page)
    proof["draws"][1]["chosen"] = 1 - min(1, proof["draws"][1]["chosen"])
    page.route("**/chance?lang=*", lambda route: route.fulfill(json=proof))
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("doesn’t match the key.")).to_be_visible()
    expect(page.locator("#draws tr", has_text="✗")).to_have_count(1)


def test_two_at_one_device_add_a_number_each(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    wish = {"title": "city_blocks", "seats": [ME, {"kind": "me", "name": "Bea"}], "provable": True}
    body = page.context.request.post(f"{site.url}/api/tables", data=wish).json()
    page.goto(f"{site.url}{body['url']}")
    expect(page.locator("#cover button")).to_be_visible()
    view = page.context.request.get(f"{site.url}/api/tables/{body['id']}").json()
    assert view["chance"]["wanted"] == []
    assert len({*view["chance"]["nonces"]}) == 2
