"""Seats of the browser that asks: given with new secrets, or taken over from the cookies of earlier releases."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from fastapi import Request, Response

from quartier.server.accounts.seat_transfer import hold_seats
from quartier.server.errors import DomainError
from quartier.server.http.credentials import (
    TABLE_COOKIE,
    browser_secret,
    set_visitor_cookie,
    table_cookie,
)
from quartier.server.root_path import site_path
from quartier.server.services import services_of
from quartier.server.storage.secrets import hash_secret


def give_seats(request: Request, table_id: str, secrets: Iterable[str]) -> None:
    """Let the browser play the seats that these secrets open; the response must set its `browser_secret`.

    Writes to the database: call it in a thread.
    """
    browser = hash_secret(browser_secret(request))
    services_of(request).tables.writer.run(hold_seats(table_id, browser, secrets))


def take_over_table_cookie(request: Request, response: Response, table_id: str) -> None:
    """Replace the table's cookie of an earlier release, if the browser has one. As `give_seats`, for a thread."""
    secrets = table_cookie(request)
    if not secrets:
        return
    with suppress(DomainError):  # the database can't be written now: the cookie stays
        give_seats(request, table_id, secrets)
        set_visitor_cookie(request, response, browser_secret(request))
        clear_table_cookie(response, table_id)


def clear_table_cookie(response: Response, table_id: str) -> None:
    """Delete the table's cookie of an earlier release."""
    response.delete_cookie(TABLE_COOKIE, path=site_path(f"/api/tables/{table_id}"))
