"""Two people with accounts play a rated game to its end, and find what it has made of them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import choose_seat, open_setup, open_sheet, table_of

PASSWORD = "three green bicycles"


def _register(page: Page, site: Site, name: str) -> None:
    own = {"name": name, "password": PASSWORD}
    answer = page.context.request.post(f"{site.url}/api/account/register", data=own)
    assert answer.status == 201, answer.text()


def _everyone_moves(site: Site, *pages: Page) -> None:
    """Each makes two moves: a rated game with fewer changes no rating."""
    table, missing = table_of(pages[0]), dict.fromkeys(pages, 2)
    while any(left > 0 for left in missing.values()):
        for page in pages:
            view = page.context.request.get(f"{site.url}/api/tables/{table}").json()
            if view["turn"]["yours"]:
                move = {"seat": view["viewer"]["seat"], "version": view["version"]}
                move |= {"move": view["choices"][0]["move"], "client_move_id": f"move-{view['version']}"}
                answer = page.context.request.post(f"{site.url}/api/tables/{table}/moves", data=move)
                assert answer.status == 200, answer.text()
                missing[page] -= 1


def test_a_rated_game_changes_the_profile_and_the_leaderboard(site: Site, open_page: Opener) -> None:
    ada, bob, guest = open_page(lang="en-GB"), open_page(phone=True), open_page(lang="en-GB")
    _register(ada, site, "Ada the Rated")
    _register(bob, site, "Bob the Rated")
    expect(open_setup(guest, site, "city_blocks").locator("[data-rated]")).to_have_count(0)
    dialog = open_setup(ada, site, "city_blocks")
    choose_seat(dialog, 0, "me", name="Ada")
    choose_seat(dialog, 1, "friend")
    dialog.locator("label:has([data-rated])").click()
    expect(dialog.locator("[data-time]")).not_to_have_value("")  # it needs a clock
    expect(dialog.locator("[data-hints]")).not_to_be_checked()
    expect(dialog.locator("[data-then]")).to_be_hidden()
    assert_nothing_for_axe(ada, "setup")
    dialog.get_by_role("button", name="Play").click()
    invitation = ada.locator("#invite .link input")
    expect(invitation).to_have_value(re.compile("/table/.+#join="))
    guest.goto(invitation.input_value())
    guest.locator("#join-name").fill("Guest")
    guest.locator("#join [type=submit]").click()
    expect(guest.locator("#join .problem")).to_contain_text("Sign in or create an account to join")
    bob.goto(invitation.input_value())
    expect(bob.locator("#join")).to_contain_text("Diese Partie ist gewertet")
    bob.locator("#join-name").fill("Bob")
    bob.locator("#join [type=submit]").tap()
    expect(ada.locator(".chip.acting")).to_have_count(1)
    _everyone_moves(site, ada, bob)
    open_sheet(ada, "table")
    expect(ada.locator("#table-card")).to_contain_text("This game is rated")
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("button", name="Yes, resign").click()
    expect(ada.locator("#ending")).to_contain_text(
        "Ratings: Ada the Rated 883 (−117), Bob the Rated 1117 (+117)."
    )
    bob.goto(f"{site.url}/people")
    expect(bob.get_by_role("heading", name="Dein Profil")).to_be_visible()
    expect(bob.locator("main")).to_contain_text("1117")
    expect(bob.get_by_role("link", name="Ada the Rated")).to_be_visible()
    assert_nothing_for_axe(bob, "profile")
    ada.goto(f"{site.url}/ratings/city_blocks")
    expect(ada.get_by_role("row", name=re.compile("Ada the Rated.*883"))).to_be_visible()
    assert_nothing_for_axe(ada, "ratings")
    ada.get_by_role("link", name="My profile").click()
    ada.get_by_role("switch", name="Hide my profile").check()
    ada.get_by_role("button", name="Save").click()
    expect(ada.locator("main")).to_contain_text("No one else can see your profile")
    guest.goto(f"{site.url}/people/Ada%20the%20Rated")
    expect(guest.locator("main")).to_contain_text("their profile is hidden")
