"""Notification preferences: subscribed browsers, webhook, e-mail and muted tables. Everything is off by default."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import SESSION_SECONDS
from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.errors import DomainError, no_seat
from quartier.server.notifications.webpush import BrowserKeys
from quartier.server.outbound.addresses import validate_public_url
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.preferences import Channel, Subscription
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

MAX_BROWSERS: Final = 10
"""Browsers of an account; with one more the oldest one is unsubscribed."""


@dataclass(frozen=True)
class BrowserTarget:
    """A browser that shows notifications: of an account while its session lasts, or of a guest."""

    recipient: str
    device: str
    session: str = preferences.GUEST


class NotificationPreferences:
    """Changes notification preferences. Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._anywhere = tables.database.settings.anywhere

    def subscribe(self, to: BrowserTarget, lang: str, endpoint: str, keys: BrowserKeys) -> None:
        """Subscribe a browser to Web Push. Raises DomainError 422."""
        validate_public_url(endpoint, self._anywhere)
        try:
            keys.check()
        except ValueError as error:
            text = N_("Your browser sent invalid notification keys. Try again.")
            raise DomainError(422, "push_keys", text) from error
        now = self._tables.clock.now()
        endpoint_hash = hashlib.sha256(endpoint.encode()).hexdigest()
        row = Subscription(
            endpoint_hash, to.recipient, endpoint, keys.p256dh, keys.auth, to.session, to.device, now
        )

        def run(transaction: Transaction) -> None:
            connection = transaction.connection
            preferences.forget_guests(connection, now - SESSION_SECONDS)
            preferences.subscribe(connection, row)
            most = 1 if to.session == preferences.GUEST else MAX_BROWSERS
            for old in preferences.subscriptions(connection, to.recipient)[:-most]:
                preferences.unsubscribe(connection, old.id)
            preferences.upsert(connection, to.recipient, lang=lang)

        self._do(run)

    def unsubscribe(self, recipient: str, id_: str) -> None:
        """Unsubscribe a browser."""

        def run(transaction: Transaction) -> None:
            preferences.unsubscribe(transaction.connection, id_, recipient)
            queue.drop(transaction.connection, recipient, Channel("push", id_))
            preferences.forget_idle(transaction.connection, recipient)

        self._do(run)

    def forget(self, browser: str) -> None:
        """Unsubscribe a guest's browser, and delete its data."""
        with self._tables.database.read() as connection:
            if preferences.of(connection, browser) is None:
                return
        self._do(lambda writing: preferences.forget(writing.connection, browser))

    def set_webhook(self, account: str, lang: str, url: str) -> None:
        """Set the webhook; "" for none. Raises DomainError 422."""
        if url:
            validate_public_url(url, self._anywhere)

        def run(transaction: Transaction) -> None:
            queue.drop(transaction.connection, account, Channel("webhook"))
            preferences.upsert(transaction.connection, account, webhook=url or None, lang=lang)
            preferences.forget_idle(transaction.connection, account)

        self._do(run)

    def set_email(self, account: str, lang: str, enabled: bool) -> None:
        """Turn e-mails on or off. Raises DomainError 422 if no address is confirmed."""

        def run(transaction: Transaction) -> None:
            connection = transaction.connection
            if enabled and preferences.address(connection, account) is None:
                raise DomainError(422, "no_mail", N_("Add an email address to your account first."))
            if not enabled:
                queue.drop(connection, account, Channel("mail"))
            preferences.upsert(connection, account, mail=enabled, lang=lang)
            preferences.forget_idle(connection, account)

        self._do(run)

    def mute_table(self, account: str, table_id: str, muted: bool) -> None:
        """Mute a table's notifications, or not. Raises DomainError 403 if the account has no seat there."""
        row, _ = self._tables.load(table_id)
        if not authenticate(row, Credentials(account=account)).seats:
            raise no_seat()
        self._do(lambda writing: preferences.set_muted(writing.connection, account, table_id, muted))

    def _do(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.run(Job(act, exclusive=True))
