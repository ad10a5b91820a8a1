"""SQL for OpenID Connect: login attempts, identities without an account yet, and linked identities."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.schema import oidc_attempt, oidc_identity, oidc_pending_identity


@dataclass(frozen=True)
class Attempt:
    """A login attempt that has begun in a browser and continues at the issuer."""

    browser_hash: str
    """Hash of the cookie that the browser has for it."""
    issuer: str
    state_hash: str
    nonce: str
    verifier: str
    until: float


@dataclass(frozen=True)
class Arrival:
    """An identity without an account, before the person creates or links one."""

    browser_hash: str
    issuer: str
    subject: str
    until: float


@dataclass(frozen=True)
class Identity:
    """An issuer's identity and the account that it is linked to."""

    issuer: str
    subject: str
    account: str
    created_at: float
    used_at: float


_ATTEMPT = [oidc_attempt.c[field.name] for field in fields(Attempt)]
_ARRIVAL = [oidc_pending_identity.c[field.name] for field in fields(Arrival)]
_IDENTITY = [oidc_identity.c[field.name] for field in fields(Identity)]


def add_attempt(connection: sa.Connection, row: Attempt, now: float) -> int:
    """Add a login attempt and delete expired ones. Returns how many are pending."""
    connection.execute(oidc_attempt.delete().where(oidc_attempt.c.until < now))
    connection.execute(oidc_attempt.insert().values(vars(row)))
    return connection.scalar(sa.select(sa.func.count()).select_from(oidc_attempt)) or 0


def use_attempt(
    connection: sa.Connection, browser_hash: str, issuer: str, state_hash: str, now: float
) -> Attempt | None:
    """Use up this browser's login attempt at the issuer; None if there is none, or it has expired."""
    own = (oidc_attempt.c.browser_hash == browser_hash) & (oidc_attempt.c.state_hash == state_hash)
    where = own & (oidc_attempt.c.issuer == issuer) & (oidc_attempt.c.until >= now)
    row = connection.execute(sa.select(*_ATTEMPT).where(where)).one_or_none()
    if row is None or connection.execute(oidc_attempt.delete().where(where)).rowcount != 1:
        return None
    return Attempt(*row)


def add_arrival(connection: sa.Connection, row: Arrival, now: float) -> None:
    connection.execute(oidc_pending_identity.delete().where(oidc_pending_identity.c.until < now))
    connection.execute(oidc_pending_identity.insert().values(vars(row)))


def arrival(connection: sa.Connection, browser_hash: str, now: float) -> Arrival | None:
    """Return the identity with which this browser has returned from the issuer."""
    where = (oidc_pending_identity.c.browser_hash == browser_hash) & (oidc_pending_identity.c.until >= now)
    row = connection.execute(sa.select(*_ARRIVAL).where(where)).one_or_none()
    return None if row is None else Arrival(*row)


def use_arrival(connection: sa.Connection, browser_hash: str, now: float) -> Arrival | None:
    """Return and delete the identity with which this browser has returned from the issuer."""
    row = arrival(connection, browser_hash, now)
    where = oidc_pending_identity.c.browser_hash == browser_hash
    used = connection.execute(oidc_pending_identity.delete().where(where)).rowcount == 1
    return row if used else None


def identity(connection: sa.Connection, issuer: str, subject: str) -> Identity | None:
    return _one(connection, (oidc_identity.c.issuer == issuer) & (oidc_identity.c.subject == subject))


def issuers_of(connection: sa.Connection, account: str) -> set[str]:
    """Return the issuers whose identities are linked to an account."""
    where = oidc_identity.c.account == account
    return set(connection.scalars(sa.select(oidc_identity.c.issuer).where(where)))


def _one(connection: sa.Connection, where: sa.ColumnElement[bool]) -> Identity | None:
    row = connection.execute(sa.select(*_IDENTITY).where(where)).one_or_none()
    return None if row is None else Identity(*row)


def add_identity(connection: sa.Connection, row: Identity) -> None:
    connection.execute(oidc_identity.insert().values(vars(row)))


def use_identity(connection: sa.Connection, row: Identity, at: float) -> None:
    where = (oidc_identity.c.issuer == row.issuer) & (oidc_identity.c.subject == row.subject)
    connection.execute(oidc_identity.update().where(where).values(used_at=at))


def remove_identity(connection: sa.Connection, account: str, issuer: str) -> None:
    where = (oidc_identity.c.account == account) & (oidc_identity.c.issuer == issuer)
    connection.execute(oidc_identity.delete().where(where))
