"""Finding a free seat by the code of its table. A code is short, so whoever tries many is not heard for a while."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict

from quartier.core.text.languages import N_
from quartier.server.refusals import Refused
from quartier.server.storage import repository
from quartier.server.storage.repository import Head
from quartier.server.storage.store import TableStore
from quartier.server.storage.tokens import LETTERS
from quartier.server.table.fold import Table

MOST = 10
"""Wrong codes of one visitor within `WITHIN` seconds. At a thousand open tables this finds one in a hundred days."""
WITHIN = 600.0
VISITORS = 10_000
"""So many are remembered, the last ones."""


class Guesses:
    """Who has named codes that open nothing, and when. Thread-safe; each process counts for itself."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, visitor: str) -> None:
        """Raises Refused 429 for somebody who has guessed too often."""
        with self._lock:
            if len(self._recent(visitor)) >= MOST:
                text = N_("That were too many wrong codes. Try again in ten minutes, or ask for the link.")
                raise Refused(429, "too_many_codes", text)

    def note(self, visitor: str) -> None:
        """A visitor has named a wrong one."""
        with self._lock:
            self._wrong[visitor] = [*self._recent(visitor), time.monotonic()]
            self._wrong.move_to_end(visitor)
            while len(self._wrong) > VISITORS:
                self._wrong.popitem(last=False)

    def _recent(self, visitor: str) -> list[float]:
        since = time.monotonic() - WITHIN
        return [at for at in self._wrong.get(visitor, ()) if at > since]


def find(store: TableStore, guesses: Guesses, visitor: str, said: str) -> tuple[str, str]:
    """The table that has the code, and the invitation to one of its free seats. Raises Refused."""
    guesses.check(visitor)
    code = "".join(sign for sign in said.upper() if sign.isalnum())
    found = _invitation(store, code) if len(code) == 6 and set(code) <= set(LETTERS) else None
    if found is None:
        guesses.note(visitor)
        text = N_("No open table has this code. A code is gone when all seats are taken. Ask for the link.")
        raise Refused(404, "no_code", text)
    return found


def _invitation(store: TableStore, code: str) -> tuple[str, str] | None:
    with store.database.read() as connection:
        table_id = repository.table_of_code(connection, code)
    if table_id is None:
        return None
    invites = free_invites(*store.load(table_id))
    # Any of them: two who come at the same time seldom want the same seat.
    return (table_id, secrets.choice(invites)) if invites else None


def free_invites(head: Head, table: Table) -> list[str]:
    """The invitations to seats that nobody has taken."""
    return [
        row.invite
        for row in head.seats
        if row.invite is not None and row.seat not in table.names and table.bot(row.seat) is None
    ]
