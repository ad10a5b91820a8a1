"""Delivery of a notification: check that it is still true, send it, and record the outcome."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from quartier.server.errors import DomainError
from quartier.server.notifications import channels, webpush
from quartier.server.notifications.channels import DONE, Item, Outcome
from quartier.server.notifications.triggers import current_notifications
from quartier.server.notifications.visibility import VISIBLE_SECONDS
from quartier.server.notifications.webpush import Signer
from quartier.server.outbound.smtp import Mailer
from quartier.server.storage import table_rows
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.preferences import Channel, NotificationPreferences
from quartier.server.storage.notifications.queue import QueuedNotification
from quartier.server.storage.schema import PUSHING
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier.notices")
MAX_TRIES: Final = 6
FIRST_RETRY_SECONDS: Final = 30.0
"""Seconds before the second try; before each further one four times as many."""
STALE_SECONDS: Final = 24 * 3600.0
"""Seconds after which nothing is news any more."""
EMAIL_INTERVAL: Final = 3 * 3600.0
"""Seconds between two e-mails to one address."""


@dataclass(frozen=True)
class PendingItem:
    """A notification that is still true, and its reader's preferences."""

    item: Item
    preferences: NotificationPreferences


class NotificationDelivery:
    """Delivers notifications. Called by several threads at the same time, for different ones."""

    def __init__(self, tables: TableStore, mailer: Mailer | None) -> None:
        self._tables = tables
        self._settings = tables.database.settings
        self._mailer = mailer
        self._signer: Signer | None = None

    def signer(self) -> Signer:
        """Return the VAPID signer; its key is created on first use."""
        if self._signer is None:
            key = self._tables.writer.run(Job(_key, exclusive=True))
            mail, home = self._settings.mail_from, self._settings.base_url
            contact = f"mailto:{mail}" if mail else home if home.startswith("https:") else "https://localhost"
            self._signer = Signer(webpush.key_of(key), contact)
        return self._signer

    def deliver(self, notice: QueuedNotification) -> None:
        """Deliver a notification; by e-mail together with all others of its reader."""
        if notice.way == "mail":
            self._deliver_email(notice.listener)
            return
        result = self._check(notice)
        outcome = result if isinstance(result, Outcome) else self._send(notice, result)
        if outcome.status is not None and outcome.status >= 300:
            log.warning("notice_refused", way=notice.way, status=outcome.status)
        self._write(partial(_settle, notice, outcome, self._tables.clock.now()))

    def _check(self, notice: QueuedNotification) -> PendingItem | Outcome:
        """Return what to deliver; or the outcome, if not or not now."""
        now = self._tables.clock.now()
        with self._tables.database.read() as connection:
            stored = preferences.of(connection, notice.listener)
            is_muted = notice.game_id in preferences.muted_tables(connection, notice.listener)
        if stored is None or is_muted or notice.tries >= MAX_TRIES or now - notice.created_at > STALE_SECONDS:
            return DONE
        if stored.seen_at is not None and stored.seen_at >= notice.created_at:
            return DONE  # they have seen it, or could
        if stored.seen_at is not None and now - stored.seen_at < VISIBLE_SECONDS:
            return Outcome(wait=VISIBLE_SECONDS - (now - stored.seen_at))
        item = self._current_item(notice, now)
        return DONE if item is None else PendingItem(item, stored)

    def _current_item(self, notice: QueuedNotification, now: float) -> Item | None:
        try:
            row, table = self._tables.load(notice.game_id)
        except DomainError:  # set aside, or gone
            return None
        key = (notice.listener, notice.kind, notice.mark)
        items = (
            item
            for item in current_notifications(row, table, now)
            if (item.recipient, item.kind, item.mark) == key
        )
        return next((Item(table, item.kind) for item in items), None)

    def _send(self, notice: QueuedNotification, pending: PendingItem) -> Outcome:
        stored, settings = pending.preferences, self._settings
        if notice.way == "webhook":
            if stored.webhook is None:
                return DONE
            base = settings.base_url.rstrip("/")
            return channels.webhook(pending.item, stored.lang, stored.webhook, base, settings.anywhere)
        with self._tables.database.read() as connection:
            to = preferences.subscription(connection, notice.subscription or "")
        if to is None or to.listener != notice.listener:
            return DONE
        now = time.time()  # a push service looks at its own clock
        return channels.push(pending.item, stored.lang, to, self.signer(), now, settings.anywhere)

    # ----- by mail -----

    def _deliver_email(self, account: str) -> None:
        """Send everything queued for an account in one e-mail, and not too often."""
        now = self._tables.clock.now()
        with self._tables.database.read() as connection:
            notices = queue.by_mail(connection, account)
            stored, to = preferences.of(connection, account), preferences.address(connection, account)
        if stored is None or not stored.mail or to is None or self._mailer is None:
            self._write(partial(_settle_email, account, notices, None, now))
        elif stored.mailed_at is not None and now - stored.mailed_at < EMAIL_INTERVAL:
            due = stored.mailed_at + EMAIL_INTERVAL
            self._write(lambda writing: queue.postpone_mail(writing.connection, account, due))
        else:
            self._write(
                partial(_settle_email, account, *self._send_email(notices, stored, to, self._mailer), now)
            )

    def _send_email(
        self, notices: list[QueuedNotification], stored: NotificationPreferences, to: str, mailer: Mailer
    ) -> tuple[list[QueuedNotification], Outcome | None]:
        """Send the e-mail; return the notifications that need no other one, and the outcome if anything was sent."""
        looked = [(notice, self._check(notice)) for notice in notices]
        idle = [notice for notice, what in looked if isinstance(what, Outcome) and what.wait is None]
        pending = [(notice, what.item) for notice, what in looked if isinstance(what, PendingItem)]
        if not pending:
            return idle, None
        base = self._settings.base_url.rstrip("/")
        outcome = channels.email([item for _, item in pending], stored.lang, mailer, to, base)
        if outcome.retry_after is None:
            idle += [notice for notice, _ in pending]
        return idle, outcome

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.run(Job(act, exclusive=True))


