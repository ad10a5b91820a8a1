"""Where hosts act: on the page and on the command line by the same functions. Each deed is noted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server import logs
from quartier.server.access.admission import AccessControl
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.accounts.sessions import Sessions
from quartier.server.accounts.usernames import like
from quartier.server.clock import Clock
from quartier.server.errors import DomainError
from quartier.server.pubsub.hub import Hub
from quartier.server.settings import Settings
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import AccountRow
from quartier.server.storage.database import Database
from quartier.server.storage.moderation import hosts
from quartier.server.storage.moderation.hosts import By
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

T = TypeVar("T")


@dataclass(frozen=True)
class Desk:
    """What a host's deeds need."""

    store: TableStore
    sessions: Sessions
    doorman: AccessControl

    def do(self, by: By, act: Callable[[Transaction], T], table_id: str | None = None) -> T:
        """Carry out a deed in one transaction. Raises DomainError, also where whoever acts is no host any more."""

        def acted(transaction: Transaction) -> T:
            must_be_host(transaction.connection, by)
            return act(transaction)

        done = self.store.writer.do(Job(acted, table_id, alone=True))
        self.doorman.decided()
        return done

    def note(self, transaction: Transaction, by: By, action: str, subject: str = "", text: str = "") -> None:
        """Keep what was done, in the same transaction."""
        hosts.note(transaction.connection, by, transaction.now, action, subject, text)


def must_be_host(connection: sa.Connection, by: By) -> None:
    """Raises DomainError 403 for an account that is no host's."""
    if by.account is not None and not hosts.is_host(connection, by.account):
        raise DomainError(403, "not_host", N_("This is for the hosts of this server."))


def account_named(connection: sa.Connection, name: str) -> AccountRow:
    """The account that is called so. Raises DomainError 404."""
    result = accounts.account_like(connection, like(name))
    if result is None:
        raise DomainError(
            404, "no_account", N_("Nobody here has an account under the name “{name}”."), name=name[:24]
        )
    return result


def nothing_there(what: str) -> DomainError:
    """404 for an id that leads nowhere. `what`: as somebody wrote it."""
    return DomainError(
        404,
        "nothing_there",
        N_("There is nothing here under “{id}”. Check what you have typed."),
        id=what[:40],
    )


@dataclass(frozen=True)
class OpenedDesk(Desk):
    """One without a server."""

    def close(self) -> None:
        """Let go of the data."""
        self.store.writer.close()
        self.store.database.close()


def open_desk(settings: Settings) -> OpenedDesk:
    """For the command line: the data, as far as it is there. Raises StartupError."""
    logs.configure()
    database = Database(settings)
    database.must_be_current()
    store = TableStore(database, Hub(), Clock())
    shared = SharedCounters(store.say)
    return OpenedDesk(store, Sessions(store, shared=shared), AccessControl(store, shared))
