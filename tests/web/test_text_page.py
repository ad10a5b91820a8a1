"""The text page in a browser: by keyboard, read out as it changes, nothing for axe to find; and the second Enter."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, ME, make_table, wait_for_turn, wait_until


def _sit_down(page: Page, site: Site) -> tuple[str, str]:
    """A table with a free seat; its id and the secret of the invitation."""
    table = make_table(page, site, ME, FRIEND, title="block_city", go=False)
    invite = next(seat["invite"] for seat in table["seats"] if "invite" in seat)
    return table["id"], invite


def test_two_people_play_on_text_pages_by_keyboard(site: Site, open_page: Opener) -> None:
    ada, bob = open_page(lang="en-GB"), open_page(lang="en-GB")
    table, invite = _sit_down(ada, site)
    answer = bob.context.request.post(
        f"{site.url}/api/tables/{table}/join", data={"invite": invite, "name": "Bob"}
    )
    assert answer.status == 200
    for page in (ada, bob):
        page.goto(f"{site.url}/table/{table}/text")
    acting, other = (ada, bob) if ada.locator("#by-name").count() else (bob, ada)
    assert_nothing_for_axe(acting)
    acting.locator("#typed").focus()
    acting.keyboard.type(acting.locator("input[type=radio]").first.get_attribute("value") or "")
    acting.keyboard.press("Enter")
    acting.wait_for_url("**/text*#now")
    wait_until(other, "() => document.querySelector('#news').textContent !== ''")
    expect(other.locator("#log li").first).to_be_visible()
    assert_nothing_for_axe(other)


def test_a_second_enter_confirms_where_a_piece_could_be_turned(site: Site, open_page: Opener) -> None:
    page = open_page()
    make_table(page, site, ME, {"kind": "bot", "bot": "random"}, title="gridlock")
    assert wait_for_turn(page)
    before = page.locator("#log li").count()
    page.locator("#hand-part [data-touch^=hand-].can-touch").first.focus()
    page.keyboard.press("Enter")
    wait_until(page, "() => document.activeElement.closest('#board-part') !== null")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    wait_until(page, "n => document.querySelectorAll('#log li').length > n", before)
