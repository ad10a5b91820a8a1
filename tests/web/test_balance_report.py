"""The report of the balance lab in a browser: on a phone nothing is wider than the page, and axe finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from quartier.lab.balance import balance, page
from tests.daily import daily
from tests.web.axe import Theme, assert_nothing_for_axe_in
from tests.web.conftest import PHONE


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With variants, so that its tables are wide."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    vary = ["store_points=5,15", "surrounding=lowest"]
    page.write(
        balance("block_city", ["random", "greedy"], 4, vary=vary, boards=["Hafenzeile"], workers=1), str(file)
    )
    return file


@pytest.mark.parametrize("theme", daily(["light", "dark"], ["dark"]))
def test_a_report_fits_a_phone_and_reads_well(browser: Browser, report: Path, theme: Theme) -> None:
    opened = browser.new_page(**PHONE, color_scheme=theme)
    opened.goto(report.as_uri())
    for section in opened.locator("details").all():
        section.evaluate("each => { each.open = true; }")
    assert opened.evaluate("document.documentElement.scrollWidth") == 390
    assert_nothing_for_axe_in(theme, opened)
    opened.close()
