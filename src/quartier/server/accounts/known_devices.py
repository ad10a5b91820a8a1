"""Known devices: a cookie by which a browser shows that it has signed in to an account before.

It opens nothing. Strangers who try passwords make no one wait on a known device ("device cookies" of OWASP). The cookie is
a random number with a mark for each account, which only this server can make; nothing of it is stored.
"""

from __future__ import annotations

import hmac
from typing import Final

from quartier.server.storage import table_rows
from quartier.server.storage.secrets import new_secret, visitor_mark
from quartier.server.storage.table_store import TableStore

MAX_ACCOUNTS: Final = 4
"""Accounts that a browser is known for, the last ones."""
MARK_LENGTH: Final = 32
MAX_COOKIE_LENGTH: Final = 400


class KnownDevices:
    """Makes and checks the cookies of known devices. Thread-safe."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    def mark(self, cookie: str, account: str) -> str | None:
        """Return the mark by which a browser is known for an account; None for other browsers."""
        number, marks = _parts(cookie)
        expected = self._mark(number, account)
        is_known = any(hmac.compare_digest(mark.encode(), expected.encode()) for mark in marks)
        return expected if is_known else None

    def remember(self, cookie: str, account: str) -> str:
        """Return the cookie of a browser that has signed in to an account, also for the accounts of before."""
        number, marks = _parts(cookie)
        number = number or new_secret()
        mark = self._mark(number, account)
        others = [other for other in marks if other != mark]
        return ".".join([number, *others[-MAX_ACCOUNTS + 1 :], mark])

    def _mark(self, number: str, account: str) -> str:
        with self._store.database.read() as connection:
            salt = table_rows.visitors_salt(connection)
        return visitor_mark(salt, f"device {number} {account}")[:MARK_LENGTH]


def _parts(cookie: str) -> tuple[str, list[str]]:
    """Return the random number and the marks of a cookie; "" and none where it is not ours."""
    number, *marks = cookie.split(".") if len(cookie) <= MAX_COOKIE_LENGTH else [""]
    return number, marks
