"""Somebody who has played as a guest keeps the games, and finds them again on another device."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, FRIEND, HERE, ME, make_table, resign_over_the_api, table_of, wait_until

PASSWORD = "three green bicycles"


def _fill(page: Page, form: str, **fields: str) -> None:
    """Fill in a form of the account's page, and send it."""
    field = page.locator(f"form[data-post={form}]")
    for name, value in fields.items():
        field.locator(f"[name={name}]").fill(value)
    field.locator("[type=submit]").click()


def _sits_at(page: Page, site: Site, table: str) -> bool:
    answer = page.context.request.get(f"{site.url}/api/tables/{table}")
    return bool(answer.json()["viewer"]["seats"])


def test_a_guest_keeps_the_games_by_a_password_and_comes_back_on_a_phone(
    site: Site, open_page: Opener
) -> None:
    guest, phone = open_page(lang="en-GB"), open_page(lang="en-GB", phone=True)
    make_table(guest, site, ME, FRIEND)
    table = table_of(guest)
    guest.locator("#settings-button").click()
    guest.locator("#settings [value=off][name=sound] + span").click()
    guest.get_by_role("link", name="Create an account or sign in").click()
    expect(guest.locator("#guest [data-moving]")).to_have_text(
        "1 game from this device will move to your account."
    )
    assert_nothing_for_axe(guest, "guest")
    _fill(guest, "register", name="Ada of the Web", password="short")
    expect(guest.locator("form[data-post=register] .problem")).to_contain_text("at least 8 characters")
    _fill(guest, "register", name="Ada of the Web", password=PASSWORD)
    expect(guest.get_by_role("heading", name="Ada of the Web")).to_be_visible()
    expect(guest.locator("[data-moving-offer]")).to_be_hidden()
    guest.locator("[data-codes-heading]").click()
    _fill(guest, "codes")
    expect(guest.locator(".codes li")).to_have_count(10)
    assert_nothing_for_axe(guest, "owner")
    assert (
        guest.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('quartier.secrets'))") == []
    )

    phone.goto(f"{site.url}/account")
    _fill(phone, "sign-in", name="ada of the web", password="not this one, sorry")
    expect(phone.locator("form[data-post=sign-in] .problem")).to_contain_text("Wrong name or password.")
    assert not _sits_at(phone, site, table)
    _fill(phone, "sign-in", name="ada of the web", password=PASSWORD)
    expect(phone.locator(".devices li")).to_have_count(2)
    wait_until(phone, "localStorage.getItem('quartier.sound') === 'off'")
    assert _sits_at(phone, site, table)
    phone.locator("#settings-button").tap()
    phone.locator("#settings [value=on][name=sound] + span").tap()
    with phone.expect_response("**/api/account/settings*"):
        phone.keyboard.press("Escape")
    settings = phone.context.request.get(f"{site.url}/api/account").json()["account"]["settings"]
    assert settings["sound"] == "on"
    phone.goto(f"{site.url}/table/{table}")
    expect(phone.locator("#invite .letters")).to_be_visible()  # who opened the table is told its code

    guest.reload()
    expect(guest.locator(".devices li")).to_have_count(2)
    guest.get_by_role("button", name="Sign out all other devices").click()
    expect(guest.locator(".devices li")).to_have_count(1)
    assert not _sits_at(phone, site, table)
    assert _sits_at(guest, site, table)
    guest.locator("summary", has_text="Clear data on this device").click()
    guest.get_by_role("button", name="Clear data on this device").click()
    expect(guest.locator("#guest")).to_be_visible()
    assert guest.evaluate("localStorage.getItem('quartier.account')") is None
    assert not _sits_at(guest, site, table)


def test_a_link_that_leaked_is_made_worthless_at_the_table(site: Site, open_page: Opener) -> None:
    ada, thief = open_page(lang="en-GB"), open_page(lang="en-GB")
    make_table(ada, site, ME, BOT)
    table = table_of(ada)
    ada.locator("[data-opens=log]").first.click()
    ada.locator("#tab-table").click()
    ada.get_by_role("button", name="Create link").click()
    link = ada.get_by_role("textbox", name="Link to Ada’s seat")
    leaked = link.input_value()
    with thief.expect_response("**/claim*"):
        thief.goto(leaked)
    assert _sits_at(thief, site, table)
    ada.get_by_role("button", name="New link (the old one stops working)").click()
    expect(link).not_to_have_value(leaked)
    assert_nothing_for_axe(ada, "links")
    assert not _sits_at(thief, site, table)
    assert _sits_at(ada, site, table)


