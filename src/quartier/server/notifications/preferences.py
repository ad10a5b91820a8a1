"""What somebody chooses to be told, and by which ways. Without a choice they are told nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import LASTS
from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.errors import DomainError, no_seat
from quartier.server.notifications.webpush import BrowserKeys
from quartier.server.outbound.addresses import must_look_public
from quartier.server.storage.notifications import preferences, queue
from quartier.server.storage.notifications.preferences import Subscription, Way
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

MOST: Final = 10
"""Browsers of an account; with one more the oldest one is told nothing any more."""


@dataclass(frozen=True)
class Showing:
    """A browser that shall show it: of an account for as long as its session lasts, or of a guest."""

    listener: str
    device: str
    session: str = preferences.GUEST


class Choices:
    """Thread-safe."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._anywhere = tables.database.settings.anywhere

    def subscribe(self, to: Showing, lang: str, endpoint: str, keys: BrowserKeys) -> None:
        """Let a browser show it. Raises DomainError 422."""
        must_look_public(endpoint, self._anywhere)
        try:
            keys.check()
        except ValueError as error:
            text = N_("Your browser's keys for notifications cannot be used. Try it once more.")
            raise DomainError(422, "push_keys", text) from error
        now = self._tables.clock.now()
        known = hashlib.sha256(endpoint.encode()).hexdigest()
        row = Subscription(known, to.listener, endpoint, keys.p256dh, keys.auth, to.session, to.device, now)

        def subscribed(transaction: Transaction) -> None:
            connection = transaction.connection
            preferences.forget_guests(connection, now - LASTS)
            preferences.subscribe(connection, row)
            most = 1 if to.session == preferences.GUEST else MOST
            for old in preferences.subscriptions(connection, to.listener)[:-most]:
                preferences.unsubscribe(connection, old.id)
            preferences.keep(connection, to.listener, lang=lang)

        self._do(subscribed)

    def unsubscribe(self, listener: str, id_: str) -> None:
        """Let a browser show nothing any more."""

        def unsubscribed(transaction: Transaction) -> None:
            preferences.unsubscribe(transaction.connection, id_, listener)
            queue.drop(transaction.connection, listener, Way("push", id_))
            preferences.forget_idle(transaction.connection, listener)

        self._do(unsubscribed)

    def forget(self, browser: str) -> None:
        """Tell a guest's browser nothing any more, and keep nothing of it."""
        with self._tables.database.read() as connection:
            if preferences.of(connection, browser) is None:
                return
        self._do(lambda writing: preferences.forget(writing.connection, browser))

    def post_to(self, account: str, lang: str, url: str) -> None:
        """Let it be posted to a webhook; "": to none. Raises DomainError 422."""
        if url:
            must_look_public(url, self._anywhere)

        def chosen(transaction: Transaction) -> None:
            queue.drop(transaction.connection, account, Way("webhook"))
            preferences.keep(transaction.connection, account, webhook=url or None, lang=lang)
            preferences.forget_idle(transaction.connection, account)

        self._do(chosen)

    def write_to(self, account: str, lang: str, wanted: bool) -> None:
        """Whether letters are written. Raises DomainError 422 where no address is confirmed."""

        def chosen(transaction: Transaction) -> None:
            connection = transaction.connection
            if wanted and preferences.address(connection, account) is None:
                raise DomainError(422, "no_mail", N_("Add a mail address to your account first."))
            if not wanted:
                queue.drop(connection, account, Way("mail"))
            preferences.keep(connection, account, mail=wanted, lang=lang)
            preferences.forget_idle(connection, account)

        self._do(chosen)

    def be_quiet(self, account: str, table_id: str, quiet: bool) -> None:
        """Whether nothing is told of a table. Raises DomainError 403 for whoever has no seat there."""
        head, _ = self._tables.load(table_id)
        if not authenticate(head, Credentials(account=account)).seats:
            raise no_seat()
        self._do(lambda writing: preferences.set_quiet(writing.connection, account, table_id, quiet))

    def _do(self, act: Callable[[Transaction], None]) -> None:
        self._tables.writer.do(Job(act, alone=True))