def _key(transaction: Transaction) -> str:
    return table_rows.get_or_create_secret(transaction.connection, PUSHING, webpush.new_key)


def _settle(notice: QueuedNotification, outcome: Outcome, now: float, transaction: Transaction) -> None:
    """Record the outcome: delete the notification, or postpone it with growing delays, up to `MAX_TRIES`."""
    connection = transaction.connection
    if outcome.is_expired:
        if notice.way == "webhook":
            preferences.upsert(connection, notice.listener, webhook=None)
        else:
            preferences.unsubscribe(connection, notice.subscription or "")
        queue.drop(connection, notice.listener, Channel(notice.way, notice.subscription))
        preferences.forget_idle(connection, notice.listener)
    elif outcome.wait is not None:  # a page may be visible: no attempt was made
        queue.postpone(connection, notice.id, now + outcome.wait, notice.tries)
    elif outcome.retry_after is not None and notice.tries + 1 < MAX_TRIES:
        wait = max(outcome.retry_after, FIRST_RETRY_SECONDS * 4.0**notice.tries)
        queue.postpone(connection, notice.id, now + wait, notice.tries + 1)
    else:
        queue.delete(connection, [notice.id])


def _settle_email(
    account: str,
    idle: list[QueuedNotification],
    outcome: Outcome | None,
    now: float,
    transaction: Transaction,
) -> None:
    """Record the outcome of an e-mail."""
    connection = transaction.connection
    queue.delete(connection, [notice.id for notice in idle])
    if outcome is None:
        queue.postpone_mail(connection, account, now + VISIBLE_SECONDS)
    elif outcome.retry_after is None:
        preferences.upsert(connection, account, mailed_at=now)
    else:
        queue.postpone_mail(connection, account, now + FIRST_RETRY_SECONDS * 4)
