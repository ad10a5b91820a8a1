"""Who may come in: nobody who is banned, and where only the invited may play, nobody else.

It is asked before each command, so what the hosts have decided is remembered for a moment.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.moderation import bans, policy
from quartier.server.storage.moderation.bans import BanRow
from quartier.server.storage.moderation.policy import ServerPolicy
from quartier.server.storage.secrets import person_id, visitor_mark
from quartier.server.storage.table_store import TableStore

TRUSTED: Final = 5.0
"""Seconds for which this process believes what it has read: so long may a ban take if it has not heard of it."""
DECIDED: Final = "decided"
"""What processes tell each other."""


@dataclass(frozen=True)
class VisitorIdentity:
    """Who wants something: their account, if they are signed in, the hash of the browser's cookie, and the address."""

    account: str | None
    browser: str | None
    address: str


@dataclass(frozen=True)
class Rules:
    """What the hosts have decided, as it was read at a moment of `time.monotonic`."""

    at: float
    house: ServerPolicy
    salt: str = ""
    accounts: dict[str, BanRow] = field(default_factory=dict)
    people: dict[str, BanRow] = field(default_factory=dict)
    addresses: dict[str, BanRow] = field(default_factory=dict)

    @property
    def welcome_all(self) -> bool:
        """Nobody is banned, and nobody needs an invitation."""
        return not (self.house.invite_only or self.accounts or self.people or self.addresses)

    def ban_of(self, who: VisitorIdentity) -> BanRow | None:
        """Why somebody may not come in."""
        result = None if who.account is None else self.accounts.get(who.account)
        people = [who.browser, None if who.account is None else person_id(who.account)]
        for person in people:
            result = result or (self.people.get(person) if person else None)
        if result is None and self.addresses:
            result = self.addresses.get(visitor_mark(self.salt, who.address))
        return result


class AccessControl:
    """Thread-safe."""

    def __init__(self, store: TableStore, shared: SharedCounters | None = None) -> None:
        self._store = store
        self._shared = shared or SharedCounters()
        self._shared.listen(DECIDED, self.look_again)
        store.writer.on_external_change(self.look_again)
        self._rules: Rules | None = None

    def known(self) -> Rules | None:
        """What holds, if it was read a moment ago."""
        rules = self._rules
        return rules if rules is not None and time.monotonic() - rules.at < TRUSTED else None

    def rules(self) -> Rules:
        """What holds. It may read the database: from a thread, unless it is `known`."""
        return self.known() or self._read()

    def decided(self) -> None:
        """Something else holds now, in all processes."""
        self.look_again()
        self._shared.tell(DECIDED)

    def look_again(self) -> None:
        """Something else may hold now, here: whoever is banned watches nothing any more."""
        self._rules = None
        with suppress(DomainError):  # the database is away; the next look finds it
            self.rules()
            self._store.hub.disconnect_banned()

    def is_welcome(self, who: VisitorIdentity) -> bool:
        """Whether somebody is not banned, as far as is known without asking the database."""
        ban = None if self._rules is None else self._rules.ban_of(who)
        return ban is None or self._has_ended(ban)

    def look_around(self) -> None:
        """Now and then, from a thread: make up for what was not heard."""
        self.rules()
        self._store.hub.disconnect_banned()

    def _read(self) -> Rules:
        at = time.monotonic()
        with self._store.database.read() as connection:
            found = bans.banned(connection, self._store.clock.now())
            rules = Rules(
                at,
                policy.decided(connection),
                table_rows.visitors_salt(connection),
                {ban.account: ban for ban in found if ban.account},
                {ban.person: ban for ban in found if ban.person},
                {ban.address: ban for ban in found if ban.address},
            )
        if self._rules is None or at >= self._rules.at:  # whoever has begun to read later knows better
            self._rules = rules
        return rules

    def must_not_be_banned(self, who: VisitorIdentity) -> None:
        """Raises DomainError 403 with the hosts' reason."""
        ban = self.rules().ban_of(who)
        if ban is not None and not self._has_ended(ban):
            raise banned(ban)

    def _has_ended(self, ban: BanRow) -> bool:
        return ban.until is not None and ban.until <= self._store.clock.now()

    def must_be_invited(self, who: VisitorIdentity) -> None:
        """Raises DomainError 403 where only the invited may play and this is nobody of them."""
        if not self.rules().house.invite_only or who.account is not None:
            return
        with self._store.database.read() as connection:
            if who.browser is None or not policy.is_admitted(connection, who.browser):
                raise not_invited()

    def may_enrol(self, connection: sa.Connection, who: VisitorIdentity) -> None:
        """Inside a transaction: raises DomainError for whoever may have no account here."""
        self.must_not_be_banned(who)
        invited = who.browser is not None and policy.is_admitted(connection, who.browser)
        if policy.decided(connection).invite_only and not invited:
            raise not_invited()


def banned(ban: BanRow) -> DomainError:
    """403 with the reason."""
    if ban.until is None:
        text = N_("The hosts of this server have shut you out. Their reason: {reason}")
        return DomainError(403, "banned", text, reason=ban.reason)
    text = N_("The hosts of this server have shut you out until {day} (UTC). Their reason: {reason}")
    return DomainError(403, "banned", text, reason=ban.reason, day=table_rows.day(ban.until))


def not_invited() -> DomainError:
    text = N_("Here only those play who were invited. Ask a host of this server for an invitation.")
    return DomainError(403, "invite_only", text)
