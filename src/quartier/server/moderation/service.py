"""Moderation service: runs moderator actions in a transaction, for the web page and the command line alike."""

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
from quartier.server.clock import Clock
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError
from quartier.server.pubsub.hub import Hub
from quartier.server.settings import Settings
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import AccountRow
from quartier.server.storage.database import Database
from quartier.server.storage.moderation import hosts
from quartier.server.storage.moderation.hosts import ActingModerator
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

T = TypeVar("T")


@dataclass(frozen=True)
class ModerationService:
    """What moderator actions need, and the transaction that they run in."""

    store: TableStore
    sessions: Sessions
    access_control: AccessControl

    def do(self, by: ActingModerator, act: Callable[[Transaction], T], table_id: str | None = None) -> T:
        """Run an action in one transaction. Raises DomainError, also if the actor is no host any more."""

        def run(transaction: Transaction) -> T:
            must_be_host(transaction.connection, by)
            return act(transaction)

        outcome = self.store.writer.run(Job(run, table_id, exclusive=True))
        self.access_control.publish_change()
        return outcome

    def note(
        self, transaction: Transaction, by: ActingModerator, action: str, subject: str = "", text: str = ""
    ) -> None:
        """Write to the audit log, in the same transaction."""
        hosts.note(transaction.connection, by, transaction.now, action, subject, text)


def must_be_host(connection: sa.Connection, by: ActingModerator) -> None:
    """Raise DomainError 403 for an account that is no host's."""
    if by.account is not None and not hosts.is_host(connection, by.account):
        raise DomainError(403, "not_host", N_("Only moderators can do this."))


def account_named(connection: sa.Connection, name: str) -> AccountRow:
    """Return the account of a name. Raises DomainError 404."""
    result = accounts.account_like(connection, username_skeleton(name))
    if result is None:
        raise DomainError(404, "no_account", N_("There’s no account named “{name}”."), name=name[:24])
    return result


def nothing_there(what: str) -> DomainError:
    """Return a 404 error for an unknown id. `what`: as it was typed."""
    return DomainError(
        404,
        "nothing_there",
        N_("Nothing found for “{id}”. Check the spelling."),
        id=what[:40],
    )


@dataclass(frozen=True)
class StandaloneModeration(ModerationService):
    """Moderation without a running server."""

    def close(self) -> None:
        """Close the database."""
        self.store.writer.close()
        self.store.database.close()


def open_moderation(settings: Settings) -> StandaloneModeration:
    """Open the database for moderation on the command line. Raises StartupError."""
    logs.configure()
    database = Database(settings)
    database.must_be_current()
    clock = Clock()
    store = TableStore(database, Hub(clock), clock)
    shared = SharedCounters(store.broadcast)
    return StandaloneModeration(store, Sessions(store, shared=shared), AccessControl(store, shared))
