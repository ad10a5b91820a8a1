"""Many tabs of one browser over HTTP/1.1, which allows six connections to a host."""

from __future__ import annotations

from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import HERE, ME, YOUR_TURN, make_table, wait_until

TABS = 20
QUICK_MS = 5000
"""Milliseconds for a move to be acknowledged on a busy machine; without a free connection it is never."""


def test_moves_in_twenty_tabs_are_acknowledged(site: Site, open_page: Opener) -> None:
    first = open_page()
    pages = [first, *(open_page(context=first.context) for _ in range(TABS - 1))]
    for page in pages:
        make_table(page, site, ME, HERE)
        wait_until(page, YOUR_TURN)
