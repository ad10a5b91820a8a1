"""A host sees to a report on the page that is for hosts; everybody can read what is stored, and go without a trace."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from quartier.cli.main import main
from tests.web.axe import assert_nothing_for_axe
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import FRIEND, ME

PASSWORD = "three green bicycles"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def _account(page: Page, site: Site, name: str) -> None:
    body = {"name": name, "password": PASSWORD}
    assert page.request.post(f"{site.url}/api/account/register", data=body).status == 201


def _reported_words(rude: Page, hurt: Page, site: Site) -> str:
    """A table at which one has said something that the other minds."""
    body = hurt.request.post(
        f"{site.url}/api/tables", data={"title": "city_blocks", "seats": [ME, FRIEND]}
    ).json()
    path = f"{site.url}/api/tables/{body['id']}"
    joined = {"invite": body["seats"][1]["invite"], "name": "Rudi"}
    assert rude.request.post(f"{path}/join", data=joined).status == 200
    response = rude.request.post(f"{path}/words", data={"seat": 1, "text": "what a silly street"})
    assert response.status == 201
    assert hurt.request.post(f"{path}/words/{response.json()['seq']}/report").status == 200
    return str(body["id"])


def test_a_host_sees_to_a_report(site: Site, open_page: Opener, capsys: pytest.CaptureFixture[str]) -> None:
    page, rude, hurt = open_page(lang="en-GB"), open_page(lang="en-GB"), open_page(lang="en-GB")
    _account(page, site, "Hedwig the Host")
    table = _reported_words(rude, hurt, site)
    rude.goto(f"{site.url}/table/{table}")
    expect(rude.locator("#board-part svg")).to_be_visible()
    assert main(["--lang", "en", "admin", "link", "--data", str(site.data), "--base-url", site.url]) == 0
    page.goto(capsys.readouterr().out.split()[-1])
    expect(page.get_by_label("Code from the link")).not_to_have_value("")
    assert_nothing_for_axe(page, "becoming a host")
    page.get_by_role("button", name="Become a moderator").click()
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()
    expect(page.locator("article", has_text="what a silly street")).to_contain_text("Rudi")
    assert_nothing_for_axe(page, "host")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(FITS)
    page.get_by_label("Game URL or ID").fill(f"{site.url}/table/{table}")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="City Blocks")).to_be_visible()

    report = page.locator("article", has_text="what a silly street")
    report.locator("summary").click()
    report.get_by_label("Action").select_option("ban")
    report.get_by_role("button", name="Close report").click()
    expect(report.get_by_role("alert")).to_contain_text("Enter a reason")
    report.get_by_label("Reason for a ban").fill("Insults people.")
    report.get_by_role("button", name="Close report").click()
    bans = page.locator("section", has=page.get_by_role("heading", name="Bans"))
    expect(bans).to_contain_text("Insults people.")
    expect(rude.get_by_text("Reason: Insults people.")).to_be_visible()  # their page says so by itself
    expect(page.locator("article", has_text="what a silly street")).to_have_count(0)
    assert (
        rude.request.post(
            f"{site.url}/api/tables", data={"title": "city_blocks", "seats": [ME, FRIEND]}
        ).status
        == 403
    )
    bans.get_by_role("button", name="Lift ban").click()
    expect(bans).to_contain_text("No one is banned.")


def test_what_is_stored_can_be_read_by_everyone(site: Site, open_page: Opener) -> None:
    for lang, phone in (("de-DE", True), ("en-GB", False)):
        page = open_page(lang=lang, phone=phone)
        page.goto(f"{site.url}/")
        page.locator("footer a[href='/privacy']").click()
        expect(page).to_have_url(f"{site.url}/privacy")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        assert_nothing_for_axe(page, f"privacy {lang}")
        assert page.evaluate(FITS)


def test_someone_saves_everything_and_goes(site: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    _account(page, site, "Goes Away")
    page.goto(f"{site.url}/account")
    page.locator("summary", has_text="Your data").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download my data").click()
    assert saved.value.suggested_filename == "quartier.json"
    page.locator("summary", has_text="Delete account").click()
    form = page.locator("form[data-post=delete]")
    form.get_by_label("your name").fill("Somebody Else")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("type its name: Goes Away")
    form.get_by_label("your name").fill("goes away")
    form.get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("have been deleted")
    expect(page.locator("form[data-post=register]")).to_be_visible()
    body = {"name": "Goes Away", "password": PASSWORD}
    assert page.request.post(f"{site.url}/api/account/sign-in", data=body).status == 403
