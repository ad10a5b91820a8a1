"""SQL for API tokens; the table is part of `schema.metadata`."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.storage.schema import metadata

program = sa.Table(
    "program",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),  # null: the operator's own
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float),  # null: never
    sa.Index("ix_program_account", "account"),
)
"""API clients with a token, of an account or of the server's operator."""

WITHOUT_TOKEN = "-"
"""The value of a seat's `program` if an API client took it with an invitation alone."""


@dataclass(frozen=True)
class ApiClientRow:
    """An API client; `name` is its name at tables. Times in seconds since 1970."""

    id: str
    token_hash: str
    name: str
    account: str | None
    created_at: float
    used_at: float | None = None


_PROGRAM = [program.c[field.name] for field in fields(ApiClientRow)]


def add(connection: sa.Connection, row: ApiClientRow) -> None:
    """Add an API token."""
    connection.execute(program.insert().values(vars(row)))


def by_token(connection: sa.Connection, token_hash: str) -> ApiClientRow | None:
    """Return the API client of a token."""
    row = connection.execute(sa.select(*_PROGRAM).where(program.c.token_hash == token_hash)).one_or_none()
    return None if row is None else ApiClientRow(*row)


def of(connection: sa.Connection, account: str | None) -> list[ApiClientRow]:
    """Return the API clients of an account, or (None) of the operator, oldest first."""
    query = sa.select(*_PROGRAM).where(program.c.account.is_not_distinct_from(account))
    return [ApiClientRow(*row) for row in connection.execute(query.order_by(program.c.created_at))]


def note_use(connection: sa.Connection, program_id: str, at: float) -> None:
    """Store when a token was last used."""
    connection.execute(program.update().where(program.c.id == program_id).values(used_at=at))


def remove(connection: sa.Connection, account: str | None, program_id: str) -> bool:
    """Revoke a token; False if the account, or (None) the operator, has no such client."""
    where = (program.c.id == program_id) & program.c.account.is_not_distinct_from(account)
    return connection.execute(program.delete().where(where)).rowcount == 1
