"""Admission: bans, and invitations on an invitation-only server.

It is checked before each command, so the rules are cached for a moment.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa

from quartier.core.text import numbers
from quartier.core.text.errors import Phrase
from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import prefixes
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.moderation import bans, policy
from quartier.server.storage.moderation.bans import BanRow
from quartier.server.storage.moderation.policy import ServerPolicy
from quartier.server.storage.secrets import person_id, visitor_mark
from quartier.server.storage.table_store import TableStore

CACHE_SECONDS: Final = 5.0
"""Seconds for which this process believes what it has read: so long may a ban take if it has not heard of it."""
RULES_CHANGED: Final = "decided"
"""What processes tell each other."""


@dataclass(frozen=True)
class VisitorIdentity:
    """A visitor: the account, if signed in, the hash of the browser's cookie, and the address."""

    account: str | None
    browser: str | None
    address: str


@dataclass(frozen=True)
class Rules:
    """Policy and bans, as read at a time of `time.monotonic`."""

    at: float
    policy: ServerPolicy
    salt: str = ""
    accounts: dict[str, BanRow] = field(default_factory=dict)
    people: dict[str, BanRow] = field(default_factory=dict)
    addresses: dict[str, BanRow] = field(default_factory=dict)

    @property
    def welcome_all(self) -> bool:
        """Nobody is banned, and nobody needs an invitation."""
        return not (self.policy.invite_only or self.accounts or self.people or self.addresses)

    def ban_of(self, who: VisitorIdentity) -> BanRow | None:
        """Return the ban that applies to a visitor."""
        result = None if who.account is None else self.accounts.get(who.account)
        people = [who.browser, None if who.account is None else person_id(who.account)]
        for person in people:
            result = result or (self.people.get(person) if person else None)
        if result is None and self.addresses:
            marks = [visitor_mark(self.salt, prefix) for prefix, _ in prefixes(who.address)]
            result = next((self.addresses[mark] for mark in marks if mark in self.addresses), None)
        return result


class AccessControl:
    """Checks visitors against the rules. Thread-safe."""

    def __init__(self, store: TableStore, shared: SharedCounters | None = None) -> None:
        self._store = store
        self._shared = shared or SharedCounters()
        self._shared.listen(RULES_CHANGED, self.reload)
        store.writer.on_external_change(self.reload)
        self._rules: Rules | None = None

    def cached_rules(self) -> Rules | None:
        """Return the rules, if they were read a moment ago."""
        rules = self._rules
        return rules if rules is not None and time.monotonic() - rules.at < CACHE_SECONDS else None

    def rules(self) -> Rules:
        """Return the rules. It may read the database: call it in a thread, unless `cached_rules` has them."""
        return self.cached_rules() or self._read()

    def publish_change(self) -> None:
        """Reload the rules in all processes."""
        self.reload()
        self._shared.broadcast(RULES_CHANGED)

    def reload(self) -> None:
        """Reload the rules in this process, and disconnect the banned."""
        self._rules = None
        with suppress(DomainError):  # the database is away; the next look finds it
            self.rules()
            self._store.hub.disconnect_banned()

    def is_welcome(self, who: VisitorIdentity) -> bool:
        """Return whether a visitor is not banned, as far as known without the database."""
        ban = None if self._rules is None else self._rules.ban_of(who)
        return ban is None or self._has_ended(ban)

    def refresh(self) -> None:
        """Make up for lost notifications. Now and then, from a thread."""
        self.rules()
        self._store.hub.disconnect_banned()

    def _read(self) -> Rules:
        at = time.monotonic()
        with self._store.database.read() as connection:
            rows = bans.active_bans(connection, self._store.clock.now())
            rules = Rules(
                at,
                policy.current(connection),
                table_rows.visitors_salt(connection),
                {ban.account: ban for ban in rows if ban.account},
                {ban.person: ban for ban in rows if ban.person},
                {ban.address: ban for ban in rows if ban.address},
            )
        if self._rules is None or at >= self._rules.at:  # a later read is newer
            self._rules = rules
        return rules

    def must_not_be_banned(self, who: VisitorIdentity) -> None:
        """Raise DomainError 403 with the hosts' reason."""
        ban = self.rules().ban_of(who)
        if ban is not None and not self._has_ended(ban):
            raise banned_error(ban)

    def _has_ended(self, ban: BanRow) -> bool:
        return ban.until is not None and ban.until <= self._store.clock.now()

    def must_be_invited(self, who: VisitorIdentity) -> None:
        """Raise DomainError 403 for a visitor without an invitation, where one is needed."""
        if not self.rules().policy.invite_only or who.account is not None:
            return
        with self._store.database.read() as connection:
            if who.browser is None or not policy.is_admitted(connection, who.browser):
                raise not_invited_error()

    def may_enrol(self, connection: sa.Connection, who: VisitorIdentity) -> None:
        """Raise DomainError for a visitor who may have no account here. Inside a transaction."""
        self.must_not_be_banned(who)
        invited = who.browser is not None and policy.is_admitted(connection, who.browser)
        if policy.current(connection).invite_only and not invited:
            raise not_invited_error()


def banned_error(ban: BanRow) -> DomainError:
    """Return 403 with the reason of a ban."""
    if ban.until is None:
        text = N_("You’re banned from this server. Reason: {reason}")
        return DomainError(403, "banned", text, reason=ban.reason)
    text = N_("You’re banned from this server until {day} (UTC). Reason: {reason}")
    until = datetime.fromtimestamp(ban.until, UTC).date()
    return DomainError(
        403, "banned", text, reason=ban.reason, day=Phrase(lambda t: numbers.day(until, t.lang))
    )


def not_invited_error() -> DomainError:
    text = N_("This server is invitation-only. Ask a moderator for an invitation.")
    return DomainError(403, "invite_only", text)
