"""SQL for accounts, sessions, recovery codes and passkeys."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa

from quartier.server.storage.notifications.notification_schema import push_subscription
from quartier.server.storage.schema import (
    account,
    account_session,
    game_table,
    passkey,
    recovery_code,
    seat,
)


@dataclass(frozen=True)
class AccountRow:
    """An account. `password` is a hash, None if there are only passkeys."""

    id: str
    name: str
    name_skeleton: str
    password: str | None
    settings: dict[str, str]
    created_at: float
    hidden_by_host: bool = False
    """Its profile is hidden from others."""


@dataclass(frozen=True)
class SessionRow:
    """A login session. Times in seconds since 1970."""

    token_hash: str
    id: str
    account: str
    device: str
    created_at: float
    seen_at: float


_ACCOUNT = [account.c[field.name] for field in fields(AccountRow)]
_SESSION = [account_session.c[field.name] for field in fields(SessionRow)]


def add_account(connection: sa.Connection, row: AccountRow) -> None:
    connection.execute(account.insert().values(vars(row)))


def account_of(connection: sa.Connection, account_id: str) -> AccountRow | None:
    return _one(connection, account.c.id == account_id)


def account_like(connection: sa.Connection, likeness: str) -> AccountRow | None:
    """Return the account whose name has this skeleton."""
    return _one(connection, account.c.name_skeleton == likeness)


def _one(connection: sa.Connection, where: sa.ColumnElement[bool]) -> AccountRow | None:
    row = connection.execute(sa.select(*_ACCOUNT).where(where)).one_or_none()
    return None if row is None else AccountRow(*row)


def change_account(connection: sa.Connection, account_id: str, **values: Any) -> None:
    """Set columns of an account."""
    connection.execute(account.update().where(account.c.id == account_id).values(values))


def plays_rated(connection: sa.Connection, account_id: str) -> bool:
    """Return whether an account has a seat in a rated game that is not over."""
    where = (seat.c.account == account_id) & game_table.c.rated & (game_table.c.ended_at == 0.0)
    query = sa.select(seat.c.game_id).join(game_table, game_table.c.id == seat.c.game_id).where(where)
    return connection.execute(query.limit(1)).first() is not None


# ----- sessions -----


def add_session(connection: sa.Connection, row: SessionRow) -> None:
    connection.execute(account_session.insert().values(vars(row)))


def session_of(connection: sa.Connection, token_hash: str) -> SessionRow | None:
    query = sa.select(*_SESSION).where(account_session.c.token_hash == token_hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else SessionRow(*row)


def sessions_of(connection: sa.Connection, account_id: str) -> list[SessionRow]:
    """Return the sessions of an account, the last used first."""
    where = account_session.c.account == account_id
    query = sa.select(*_SESSION).where(where).order_by(account_session.c.seen_at.desc())
    return [SessionRow(*row) for row in connection.execute(query)]


def see_session(connection: sa.Connection, token_hash: str, at: float) -> None:
    where = account_session.c.token_hash == token_hash
    connection.execute(account_session.update().where(where).values(seen_at=at))


def end_sessions(connection: sa.Connection, token_hashes: list[str]) -> None:
    """Delete sessions, and the push subscriptions that belong to them."""
    ended = sa.select(account_session.c.id).where(account_session.c.token_hash.in_(token_hashes))
    connection.execute(push_subscription.delete().where(push_subscription.c.session.in_(ended)))
    connection.execute(account_session.delete().where(account_session.c.token_hash.in_(token_hashes)))


# ----- recovery codes -----


def replace_codes(connection: sa.Connection, account_id: str, hashes: list[str]) -> None:
    """Replace all recovery codes of an account."""
    connection.execute(recovery_code.delete().where(recovery_code.c.account == account_id))
    rows = [{"code_hash": code_hash, "account": account_id} for code_hash in hashes]
    connection.execute(recovery_code.insert(), rows)


def use_code(connection: sa.Connection, account_id: str, code_hash: str) -> bool:
    """Use up a code; False if the account has no such code."""
    where = (recovery_code.c.code_hash == code_hash) & (recovery_code.c.account == account_id)
    return connection.execute(recovery_code.delete().where(where)).rowcount == 1


def codes_left(connection: sa.Connection, account_id: str) -> int:
    where = recovery_code.c.account == account_id
    return connection.scalar(sa.select(sa.func.count()).select_from(recovery_code).where(where)) or 0


# ----- passkeys -----


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey; its id and its public key in base64 for URLs."""

    credential: str
    account: str
    public_key: str
    sign_count: int
    device: str
    created_at: float
    used_at: float


_PASSKEY = [passkey.c[field.name] for field in fields(PasskeyRow)]


def add_passkey(connection: sa.Connection, row: PasskeyRow) -> None:
    connection.execute(passkey.insert().values(vars(row)))


def passkey_of(connection: sa.Connection, credential: str) -> PasskeyRow | None:
    query = sa.select(*_PASSKEY).where(passkey.c.credential == credential)
    row = connection.execute(query).one_or_none()
    return None if row is None else PasskeyRow(*row)


def passkeys_of(connection: sa.Connection, account_id: str) -> list[PasskeyRow]:
    """Return the passkeys of an account, oldest first."""
    query = sa.select(*_PASSKEY).where(passkey.c.account == account_id).order_by(passkey.c.created_at)
    return [PasskeyRow(*row) for row in connection.execute(query)]


def use_passkey(connection: sa.Connection, credential: str, sign_count: int, at: float) -> None:
    values = {"sign_count": sign_count, "used_at": at}
    connection.execute(passkey.update().where(passkey.c.credential == credential).values(values))


def remove_passkey(connection: sa.Connection, account_id: str, credential: str) -> None:
    where = (passkey.c.credential == credential) & (passkey.c.account == account_id)
    connection.execute(passkey.delete().where(where))


# ----- seats -----


def tables_among(connection: sa.Connection, account_id: str, table_ids: list[str]) -> list[str]:
    """Return those of the tables at which the account has a seat."""
    where = (seat.c.account == account_id) & seat.c.game_id.in_(table_ids)
    return list(connection.scalars(sa.select(seat.c.game_id).where(where).distinct()))
