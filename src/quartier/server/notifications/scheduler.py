"""Who tells people what happens: finds out what there is to be told, waits whether they see it by themselves, delivers it.

Commands write down which tables have changed (`storage.wire`). The process that keeps the time looks at those, and at clocks
that run low, and writes down what is to be told to whom, each thing once. After a while it is delivered, if it is still true
and no page of theirs was to be seen since. What fails is tried again a few times, later each time, and then given up.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import sqlalchemy as sa

from quartier.server.errors import DomainError
from quartier.server.notifications.delivery import Teller
from quartier.server.notifications.triggers import LONGEST_LOW, news
from quartier.server.notifications.visibility import Seen
from quartier.server.outbound.delivery_pool import Couriers
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.queue import Notice
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PATIENCE: Final = 30.0
"""Seconds in which somebody may see it by themselves; longer than `seen.SURE`."""
MAIL_AFTER: Final = 30 * 60.0
"""The same before a letter is written."""
LOOK_AT_CLOCKS: Final = 20.0
"""Seconds between looks at clocks that run low."""
AT_ONCE: Final = 50
"""Tables that are looked at in one look."""
TAKEN: Final = 90.0
"""Seconds after which something is due again if the process that delivers it has died."""


class Herald:
    """One of the keeper's chores. Tests call `look` and `wait` themselves."""

    def __init__(self, tables: TableStore, teller: Teller) -> None:
        self._tables = tables
        self._teller = teller
        self._couriers = Couriers()
        self.seen = Seen(tables)
        self._looked_at_clocks = 0.0

    def waits(self, connection: sa.Connection) -> bool:
        """Whether there is anything to be told, now or later."""
        return queue.anything(connection)

    def look(self, now: float, chosen: bool) -> None:
        """Note who is there; and if it is this process that does so, find out what there is to be told, and deliver it."""
        self.seen.keep(now)
        if chosen:
            self._find(now)
            self._deliver(now)

    def wait(self) -> None:
        """Until everything that is being delivered has been, or has failed."""
        self._couriers.wait()

    def close(self) -> None:
        self._couriers.close()

    # ----- what there is to be told -----

    def _find(self, now: float) -> None:
        with self._tables.database.read() as connection:
            found = dict.fromkeys(queue.changed_tables(connection, AT_ONCE))
            if abs(now - self._looked_at_clocks) >= LOOK_AT_CLOCKS:
                self._looked_at_clocks = now
                found |= dict.fromkeys(queue.running_low(connection, now + LONGEST_LOW))
        for table_id in found:
            self._look_at(table_id, now)

    def _look_at(self, table_id: str, now: float) -> None:
        try:
            self._tables.load(table_id)  # following a long log is not the writer's work
        except DomainError:  # set aside, or gone: nobody is told of it
            self._tables.writer.do(
                Job(lambda writing: queue.looked_at(writing.connection, table_id), alone=True)
            )
        else:
            self._tables.writer.do(Job(partial(_note, table_id, now), table_id, alone=True))

    def _deliver(self, now: float) -> None:
        free = self._couriers.free
        if not free:
            return
        with self._tables.database.read() as connection:
            due = queue.due(connection, now, free)
        if due:
            for notice in self._tables.writer.do(Job(partial(_taken, due, now + TAKEN), alone=True)):
                self._couriers.run(partial(self._teller.tell, notice))


def _note(table_id: str, now: float, transaction: Transaction) -> None:
    """Write down what there is to be told of a table, and that it was looked at: whoever changes it from now on waits for
    this transaction, and says so again.
    """
    connection = transaction.connection
    held = transaction.looked_up(table_id)
    listening = preferences.listeners(connection, table_id)
    told = queue.told_at(connection, table_id)
    for each in news(held.head, held.table, now):
        if each.listener not in listening or told.get((each.listener, each.kind)) == each.mark:
            continue
        queue.tell(connection, each.listener, table_id, each.kind, each.mark)
        row: dict[str, object] = vars(each) | {"game_id": table_id, "created_at": now}
        for way in preferences.ways(connection, each.listener):
            queue.add(connection, row, way, now + (MAIL_AFTER if way.name == "mail" else PATIENCE))
    queue.looked_at(connection, table_id)


def _taken(due: list[Notice], until: float, transaction: Transaction) -> list[Notice]:
    """Those that are this process's to deliver; of what goes by mail one for each listener, for all of it is one letter."""
    taken = [notice for notice in due if queue.take(transaction.connection, notice, until)]
    letters = {notice.listener: notice for notice in taken if notice.way == "mail"}
    for listener in letters:
        queue.postpone_mail(transaction.connection, listener, until)
    return [notice for notice in taken if notice.way != "mail"] + list(letters.values())
