"""The ways in by issuers: a browser is sent there and comes back, once, with a proof of who somebody is.

State, nonce and verifier belong to the browser that has begun, and to the issuer to which it was sent, so that no issuer
answers for another one. Who comes back and has no account yet says first what shall
be: a new account, or one more way into the account that is signed in. The latter takes a command of our own page, so that
nobody's account is connected to a stranger's identity by a link.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quartier.core.text.languages import N_
from quartier.server.access.throttling import OF_ADDRESS, Limit
from quartier.server.accounts import login_methods
from quartier.server.accounts.login import Doors, Visit
from quartier.server.accounts.oidc.config import Named
from quartier.server.accounts.oidc.provider import Issuer, not_signed_in
from quartier.server.accounts.sessions import Door
from quartier.server.accounts.usernames import named as called
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.storage.accounts import identities
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.accounts.identities import Arrival, Attempt, Identity
from quartier.server.storage.secrets import hashed, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

LASTS: Final = 600.0
"""Seconds for the way to the issuer and back, and then for choosing a name."""
MOST: Final = 10_000
"""Sign-ins that go on at the same time."""
BEGINS: Final = Limit(free=30, first=2.0, longest=300.0, forgotten=3600.0)
"""How often one address begins and does not come back."""


@dataclass(frozen=True)
class Begun:
    """Where the browser goes now, and the secret by which it is known when it comes back."""

    url: str
    secret: str


@dataclass(frozen=True)
class Back:
    """What a browser brings back from the issuer."""

    state: str
    code: str
    issuer: str
    """Who sends it, where the issuer says so (RFC 9207)."""


class Entry:
    """Thread-safe. `issuers`: those whom the host has named, if any."""

    def __init__(self, tables: TableStore, doors: Doors, issuers: Iterable[Issuer]) -> None:
        self._tables = tables
        self._doors = doors
        self._issuers = {issuer.named.key: issuer for issuer in issuers}

    @property
    def all(self) -> list[Named]:
        """In the host's order, as they stand on buttons."""
        return [issuer.named for issuer in self._issuers.values()]

    @property
    def names(self) -> set[str]:
        """What they call themselves."""
        return {each.issuer for each in self.all}

    def must_be_any(self) -> None:
        """Raises DomainError 404 where the host has named nobody."""
        if not self._issuers:
            raise DomainError(404, "no_issuer", N_("This server signs nobody in by others."))

    def must_be_there(self, key: str) -> Issuer:
        """The issuer under a key. Raises DomainError 404 where the host has named nobody so."""
        self.must_be_any()
        if key not in self._issuers:
            text = N_("This server signs nobody in by “{key}”. Choose one of the ways on the page “Account”.")
            raise DomainError(404, "no_issuer", text, key=key[:20])
        return self._issuers[key]

    # ----- to the issuer and back -----

    def begin(self, visit: Visit, key: str) -> Begun:
        """Begin to sign in. Raises DomainError."""
        issuer = self.must_be_there(key)
        self._doors.tries.begin((f"oidc:{visit.address}", BEGINS))
        secret, state, nonce, verifier = new_secret(), new_secret(), new_secret(), new_secret() + new_secret()
        url = issuer.question(state, nonce, verifier)

        def begun(writing: Transaction) -> None:
            row = Attempt(
                hashed(secret), issuer.named.issuer, hashed(state), nonce, verifier, writing.now + LASTS
            )
            if identities.add_attempt(writing.connection, row, writing.now) > MOST:
                raise TooManyRequests(
                    "too_often", N_("Very many people sign in just now. Try again later."), 60
                )

        self._tables.writer.do(Job(begun, alone=True))
        return Begun(url, secret)

    def come_back(
        self, visit: Visit, session: SessionRow | None, key: str, secret: str, back: Back
    ) -> Door | str:
        """Somebody is back: signed in, or with a new secret under which it is kept who they are. Raises DomainError."""
        issuer = self.must_be_there(key)
        self._doors.tries.begin((f"address:{visit.address}", OF_ADDRESS))
        named = issuer.named
        attempt = self._used(named, secret, back.state)
        if not back.code or back.issuer not in ("", named.issuer):
            raise not_signed_in(named.name)
        subject = issuer.subject(back.code, attempt.verifier, attempt.nonce, self._tables.clock.now())
        result = self._entered(visit, session, named, subject)
        for mark in ("address", "oidc"):
            self._doors.tries.right("", f"{mark}:{visit.address}")
        return result

    def _used(self, named: Named, secret: str, state: str) -> Attempt:
        browser, kept = hashed(secret), hashed(state)

        def used(writing: Transaction) -> Attempt | None:
            return identities.use_attempt(writing.connection, browser, named.issuer, kept, writing.now)

        result = self._tables.writer.do(Job(used, alone=True))
        if result is None:
            raise _over()
        return result

    def _entered(self, visit: Visit, session: SessionRow | None, named: Named, subject: str) -> Door | str:
        secret = new_secret()

        def entered(writing: Transaction) -> Door | str:
            connection, now = writing.connection, writing.now
            known = identities.identity(connection, named.issuer, subject)
            if known is None:
                arrived = Arrival(hashed(secret), named.issuer, subject, now + LASTS)
                identities.add_arrival(connection, arrived, now)
                return secret
            if session is not None and session.account != known.account:
                raise _anothers(named.name)
            identities.use_identity(connection, known, now)
            return self._doors.sessions.begin(connection, known.account, visit.device, visit.token)

        return self._tables.writer.do(Job(entered, alone=True))

    # ----- for who has come back -----

    def arrived(self, secret: str) -> Named | None:
        """Where somebody comes back from in this browser who has still to say what that shall mean."""
        with self._tables.database.read() as connection:
            found = identities.arrival(connection, hashed(secret), self._tables.clock.now())
        return None if found is None else self._of(found.issuer)

    def _of(self, issuer: str) -> Named | None:
        """Who calls itself so; None where the host names it no more."""
        return next((each for each in self.all if each.issuer == issuer), None)

    def enrol(self, visit: Visit, secret: str, name: str) -> Door:
        """Make an account that is entered by the issuer, and sign in. Raises DomainError."""
        self.must_be_any()
        shown, likeness = called(name)
        self._doors.limit_new(visit)
        account = new_id()
        return self._doors.enrol(
            visit, shown, likeness, None, account, lambda connection: self._keep(connection, secret, account)
        )

    def connect(self, visit: Visit, session: SessionRow, current: str, secret: str) -> None:
        """One more way into the account that is signed in. Raises DomainError."""
        self.must_be_any()
        known = self._doors.must_be_sure(visit, session, current)
        try:
            self._tables.writer.do(
                Job(lambda writing: self._keep(writing.connection, secret, known.id), alone=True)
            )
        except IntegrityError as error:  # another process was faster
            raise _over() from error

    def _keep(self, connection: sa.Connection, secret: str, account: str) -> None:
        """The identity of who has come back is the account's. Refused where that has one of the same issuer already."""
        now = self._tables.clock.now()
        arrived = identities.use_arrival(connection, hashed(secret), now)
        issuer = None if arrived is None else self._of(arrived.issuer)
        if arrived is None or issuer is None:
            raise _over()
        if issuer.issuer in identities.issuers_of(connection, account):
            text = N_("Your account is connected with {name} already. Remove that first.")
            raise DomainError(409, "connected", text, name=issuer.name)
        if identities.identity(connection, arrived.issuer, arrived.subject) is not None:
            raise _anothers(issuer.name)
        identities.add_identity(connection, Identity(arrived.issuer, arrived.subject, account, now, now))

    def connected(self, account: str) -> list[Named]:
        """By whom an account is entered."""
        with self._tables.database.read() as connection:
            found = identities.issuers_of(connection, account)
        return [each for each in self.all if each.issuer in found]

    def remove(self, visit: Visit, session: SessionRow, key: str, current: str) -> None:
        """Let an issuer open the account no more, unless it is the only way in."""
        issuer = self.must_be_there(key).named.issuer
        known = self._doors.must_be_sure(visit, session, current)

        def removed(writing: Transaction) -> None:
            identities.remove_identity(writing.connection, known.id, issuer)
            login_methods.must_be_one(writing.connection, known.id, self.names)

        self._tables.writer.do(Job(removed, alone=True))


def _anothers(name: str) -> DomainError:
    text = N_(
        "With this identity of {name} another account is entered. Sign out here first, or use another identity."
    )
    return DomainError(409, "anothers", text, name=name)


def _over() -> DomainError:
    text = N_(
        "This sign-in is over: it was used already, took too long, or was begun in another browser. Please begin again."
    )
    return DomainError(403, "sign_in_over", text)
