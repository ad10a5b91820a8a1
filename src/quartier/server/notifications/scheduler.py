"""Notification scheduler: detect, debounce, deliver with retry.

Commands enqueue the tables that they have changed (`storage.notifications.queue`). The leader looks at those, and at clocks
that run low, and queues each notification once. After a delay it is delivered, if it is still true and its reader has
had no page visible since. A failed delivery is retried a few times with growing delays.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import sqlalchemy as sa

from quartier.server.errors import DomainError
from quartier.server.notifications.delivery import NotificationDelivery
from quartier.server.notifications.triggers import LONGEST_LOW, current_notifications
from quartier.server.notifications.visibility import PageVisibility
from quartier.server.outbound.delivery_pool import DeliveryPool
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.queue import QueuedNotification
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PUSH_DELAY: Final = 30.0
"""Seconds before a push, in which the player may see it anyway; longer than `visibility.VISIBLE_SECONDS`."""
EMAIL_DELAY: Final = 30 * 60.0
"""The same before an e-mail."""
CLOCK_CHECK_INTERVAL: Final = 20.0
"""Seconds between looks at clocks that run low."""
BATCH_SIZE: Final = 50
"""Tables that are looked at in one look."""
CLAIM_SECONDS: Final = 90.0
"""Seconds after which something is due again if the process that delivers it has died."""


class NotificationScheduler:
    """Scheduled task that detects and delivers notifications. Tests call `look` and `wait` themselves."""

    def __init__(self, tables: TableStore, delivery: NotificationDelivery) -> None:
        self._tables = tables
        self._delivery = delivery
        self._pool = DeliveryPool()
        self.visibility = PageVisibility(tables)
        self._looked_at_clocks = 0.0

    def waits(self, connection: sa.Connection) -> bool:
        """Return whether a notification is queued."""
        return queue.has_pending(connection)

    def look(self, now: float, is_leader: bool) -> None:
        """Save page visibility; and as the leader detect and deliver notifications."""
        self.visibility.keep(now)
        if is_leader:
            self._find(now)
            self._deliver(now)

    def wait(self) -> None:
        """Wait until all deliveries in flight have ended."""
        self._pool.wait()

    def close(self) -> None:
        self._pool.close()

    # ----- detection -----

    def _find(self, now: float) -> None:
        with self._tables.database.read() as connection:
            table_ids = dict.fromkeys(queue.changed_tables(connection, BATCH_SIZE))
            if abs(now - self._looked_at_clocks) >= CLOCK_CHECK_INTERVAL:
                self._looked_at_clocks = now
                table_ids |= dict.fromkeys(queue.running_low(connection, now + LONGEST_LOW))
        for table_id in table_ids:
            self._look_at(table_id, now)

    def _look_at(self, table_id: str, now: float) -> None:
        try:
            self._tables.load(table_id)  # following a long log is not the writer's work
        except DomainError:  # quarantined, or gone
            self._tables.writer.run(
                Job(lambda writing: queue.clear_changed(writing.connection, table_id), exclusive=True)
            )
        else:
            self._tables.writer.run(Job(partial(_note, table_id, now), table_id, exclusive=True))

    def _deliver(self, now: float) -> None:
        free = self._pool.free_slots
        if not free:
            return
        with self._tables.database.read() as connection:
            due = queue.due(connection, now, free)
        if due:
            for notice in self._tables.writer.run(
                Job(partial(_claim_due, due, now + CLAIM_SECONDS), exclusive=True)
            ):
                self._pool.run(partial(self._delivery.deliver, notice))


def _note(table_id: str, now: float, transaction: Transaction) -> None:
    """Queue a table's new notifications and mark it as checked.

    A transaction that changes the table from now on waits for this one, and marks it again.
    """
    connection = transaction.connection
    cached = transaction.load_locked(table_id)
    recipients = preferences.recipients(connection, table_id)
    last_marks = queue.last_sent_marks(connection, table_id)
    for event in current_notifications(cached.row, cached.table, now):
        if event.recipient not in recipients or last_marks.get((event.recipient, event.kind)) == event.mark:
            continue
        queue.mark_sent(connection, event.recipient, table_id, event.kind, event.mark)
        row: dict[str, object] = {
            "listener": event.recipient,
            "game_id": table_id,
            "kind": event.kind,
            "mark": event.mark,
            "created_at": now,
        }
        for way in preferences.channels(connection, event.recipient):
            queue.add(connection, row, way, now + (EMAIL_DELAY if way.name == "mail" else PUSH_DELAY))
    queue.clear_changed(connection, table_id)


def _claim_due(
    due: list[QueuedNotification], until: float, transaction: Transaction
) -> list[QueuedNotification]:
    """Claim due notifications for this process; of e-mail one per reader, for all go into one e-mail."""
    claimed = [notice for notice in due if queue.take(transaction.connection, notice, until)]
    letters = {notice.listener: notice for notice in claimed if notice.way == "mail"}
    for recipient in letters:
        queue.postpone_mail(transaction.connection, recipient, until)
    return [notice for notice in claimed if notice.way != "mail"] + list(letters.values())