def test_ones_games_are_on_the_home_page_of_every_device_and_a_press_apart(
    site: Site, open_page: Opener
) -> None:
    desktop, phone = open_page(lang="en-GB"), open_page(lang="en-GB", phone=True)
    own = {"name": "Bea of the Web", "password": PASSWORD}
    for page, path in ((desktop, "register"), (phone, "sign-in")):
        assert page.context.request.post(f"{site.url}/api/account/{path}", data=own).ok
        page.goto(f"{site.url}/account")
        expect(page.get_by_role("heading", name="Bea of the Web")).to_be_visible()
    first, second, ended = (make_table(desktop, site, ME, HERE, go=False)["id"] for _ in range(3))
    resign_over_the_api(desktop, site, ended)
    phone.goto(site.url)
    expect(phone.locator("#games .game.yours")).to_have_count(2)
    expect(phone).to_have_title(re.compile(r"^\(2\) "))
    icon = phone.locator("link[rel=icon]").evaluate(
        "link => fetch(link.href).then((answer) => answer.text())"
    )
    assert "#ffb81c" in icon
    assert_nothing_for_axe(phone, "home")
    phone.goto(f"{site.url}/games")
    expect(phone.locator(".finished li")).to_have_count(1)
    expect(phone.get_by_role("link", name="Analysis: City Blocks")).to_be_visible()
    assert_nothing_for_axe(phone, "my games")
    phone.goto(site.url)
    phone.locator("#games .game.yours").first.tap()  # the one that has waited longest
    phone.wait_for_url(f"**/table/{first}")
    expect(phone.locator("body.your-turn")).to_be_attached()
    expect(phone.locator("#next-game")).to_be_hidden()  # the move here comes first
    assert_nothing_for_axe(phone, "table")
    desktop.goto(f"{site.url}/table/{first}")
    link = desktop.locator("#next-game")
    expect(link).to_have_text("Your turn: City Blocks")
    expect(link).to_be_hidden()  # the move here comes first
    desktop.goto(f"{site.url}{link.get_attribute('href')}")
    desktop.wait_for_url(f"**/table/{second}")
    expect(phone).to_have_title(re.compile(r"^\(1\) "))

    make_table(desktop, site, ME, HERE, go=False, title="block_city")
    desktop.goto(site.url)
    waits = desktop.locator("#games .game.yours strong")
    expect(waits).to_have_text(["City Blocks", "City Blocks", "BlockCity"])
    wait_until(desktop, "document.querySelector('#games .game img').naturalWidth > 0")  # the position
    desktop.locator("#games select").select_option("title")
    expect(waits).to_have_text(["BlockCity", "City Blocks", "City Blocks"])
    assert_nothing_for_axe(desktop, "order")


def test_a_guest_finds_finished_games_again(site: Site, open_page: Opener) -> None:
    guest = open_page(lang="de-DE")
    table = make_table(guest, site, ME, HERE)["id"]
    resign_over_the_api(guest, site, table)
    expect(guest.locator("body.over")).to_be_attached()
    guest.goto(f"{site.url}/games")
    expect(guest.locator(".finished li")).to_have_count(1)
    expect(guest.locator("#running .game")).to_have_count(0)
    guest.locator(".finished a").first.click()
    guest.wait_for_url(f"**/replay/{table}")


def _with_authenticator(page: Page) -> None:
    """The page's device can make passkeys, and its owner agrees to all."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
    }
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": device | {"isUserVerified": True, "automaticPresenceSimulation": True}},
    )


def test_a_guest_keeps_the_games_by_a_passkey(site: Site, open_page: Opener) -> None:
    """On "localhost", because passkeys belong to names and not to numbers."""
    page = open_page(lang="en-GB")
    named = site.url.replace("127.0.0.1", "localhost")
    _with_authenticator(page)
    page.goto(f"{site.url}/account")
    expect(page.locator("#guest")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey instead")).to_be_hidden()
    page.goto(f"{named}/account")
    page.locator("form[data-post=register] [name=name]").fill("Cem of the Keys")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("heading", name="Cem of the Keys")).to_be_visible()
    page.locator("[data-passkeys-heading]").click()
    expect(page.locator("[data-own-passkeys] li")).to_have_count(1)
    assert_nothing_for_axe(page, "passkeys")
    page.get_by_role("button", name=re.compile("Remove the passkey for")).click()
    expect(page.locator("#account-problem")).to_contain_text("This is your only sign-in method.")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Use a passkey", exact=True).click()
    expect(page.get_by_role("heading", name="Cem of the Keys")).to_be_visible()
