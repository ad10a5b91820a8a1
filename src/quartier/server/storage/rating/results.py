"""All SQL of how games went for accounts, and of their ratings."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sqlalchemy as sa

from quartier.server.domain.rating.method import NEWCOMER, Rating
from quartier.server.storage.schema import game_result, rating, seat


@dataclass(frozen=True)
class Outcome:
    """How a game went for a seat of it. `before` to `deviation`: what it did to a rating, if it was rated."""

    game_id: str
    seat: int
    account: str | None
    """None: a guest, a bot, or somebody whose account was deleted."""
    bot: str | None
    """Its level."""
    title: str
    at: float
    shown: bool
    """It was rated or public, so everybody may know of it."""
    place: int
    score: int
    opening: str | None
    """The seat's first move in notation."""
    before: float | None
    after: float | None
    deviation: float | None


@dataclass(frozen=True)
class AccountRating:
    """What is known of an account at a title, from so many rated games."""

    rating: Rating
    games: int

    @property
    def value(self) -> float:
        """The rating as a number."""
        return self.rating.value


OUTCOME = [game_result.c[field.name] for field in fields(Outcome)]


def alone(connection: sa.Connection) -> None:
    """No other process changes ratings until the transaction ends: each game adds to what the one before has left."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext("ratings"))))


def accounts(connection: sa.Connection, table_id: str) -> dict[int, str | None]:
    """By seat of a table whose it is."""
    query = sa.select(seat.c.seat, seat.c.account).where(seat.c.game_id == table_id)
    return {row.seat: row.account for row in connection.execute(query)}


def add(connection: sa.Connection, outcomes: list[Outcome]) -> None:
    """Keep how a game went, for all its seats."""
    connection.execute(game_result.insert(), [vars(outcome) for outcome in outcomes])


def remove(connection: sa.Connection, table_id: str) -> None:
    """Forget how a game went."""
    connection.execute(game_result.delete().where(game_result.c.game_id == table_id))


def known(connection: sa.Connection, account_id: str, title: str) -> AccountRating:
    """The rating of an account; a newcomer's where it has none."""
    where = (rating.c.account == account_id) & (rating.c.title == title)
    columns = (rating.c.value, rating.c.deviation, rating.c.games)
    row = connection.execute(sa.select(*columns).where(where)).one_or_none()
    return AccountRating(NEWCOMER, 0) if row is None else AccountRating(Rating(row.value, row.deviation), row.games)


def set_rating(connection: sa.Connection, account_id: str, title: str, new: Rating, anew: bool) -> None:
    """The rating of an account after one rated game more; `anew`: it was the first."""
    values = {"value": new.value, "deviation": new.deviation}
    if anew:
        connection.execute(rating.insert().values(account=account_id, title=title, games=1, **values))
        return
    where = (rating.c.account == account_id) & (rating.c.title == title)
    connection.execute(rating.update().where(where).values(games=rating.c.games + 1, **values))


def tables_of(connection: sa.Connection, account_id: str) -> list[str]:
    """All tables at which an account has seats."""
    query = sa.select(seat.c.game_id).where(seat.c.account == account_id).distinct()
    return list(connection.scalars(query.order_by(seat.c.game_id)))
